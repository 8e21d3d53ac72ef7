//! The value of a position.

use playout_games::Game;
use playout_games::quarto::Quarto;

use super::board::Board;
use super::lines::{SQUARES, STANDARD};
use super::score::value;
use super::solving::{Solving, Wanted};
use super::table::Table;
use crate::exact::Value;

/// The solution of a position, in the making.
#[derive(Debug)]
pub struct Solution {
    solving: OfVariant,
    /// How many more plies fill the board.
    plies_left: u32,
    /// The value, once it is known.
    value: Option<Value>,
}

#[derive(Debug)]
pub(crate) enum OfVariant {
    Standard(Solving<STANDARD>),
    Squares(Solving<SQUARES>),
}

impl From<Solving<STANDARD>> for OfVariant {
    fn from(solving: Solving<STANDARD>) -> Self {
        Self::Standard(solving)
    }
}

impl From<Solving<SQUARES>> for OfVariant {
    fn from(solving: Solving<SQUARES>) -> Self {
        Self::Squares(solving)
    }
}

impl Solution {
    /// Begins to solve a position.
    #[must_use]
    pub fn new(position: &Quarto, wanted: Wanted) -> Self {
        Self::with_hand(position, position.hand().map(|piece| piece.index()), wanted)
    }

    /// Begins to solve the board of a position where the game goes on, as if its piece in hand were
    /// still to be given. The value is that of the side that gives, and giving is a ply.
    #[must_use]
    pub fn giving(position: &Quarto, wanted: Wanted) -> Self {
        Self::with_hand(position, None, wanted)
    }

    fn with_hand(position: &Quarto, hand: Option<u8>, wanted: Wanted) -> Self {
        let value = position.outcome().map(|outcome| Value::of_outcome(position, outcome));
        let solution = if position.variant() == Quarto::VARIANTS[0] {
            Self::of_board(&Board::<STANDARD>::of(position), hand, wanted)
        } else {
            Self::of_board(&Board::<SQUARES>::of(position), hand, wanted)
        };
        Self { value, ..solution }
    }

    /// Begins to solve a board with a piece in hand; without one, the side to move only gives a piece.
    pub(crate) fn of_board<const N: usize>(
        board: &Board<N>,
        hand: Option<u8>,
        wanted: Wanted,
    ) -> Self
    where
        Solving<N>: Into<OfVariant>,
    {
        let plies_left = board.empty_count() + u32::from(hand.is_none());
        Self { solving: Solving::new(board, hand, wanted).into(), plies_left, value: None }
    }

    /// Does one unit of work, which takes some 20 µs at most, and returns the value once it is known.
    /// If only the result is wanted, it may take fewer plies.
    pub fn unit(&mut self, table: &Table) -> Option<Value> {
        if self.value.is_none() {
            let score = match &mut self.solving {
                OfVariant::Standard(solving) => solving.unit(table),
                OfVariant::Squares(solving) => solving.unit(table),
            };
            self.value = score.map(|score| value(score, self.plies_left));
        }
        self.value
    }

    /// Runs until the value is known.
    pub fn run(&mut self, table: &Table) -> Value {
        loop {
            if let Some(value) = self.unit(table) {
                return value;
            }
        }
    }

    /// The number of nodes looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        match &self.solving {
            OfVariant::Standard(solving) => solving.nodes(),
            OfVariant::Squares(solving) => solving.nodes(),
        }
    }
}
