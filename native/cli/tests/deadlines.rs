//! Turns in time for the Gomocup protocol: a separate program, so that no other test runs beside
//! it.

// Other tests use the rest of the module.
#[allow(dead_code)]
#[path = "all/talk.rs"]
mod talk;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use talk::Talk;

/// Tests run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn no_reply_is_late_and_open_positions_use_their_time() {
    let _alone = alone();
    for (timeout, turns) in [(100, 8), (1_000, 3), (5_000, 1)] {
        let limit = Duration::from_millis(timeout);
        let mut brain = brain(15);
        brain.say(&format!("INFO timeout_turn {timeout}"));
        for turn in 0..turns {
            // Far apart, so that nothing is decided.
            let stones = format!("{turn},1,2\n7,{},1\n13,13,2\n", 5 + turn % 5);
            let share = fraction_used(limit, 0.95, || board(&mut brain, &stones));
            assert!(share >= 0.4, "{share:.2} of {timeout} ms");
        }
    }
}

#[test]
fn replies_on_a_crowded_board_are_in_time() {
    let _alone = alone();
    for (size, timeouts) in [(15, &[100, 1_000][..]), (20, &[100])] {
        // Ten rows of pairs without three in a line.
        let field = |x: u32, y: u32| if (x + 2 * y) % 4 < 2 { 1 } else { 2 };
        let cells = (0..10).flat_map(|y| (0..size).map(move |x| (x, y)));
        let stones: String = cells.map(|(x, y)| format!("{x},{y},{}\n", field(x, y))).collect();
        let mut brain = brain(size);
        for &timeout in timeouts {
            brain.say(&format!("INFO timeout_turn {timeout}"));
            fraction_used(Duration::from_millis(timeout), 1.0, || board(&mut brain, &stones));
        }
    }
}

#[test]
fn turn_after_turn_is_in_time() {
    let _alone = alone();
    for size in [15, 20] {
        let mut brain = brain(size);
        brain.say("INFO timeout_turn 100");
        let mut taken = Vec::new();
        for _ in 0..6 {
            fraction_used(Duration::from_millis(100), 1.0, || turn(&mut brain, &mut taken));
        }
    }
}

#[test]
fn a_turn_fits_into_the_rest_of_the_match() {
    let _alone = alone();
    for limit_of_match in ["", "INFO timeout_match 60000\n"] {
        let mut brain = brain(15);
        brain.say(&format!("INFO timeout_turn 5000\n{limit_of_match}INFO time_left 400"));
        let mut taken = Vec::new();
        fraction_used(Duration::from_millis(400), 1.0, || turn(&mut brain, &mut taken));
    }
}

#[test]
fn a_match_fits_into_its_time() {
    let _alone = alone();
    let limit = Duration::from_secs(1);
    fraction_used(limit, 1.0, || {
        let mut brain = brain(15);
        brain.say("INFO timeout_turn 5000\nINFO timeout_match 1000");
        let (mut taken, mut used) = (Vec::new(), Duration::ZERO);
        for _ in 0..12 {
            used += turn(&mut brain, &mut taken);
            let left = limit.saturating_sub(used).as_millis();
            brain.say(&format!("INFO time_left {left}"));
        }
        used
    });
}

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn brain(size: u32) -> Talk {
    let mut brain = Talk::with(&["gomocup"]);
    assert_eq!(brain.ask(&format!("START {size}")), "OK");
    brain
}

/// The fraction of its time that something takes must not exceed `most`. Other work on the machine
/// may delay it once; three times in a row means that the program is late.
fn fraction_used(limit: Duration, most: f64, mut taken: impl FnMut() -> Duration) -> f64 {
    let mut shares = (0..3).map(|_| taken().as_secs_f64() / limit.as_secs_f64());
    shares
        .find(|share| *share <= most)
        .unwrap_or_else(|| panic!("late three times running at {limit:?}"))
}

/// How long a reply to a board takes.
fn board(brain: &mut Talk, stones: &str) -> Duration {
    reply(brain, &format!("BOARD\n{stones}DONE")).1
}

/// How long a reply to a stone takes that is far from the others, so that nothing is decided; then
/// marks the points of both as occupied.
fn turn(brain: &mut Talk, taken: &mut Vec<String>) -> Duration {
    if taken.len() == 10 {
        // With five stones it may have won.
        assert_eq!(brain.ask("RESTART"), "OK");
        taken.clear();
    }
    let mut points = (0..15).flat_map(|x| [0, 7, 14].map(|y| format!("{},{y}", x * 4 % 15)));
    let point = points.find(|point| !taken.contains(point)).expect("a free point");
    let (answer, time) = reply(brain, &format!("TURN {point}"));
    taken.extend([point, answer]);
    time
}

fn reply(brain: &mut Talk, lines: &str) -> (String, Duration) {
    let begun = Instant::now();
    let answer = brain.ask(lines);
    let time = begun.elapsed();
    assert!(answer.contains(','), "{answer}");
    (answer, time)
}
