//! Turns in time, as the protocol of Gomocup asks: a program of its own, so that
//! no other test is at work beside it.

// Other tests use the rest of it.
#[allow(dead_code)]
#[path = "all/talk.rs"]
mod talk;

use std::time::{Duration, Instant};

use talk::Talk;

#[test]
fn no_reply_is_late_and_undecided_positions_get_their_time() {
    for (timeout, turns) in [(100, 8), (1_000, 3), (5_000, 1)] {
        let limit = Duration::from_millis(timeout);
        let mut brain = Talk::with(&["gomocup"]);
        assert_eq!(brain.ask("START 15"), "OK");
        brain.say(&format!("INFO timeout_turn {timeout}"));
        for turn in 0..turns {
            let share = (0..3)
                .map(|_| share_used(&mut brain, turn, limit))
                .find(|share| *share < 1.0)
                .unwrap_or_else(|| panic!("late three times running at {timeout} ms"));
            assert!(share >= 0.4, "{share:.2} of {timeout} ms");
        }
    }
}

/// How much of its time a turn takes. A machine with other work may hold one up;
/// three times running, it is the program that is late.
fn share_used(brain: &mut Talk, turn: u32, limit: Duration) -> f64 {
    // Far from each other: nothing is decided.
    let stones = format!("BOARD\n{turn},1,2\n7,{},1\n13,13,2\nDONE", 5 + turn % 5);
    let begun = Instant::now();
    let answer = brain.ask(&stones);
    let taken = begun.elapsed();
    assert!(answer.contains(','), "{answer}");
    taken.as_secs_f64() / limit.as_secs_f64()
}
