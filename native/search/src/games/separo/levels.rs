use crate::Level;

/// The tree search is at its best here: nothing is won at once, and a random
/// game says much of who has the room. The first is hardly more than chance, as
/// is `careful`, which sees nothing to take or to avoid before the end.
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
