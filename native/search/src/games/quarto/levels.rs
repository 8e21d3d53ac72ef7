use crate::Level;

/// Without proofs a search overlooks what wins or loses at once, now and then:
/// the lower ones do, as people do. Games between good players are drawn.
pub(super) const LEVELS: &[Level] = &[
    Level {
        number: 1,
        name: "sparrow",
        spec: "mcts:playouts=12,ms=1000,policy=uniform,proofs=off",
    },
    Level {
        number: 2,
        name: "hedgehog",
        spec: "mcts:playouts=28,ms=1000,policy=uniform,proofs=off",
    },
    Level { number: 3, name: "cat", spec: "mcts:playouts=95,ms=1000,policy=uniform,proofs=off" },
    Level { number: 4, name: "fox", spec: "mcts:playouts=650,ms=1000,policy=uniform,proofs=off" },
    Level {
        number: 5,
        name: "heron",
        spec: "mcts:playouts=3000,ms=1000,policy=uniform,proofs=off",
    },
    Level { number: 6, name: "wolf", spec: "mcts:playouts=1100,ms=1000,policy=uniform" },
    Level { number: 7, name: "raven", spec: "mcts:playouts=1800,ms=1000" },
    Level { number: 8, name: "owl", spec: "mcts:playouts=1000000,ms=3000" },
];
