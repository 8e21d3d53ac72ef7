//! The statistics of a node, and what a simulation adds to them.

use std::fmt::Debug;

use playout_games::{Outcome, Side};

use crate::Estimate;
use crate::mcts::ucb::Bound;

/// The statistics of the simulations through a node.
///
/// They are kept by side, not by whose turn it is, so values never change sign during the backup,
/// and a side that moves twice in a row needs no special case. The default is for a node without
/// visits.
pub(crate) trait Statistics: Copy + Debug + Default + Send {
    /// The result of a simulation.
    type Reward: Copy + Debug + From<Outcome> + Send;

    /// Whether nodes have a minimax value.
    const HAS_MINIMAX: bool = false;

    fn visits(&self) -> u32;

    /// Whether a reward is worse than a draw for a side.
    fn is_below_draw(reward: Self::Reward, side: Side) -> bool;

    /// The mean reward of a side, from 0 (lost) to 1 (won).
    fn mean(&self, side: Side) -> f64;

    /// The fractions of wins, draws and losses for a side.
    fn estimate(&self, side: Side) -> Estimate;

    /// The mean reward; `None` where a reward is the result of a game.
    fn mean_reward(&self) -> Option<Self::Reward> {
        None
    }

    /// Adds a visit with its reward.
    fn count(&mut self, reward: Self::Reward);

    /// These statistics with the counts of others.
    fn recounted(self, counts: Self) -> Self;

    /// These statistics with the minimax value of a node: by its outcome, if it is closed, or by those
    /// of its children. `None` if it is the same as before, or statistics have none.
    fn with_minimax(
        self,
        _outcome: Option<Outcome>,
        _children: impl Iterator<Item = Self>,
        _side: Side,
    ) -> Option<Self> {
        None
    }

    /// Adds the counts of another tree for the same position.
    fn add(&mut self, other: &Self);

    /// The bound of a node after a visit, for the side to move at its parent. Statistics that have
    /// minimax values give them this weight, and the mean the rest.
    fn bound(&self, side: Side, before: Bound, minimax_weight: f32) -> Bound;

    /// The weight of exploration as a function of the parent's visits, without the factor c.
    fn weight() -> impl Fn(u32) -> f32;
}

/// A result to back up, and how bounds weigh minimax values.
#[derive(Clone, Copy)]
pub(crate) struct Backup<R> {
    pub(crate) reward: R,
    pub(crate) minimax_weight: f32,
}
