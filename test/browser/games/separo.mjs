export default {
  name: "SEPARO 9x9",
  size: "5 × 5",
  start: "5 r - -",
  middle: { level: "Fox", against: "mcts:playouts=4000", turns: 8 },
};
