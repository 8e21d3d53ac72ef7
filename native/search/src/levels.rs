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

/// The player that is strongest in a game for whatever time it is given, as a
/// spec without limits worth the name.
#[must_use]
pub fn strongest(game: &str) -> &'static str {
    match game {
        "animal_shogi" => "minimax",
        "gomoku" => "minimax:radius=1",
        _ => "mcts",
    }
}

/// The steps are about as high as each other, but for the last, where games
/// between good players are drawn. Without proofs a search overlooks what wins
/// or loses at once, now and then: the lower two do, as people do.
const QUARTO: &[Level] = &[
    Level {
        number: 1,
        name: "sparrow",
        spec: "mcts:playouts=12,ms=1000,policy=uniform,proofs=off",
    },
    Level {
        number: 2,
        name: "hedgehog",
        spec: "mcts:playouts=200,ms=1000,policy=uniform,proofs=off",
    },
    Level { number: 3, name: "fox", spec: "mcts:playouts=30,ms=1000,policy=uniform" },
    Level { number: 4, name: "heron", spec: "mcts:playouts=1000,ms=1000" },
    Level { number: 5, name: "owl", spec: "mcts:playouts=1000000,ms=3000" },
];

/// The tree search plays a different game every time, which is worth having as
/// long as it is weak; for its time alpha-beta is stronger.
const ANIMAL_SHOGI: &[Level] = &[
    Level {
        number: 1,
        name: "sparrow",
        spec: "mcts:playouts=10,ms=1000,policy=uniform,proofs=off",
    },
    Level {
        number: 2,
        name: "hedgehog",
        spec: "mcts:playouts=40,ms=1000,policy=uniform,proofs=off",
    },
    Level { number: 3, name: "fox", spec: "mcts:playouts=250,ms=1000,policy=uniform,proofs=off" },
    Level { number: 4, name: "heron", spec: "minimax:depth=4,ms=1000" },
    Level { number: 5, name: "owl", spec: "minimax:nodes=5000000,ms=3000" },
];

/// The same: the weak ones play a new game every time, the others look ahead.
const GOMOKU: &[Level] = &[
    Level { number: 1, name: "sparrow", spec: "mcts:playouts=8,ms=1000,policy=uniform,proofs=off" },
    Level {
        number: 2,
        name: "hedgehog",
        spec: "mcts:playouts=200,ms=1000,policy=uniform,proofs=off",
    },
    Level { number: 3, name: "fox", spec: "minimax:depth=1,radius=1,ms=1000" },
    Level { number: 4, name: "heron", spec: "minimax:depth=2,radius=1,ms=2000" },
    Level { number: 5, name: "owl", spec: "minimax:depth=6,radius=1,ms=3000" },
];

/// The tree search is at its best here: nothing is won at once, and a random
/// game says much of who has the room.
const SEPARO: &[Level] = &[
    Level { number: 1, name: "sparrow", spec: "mcts:playouts=8,ms=1000,policy=uniform" },
    Level { number: 2, name: "hedgehog", spec: "mcts:playouts=60,ms=1000,policy=uniform" },
    Level { number: 3, name: "fox", spec: "mcts:playouts=400,ms=1000,policy=uniform" },
    Level { number: 4, name: "heron", spec: "mcts:playouts=4000,ms=1000,policy=uniform" },
    Level { number: 5, name: "owl", spec: "mcts:playouts=200000,ms=3000,policy=uniform" },
];
