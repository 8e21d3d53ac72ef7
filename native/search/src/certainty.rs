//! Whether an exact value holds with the history of a game.
//!
//! Tables know no history. In games with draws by repetition, a position may have occurred so often
//! that its next occurrence is a draw, whatever the table says. Such a position is *closed*. These
//! rules hold wherever the game is not over:
//!
//! * A win can become a draw, if the loser can reach a closed position. The winner's shortest way to
//!   the end only passes positions nearer and nearer to it, so this is possible only if a closed
//!   position is nearer to the end than the win itself. If none is, the win is certain, and takes as
//!   many plies as the table says.
//! * If one is, the winner still has at least a draw, because that is all a repetition can give the
//!   loser. And no history makes a win shorter: what delays it in the table also does so here.
//! * A draw stays a draw. Both sides can hold it by moves to drawn positions, and a repetition only
//!   makes draws.
//!
//! A search that stops wherever a value is certain need not look for closed positions on its path.
//! Those it passes are not certain, so they are farther from the end than the nearest one that is
//! closed in the record.

use playout_games::{Game, Record};

use crate::exact::{Exact, Oracle, Value};

/// How near to the end of the game a closed position can be that one side wins, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NearestClosed(u32);

impl NearestClosed {
    /// No position is closed.
    pub(crate) const NONE: Self = Self(u32::MAX);

    /// The nearest of the positions that are closed in a record.
    pub(crate) fn in_record<G: Game>(record: &Record<G>, oracle: &dyn Oracle<G>) -> Self {
        record.closed().fold(Self::NONE, |nearest, position| nearest.or(oracle.value(position)))
    }

    /// The same in a search that may use exact values; none without.
    pub(crate) fn known_in<G: Game>(record: &Record<G>, exact: &Exact<G>) -> Self {
        exact.as_ref().map_or(Self::NONE, |oracle| Self::in_record(record, oracle.as_ref()))
    }

    /// The nearest if a position with this value is closed, too.
    pub(crate) fn or(self, value: Value) -> Self {
        Self(self.0.min(value.plies().unwrap_or(u32::MAX)))
    }

    /// The value of a position where the game is not over, and whether it is certain.
    pub(crate) fn valued(self, value: Value) -> Valued {
        Valued { value, is_certain: value.plies().is_none_or(|plies| plies <= self.0) }
    }
}

/// The exact value of a position for the side to move, and whether the game so far can change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The value by the table, or by the result if the game ended here, even by repetition.
    pub value: Value,
    /// Whether the value holds with the history: whether no position that would end the game as a
    /// draw at its next occurrence is nearer to the end. If not, the result may also be a draw. (See
    /// the documentation of the player `perfect`.)
    pub is_certain: bool,
}
