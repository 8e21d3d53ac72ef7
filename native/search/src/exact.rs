//! Exact values of positions, from tablebases and solvers.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::sync::Arc;

use playout_games::{Game, Outcome, Side};

/// The value of a position with best play, for the side to move, without regard to its history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// It wins in this many plies, if it plays the shortest win and the opponent resists as long
    /// as possible; 0 if it has won already.
    Win(u32),
    /// Neither side can win.
    Draw,
    /// It loses in this many plies; 0 if it has lost already.
    Loss(u32),
}

impl Value {
    /// The value, for the side to move, of a move that leads to a position with this value, in
    /// which the opponent is to move.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// The value, for the opponent, of the position after a move that keeps this value: the opposite
    /// of [`before`](Self::before). A win or a loss in no plies stays one.
    #[must_use]
    pub fn after(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies.saturating_sub(1)),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies.saturating_sub(1)),
        }
    }

    /// The plies to the end of the game; `None` for a draw.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// The same value for the side that is not to move.
    pub(crate) fn for_opponent(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// The outcome with best play, if this side is to move.
    pub(crate) fn outcome(self, side: Side) -> Outcome {
        match self {
            Self::Win(_) => Outcome::Win(side),
            Self::Draw => Outcome::Draw,
            Self::Loss(_) => Outcome::Win(side.other()),
        }
    }

    /// The value of a finished position.
    pub(crate) fn of_outcome<G: Game>(position: &G, outcome: Outcome) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(side) if side == position.side_to_move() => Self::Win(0),
            Outcome::Win(_) => Self::Loss(0),
        }
    }

    /// A number that is higher for a better value.
    fn rank(self) -> i64 {
        const WIN: i64 = 1 << 32;

        match self {
            Self::Win(plies) => WIN - i64::from(plies),
            Self::Draw => 0,
            Self::Loss(plies) => i64::from(plies) - WIN,
        }
    }
}

/// Better values are greater: short wins, then long ones, draws, long losses, short losses.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Something that knows the exact value of every position of a game.
pub trait Oracle<G: Game>: Debug + Send + Sync {
    /// The value of a position, which may be finished.
    fn value(&self, position: &G) -> Value;

    /// The value, if it is known so soon that a search can ask for it at every node; by default of
    /// every position.
    fn quick_value(&self, position: &G) -> Option<Value> {
        Some(self.value(position))
    }
}

/// The exact values that a search may use, if it may use any.
pub(crate) type Exact<G> = Option<Arc<dyn Oracle<G>>>;

#[cfg(test)]
pub(crate) mod listed;
