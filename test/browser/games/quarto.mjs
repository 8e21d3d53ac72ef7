export default {
  name: "Quarto",
  sides: { first: "first", second: "second" },
  // Four short pieces in a row.
  whole: "-0 a1-1 b2-2 c3-4 d4".split(" "),
  middle: { level: "Raven", against: "mcts:playouts=20000", turns: 4 },
  edit: {
    at: "..../..../..../.... -",
    wrong: ["tall dark square hollow piece", "c3"],
    refused: "..../..F./..../.... -",
    refusal: "The game isn't over, so there must be a piece to place.",
    marks: [],
    right: ["short light round solid piece", "Add the chosen piece"],
    possible: "Possible. To move: First player",
    position: "..../..F./..../.... 0",
  },
};
