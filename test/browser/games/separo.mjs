export default {
  name: "SEPARO 9x9",
  sides: { first: "Red", second: "Blue" },
  options: { size: 5 },
  start: "5 r - -",
  whole: "e1-d2-c2 a1-b2-b3 a5-b4-c4 e5-d4-d3 d2-e3-e4 d4-c5-b5 b4-a3-a2 b2-c1-d1".split(" "),
  middle: { level: "Fox", against: "mcts:playouts=4000", turns: 8 },
};
