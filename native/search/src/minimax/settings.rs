/// The settings of `minimax`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimaxSettings {
    /// The depth in plies; `None` if only other limits end the search.
    pub depth: Option<u32>,
    /// The maximum size of the transposition table in MiB; 0 disables it.
    pub memory: u32,
    /// How far candidate moves may initially be from the pieces on the board, in games with this
    /// key.
    pub radius: u32,
    /// The search may choose any move that is less than this many points worse than the best, so
    /// that games vary; the seed decides. With 0 it plays only the best move. It always plays a
    /// win.
    pub margin: u32,
    /// Whether to use the exact values of the game's tables.
    pub exact: bool,
    /// Which threats the search knows, in games with threats.
    pub threats: Threats,
    /// Whether a network corrects the evaluation, in games that have one. It knows all threats, and
    /// is not used without [`Threats::All`].
    pub network: bool,
}

impl MinimaxSettings {
    /// The defaults, the same in every game.
    pub const COMMON: Self = Self {
        depth: None,
        memory: 64,
        radius: 2,
        margin: 0,
        exact: false,
        threats: Threats::All,
        network: true,
    };
}

/// Which threats `minimax` or `mcts` knows; [`Rows`](Self::Rows) and [`Fives`](Self::Fives) are for
/// `minimax` only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// None: it is the same search as in games without threats.
    Off,
    /// Only fours that can be completed, and lines of its own stones: it overlooks what else its
    /// opponent could make, unless its search shows that.
    Rows,
    /// Fours that can be completed, and lines of stones: it overlooks that a three of its opponent can become one,
    /// unless its search shows that.
    Fives,
    /// Also wins by continuous fours.
    Fours,
    /// Also wins by continuous fours and open threes.
    All,
}
