//! What specs depend on in a game.

use playout_games::{Error, with_any_game, with_game};

use super::settings::Settings;
use crate::game::SearchGame;
use crate::{Level, MctsSettings};

/// The facts about a game that specs depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameFacts {
    pub(crate) name: &'static str,
    pub(crate) levels: &'static [Level],
    /// The settings tuned for the game.
    pub(crate) mcts: MctsSettings,
    pub(crate) has_mast: bool,
    /// Whether a key that only some games have is one of the game's.
    pub(crate) owns_key: fn(&str) -> bool,
    pub(crate) has_tables: bool,
    /// What the table takes in memory, in MiB.
    pub(crate) table_mib: u64,
}

impl GameFacts {
    /// For specs whose game is unknown: every key is accepted.
    pub(crate) const ANY: Self = Self {
        name: "any game",
        levels: &[],
        mcts: MctsSettings::COMMON,
        has_mast: true,
        owns_key: |_| true,
        has_tables: true,
        table_mib: 0,
    };

    /// The facts about a game.
    pub(crate) const fn of<G: SearchGame>() -> Self {
        Self {
            name: G::NAME,
            levels: G::LEVELS,
            mcts: G::MCTS,
            has_mast: G::MAST_MOVES != 0,
            owns_key: |key| G::OWN_KEYS.contains(&key),
            has_tables: !G::TABLE_VARIANTS.is_empty(),
            table_mib: G::TABLE_MIB,
        }
    }

    /// The facts about a game, or the example, by name.
    pub(crate) fn named(game: &str) -> Result<Self, Error> {
        with_any_game!(game, G => {
            const _: () = assert!(!G::LEVELS.is_empty(), "every game of the site has levels");
            Self::of::<G>()
        })
    }

    /// The settings that a spec has by default.
    pub(super) fn settings(&self) -> Settings {
        Settings { mcts: self.mcts, ..Settings::COMMON }
    }
}

/// The levels of a game, weakest first; empty for an unknown game.
#[must_use]
pub fn levels(game: &str) -> &'static [Level] {
    with_game!(game, G => G::LEVELS).unwrap_or(&[])
}
