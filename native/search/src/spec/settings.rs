use crate::game::GameFacts;
use crate::{Limits, MctsSettings, MinimaxSettings};

/// The players, without their settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Random,
    Careful,
    MonteCarlo,
    Mcts,
    Minimax,
    /// Another name for one of the others.
    Level,
}

/// The settings of all players; each player has keys for some of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) limits: Limits,
    pub(crate) seed: Option<u64>,
    pub(crate) mcts: MctsSettings,
    pub(crate) minimax: MinimaxSettings,
    /// The number of a level.
    pub(crate) level: Option<u32>,
}

impl Settings {
    /// The defaults when the game is unknown.
    pub(super) const COMMON: Self = Self {
        limits: Limits { playouts: None, time: None, nodes: None },
        seed: None,
        mcts: MctsSettings::COMMON,
        minimax: MinimaxSettings::COMMON,
        level: None,
    };

    /// The defaults in a game.
    pub(super) fn of(game: &GameFacts) -> Self {
        Self { mcts: game.mcts, ..Self::COMMON }
    }
}
