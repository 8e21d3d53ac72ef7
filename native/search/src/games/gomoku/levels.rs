use crate::Level;

/// It takes more steps, as random games say little of a win that four stones in a
/// row decide; alpha-beta has a margin to choose within.
pub(super) const LEVELS: &[Level] = &[
    Level {
        number: 1,
        name: "sparrow",
        spec: "mcts:playouts=40,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    },
    Level {
        number: 2,
        name: "hedgehog",
        spec: "mcts:playouts=330,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    },
    Level {
        number: 3,
        name: "squirrel",
        spec: "mcts:playouts=800,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    },
    Level {
        number: 4,
        name: "cat",
        spec: "mcts:playouts=2400,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    },
    Level { number: 5, name: "badger", spec: "minimax:ms=1000,nodes=2,radius=1,margin=20" },
    Level { number: 6, name: "fox", spec: "minimax:ms=1000,nodes=4,radius=1,margin=20" },
    Level { number: 7, name: "heron", spec: "minimax:ms=1000,nodes=8,radius=1,margin=20" },
    Level { number: 8, name: "wolf", spec: "minimax:ms=1000,nodes=20,radius=1,margin=20" },
    Level { number: 9, name: "eagle", spec: "minimax:ms=1000,nodes=230,radius=1,margin=20" },
    Level { number: 10, name: "raven", spec: "minimax:ms=1000,nodes=1000,radius=1,margin=20" },
    Level { number: 11, name: "owl", spec: "minimax:ms=3000,nodes=40000,radius=1,margin=20" },
];
