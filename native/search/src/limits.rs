use std::time::Duration;

/// The limits of a search, which ends at the first one it reaches.
///
/// They apply to the work of one turn; nodes kept from the previous turn do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Playouts.
    pub playouts: Option<u64>,
    /// The time spent on steps and on advancing from the previous turn, but not between steps. Where
    /// `mcts` or `minimax` considers a single move, such as the reply to a four, it takes a tenth of
    /// this, unless [lines](crate::Search::set_multi_pv) are requested.
    pub time: Option<Duration>,
    /// New nodes. If this is the only limit, a search also ends when the tree stops growing,
    /// because the game is almost over or memory is full.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Whether nodes are the only limit.
    pub(crate) fn are_nodes_only(&self) -> bool {
        matches!(self, Self { playouts: None, time: None, nodes: Some(_) })
    }

    /// How close a search is to its nearest limit, from 0 to 1.
    pub(crate) fn used(&self, playouts: u64, time: Duration, nodes: u64) -> f64 {
        let fraction = |done: f64, limit: Option<f64>| limit.map_or(0.0, |limit| done / limit);
        let used = fraction(playouts as f64, self.playouts.map(|limit| limit as f64))
            .max(fraction(time.as_secs_f64(), self.time.map(|limit| limit.as_secs_f64())))
            .max(fraction(nodes as f64, self.nodes.map(|limit| limit as f64)));
        used.min(1.0)
    }
}
