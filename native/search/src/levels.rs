/// A named player of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its number, from 1; each is stronger than the one below.
    pub number: u32,
    /// Its name in code; the page has a word for it in the reader's language.
    pub name: &'static str,
    /// Its player spec: playouts, with time as a ceiling.
    pub spec: &'static str,
}

/// The levels of a game, the weakest first; none for a game that does not
/// exist.
#[must_use]
pub fn levels(game: &str) -> &'static [Level] {
    match game {
        "quarto" => QUARTO,
        "animal_shogi" => ANIMAL_SHOGI,
        "gomoku" => GOMOKU,
        "separo" => SEPARO,
        _ => &[],
    }
}

/// The player that the protocols begin with in a game, as a spec without limits worth
/// the name. Up to 1 s a move `mcts` is no weaker than `minimax` in any game; with more
/// time, as tournaments give, its tree gets full (`docs/tuning.md`, "The protocols'
/// player").
#[must_use]
pub fn strongest(game: &str) -> &'static str {
    match game {
        "animal_shogi" => "minimax",
        "gomoku" => "minimax:radius=1",
        _ => "mcts",
    }
}

/// Without proofs a search overlooks what wins or loses at once, now and then:
/// the lower ones do, as people do. Games between good players are drawn.
const QUARTO: &[Level] = &[
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

/// Those from `heron` to `eagle` judge positions by the evaluation and a little chance,
/// which makes games differ. The margin of alpha-beta is as wide as one more ply changes
/// the value of moves that are about as good; a narrower one leaves no choice.
const ANIMAL_SHOGI: &[Level] = &[
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

/// It takes more steps, as random games say little of a win that four stones in a
/// row decide; alpha-beta has a margin to choose within.
const GOMOKU: &[Level] = &[
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

/// The tree search is at its best here: nothing is won at once, and a random
/// game says much of who has the room. The first is hardly more than chance, as
/// is `careful`, which sees nothing to take or to avoid before the end.
const SEPARO: &[Level] = &[
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
