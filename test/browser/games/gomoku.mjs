export default {
  name: "Gomoku 15x15",
  sides: { first: "Black", second: "White" },
  options: { size: 9 },
  start: `${Array(9).fill(9).join("/")} x freestyle`,
  // Black wins with the ninth stone.
  whole: "e5 e6 f5 f6 g5 g6 h5 h6 d5".split(" "),
  middle: { level: "Fox", against: "minimax:depth=2,radius=1", turns: 6 },
};
