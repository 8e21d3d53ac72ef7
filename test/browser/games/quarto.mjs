export default {
  name: "Quarto",
  sides: { first: "first", second: "second" },
  // Four short pieces in a row.
  whole: "-0 a1-1 b2-2 c3-4 d4".split(" "),
  middle: { level: "Raven", against: "mcts:playouts=20000", turns: 4 },
};
