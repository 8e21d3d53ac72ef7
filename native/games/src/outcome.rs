use crate::{Detail, Side};

/// How a game ended: all that a search needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Neither side has won.
    Draw,
}

impl Outcome {
    /// `first`, `second` or `draw`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win(side) => side.name(),
            Self::Draw => "draw",
        }
    }

    /// The expected result for a side: 1 for a win, 0 for a draw, -1 for a
    /// loss.
    #[must_use]
    pub fn value_for(self, side: Side) -> f64 {
        match self {
            Self::Draw => 0.0,
            Self::Win(winner) if winner == side => 1.0,
            Self::Win(_) => -1.0,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Four in a line (Quarto).
    Line,
    /// Four in a 2x2 block (Quarto, variant `squares`).
    Block,
    /// Five in a row, or more where that also wins (Gomoku).
    Five,
    /// The board is full and nobody has won.
    FullBoard,
    /// The lion was captured (Animal Shogi).
    Catch,
    /// A lion is safe on its far rank (Animal Shogi).
    Try,
    /// Both lions are safe on their far ranks (Animal Shogi).
    BothSafe,
    /// The side to move has no legal move (Animal Shogi).
    NoMoves,
    /// Neither side can move: the one with more regions wins (SEPARO).
    Regions,
    /// The same position has occurred too many times.
    Repetition,
}

impl Reason {
    /// The code that clients use.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Block => "block",
            Self::Five => "five",
            Self::FullBoard => "full_board",
            Self::Catch => "catch",
            Self::Try => "try",
            Self::BothSafe => "both_safe",
            Self::NoMoves => "no_moves",
            Self::Regions => "regions",
            Self::Repetition => "repetition",
        }
    }
}

/// How a game ended, with details for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Reason,
    /// The cells that decided the game (a winning line), in the order of the board; can be empty.
    pub cells: Vec<String>,
    /// Parameters for a sentence about it, by name (for Quarto, what the four pieces have in
    /// common, `shared`; for SEPARO, the numbers of regions, `first` and `second`).
    pub details: Vec<(&'static str, Detail)>,
}
