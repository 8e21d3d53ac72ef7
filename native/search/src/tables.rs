//! Tables of exact values (tablebases): which games have one, and how to make and check it.

mod directory;

use playout_games::{Error, with_game};

use crate::game::{SearchGame, no_table_of};
pub use directory::{DIRECTORY_VARIABLE, Lock, directory, path, use_directory};

/// The tablebase of Animal Shogi: the exact value of every position by the standard rules, without
/// regard to its history.
pub mod animal_shogi {
    pub use crate::games::animal_shogi::table::{Built, Stats, Step, Table, Total, build};
}

/// Quarto: a solver of positions, and the book of the first ones.
pub mod quarto {
    pub use crate::games::quarto::book::{Book, Counts, Flaw, build};
    pub use crate::games::quarto::solver::{Solution, Table, Wanted};
}

/// The variants of a game that a table covers; none for games without a table.
#[must_use]
pub fn variants(game: &str) -> &'static [&'static str] {
    with_game!(game, G => G::TABLE_VARIANTS).unwrap_or_default()
}

/// Whether a game's exact values are part of the program, so that they need no file.
#[must_use]
pub fn is_built_in(game: &str) -> bool {
    with_game!(game, G => G::IS_TABLE_BUILT_IN).unwrap_or_default()
}

/// Checks that the table of a game is there and undamaged, without keeping any of it in memory.
///
/// # Errors
///
/// `no_table` if it is not, or the game has none.
pub fn check(game: &str) -> Result<(), Error> {
    with_game!(game, G => G::check_table()).unwrap_or_else(|_| Err(no_table_of(game)))
}

#[cfg(test)]
mod tests {
    use playout_games::Code;

    use super::*;

    #[test]
    fn only_games_with_a_table_have_variants_with_one() {
        assert_eq!(variants("animal_shogi"), ["standard"]);
        assert_eq!(variants("quarto"), ["standard"]);
        assert!(is_built_in("quarto") && !is_built_in("animal_shogi") && !is_built_in("chess"));
        assert!(variants("gomoku").is_empty() && variants("chess").is_empty());
        assert_eq!(check("gomoku").map_err(|error| error.code()), Err(Code::NoTable));
    }
}
