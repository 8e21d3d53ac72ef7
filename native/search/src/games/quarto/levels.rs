use crate::Level;

/// The lower levels sometimes overlook an immediate win or loss, as people do, because they search
/// without proofs. Games between good players are usually drawn.
pub(super) const LEVELS: &[Level] = &Level::ladder([
    "mcts:playouts=12,ms=1000,policy=uniform,proofs=off",
    "mcts:playouts=28,ms=1000,policy=uniform,proofs=off",
    "mcts:playouts=95,ms=1000,policy=uniform,proofs=off",
    "mcts:playouts=650,ms=1000,policy=uniform,proofs=off",
    "mcts:playouts=3000,ms=1000,policy=uniform,proofs=off",
    "mcts:playouts=1100,ms=1000,policy=uniform",
    "mcts:playouts=1800,ms=1000",
    "mcts:ms=1000",
]);
