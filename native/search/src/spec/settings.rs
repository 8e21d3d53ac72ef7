use crate::game::GameFacts;
use crate::{Among, Limits, MctsSettings, MinimaxSettings};

/// The kinds of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    Random,
    Careful,
    MonteCarlo,
    Mcts,
    Minimax,
    Perfect,
    /// A level, which stands for one of the others and its settings.
    Level,
}

/// The settings of all players; each player uses some of them.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub(crate) limits: Limits,
    pub(crate) seed: Option<u64>,
    pub(crate) mcts: MctsSettings,
    pub(crate) minimax: MinimaxSettings,
    /// How `perfect` chooses among equal moves.
    pub(crate) among: Among,
    /// The number of a level.
    pub(crate) level: Option<u32>,
}

impl Settings {
    /// The defaults when the game is unknown.
    pub(crate) const COMMON: Self = Self {
        limits: Limits { playouts: None, time: None, nodes: None },
        seed: None,
        mcts: MctsSettings::COMMON,
        minimax: MinimaxSettings::COMMON,
        among: Among::Hardest,
        level: None,
    };

    /// The defaults for a game.
    pub(super) fn of(game: &GameFacts) -> Self {
        Self { mcts: game.mcts, ..Self::COMMON }
    }
}
