use crate::Level;

/// Random games say little about wins by an unstoppable row of four, so only the first four levels
/// use playouts. Levels 5 to 9 use alpha-beta, and tree search uses the evaluation from level 10
/// on.
pub(super) const LEVELS: &[Level] = &Level::ladder([
    "mcts:playouts=40,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=330,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=800,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=2400,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "minimax:ms=1000,nodes=2,radius=1,margin=20,threats=off",
    "minimax:ms=1000,nodes=4,radius=1,margin=20,threats=off",
    "minimax:ms=1000,nodes=8,radius=1,margin=20,threats=off",
    "minimax:ms=1000,nodes=20,radius=1,margin=20,threats=off",
    "minimax:ms=1000,nodes=230,radius=1,margin=20,threats=off",
    "mcts:playouts=30,ms=1000",
    "mcts:playouts=300,ms=1000",
    "mcts:playouts=1000,ms=1000",
    "mcts:playouts=6000,ms=1000",
    "mcts:ms=1000,memory=128",
]);
