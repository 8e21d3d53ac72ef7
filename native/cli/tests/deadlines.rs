//! Checks that the Gomocup protocol answers in time, by the time of the wall: a busy machine may be late,
//! so these tests run only when they are asked for. Those of `times.rs` and `search_thread.rs` give the
//! protocol its time. These are a separate program, so that no others run at the same time.

// The other test program uses the rest of the module.
#[allow(dead_code)]
#[path = "all/session.rs"]
mod session;

use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use session::Session;

/// Makes the tests run one at a time.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
#[ignore = "measures the time of the wall"]
fn replies_are_in_time_and_use_most_of_the_limit() {
    let _alone = alone();
    for (timeout, turns) in [(100, 8), (1_000, 3), (5_000, 1)] {
        let limit = Duration::from_millis(timeout);
        let most_is_used = || {
            let mut brain = brain(15);
            brain.send(&format!("INFO timeout_turn {timeout}"));
            (0..turns).all(|turn| {
                // The stones are far apart, so that nothing is decided.
                let stones = format!("{turn},1,2\n7,{},1\n13,13,2\n", 5 + turn % 5);
                fraction_used(limit, 0.95, || board(&mut brain, &stones)) >= 0.4
            })
        };
        // After an answer that other work has made nearly late, a brain answers earlier.
        assert!((0..3).any(|_| most_is_used()), "three brains leave most of {timeout} ms unused");
    }
}

#[test]
#[ignore = "measures the time of the wall"]
fn replies_on_a_crowded_board_are_in_time() {
    let _alone = alone();
    for (size, timeouts) in [(15, &[100, 1_000][..]), (20, &[100])] {
        // Ten rows of pairs, with no three in a row.
        let field = |x: u32, y: u32| if (x + 2 * y) % 4 < 2 { 1 } else { 2 };
        let cells = (0..10).flat_map(|y| (0..size).map(move |x| (x, y)));
        let stones: String = cells.map(|(x, y)| format!("{x},{y},{}\n", field(x, y))).collect();
        let mut brain = brain(size);
        for &timeout in timeouts {
            brain.send(&format!("INFO timeout_turn {timeout}"));
            fraction_used(Duration::from_millis(timeout), 1.0, || board(&mut brain, &stones));
        }
    }
}

#[test]
#[ignore = "measures the time of the wall"]
fn consecutive_turns_are_in_time() {
    let _alone = alone();
    for size in [15, 20] {
        let mut brain = brain(size);
        brain.send("INFO timeout_turn 100");
        let mut taken = Vec::new();
        for _ in 0..6 {
            fraction_used(Duration::from_millis(100), 1.0, || turn(&mut brain, &mut taken));
        }
    }
}

#[test]
#[ignore = "measures the time of the wall"]
fn a_turn_takes_no_longer_than_the_rest_of_the_match() {
    let _alone = alone();
    for match_limit in ["", "INFO timeout_match 60000\n"] {
        let mut brain = brain(15);
        brain.send(&format!("INFO timeout_turn 5000\n{match_limit}INFO time_left 400"));
        let mut taken = Vec::new();
        fraction_used(Duration::from_millis(400), 1.0, || turn(&mut brain, &mut taken));
    }
}

#[test]
#[ignore = "measures the time of the wall"]
fn a_match_takes_no_longer_than_its_limit() {
    let _alone = alone();
    let limit = Duration::from_secs(1);
    fraction_used(limit, 1.0, || {
        let mut brain = brain(15);
        brain.send("INFO timeout_turn 5000\nINFO timeout_match 1000");
        let (mut taken, mut used) = (Vec::new(), Duration::ZERO);
        for _ in 0..12 {
            used += turn(&mut brain, &mut taken);
            let left = limit.saturating_sub(used).as_millis();
            brain.send(&format!("INFO time_left {left}"));
        }
        used
    });
}

/// None of 1,000 turns of 200 ms is late beside four busy processes. It takes minutes and loads the
/// machine, so it runs only when it is asked for:
///
/// ```text
/// cargo test --release -p playout-cli --test deadlines -- --ignored --nocapture
/// ```
#[test]
#[ignore = "takes five minutes and loads the machine"]
fn a_thousand_turns_are_in_time_on_a_busy_machine() {
    let _alone = alone();
    let limit = Duration::from_millis(200);
    let mut brain = brain(15);
    brain.send("INFO timeout_turn 200");
    let busy: Vec<_> = (0..4).map(|_| Busy::start()).collect();
    let mut taken = Vec::new();
    let mut times: Vec<_> = (0..1_000).map(|_| turn(&mut brain, &mut taken)).collect();
    drop(busy);
    times.sort_unstable();
    let late = times.iter().filter(|time| **time > limit).count();
    println!("median {:?}, 99% {:?}, slowest {:?}", times[500], times[990], times[999]);
    assert_eq!(late, 0, "of {} turns; the slowest took {:?}", times.len(), times[999]);
}

/// A process that keeps a core busy.
struct Busy(Child);

impl Busy {
    fn start() -> Self {
        let child = Command::new("sh").args(["-c", "while :; do :; done"]).spawn();
        Self(child.expect("a shell"))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn brain(size: u32) -> Session {
    let mut brain = Session::start(&["gomocup"]);
    assert_eq!(brain.ask(&format!("START {size}")), "OK");
    brain
}

/// The fraction of `limit` that something takes, which must not exceed `max`. It gets three tries,
/// because other work on the machine may delay it.
fn fraction_used(limit: Duration, max: f64, mut time: impl FnMut() -> Duration) -> f64 {
    let mut fractions = (0..3).map(|_| time().as_secs_f64() / limit.as_secs_f64());
    fractions
        .find(|fraction| *fraction <= max)
        .unwrap_or_else(|| panic!("late three times in a row with a limit of {limit:?}"))
}

/// How long the reply to a board takes.
fn board(brain: &mut Session, stones: &str) -> Duration {
    reply(brain, &format!("BOARD\n{stones}DONE")).1
}

/// Plays a stone far from the others, so that nothing is decided, and returns how long the reply
/// takes. Adds both points to `taken`.
fn turn(brain: &mut Session, taken: &mut Vec<String>) -> Duration {
    if taken.len() == 10 {
        // With five stones of its own, it may have won.
        assert_eq!(brain.ask("RESTART"), "OK");
        taken.clear();
    }
    let mut points = (0..15).flat_map(|x| [0, 7, 14].map(|y| format!("{},{y}", x * 4 % 15)));
    let point = points.find(|point| !taken.contains(point)).expect("a free point");
    let (answer, time) = reply(brain, &format!("TURN {point}"));
    taken.extend([point, answer]);
    time
}

fn reply(brain: &mut Session, lines: &str) -> (String, Duration) {
    let begun = Instant::now();
    let answer = brain.ask(lines);
    let time = begun.elapsed();
    assert!(answer.contains(','), "{answer}");
    (answer, time)
}
