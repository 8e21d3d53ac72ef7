export default {
  name: "Quarto",
  middle: { level: "Raven", against: "mcts:playouts=20000", turns: 4 },
};
