use crate::Level;

/// Tree search is at its best here: nothing can be won at once, and a random game says much about
/// which side has more room. The first level is hardly better than random, and neither is
/// `careful`, which sees nothing to win or to prevent before the end.
pub(super) const LEVELS: &[Level] = &Level::ladder([
    "mcts:playouts=2,ms=1000,policy=uniform",
    "mcts:playouts=5,ms=1000,policy=uniform",
    "mcts:playouts=15,ms=1000,policy=uniform",
    "mcts:playouts=55,ms=1000,policy=uniform",
    "mcts:playouts=230,ms=1000,policy=uniform",
    "mcts:playouts=1200,ms=1000,policy=uniform",
    "mcts:playouts=6000,ms=1000,policy=uniform",
    "mcts:playouts=50000,ms=1000,policy=uniform",
    "mcts:ms=1000",
]);
