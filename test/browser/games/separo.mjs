export default {
  name: "SEPARO 9x9",
  sides: { first: "Red", second: "Blue" },
  options: { size: 5 },
  start: "5 r - -",
  whole: "e1-d2-c2 a1-b2-b3 a5-b4-c4 e5-d4-d3 d2-e3-e4 d4-c5-b5 b4-a3-a2 b2-c1-d1".split(" "),
  middle: { level: "Fox", against: "mcts:playouts=4000", turns: 8 },
  edit: {
    at: "5 r - -",
    wrong: ["a5", "b4"],
    refused: "5 r a5b4 -",
    refusal: "Red needs as many diagonal roots as straight ones, but has 1 and 0.",
    marks: ["b4"],
    right: ["c4", "Blue root", "a1", "b2", "b3"],
    possible: "Possible. To move: Red",
    position: "5 r a5b4,b4c4 a1b2,b2b3",
  },
};
