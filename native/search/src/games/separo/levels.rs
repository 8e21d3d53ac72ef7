use crate::Level;

/// The tree search is at its best here: nothing is won at once, and a random
/// game says much of who has the room. The first is hardly more than chance, as
/// is `careful`, which sees nothing to take or to avoid before the end.
pub(super) const LEVELS: &[Level] = &[
    Level { number: 1, name: "sparrow", spec: "mcts:playouts=2,ms=1000,policy=uniform" },
    Level { number: 2, name: "hedgehog", spec: "mcts:playouts=5,ms=1000,policy=uniform" },
    Level { number: 3, name: "cat", spec: "mcts:playouts=15,ms=1000,policy=uniform" },
    Level { number: 4, name: "fox", spec: "mcts:playouts=55,ms=1000,policy=uniform" },
    Level { number: 5, name: "heron", spec: "mcts:playouts=230,ms=1000,policy=uniform" },
    Level { number: 6, name: "wolf", spec: "mcts:playouts=1200,ms=1000,policy=uniform" },
    Level { number: 7, name: "eagle", spec: "mcts:playouts=6000,ms=1000,policy=uniform" },
    Level { number: 8, name: "raven", spec: "mcts:playouts=50000,ms=1000,policy=uniform" },
    Level { number: 9, name: "owl", spec: "mcts:playouts=200000,ms=3000,policy=uniform" },
];
