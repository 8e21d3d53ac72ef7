use crate::Level;

/// One level, as an example: tic-tac-toe is not a game of the site.
pub(super) const LEVELS: &[Level] = &Level::ladder(["mcts:playouts=20,ms=1000,policy=uniform"]);
