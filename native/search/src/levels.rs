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
        _ => &[],
    }
}

const QUARTO: &[Level] = &[
    Level { number: 1, name: "easy", spec: "mcts:playouts=60,ms=1000,policy=uniform" },
    Level { number: 2, name: "medium", spec: "mcts:playouts=3000,ms=2000" },
    Level { number: 3, name: "hard", spec: "mcts:playouts=300000,ms=3000" },
];
