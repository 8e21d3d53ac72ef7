use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time for a turn if the manager does not set one; managers have the same default.
const DEFAULT_TURN: Duration = Duration::from_secs(30);
/// The time for a turn that is to be as fast as possible.
const FAST_TURN: Duration = Duration::from_millis(10);
/// The part of a turn left unused, so that the answer arrives in time even on a busy machine: three
/// tenths of a short turn, within these bounds, and a twelfth of a long one. The manager and the engine
/// may each have to wait for a processor before they can read, and the engine cannot measure that.
const RESERVE: [Duration; 2] = [Duration::from_millis(45), Duration::from_millis(70)];
/// An estimate of how many turns are left in the game.
const TURNS_LEFT: u32 = 20;

/// How late answers were, measured against the end of their time to think: the worst so far, which
/// fades from turn to turn. The search thread adds its own.
#[derive(Clone, Default)]
pub(super) struct Lateness(Arc<AtomicU64>);

impl Lateness {
    /// Notes when an answer was ready that was due at some time.
    pub(super) fn note(&self, due: Instant) {
        self.add(due.elapsed());
    }

    fn add(&self, late: Duration) {
        let late = u64::try_from(late.as_micros()).unwrap_or(u64::MAX);
        let faded = self.0.load(Ordering::Relaxed) / 16 * 15;
        self.0.store(faded.max(late), Ordering::Relaxed);
    }

    /// What should be left unused because of it.
    fn reserve(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed)).saturating_mul(2)
    }
}

/// The time limits that a Gomocup manager has set.
#[derive(Clone, Copy)]
pub(super) struct Times {
    /// For a turn; zero means as fast as possible.
    pub(super) turn: Duration,
    /// For the whole match; zero means unlimited.
    pub(super) game: Duration,
    /// The time left for the match. A manager may send this without the total.
    pub(super) left: Option<Duration>,
}

impl Default for Times {
    fn default() -> Self {
        Self { turn: DEFAULT_TURN, game: Duration::ZERO, left: None }
    }
}

impl Times {
    /// How long to think about a move, when answers were as late as this.
    pub(super) fn budget(&self, lateness: &Lateness) -> Duration {
        if self.turn.is_zero() {
            return FAST_TURN;
        }
        let limit = Some(self.game).filter(|game| !game.is_zero());
        let left = self.left.or(limit).unwrap_or(Duration::MAX);
        let turn = self.turn.min(left / TURNS_LEFT);
        let [least, most] = RESERVE;
        let share = (turn * 3 / 10).clamp(least, most).max(turn / 12);
        // One late answer must not make the moves after it worthless.
        let reserve = share.max(lateness.reserve().min(turn / 2));
        turn.saturating_sub(reserve).max(FAST_TURN.min(turn / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The budget, in milliseconds.
    fn budget(turn: u64, game: u64, left: Option<u64>) -> u128 {
        let [turn, game] = [turn, game].map(Duration::from_millis);
        Times { turn, game, left: left.map(Duration::from_millis) }
            .budget(&Lateness::default())
            .as_millis()
    }

    #[test]
    fn a_turn_uses_most_of_its_time_but_leaves_a_reserve() {
        for turn in [100, 200, 1_000, 5_000, 30_000, 300_000] {
            let thinks = budget(turn, 0, None);
            let turn = u128::from(turn);
            assert!((turn / 2..=turn - 45).contains(&thinks), "{thinks} of {turn}");
        }
        for (turn, thinks) in [(200, 140), (1_200, 1_100), (30_000, 27_500)] {
            assert_eq!(budget(turn, 0, None), thinks);
        }
        assert_eq!(budget(0, 0, None), 10);
        assert!((1..=10).contains(&budget(20, 0, None)));
    }

    #[test]
    fn the_reserve_follows_how_late_answers_were() {
        let turn = Duration::from_millis(200);
        let times = Times { turn, ..Times::default() };
        let lateness = Lateness::default();
        let before = times.budget(&lateness);
        lateness.add(Duration::from_millis(1));
        assert_eq!(times.budget(&lateness), before);
        lateness.add(Duration::from_millis(40));
        assert_eq!(times.budget(&lateness), turn - 2 * Duration::from_millis(40));
        lateness.add(Duration::from_secs(9));
        assert_eq!(times.budget(&lateness), turn / 2);
        // It fades.
        (0..200).for_each(|_| lateness.add(Duration::ZERO));
        assert_eq!(times.budget(&lateness), before);
    }

    #[test]
    fn the_remaining_time_counts_even_without_the_match_length() {
        for game in [0, 60_000] {
            assert!((100..=500).contains(&budget(5_000, game, Some(10_000))));
            assert!(budget(5_000, game, Some(400)) <= 20);
            // Out of time.
            assert_eq!(budget(5_000, game, Some(0)), 0);
        }
        assert!((100..=500).contains(&budget(5_000, 10_000, None)));
        // Nor do a dozen turns, each answered 20 ms late, use up a second.
        let left = (0..12).try_fold(1_000_u64, |left, _| {
            left.checked_sub(budget(5_000, 1_000, Some(left)) as u64 + 20)
        });
        assert!(left.is_some());
        // Managers send this value to mean "no limit".
        assert_eq!(budget(5_000, 0, Some(i32::MAX as u64)), budget(5_000, 0, None));
    }
}
