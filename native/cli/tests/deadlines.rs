//! Turns in time, as the protocol of Gomocup asks: a program of its own, so that
//! no other test is at work beside it.

// Other tests use the rest of it.
#[allow(dead_code)]
#[path = "all/talk.rs"]
mod talk;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use talk::Talk;

/// One after the other.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn no_reply_is_late_and_undecided_positions_get_their_time() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (timeout, turns) in [(100, 8), (1_000, 3), (5_000, 1)] {
        let limit = Duration::from_millis(timeout);
        let mut brain = Talk::with(&["gomocup"]);
        assert_eq!(brain.ask("START 15"), "OK");
        brain.say(&format!("INFO timeout_turn {timeout}"));
        for turn in 0..turns {
            // Far from each other: nothing is decided.
            let stones = format!("{turn},1,2\n7,{},1\n13,13,2\n", 5 + turn % 5);
            let share = share_used(&mut brain, &stones, limit, 0.95);
            assert!(share >= 0.4, "{share:.2} of {timeout} ms");
        }
    }
}

#[test]
fn a_crowded_board_gets_its_reply_in_time_too() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // Ten rows of fifteen in pairs, of which no three stand in a line.
    let field = |x: u32, y: u32| if (x + 2 * y) % 4 < 2 { 1 } else { 2 };
    let cells = (0..10).flat_map(|y| (0..15).map(move |x| (x, y)));
    let stones: String = cells.map(|(x, y)| format!("{x},{y},{}\n", field(x, y))).collect();
    let mut brain = Talk::with(&["gomocup"]);
    assert_eq!(brain.ask("START 15"), "OK");
    for timeout in [100, 1_000] {
        brain.say(&format!("INFO timeout_turn {timeout}"));
        share_used(&mut brain, &stones, Duration::from_millis(timeout), 1.0);
    }
}

/// How much of its time a turn takes: not more than `most`. A machine with other work
/// may hold one up; three times running, it is the program that is late.
fn share_used(brain: &mut Talk, stones: &str, limit: Duration, most: f64) -> f64 {
    let mut shares = (0..3).map(|_| share_once(brain, stones, limit));
    shares
        .find(|share| *share <= most)
        .unwrap_or_else(|| panic!("late three times running at {limit:?}"))
}

fn share_once(brain: &mut Talk, stones: &str, limit: Duration) -> f64 {
    let begun = Instant::now();
    let answer = brain.ask(&format!("BOARD\n{stones}DONE"));
    let taken = begun.elapsed();
    assert!(answer.contains(','), "{answer}");
    taken.as_secs_f64() / limit.as_secs_f64()
}
