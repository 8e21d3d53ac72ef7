use crate::Level;

/// Random games say little about wins by an unstoppable row of four, so only the first three levels
/// use playouts. Levels 4 to 9 use alpha-beta, and see more plies and more kinds of threats from
/// level to level. Tree search knows all of these from the first playout on.
pub(super) const LEVELS: &[Level] = &Level::ladder([
    "mcts:playouts=40,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=450,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=1500,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "minimax:ms=1000,nodes=2,radius=1,margin=20,threats=off",
    "minimax:depth=1,ms=1000,margin=500,threats=rows",
    "minimax:depth=1,ms=1000,margin=200,threats=fives",
    "minimax:depth=2,ms=1000,margin=150,threats=rows",
    "minimax:depth=3,ms=1000,margin=40,threats=rows",
    "minimax:depth=2,ms=1000,margin=60,threats=fours",
    "mcts:playouts=40,ms=1000",
    "mcts:playouts=100,ms=1000",
    "mcts:playouts=280,ms=1000",
    "mcts:playouts=800,ms=1000",
    "mcts:ms=1000,memory=128",
]);
