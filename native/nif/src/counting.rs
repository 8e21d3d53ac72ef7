use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use playout_games::PerftStep;
use rustler::Resource;

/// How many moves are played between two looks at the clock.
const MOVES: u64 = 1_000;

/// A count of move sequences as the VM holds it. It is small, so the collector
/// may free it where it likes.
pub(crate) struct Counting(Mutex<PerftStep>);

#[rustler::resource_impl]
impl Resource for Counting {}

impl Counting {
    pub(crate) fn new(step: PerftStep) -> Self {
        Self(Mutex::new(step))
    }

    /// Goes on for some time; answers the count once it is complete.
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
