use crate::Level;

/// Those from `heron` to `raven` go by the evaluation and a little chance, which makes
/// games differ. The margin of alpha-beta is as wide as one more ply changes the value of
/// moves that are about as good; a narrower one leaves no choice.
pub(super) const LEVELS: &[Level] = &Level::ladder([
    ("sparrow", "mcts:playouts=60,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off"),
    ("hedgehog", "mcts:playouts=140,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off"),
    ("cat", "mcts:playouts=330,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off"),
    ("badger", "mcts:playouts=1000,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off"),
    ("fox", "mcts:playouts=5000,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off"),
    ("heron", "mcts:playouts=40,ms=1000,c=0.5,threshold=1,policy=evaluation"),
    ("wolf", "mcts:playouts=100,ms=1000,c=0.5,threshold=1,policy=evaluation"),
    ("eagle", "mcts:playouts=300,ms=1000,c=0.5,threshold=1,policy=evaluation"),
    ("raven", "mcts:playouts=650,ms=1000,c=0.5,threshold=1,policy=evaluation"),
    ("falcon", "minimax:ms=1000,nodes=60000,margin=150"),
    ("lynx", "minimax:ms=1000,nodes=300000,margin=120"),
    ("bear", "minimax:ms=2000,nodes=1200000,margin=20"),
    ("owl", "minimax:ms=1000"),
]);
