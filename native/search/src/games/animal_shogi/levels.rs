use crate::Level;

/// Those from `heron` to `eagle` judge positions by the evaluation and a little chance,
/// which makes games differ. The margin of alpha-beta is as wide as one more ply changes
/// the value of moves that are about as good; a narrower one leaves no choice.
pub(super) const LEVELS: &[Level] = &[
    Level {
        number: 1,
        name: "sparrow",
        spec: "mcts:playouts=60,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    },
    Level {
        number: 2,
        name: "hedgehog",
        spec: "mcts:playouts=140,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    },
    Level {
        number: 3,
        name: "cat",
        spec: "mcts:playouts=330,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    },
    Level {
        number: 4,
        name: "badger",
        spec: "mcts:playouts=1000,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    },
    Level {
        number: 5,
        name: "fox",
        spec: "mcts:playouts=5000,ms=1000,c=0.4,threshold=4,policy=uniform,proofs=off",
    },
    Level {
        number: 6,
        name: "heron",
        spec: "mcts:playouts=40,ms=1000,c=0.5,threshold=1,policy=evaluation",
    },
    Level {
        number: 7,
        name: "wolf",
        spec: "mcts:playouts=100,ms=1000,c=0.5,threshold=1,policy=evaluation",
    },
    Level {
        number: 8,
        name: "eagle",
        spec: "mcts:playouts=300,ms=1000,c=0.5,threshold=1,policy=evaluation",
    },
    Level { number: 9, name: "raven", spec: "minimax:ms=1000,nodes=250000,margin=150" },
    Level { number: 10, name: "owl", spec: "minimax:ms=3000,nodes=1000000,margin=150" },
];
