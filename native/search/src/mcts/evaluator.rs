//! How a search expands and evaluates leaves.

use super::knowledge::Knowledge;
use super::tree::{Index, Statistics, Tree};
use super::ucb::Bound;
use crate::Random;
use crate::game::SearchGame;

/// How leaves are expanded and evaluated, in a search with the knowledge `K`.
pub(super) trait Evaluator<G: SearchGame, K: Knowledge<G>>: Send {
    /// The statistics of a node.
    type Statistics: Statistics;

    /// Adds the children of a leaf; `false` if there is not enough memory.
    fn expand(
        &mut self,
        knowledge: &mut K,
        tree: &mut Tree<G::Move, Self::Statistics>,
        leaf: Index,
        position: &G,
        moves: &[G::Move],
        random: &mut Random,
    ) -> bool;

    /// The initial statistics of a child whose move the expansion left out, and its bound with a prior.
    fn left_out(
        &mut self,
        knowledge: &mut K,
        position: &G,
        mv: G::Move,
        prior: f32,
    ) -> (Self::Statistics, Bound);

    /// Evaluates a leaf whose outcome is unknown.
    fn evaluate(
        &mut self,
        position: G,
        leaf: &Self::Statistics,
        random: &mut Random,
    ) -> <Self::Statistics as Statistics>::Reward;
}
