//! Exact values of positions: the first ones from the book, all others from the solver.

use std::sync::{Arc, LazyLock};

use playout_games::Game;
use playout_games::quarto::Quarto;

use super::book::Book;
use super::book::index::{MOST_PLACED, StandardBoard};
use super::solver::{Solution, Table, Wanted};
use crate::exact::{Oracle, Value};

/// The size of the transposition table that all searches of a process share, in MiB. A position with
/// five pieces needs no more.
pub(super) const TABLE_MIB: u64 = 8;
/// From as many pieces on, a position is solved about as fast as a playout.
const QUICK_PLACED: u32 = 10;
/// From as many pieces on, a position of the variant `squares` is solved soon enough.
const SQUARES_PLACED: u32 = 6;

static SHARED: LazyLock<Arc<Exact>> =
    LazyLock::new(|| Arc::new(Exact { table: Table::new((TABLE_MIB as usize) << 20) }));

/// The exact values of a process.
#[derive(Debug)]
pub(super) struct Exact {
    table: Table,
}

/// The value of a position, as long as it is being found out.
#[derive(Debug)]
pub(super) enum Question {
    Known(Value),
    Solving(Box<Solution>),
}

impl Exact {
    pub(super) fn get() -> Arc<Self> {
        Arc::clone(&SHARED)
    }

    /// Begins to find out the value of a position.
    pub(super) fn ask(&self, position: &Quarto, wanted: Wanted) -> Question {
        match known(position) {
            Some(value) => Question::Known(value),
            None => Question::Solving(Box::new(Solution::new(position, wanted))),
        }
    }

    /// The answer to that, without a break.
    pub(super) fn answer(&self, position: &Quarto, wanted: Wanted) -> Value {
        let mut question = self.ask(position, wanted);
        loop {
            if let Some(value) = question.unit(self) {
                return value;
            }
        }
    }
}

impl Question {
    /// Does one unit of work, and returns the value once it is known.
    pub(super) fn unit(&mut self, exact: &Exact) -> Option<Value> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Solving(solution) => solution.unit(&exact.table),
        }
    }

    /// The number of nodes that the solver has looked at.
    pub(super) fn nodes(&self) -> u64 {
        match self {
            Self::Known(_) => 0,
            Self::Solving(solution) => solution.nodes(),
        }
    }
}

impl Oracle<Quarto> for Exact {
    fn value(&self, position: &Quarto) -> Value {
        self.answer(position, Wanted::Plies)
    }

    fn quick_value(&self, position: &Quarto) -> Option<Value> {
        let is_quick = placed(position) >= QUICK_PLACED;
        known(position).or_else(|| is_quick.then(|| self.value(position)))
    }
}

/// Whether the values of a position and of all that can follow are found soon enough to play.
pub(super) fn is_solvable(position: &Quarto) -> bool {
    if position.variant() != Quarto::VARIANTS[0] {
        return placed(position) >= SQUARES_PLACED;
    }
    placed(position) > MOST_PLACED as u32 || Book::built_in().is_some()
}

/// The value of a position that needs no search.
fn known(position: &Quarto) -> Option<Value> {
    if let Some(outcome) = position.outcome() {
        return Some(Value::of_outcome(position, outcome));
    }
    if position.variant() != Quarto::VARIANTS[0] || placed(position) > MOST_PLACED as u32 {
        return None;
    }
    let book = Book::built_in()?;
    match position.hand() {
        Some(hand) => book.value(&StandardBoard::of(position), hand.index()),
        // Every first piece is like any other.
        None => Some(book.value(&StandardBoard::new(), 0)?.before()),
    }
}

/// The number of pieces on the board.
pub(super) fn placed(position: &Quarto) -> u32 {
    16 - position.remaining().count() as u32 - u32::from(position.hand().is_some())
}

#[cfg(test)]
mod tests {
    use playout_games::Playouts;

    use super::*;
    use crate::Random;

    #[test]
    fn values_follow_from_those_after_each_move() {
        let exact = Exact::get();
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let mut position = Quarto::default();
            // Earlier positions have a hundred replies, of which each takes a while.
            while position.outcome().is_none() {
                if placed(&position) >= 8 {
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    let after = moves.into_iter().map(|mv| {
                        let mut next = position;
                        next.play(mv);
                        exact.value(&next).before()
                    });
                    assert_eq!(Some(exact.value(&position)), after.max(), "{position}");
                }
                let mv = position.sample(&mut |n| random.below(n));
                position.play(mv);
            }
        }
    }
}
