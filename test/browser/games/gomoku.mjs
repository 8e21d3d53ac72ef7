export default {
  name: "Gomoku 15x15",
  size: "9 × 9",
  start: `${Array(9).fill(9).join("/")} x freestyle`,
  middle: { level: "Fox", against: "minimax:depth=2,radius=1", turns: 6 },
};
