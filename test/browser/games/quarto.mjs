export default {
  name: "Quarto",
  middle: { level: "Heron", against: "mcts:playouts=20000", turns: 4 },
};
