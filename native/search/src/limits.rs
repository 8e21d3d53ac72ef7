use std::time::Duration;

/// What ends a search: the first limit that it reaches.
///
/// Limits count the work of one turn; a tree kept from the turn before is free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Playouts.
    pub playouts: Option<u64>,
    /// The time that the search spends in steps and in advancing from the turn before; time between
    /// steps does not count.
    pub time: Option<Duration>,
    /// New nodes of the tree. If this is the only limit, a search also ends when the tree stops
    /// growing, because the game is near its end or memory is full.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Whether nodes are the only limit.
    pub(crate) fn are_nodes_only(&self) -> bool {
        matches!(self, Self { playouts: None, time: None, nodes: Some(_) })
    }

    /// The fraction of the limits that is used up, 0 to 1.
    pub(crate) fn used(&self, playouts: u64, time: Duration, nodes: u64) -> f64 {
        let fraction = |done: f64, limit: Option<f64>| limit.map_or(0.0, |limit| done / limit);
        let used = fraction(playouts as f64, self.playouts.map(|limit| limit as f64))
            .max(fraction(time.as_secs_f64(), self.time.map(|limit| limit.as_secs_f64())))
            .max(fraction(nodes as f64, self.nodes.map(|limit| limit as f64)));
        used.min(1.0)
    }
}
