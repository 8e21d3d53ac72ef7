//! How a search expands and evaluates leaves.

use super::knowledge::{Listed, Probe};
use super::tree::{Index, Statistics, Tree};
use super::ucb::Bound;
use crate::Random;
use crate::game::SearchGame;

/// How leaves are expanded and evaluated.
pub(super) trait Evaluator<G: SearchGame>: Send {
    /// The statistics of a node.
    type Statistics: Statistics;

    /// The visits after which a node gets the moves next in line.
    const VISITS_TO_WIDEN: u32 = u32::MAX;

    /// How much the weight of exploration grows with the visits
    /// ([`Exploration`](super::ucb::Exploration)).
    const EXPLORATION_GROWTH: f32 = 0.0;

    /// Whether nodes of the same position use each other's results
    /// ([`Transpositions`](super::transpositions::Transpositions)).
    const HAS_TRANSPOSITIONS: bool = false;

    /// The weight of the minimax value in selection, in statistics that have one.
    fn minimax_weight(&self) -> f32 {
        0.0
    }

    /// Appends the moves to search in a position, according to whether a side can win soon.
    fn urgent_moves(&mut self, position: &G, moves: &mut Vec<G::Move>) -> Listed;

    /// Whether neither side can win any more, so that the game ends in a draw.
    fn is_dead(&mut self, _position: &G) -> bool {
        false
    }

    /// Appends the moves to search in a position, and returns whether moves are left out.
    fn moves(&mut self, position: &G, moves: &mut Vec<G::Move>) -> bool;

    /// Adds the children of a leaf; `false` if there is not enough memory.
    fn expand(
        &mut self,
        tree: &mut Tree<G::Move, Self::Statistics>,
        leaf: Index,
        position: &G,
        moves: &[G::Move],
        random: &mut Random,
    ) -> bool;

    /// Appends the moves to search after [so many visits](Self::VISITS_TO_WIDEN), or once those of the
    /// expansion are all decided.
    fn wider_moves(&mut self, position: &G, _visits: u32, moves: &mut Vec<G::Move>) {
        position.legal_moves(moves);
    }

    /// The initial statistics of a child whose move the expansion left out, and its bound with a prior.
    fn left_out(&mut self, position: &G, mv: G::Move, prior: f32) -> (Self::Statistics, Bound);

    /// Evaluates a leaf whose outcome is unknown.
    fn evaluate(
        &mut self,
        position: G,
        leaf: &Self::Statistics,
        random: &mut Random,
    ) -> <Self::Statistics as Statistics>::Reward;

    /// Whether it can search a node for a forced win.
    fn has_probes(&self) -> bool {
        false
    }

    /// Starts a search for a forced win of the side to move, if there may be one.
    fn begin_probe(&mut self, _position: &G) -> bool {
        false
    }

    /// Goes on with that search for so many positions.
    fn probe(&mut self, _positions: u32) -> Probe<G::Move> {
        Probe::Nothing
    }

    /// Notes that another position is searched from now on.
    fn begin_turn(&mut self) {}

    /// The size in bytes, which does not grow.
    fn bytes(&self) -> usize {
        0
    }

    /// Completes a line that ends where the evaluator proved the result.
    fn finish_line(_position: G, _line: &mut Vec<G::Move>) {}
}
