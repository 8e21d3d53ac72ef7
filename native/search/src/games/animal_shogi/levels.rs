use crate::Level;

/// Levels 6 to 9 use the evaluation with a little noise, so that games vary. The margin of
/// alpha-beta is about as large as the change in the values of similar moves from one ply to the
/// next; with a smaller margin, there would be nothing to choose from.
pub(super) const LEVELS: &[Level] = &Level::ladder([
    "mcts:playouts=60,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=140,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=330,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=1000,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=5000,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=40,ms=1000,c=0.5,threshold=1,policy=evaluation",
    "mcts:playouts=100,ms=1000,c=0.5,threshold=1,policy=evaluation",
    "mcts:playouts=300,ms=1000,c=0.5,threshold=1,policy=evaluation",
    "mcts:playouts=650,ms=1000,c=0.5,threshold=1,policy=evaluation",
    "minimax:ms=1000,nodes=60000,margin=150",
    "minimax:ms=1000,nodes=300000,margin=120",
    "minimax:ms=2000,nodes=1200000,margin=20",
    "minimax:ms=1000",
]);
