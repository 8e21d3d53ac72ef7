//! What the expansion of a leaf asks about a position.

use std::marker::PhantomData;

use playout_games::Urgency;

use crate::game::SearchGame;

/// The knowledge of a game that decides which children a leaf gets, and how they are valued before
/// their first visit.
pub(crate) trait Knowledge<G: SearchGame>: Send {
    /// The visits after which a node gets the moves next in line.
    const VISITS_TO_WIDEN: u32 = u32::MAX;

    /// Appends the moves to search, according to whether a side can force a win, and returns how
    /// urgent they are and whether moves are left out. If the moves win, the first one is the best.
    fn urgent_moves(&mut self, position: &G, moves: &mut Vec<G::Move>) -> (Urgency, bool);

    /// Appends the moves to search, whoever can win, and returns whether moves are left out.
    fn moves(&mut self, position: &G, moves: &mut Vec<G::Move>) -> bool;

    /// Appends the moves to search after [so many visits](Self::VISITS_TO_WIDEN), or once those of the
    /// expansion are all decided.
    fn wider_moves(&mut self, position: &G, moves: &mut Vec<G::Move>) {
        position.legal_moves(moves);
    }

    /// Appends the evaluation for `First` after each of the given legal moves, as
    /// [`SearchGame::evaluate_moves`] does.
    fn evaluate_moves(&mut self, position: &G, moves: &[G::Move], values: &mut Vec<i32>);

    /// Appends what is added to the logarithms of the priors of the given legal moves, if anything,
    /// and returns the temperature of their values.
    fn prior_terms(&mut self, _position: &G, _moves: &[G::Move], _terms: &mut Vec<f32>) -> f32 {
        G::PRIOR_TEMPERATURE
    }

    /// The size in bytes, which does not grow.
    fn bytes(&self) -> usize {
        0
    }

    /// Completes a line that ends where the knowledge proved the result.
    fn finish_line(_position: G, _line: &mut Vec<G::Move>) {}
}

/// What [`SearchGame`] says about every game.
pub(crate) struct General<G>(PhantomData<fn() -> G>);

impl<G> Default for General<G> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<G: SearchGame> Knowledge<G> for General<G> {
    fn urgent_moves(&mut self, position: &G, moves: &mut Vec<G::Move>) -> (Urgency, bool) {
        position.urgent_candidates(moves)
    }

    fn moves(&mut self, position: &G, moves: &mut Vec<G::Move>) -> bool {
        let is_partial = G::RADIUS.is_some_and(|radius| !position.candidates(radius, moves));
        if !is_partial {
            moves.clear();
            position.legal_moves(moves);
        }
        is_partial
    }

    fn evaluate_moves(&mut self, position: &G, moves: &[G::Move], values: &mut Vec<i32>) {
        position.evaluate_moves(moves, values);
    }
}
