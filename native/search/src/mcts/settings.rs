use crate::Policy;

/// The keys of the player `mcts` but for its limits and seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsSettings {
    /// The weight of exploration in UCB1, on rewards 0, 1/2, 1.
    pub c: f64,
    /// The visits after which a leaf gets children.
    pub threshold: u32,
    /// How playouts draw moves; `None`: there are none, and positions are judged
    /// by the game's evaluation.
    pub policy: Option<Policy>,
    /// What the final choice goes by.
    pub choice: FinalChoice,
    /// Whether wins, draws and losses are proven.
    pub proofs: bool,
    /// MiB of nodes at which the tree stops growing.
    pub memory: u32,
    /// Threads that search at once; at most as many as there are cores do.
    pub threads: u32,
}

impl MctsSettings {
    /// What is common to most games.
    pub const COMMON: Self = Self {
        c: 0.4,
        threshold: 4,
        policy: Some(Policy::Decisive),
        choice: FinalChoice::Visits,
        proofs: true,
        memory: 64,
        threads: 1,
    };
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self::COMMON
    }
}

/// What the final choice of a move goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalChoice {
    /// The number of visits.
    #[default]
    Visits,
    /// Wins less losses, a visit.
    WinLessLoss,
}
