use crate::Level;

/// A single level, as an example; tic-tac-toe is not on the site.
pub(super) const LEVELS: &[Level] = &Level::ladder(["mcts:playouts=20,ms=1000,policy=uniform"]);
