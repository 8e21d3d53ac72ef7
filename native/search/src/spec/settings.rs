//! Everything that a spec can set.

use crate::{Limits, MctsSettings, MinimaxSettings};

/// The kinds of players.
#[doc(hidden)]
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

/// How `perfect` chooses among moves of the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Those that leave the opponent the fewest replies that hold: that keep a win or a draw, or
    /// that resist a loss as long as possible. If there are several, at random.
    Hardest,
    /// At random.
    Random,
}

/// The settings of all players; each player uses some of them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub(crate) limits: Limits,
    pub(crate) seed: Option<u64>,
    pub(crate) mcts: MctsSettings,
    pub(crate) minimax: MinimaxSettings,
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
}
