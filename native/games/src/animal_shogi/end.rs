use crate::{Outcome, Side};

/// How a position ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Catch(Side),
    Try(Side),
    BothSafe,
    /// The side to move has no legal move, and loses.
    NoMoves,
}

impl End {
    pub(super) fn outcome(self, to_move: Side) -> Outcome {
        match self {
            Self::Catch(winner) | Self::Try(winner) => Outcome::Win(winner),
            Self::NoMoves => Outcome::Win(to_move.other()),
            Self::BothSafe => Outcome::Draw,
        }
    }
}
