use crate::Level;

/// Random games say little about wins by an unstoppable row of four, so only the first four levels
/// use playouts. Levels 5 to 10 use alpha-beta, and from level 6 on they differ in plies, margin and
/// the kinds of threats that they see. Their limit of 100,000 nodes is far above what they need, and
/// only bounds their memory. Tree search, from level 11 on, knows wins by continuous fours.
pub(super) const LEVELS: &[Level] = &Level::ladder([
    "mcts:playouts=40,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=330,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=800,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "mcts:playouts=2400,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    "minimax:ms=1000,nodes=2,radius=1,margin=20,threats=off",
    "minimax:depth=1,ms=1000,nodes=100000,margin=550,threats=rows",
    "minimax:depth=1,ms=1000,nodes=100000,margin=450,threats=fives",
    "minimax:depth=2,ms=1000,nodes=100000,margin=270,threats=rows",
    "minimax:depth=3,ms=1000,nodes=100000,margin=230,threats=rows",
    "minimax:depth=2,ms=1000,nodes=100000,margin=190,threats=fours",
    "mcts:playouts=40,ms=1000",
    "mcts:playouts=90,ms=1000",
    "mcts:playouts=220,ms=1000",
    "mcts:ms=1000,memory=128",
]);
