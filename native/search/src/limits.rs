use std::time::Duration;

/// What ends a search; the first that is reached does.
///
/// They count what is done in one turn: a tree that was kept from the turn
/// before is free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Playouts.
    pub playouts: Option<u64>,
    /// Granted time: what the search spent in steps, not what went by.
    pub time: Option<Duration>,
    /// New nodes of the tree. Where they are the only limit, a search also ends once
    /// it shows that there are not as many: the game is too near its end, or the tree
    /// has no more room.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Whether nothing but nodes ends it.
    pub(crate) fn are_nodes_only(&self) -> bool {
        matches!(self, Self { playouts: None, time: None, nodes: Some(_) })
    }

    /// How much of the limits is used up, 0 to 1.
    pub(crate) fn used(&self, playouts: u64, time: Duration, nodes: u64) -> f64 {
        let share = |done: f64, limit: Option<f64>| limit.map_or(0.0, |limit| done / limit);
        let used = share(playouts as f64, self.playouts.map(|limit| limit as f64))
            .max(share(time.as_secs_f64(), self.time.map(|limit| limit.as_secs_f64())))
            .max(share(nodes as f64, self.nodes.map(|limit| limit as f64)));
        used.min(1.0)
    }
}
