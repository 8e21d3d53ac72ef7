use crate::Level;

/// Random games say little about wins by an unstoppable row of four, so only the first five levels
/// use playouts, and these only look near stones, as people do. Levels 6 to 10 use alpha-beta, and
/// differ in plies and the kinds of threats that they see; their small margin varies games. Their limit
/// of 100,000 nodes is far above what they need, and only bounds their memory. Tree search, from level
/// 11 on, knows wins by continuous fours; from level 13 on, it also has the network and the policy, and
/// only the last level knows wins by threes.
pub(super) const LEVELS: &[Level] = &Level::ladder([
    "mcts:playouts=25,ms=1000,c=0.4,threshold=4,policy=uniform,radius=2,proofs=off",
    "mcts:playouts=25,ms=1000,c=0.4,threshold=4,policy=uniform,radius=1,proofs=off",
    "mcts:playouts=70,ms=1000,c=0.4,threshold=4,policy=uniform,radius=1,proofs=off",
    "mcts:playouts=230,ms=1000,c=0.4,threshold=4,policy=uniform,radius=1,proofs=off",
    "mcts:playouts=850,ms=1000,c=0.4,threshold=4,policy=uniform,radius=1",
    "minimax:depth=1,ms=1000,nodes=100000,margin=60,threats=rows",
    "minimax:depth=1,ms=1000,nodes=100000,margin=30,threats=fives",
    "minimax:depth=2,ms=1000,nodes=100000,margin=90,threats=rows",
    "minimax:depth=3,ms=1000,nodes=100000,margin=90,threats=rows",
    "minimax:depth=4,ms=1000,nodes=100000,margin=30,threats=fives",
    "mcts:playouts=12,ms=1000,threats=fours,network=off",
    "mcts:playouts=60,ms=1000,threats=fours,network=off",
    "mcts:playouts=18,ms=1000,threats=fours",
    "mcts:playouts=54,ms=1000,threats=fours",
    "mcts:playouts=155,ms=1000,threats=fours",
    "mcts:playouts=440,ms=1000,threats=fours",
    "mcts:playouts=1400,ms=1000,threats=fours",
    "mcts:playouts=3100,ms=1000,threats=fours",
    "mcts:playouts=12000,ms=1000,threats=fours",
    "mcts:ms=1000,memory=128",
]);
