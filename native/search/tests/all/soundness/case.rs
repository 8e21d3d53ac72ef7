//! The positions in which claims are checked.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use playout_games::{Game, Record, Side};

use super::exhaustive::{Horizon, ResultBounds, Solved, result_bounds};

/// A position with its history, and the bounds of its result.
pub(crate) struct Case<'a, G: Game> {
    pub(crate) record: Record<G>,
    pub(crate) horizon: Horizon,
    solved: &'a RefCell<Solved<G>>,
    bounds: HashMap<(Option<G::Move>, Horizon), ResultBounds>,
}

impl<'a, G: Game> Case<'a, G> {
    pub(crate) fn new(record: Record<G>, horizon: Horizon, solved: &'a RefCell<Solved<G>>) -> Self {
        Self { record, horizon, solved, bounds: HashMap::new() }
    }

    pub(crate) fn side(&self) -> Side {
        self.record.position().side_to_move()
    }

    /// The bounds of the result for the side to move, here or after one of its moves.
    pub(crate) fn bounds(&mut self, mv: Option<G::Move>, horizon: Horizon) -> ResultBounds {
        let side = self.side();
        let (record, solved) = (&self.record, self.solved);
        *self.bounds.entry((mv, horizon)).or_insert_with(|| {
            let mut record = record.clone();
            if let Some(mv) = mv {
                record.play(mv);
            }
            result_bounds(&record, horizon, side, &mut solved.borrow_mut())
        })
    }

    pub(crate) fn bounds_here(&mut self) -> ResultBounds {
        self.bounds(None, self.horizon)
    }

    pub(crate) fn bounds_after(&mut self, mv: G::Move) -> ResultBounds {
        self.bounds(Some(mv), self.horizon.after_a_move())
    }

    /// Checks the claim that a win takes at most this many plies against the longest defence, and no
    /// fewer if `is_exact`, unless it goes beyond the horizon.
    pub(crate) fn check_plies(
        &mut self,
        claimed: i8,
        plies: u32,
        is_exact: bool,
    ) -> Result<(), String> {
        if plies > self.horizon.plies() {
            return Ok(());
        }
        let is_decided = |bounds: ResultBounds| bounds.is_exact() && bounds.min == claimed;
        let bounds = self.bounds(None, Horizon::Plies(plies));
        if !is_decided(bounds) {
            return Err(format!("{bounds:?} within {plies} plies"));
        }
        if is_exact && is_decided(self.bounds(None, Horizon::Plies(plies - 1))) {
            return Err("takes fewer plies".to_owned());
        }
        Ok(())
    }
}

impl<G: Game> fmt::Display for Case<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --moves \"{}\"", self.record.start(), self.record.move_texts().join(" "))
    }
}
