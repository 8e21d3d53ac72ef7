export default {
  name: "Gomoku 15x15",
  sides: { first: "Black", second: "White" },
  options: { size: 9 },
  start: `${Array(9).fill(9).join("/")} x freestyle`,
  // Black wins with the ninth stone.
  whole: "e5 e6 f5 f6 g5 g6 h5 h6 d5".split(" "),
  middle: { level: "Fox", against: "minimax:depth=2,radius=1", turns: 6 },
  edit: {
    at: "5/5/5/5/5 x freestyle",
    wrong: ["White stone", "c3"],
    refused: "5/5/2o2/5/5 o freestyle",
    refusal:
      "There are 0 black and 1 white stones; Black needs as many as White, or one more. The stone on c3 is one too many.",
    marks: ["c3"],
    right: ["Black stone", "b2", "d4"],
    possible: "Possible. To move: White",
    position: "5/3x1/2o2/1x3/5 o freestyle",
  },
};
