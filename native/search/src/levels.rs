use playout_games::with_game;

use crate::SearchGame;

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
    with_game!(game, G => G::LEVELS).unwrap_or_default()
}
