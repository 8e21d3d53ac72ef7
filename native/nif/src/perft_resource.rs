use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use playout_games::PerftStep;
use rustler::Resource;

/// The number of moves played between two checks of the clock.
const MOVES: u64 = 1_000;

/// A perft count that the VM holds. It is small, so the garbage collector may free it on any
/// scheduler.
pub(crate) struct PerftResource(Mutex<PerftStep>);

#[rustler::resource_impl]
impl Resource for PerftResource {}

impl PerftResource {
    pub(crate) fn new(step: PerftStep) -> Self {
        Self(Mutex::new(step))
    }

    /// Counts for a while; returns the count once it is complete.
    pub(crate) fn step(&self, time: Duration) -> Option<u64> {
        let begun = Instant::now();
        let mut step = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let count = step(MOVES);
            if count.is_some() || begun.elapsed() >= time {
                return count;
            }
        }
    }
}
