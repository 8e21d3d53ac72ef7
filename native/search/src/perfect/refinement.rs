//! A search for whether a win holds with the history, where the table cannot tell.
//!
//! Two claims (`claim.rs`) are checked in turns, one position each: that the winner wins within so
//! many plies, at first as many as the table says, and that the loser ends the game within so many
//! plies without losing. A claim that fails is made again with two plies more. Exact values end
//! nearly every line, so either claim only follows lines of positions whose values are uncertain, and
//! the winner only those short enough. Sooner or later one claim is true, because repetition ends
//! every game, but that can take longer than anyone waits.

use std::sync::Arc;

use playout_games::{Record, Side};

use crate::claim::{Claim, Goal};
use crate::exact::Oracle;
use crate::game::SearchGame;

/// With this radius, every legal move is a candidate on any board.
const ALL_MOVES: u32 = 19;
/// The loser needs at least this many plies: a move that repeats a position at once is known to draw.
const MIN_DRAW_PLIES: u32 = 3;

/// What has been proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refined<M> {
    /// A side wins in this many plies, and in no fewer; with this move, if it is to move.
    Win { winner: Side, plies: u32, first: Option<M> },
    /// The game is drawn; with this move, if the loser by the table is to move.
    Draw { first: Option<M> },
}

/// The search.
#[derive(Debug)]
pub(super) struct Refinement<G: SearchGame> {
    oracle: Arc<dyn Oracle<G>>,
    winner: Side,
    /// The claim that is checked next, and the other one.
    claims: [Claim<G>; 2],
}

impl<G: SearchGame> Refinement<G> {
    /// A search of the position of a record, which a side wins in so many plies by the table.
    pub(super) fn new(
        record: &Record<G>,
        oracle: Arc<dyn Oracle<G>>,
        winner: Side,
        plies: u32,
    ) -> Self {
        let claim = |goal| claim(record, &oracle, winner, goal);
        let claims = [claim(Goal::Win(plies)), claim(Goal::Draw(MIN_DRAW_PLIES))];
        Self { oracle, winner, claims }
    }

    /// Visits the next position, and returns the result once it is proven.
    pub(super) fn visit(&mut self, record: &Record<G>) -> Option<Refined<G::Move>> {
        self.claims.swap(0, 1);
        let checked = &mut self.claims[1];
        let is_true = checked.visit(record, |_| None)?;
        let (goal, first) = (checked.goal(), || checked.first_move());
        match (goal, is_true) {
            (Goal::Win(plies), true) => {
                Some(Refined::Win { winner: self.winner, plies, first: first() })
            }
            (Goal::Draw(_) | Goal::Survive(_), true) => Some(Refined::Draw { first: first() }),
            (_, false) => {
                self.claims[1] = claim(record, &self.oracle, self.winner, goal.with_more_plies(2));
                None
            }
        }
    }
}

/// A claim of the winner to win, or of the loser to draw.
fn claim<G: SearchGame>(
    record: &Record<G>,
    oracle: &Arc<dyn Oracle<G>>,
    winner: Side,
    goal: Goal,
) -> Claim<G> {
    let side = if matches!(goal, Goal::Win(_)) { winner } else { winner.other() };
    Claim::new(record, (side, goal), Some(Arc::clone(oracle)), ALL_MOVES, |_| None)
}
