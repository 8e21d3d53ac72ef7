//! What a search asks about a position.

use playout_games::Urgency;

use super::ucb::MIN_PRIOR;
use crate::game::{Accumulator, SearchGame, evaluate_moves};

/// What a search for a forced win has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probe<M> {
    /// The side to move wins with this move, within so many plies, by the rules of the game.
    Win(M, u32),
    /// No win.
    Nothing,
    /// Nothing so far.
    Unfinished,
}

/// What is known about the moves to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    /// How urgent they are, when a side can force a win.
    pub(crate) urgency: Urgency,
    /// The plies within which that win ends the game; 0 if there is none.
    pub(crate) plies: u32,
    /// Whether moves are left out.
    pub(crate) is_partial: bool,
}

impl Listed {
    /// For wins at once only.
    pub(crate) fn at_once((urgency, is_partial): (Urgency, bool)) -> Self {
        let plies = match urgency {
            Urgency::Win => 1,
            Urgency::Lost => 2,
            Urgency::Safe => 0,
        };
        Self { urgency, plies, is_partial }
    }
}

/// The knowledge of a game: it decides which children a leaf gets and, where the evaluation replaces
/// playouts, how they are valued before their first visit.
pub(crate) trait Knowledge<G: SearchGame>: Send {
    /// The visits after which a node gets the moves next in line.
    const VISITS_TO_WIDEN: u32 = u32::MAX;

    /// How much the weight of exploration grows with the visits
    /// ([`Exploration`](super::ucb::Exploration)).
    const EXPLORATION_GROWTH: f32 = 0.0;

    /// The smallest prior of the moves of an expansion, which is more than 0.
    const MIN_PRIOR: f32 = MIN_PRIOR;

    /// Whether nodes of the same position use each other's results. Only for games in which the value of a
    /// position does not depend on the moves before it.
    const HAS_TRANSPOSITIONS: bool = false;

    /// The weight of the minimax value in selection, from 0 to 1, in statistics that have one; the mean
    /// result has the rest.
    fn minimax_weight(&self) -> f32 {
        0.5
    }

    /// Whether its lists may leave moves out.
    fn leaves_moves_out(&self) -> bool {
        false
    }

    /// Appends the moves to search, according to whether a side can force a win. If the moves win, the
    /// first one is the best; if every move loses, they are those to lose with.
    fn urgent_moves(&mut self, position: &G, moves: &mut Vec<G::Move>) -> Listed;

    /// Whether neither side can win any more, so that the game ends in a draw.
    fn is_dead(&mut self, _position: &G) -> bool {
        false
    }

    /// Appends the moves to search, whoever can win, and returns whether moves are left out.
    fn moves(&mut self, position: &G, moves: &mut Vec<G::Move>) -> bool;

    /// Appends the moves to search after [so many visits](Self::VISITS_TO_WIDEN), or, with fewer, once
    /// those of the expansion are all decided.
    fn wider_moves(&mut self, position: &G, _visits: u32, moves: &mut Vec<G::Move>) {
        position.legal_moves(moves);
    }

    /// Appends the evaluation for `First` after each of the given legal moves: 0 for a draw,
    /// [`MAX_POINTS`](crate::MAX_POINTS) for a win.
    fn evaluate_moves(&mut self, position: &G, moves: &[G::Move], values: &mut Vec<i32>) {
        evaluate_moves(&G::Accumulator::new(position), position, moves, values);
    }

    /// Appends what is added to the logarithms of the priors of the given legal moves, if anything,
    /// and returns the temperature of their values.
    fn prior_terms(&mut self, _position: &G, _moves: &[G::Move], _terms: &mut Vec<f32>) -> f32 {
        G::PRIOR_TEMPERATURE
    }

    /// Whether it can search a node for a forced win.
    fn has_probes(&self) -> bool {
        false
    }

    /// Starts a search for a forced win of the side to move, if there may be one.
    fn begin_probe(&mut self, _position: &G) -> bool {
        false
    }

    /// Goes on with that search for so many positions. It ends if anything else is asked.
    fn probe(&mut self, _positions: u32) -> Probe<G::Move> {
        Probe::Nothing
    }

    /// Notes that another position is searched from now on.
    fn begin_turn(&mut self) {}

    /// The size in bytes, which does not grow.
    fn bytes(&self) -> usize {
        0
    }

    /// Completes a line that ends where the knowledge proved the result.
    fn finish_line(_position: G, _line: &mut Vec<G::Move>) {}
}

/// What the rules say, for games without knowledge of their own.
pub(crate) struct General;

impl<G: SearchGame> Knowledge<G> for General {
    fn urgent_moves(&mut self, position: &G, moves: &mut Vec<G::Move>) -> Listed {
        Listed::at_once((position.urgent_moves(moves), false))
    }

    fn moves(&mut self, position: &G, moves: &mut Vec<G::Move>) -> bool {
        position.legal_moves(moves);
        false
    }
}
