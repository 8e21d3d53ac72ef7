use crate::{Policy, Threats};

/// The settings of the player `mcts`, except its limits and its seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsSettings {
    /// The weight of exploration in selection, for rewards of 0, 1/2 and 1.
    pub c: f64,
    /// The visits after which a leaf is expanded.
    pub threshold: u32,
    /// How playouts choose their moves; `None` if the game's evaluation replaces playouts.
    pub policy: Option<Policy>,
    /// How far moves in the tree may be from the pieces on the board; `None` if anywhere. It has an effect
    /// only in games with this key and with playouts; these use all moves.
    pub radius: Option<u32>,
    /// How the final move is chosen.
    pub choice: FinalChoice,
    /// Whether to prove wins, draws and losses.
    pub proofs: bool,
    /// Whether to use the exact values of the game's tables.
    pub exact: bool,
    /// Which threats it knows, in games that have them: all, only those by continuous fours, or none.
    pub threats: Threats,
    /// Whether a network corrects the evaluation that knows threats, with a policy for the moves.
    pub network: bool,
    /// The size in MiB at which the tree stops growing.
    pub memory: u32,
    /// The number of threads; at most one per core is used.
    pub threads: u32,
}

impl MctsSettings {
    /// The settings that suit most games.
    pub const COMMON: Self = Self {
        c: 0.4,
        threshold: 4,
        policy: Some(Policy::Decisive),
        radius: None,
        choice: FinalChoice::Visits,
        proofs: true,
        exact: false,
        threats: Threats::All,
        network: true,
        memory: 64,
        threads: 1,
    };
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self::COMMON
    }
}

/// How the final move is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalChoice {
    /// By the number of visits.
    #[default]
    Visits,
    /// By wins minus losses per visit.
    WinLessLoss,
}
