//! The Gomocup protocol through pipes. `tests/deadlines.rs` measures the time per turn.

use crate::session::Session;
use crate::tools::json;

fn brain(size: u8) -> Session {
    let mut brain = Session::start(&["gomocup"]);
    assert_eq!(brain.ask(&format!("START {size}\r")), "OK");
    brain.send("INFO timeout_turn 60");
    brain
}

/// Converts an answer to the notation of positions.
fn point(answer: &str) -> String {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("not a point: {answer}"));
    let (x, y): (u8, u8) = (x.parse().expect("a column"), y.parse().expect("a row"));
    format!("{}{}", char::from(b'a' + x), y + 1)
}

/// Two processes play a game; `playout show` says when it is over. Returns the reason.
fn play(size: u8, rule: u8) -> String {
    let mut brains = [brain(size), brain(size)];
    for brain in &mut brains {
        brain.send(&format!("INFO rule {rule}\nINFO timeout_turn 10"));
    }
    let empty = vec![size.to_string(); size.into()].join("/");
    let variant = ["freestyle", "standard"][usize::from(rule)];
    let start = format!("{empty} x {variant}");
    let mut answer = brains[0].ask("BEGIN");
    let mut moves = point(&answer);
    for ply in 1.. {
        let shown = json(&["show", "gomoku", "--position", &start, "--moves", &moves, "--json"]);
        if let Some(reason) = shown["outcome"]["reason"].as_str() {
            return reason.to_owned();
        }
        answer = brains[ply % 2].ask(&format!("TURN {answer}"));
        moves = format!("{moves} {}", point(&answer));
    }
    unreachable!("the board is full at some point")
}

#[test]
fn two_processes_play_to_the_end() {
    for (size, rule) in [(7, 0), (8, 1)] {
        let reason = play(size, rule);
        assert!(["five", "full_board"].contains(&reason.as_str()), "{reason}");
    }
}

#[test]
fn a_board_may_list_its_stones_in_any_order() {
    let mut brain = brain(15);
    // We have four in a row; the fifth stone wins.
    brain.send(
        "BOARD\r\n7,7,1\r\n0,0,2\r\n7,8,1\r\n7,9,1\r\n7,10,1\r\n0,2,2\r\n0,4,2\r\n0,6,2\r\nDONE\r",
    );
    let answer = brain.next_line();
    assert!(["7,6", "7,11"].contains(&answer.as_str()), "{answer}");
    // The opponent's row must be stopped.
    brain.send("RESTART");
    assert_eq!(brain.next_line(), "OK");
    brain.send("BOARD\n3,3,2\n4,3,2\n5,3,2\n6,3,2\n2,3,1\n9,9,1\n9,5,1\nDONE");
    assert_eq!(brain.next_line(), "7,3");
}

#[test]
fn a_row_too_long_to_win_is_accepted() {
    let mut brain = brain(15);
    brain.send("INFO rule 1");
    // We have six in a row. In freestyle, five of them had already won.
    let ours = (0..6).map(|x| format!("{x},7,1\n")).collect::<String>();
    point(&brain.ask(&format!("BOARD\n{ours}0,0,2\n3,2,2\n6,1,2\n9,3,2\n12,12,2\n2,11,2\nDONE")));
    brain.send("INFO rule 0");
    let answer =
        brain.ask(&format!("BOARD\n{ours}0,0,2\n3,2,2\n6,1,2\n9,3,2\n12,12,2\n2,11,2\nDONE"));
    assert_eq!(answer, "ERROR the game was over before the last stone");
}

#[test]
fn play_and_takeback_work() {
    let mut brain = brain(10);
    assert_eq!(brain.ask("PLAY 4,4"), "4,4");
    assert_eq!(brain.ask("PLAY 4,4"), "ERROR this point is occupied");
    let answer = brain.ask("TURN 5,5");
    assert_eq!(brain.ask(&format!("TAKEBACK {answer}")), "OK");
    assert_eq!(brain.ask("TAKEBACK 5,5"), "OK");
    assert!(brain.ask("TAKEBACK 5,5").starts_with("ERROR "));
    point(&brain.ask("TURN 5,6"));
}

#[test]
fn all_three_swap2_positions_are_answered() {
    let mut brain = brain(15);
    let mut ask = |stones: &str| {
        let lines = stones.split(' ').filter(|stone| !stone.is_empty()).collect::<Vec<_>>();
        brain.send(&["SWAP2BOARD", &lines.join("\n"), "DONE"].join("\n"));
        brain.next_line()
    };
    let first = ask("");
    let points: Vec<_> = first.split(' ').map(point).collect();
    assert_eq!(points.len(), 3, "{first}");
    for (stones, max) in [(first.as_str(), 2), ("7,7 8,7 9,9 8,8 8,6", 1)] {
        let answer = ask(stones);
        if answer != "SWAP" {
            let points: Vec<_> = answer.split(' ').map(point).collect();
            assert!((1..=max).contains(&points.len()), "{answer}");
        }
    }
    assert!(ask("7,7").starts_with("ERROR "));
    assert_eq!(ask("7,7 7,7 8,8"), "ERROR two stones are on 7,7");
}

#[test]
fn malformed_lines_give_errors_and_change_nothing() {
    let mut fresh = Session::start(&["gomocup"]);
    for line in [
        "BEGIN",
        "TURN 1,1",
        "BOARD\n1,1,1\n2,2,2\nDONE",
        "SWAP2BOARD\n1,1\nDONE",
        "RESTART",
        "TAKEBACK 1,1",
    ] {
        assert_eq!(fresh.ask(line), "ERROR START must be sent first", "{line}");
    }
    assert!(fresh.ask("DONE").starts_with("UNKNOWN"));

    let mut brain = brain(15);
    for line in [
        "START",
        "START 4",
        "START 21",
        "START x",
        "RECTSTART 10,12",
        "RECTSTART 10",
        "TURN",
        "TURN 1",
        "TURN 15,1",
        "TURN -1,1",
        "TURN a,b",
        "TURN 1,1,1",
        "PLAY 99,99",
        "BOARD\n1,1\nDONE",
        "BOARD\n1,1,3\nDONE",
        "BOARD\n1,1,1\nDONE",
        "BOARD\n1,1,1\n1,1,2\nDONE",
        "BOARD\nrubbish\n1,1,2\nDONE",
    ] {
        let answer = brain.ask(line);
        assert!(answer.starts_with("ERROR "), "{line}: {answer}");
    }
    assert!(brain.ask("SING").starts_with("UNKNOWN"));
    brain.send("INFO\nINFO rule\nINFO timeout_turn soon\nINFO weather 3\n\r\n");
    brain.send_bytes(b"TURN \xff\n");
    assert!(brain.next_line().starts_with("ERROR "));
    point(&brain.ask("TURN 14,14"));
    // A board gets one answer, however many lines it has.
    for line in [b"\xff".to_vec(), vec![b'1'; 3 << 20]] {
        brain.send_bytes(&[b"BOARD\n1,1,2\n", &line[..], b"\n"].concat());
        assert!(brain.ask("DONE").starts_with("ERROR "));
        assert_eq!(brain.ask("RESTART"), "OK");
    }
    assert_eq!(brain.ask("RECTSTART 9,9"), "OK");
}

#[test]
fn a_rule_that_is_not_ours_is_refused_when_a_move_is_asked_for() {
    let mut brain = brain(15);
    // Renju, and a continuous game.
    for rule in ["4", "2", "3", "x"] {
        brain.send(&format!("INFO rule {rule}"));
        for line in ["START 15", "RESTART", "BEGIN", "TURN 7,7", "BOARD\n7,7,2\nDONE"] {
            let expected = format!(
                "ERROR rule {rule} is not supported; use 0 (freestyle) or 1 (exactly five)"
            );
            assert_eq!(brain.ask(line), expected, "{line}");
        }
    }
    brain.send("INFO rule 1");
    point(&brain.ask("BOARD\n7,7,2\nDONE"));
    let answer = brain.ask("BOARD\n7,7,3\nDONE");
    assert_eq!(
        answer,
        "ERROR stones with field 3 are only for continuous games, which are not supported"
    );
    point(&brain.ask("BOARD\n7,7,2\nDONE"));
}

#[test]
fn a_move_needs_little_memory() {
    let mut brain = brain(20);
    for bytes in [1, 1 << 20, 350_000_000_u64, 0] {
        brain.send(&format!("INFO max_memory {bytes}"));
        point(&brain.ask("BOARD\n10,10,2\nDONE"));
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mut brain = brain(15);
    brain.send("BOARD\n1,1,2\n2,1,2\n3,1,2\n4,1,2\n1,3,1\n2,3,1\n3,3,1\n4,3,1\n5,1,2\nDONE");
    assert_eq!(brain.next_line(), "ERROR the game is over");
}

#[test]
fn a_flood_is_answered_line_by_line() {
    let mut brain = brain(15);
    // As fast as possible.
    brain.send("INFO timeout_turn 0");
    brain.send(&"BOARD\r\n7,7,2\r\nDONE\r\nRESTART\r\n".repeat(100));
    for _ in 0..100 {
        point(&brain.next_line());
        assert_eq!(brain.next_line(), "OK");
    }
    // Nothing is lost during a search either, and RESTART makes the search answer.
    brain.send("INFO timeout_turn 60000000");
    brain.send(&format!("BEGIN\n{}RESTART", "ABOUT\nINFO weather fine\n".repeat(2_000)));
    for _ in 0..2_000 {
        assert!(brain.next_line().starts_with("name="));
    }
    point(&brain.next_line());
    assert_eq!(brain.next_line(), "OK");
}

#[test]
fn commands_and_the_end_of_input_work_during_a_search() {
    let mut brain = brain(15);
    brain.send("INFO timeout_turn 60000000\nBEGIN");
    assert!(brain.ask("ABOUT").starts_with("name=\"Playout\""));
    brain.send("END");
    // No move comes after it.
    assert_eq!(brain.close(), (vec![], Some(0)));

    let mut brain = self::brain(15);
    brain.send("INFO timeout_turn 60000000\nSWAP2BOARD\nDONE\nEND");
    assert_eq!(brain.close(), (vec![], Some(0)));

    // The end of input makes the search answer.
    let mut brain = self::brain(15);
    brain.send("INFO timeout_turn 60000000\nBEGIN");
    let (rest, status) = brain.close();
    assert_eq!((rest.len(), status), (1, Some(0)), "{rest:?}");
    point(&rest[0]);
}

#[test]
fn malformed_lines_do_not_disturb_a_search() {
    let mut brain = brain(15);
    brain.send("INFO timeout_turn 60000000\nTURN 7,7");
    for line in [
        "SING",
        "DONE",
        "START",
        "START 4",
        "RECTSTART 10,12",
        "TURN",
        "TURN 15,1",
        "TURN 7,7",
        "PLAY 99,99",
        "PLAY 7,7",
        "TAKEBACK 15,1",
        "TAKEBACK 8,8",
        "BOARD\n1,1,1\nDONE",
        "BOARD\nrubbish\nDONE",
        "SWAP2BOARD\n1,1\nDONE",
    ] {
        let answer = brain.ask(line);
        assert!(answer.starts_with("ERROR ") || answer.starts_with("UNKNOWN "), "{line}: {answer}");
    }
    brain.send_bytes(b"TURN \xff\n");
    assert!(brain.next_line().starts_with("ERROR "));
    brain.send("INFO rule 4");
    assert!(brain.ask("RESTART").starts_with("ERROR "));
    brain.send("INFO rule 0");
    assert!(brain.ask("ABOUT").starts_with("name="));
    // Valid ones make it answer.
    for line in ["TURN 0,0", "BOARD\n1,1,2\nDONE", "TAKEBACK 1,1"] {
        point(&brain.ask(line));
    }
    assert_eq!(brain.next_line(), "OK");
}

#[test]
fn a_list_has_at_most_as_many_stones_as_the_board_has_points() {
    let mut brain = brain(5);
    for (list, line, error) in [
        ("BOARD", "1,1,1", "with 25 of our stones and 0 of theirs it is not our turn"),
        ("SWAP2BOARD", "1,1", "an opening must have 0, 3 or 5 stones, not 25"),
    ] {
        let ask = |brain: &mut Session, stones| {
            brain.ask(&format!("{list}\n{}DONE", format!("{line}\n").repeat(stones)))
        };
        assert_eq!(ask(&mut brain, 25), format!("ERROR {error}"));
        for stones in [26, 100_000] {
            assert_eq!(ask(&mut brain, stones), "ERROR the board has only 25 points");
        }
    }
    point(&brain.ask("BEGIN"));
}
