use crate::Level;

/// Monte Carlo tree search excels in this game: there are no immediate wins, and a random game is a
/// good indication of which side has more space. The first level is hardly stronger than `random`.
/// Neither is `careful`, because there is nothing to win or prevent in one move before the end.
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
