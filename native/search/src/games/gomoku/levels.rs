use crate::Level;

/// It takes more steps, as random games say little of a win that four stones in a row
/// decide. From `raven` on the tree search goes by the evaluation.
pub(super) const LEVELS: &[Level] = &Level::ladder([
    ("sparrow", "mcts:playouts=40,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off"),
    ("hedgehog", "mcts:playouts=330,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off"),
    ("squirrel", "mcts:playouts=800,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off"),
    ("cat", "mcts:playouts=2400,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off"),
    ("badger", "minimax:ms=1000,nodes=2,radius=1,margin=20"),
    ("fox", "minimax:ms=1000,nodes=4,radius=1,margin=20"),
    ("heron", "minimax:ms=1000,nodes=8,radius=1,margin=20"),
    ("wolf", "minimax:ms=1000,nodes=20,radius=1,margin=20"),
    ("eagle", "minimax:ms=1000,nodes=230,radius=1,margin=20"),
    ("raven", "mcts:playouts=30,ms=1000"),
    ("falcon", "mcts:playouts=300,ms=1000"),
    ("lynx", "mcts:playouts=1000,ms=1000"),
    ("bear", "mcts:playouts=6000,ms=1000"),
    ("owl", "mcts:ms=1000,memory=128"),
]);
