use crate::Level;

/// Without proofs a search overlooks what wins or loses at once, now and then:
/// the lower ones do, as people do. Games between good players are drawn.
pub(super) const LEVELS: &[Level] = &Level::ladder([
    ("sparrow", "mcts:playouts=12,ms=1000,policy=uniform,proofs=off"),
    ("hedgehog", "mcts:playouts=28,ms=1000,policy=uniform,proofs=off"),
    ("cat", "mcts:playouts=95,ms=1000,policy=uniform,proofs=off"),
    ("fox", "mcts:playouts=650,ms=1000,policy=uniform,proofs=off"),
    ("heron", "mcts:playouts=3000,ms=1000,policy=uniform,proofs=off"),
    ("wolf", "mcts:playouts=1100,ms=1000,policy=uniform"),
    ("raven", "mcts:playouts=1800,ms=1000"),
    ("owl", "mcts:ms=1000"),
]);
