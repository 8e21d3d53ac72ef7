use crate::Level;

/// One, as an example: tic-tac-toe is no game of the site.
pub(super) const LEVELS: &[Level] = &Level::ladder(["mcts:playouts=20,ms=1000,policy=uniform"]);
