use playout_games::separo::Separo;
use playout_games::{Code, Game, Options, start_text};

use crate::tools::{after_texts, detail, parse, text};

/// Checks the problem and the location of the error for a refused position.
fn refused(position: &str, problem: &str, location: usize) {
    let error = Separo::parse(position).expect_err(position);
    assert_eq!(error.code(), Code::BadPosition, "{position}: {error}");
    assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{position}: {error}");
    assert_eq!(error.location(), Some(location), "{position}: {error}");
}

#[test]
fn truncated_positions() {
    let whole = "9 b a9b8,b8c8 -";
    assert!(Separo::parse(whole).is_ok());
    for length in 0..whole.len() {
        refused(&whole[..length], "too_short", length + 1);
    }
}

#[test]
fn malformed_positions() {
    refused(" 9 r - -", "unexpected", 1);
    refused("９ r - -", "unexpected", 1);
    refused("+9 r - -", "unexpected", 1);
    refused("9.5 r - -", "unexpected", 2);
    refused("9  r - -", "unexpected", 3);
    refused("9 R - -", "unexpected", 3);
    refused("9 x - -", "unexpected", 3);
    refused("9 r - - ", "unexpected", 8);
    refused("9 r - -\n", "unexpected", 8);
    refused("9 r -- -", "unexpected", 6);
    refused("9 r  -", "unexpected", 5);
    refused("9 r A9b8,b8c8 -", "unexpected", 5);
    refused("9 r a9B8,b8c8 -", "unexpected", 7);
    refused("9 r a9-b8,b8c8 -", "unexpected", 7);
    refused("9 r a9b8;b8c8 -", "unexpected", 9);
    refused("9 r a9b8,b8c8, -", "unexpected", 15);
    refused("9 r ,a9b8,b8c8 -", "unexpected", 5);
    refused("9 r a9b8,-,b8c8 -", "unexpected", 10);
    refused("9 r ab8,b8c8 -", "unexpected", 6);
    refused("9 r t9b8,b8c8 -", "unexpected", 5);
}

#[test]
fn numbers_have_no_leading_zeros() {
    refused("09 r - -", "bad_size", 1);
    refused("9 r a09b8,b8c8 -", "unexpected", 6);
    refused("9 r a9b08,b8c8 -", "unexpected", 8);
    refused("9 r a0b1,b1c1 -", "unexpected", 6);
}

#[test]
fn boards_too_small_or_too_large() {
    for size in ["0", "3", "20", "190", "256", "99999999999999999999"] {
        refused(&format!("{size} r - -"), "bad_size", 1);
        let error = start_text("separo", &Options::new([("size", size)])).expect_err(size);
        assert_eq!(
            (error.code(), detail(&error, "problem")),
            (Code::BadOption, Some(&text("bad_value")))
        );
    }
    refused(&"9".repeat(1_000_000), "bad_size", 1);
}

#[test]
fn points_off_the_board() {
    refused("9 r a10b9,b9c9 -", "off_board", 5);
    refused("9 r a9b8,j8b8 -", "off_board", 10);
    refused("4 r a4b3,b3c3 a5b4", "off_board", 15);
    refused(&format!("9 r a{} -", "1".repeat(1_000_000)), "off_board", 5);
}

#[test]
fn roots_that_are_not_one_step() {
    refused("9 r a9a9,b8c8 -", "not_a_step", 5);
    refused("9 r a9c7,b8c8 -", "not_a_step", 5);
    refused("9 r a9b7,b8c8 -", "not_a_step", 5);
    refused("9 r a9b8,b8d8 -", "not_a_step", 10);
}

#[test]
fn roots_out_of_order() {
    refused("9 r b8a9,b8c8 -", "root_order", 5);
    refused("9 r a9b8,c8b8 -", "root_order", 10);
    refused("9 r b8c8,a9b8 -", "roots_order", 10);
    refused("9 r a9b8,a9b8 -", "root_twice", 10);
    // Rows are numbers: 9 comes before 10.
    refused("10 r a10a9,a9b8 -", "root_order", 6);
    assert!(Separo::parse("10 r a9a10,a9b8 -").is_ok());
    refused("10 r a9b8,a9a10 -", "roots_order", 11);
}

#[test]
fn unequal_numbers_of_diagonal_and_straight_roots() {
    refused("5 r a5b4 -", "wrong_count", 5);
    refused("5 r a5b5 -", "wrong_count", 5);
    refused("5 r a5b4,b4c4,b4b3 -", "root_order", 15);
    refused("5 r a5b4,b3b4,b4c4 -", "wrong_count", 5);
    refused("5 r a5b4,b4c4 a1b2", "wrong_count", 15);
    let error = Separo::parse("5 r a5b4,b3b4,b4c4 -").expect_err("refused");
    assert_eq!(detail(&error, "diagonal"), Some(&1.into()));
    assert_eq!(detail(&error, "straight"), Some(&2.into()));
}

#[test]
fn roots_that_are_not_connected_to_a_corner() {
    refused("5 r b2c3,c3d3 -", "not_joined", 5);
    refused("5 r a5b4,b4c4,c2d2,d2e3 -", "not_joined", 15);
    // Roots that cross are not connected, whether they are of the same side or not.
    refused("5 r a4b5,a5b4,b4c4,b5c5 -", "not_joined", 5);
    refused("5 r a5b4,b4c4 a4b5,b5c5", "not_joined", 15);
    // Roots may also start at the side's second corner.
    assert!(Separo::parse("5 r d2e1,c2d2 -").is_err());
    assert!(Separo::parse("5 r c2d2,d2e1 -").is_ok());
}

#[test]
fn points_with_roots_of_both_colours() {
    refused("5 r a5b4,b4c4 c4d4,d4e5", "both_sides", 15);
    refused("5 r a5b4,b4c4 a1b2,b2b3,b3c4,c4d4", "both_sides", 25);
}

/// Roots must not touch them, even if the other side has no root there.
#[test]
fn the_other_sides_corners() {
    refused("5 r a1b1,b1c2 -", "opponents_corner", 5);
    refused("5 r a5b4,b4b5,b5c5,c5d4,d4e4,d4e5 -", "opponents_corner", 30);
    refused("5 r - a5b4,b4c4", "opponents_corner", 7);
}

#[test]
fn roots_at_less_than_90_degrees() {
    // At a5, at b4 and at b3.
    refused("5 r a4a5,a5b4 -", "too_close", 10);
    refused("5 r a5b4,a4b4 -", "roots_order", 10);
    refused("5 r a4b4,a5b4 -", "too_close", 10);
    refused("5 r a5b4,b3c4,b4b3,b4c4 -", "root_order", 15);
    refused("5 r a5b4,b3b4,b3c4,b4c4 -", "too_close", 15);
    // 90, 135 and 180 degrees are allowed.
    for roots in ["a5b4,b4c5,c5d5,d5e5", "a5b4,b4c4", "a5b4,b4c3,c3d3,d3e3"] {
        let error = Separo::parse(&format!("5 r {roots} -")).err();
        let corner = error.as_ref().and_then(|error| detail(error, "problem"));
        assert!(
            corner.is_none() || corner == Some(&text("opponents_corner")),
            "{roots}: {error:?}"
        );
    }
}

/// Checks the code and the problem of a refused move.
fn refused_move(position: &Separo, mv: &str, code: Code, problem: &str) {
    let error = position.parse_move(mv).expect_err(mv);
    assert_eq!((error.code(), error.location()), (code, None), "{mv}: {error}");
    assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{mv}: {error}");
}

#[test]
fn malformed_moves() {
    for mv in [
        "",
        "-",
        "---",
        "pass",
        "a9",
        "a9-b8",
        "a9-b8-",
        "-a9-b8-c8",
        "a9-b8-c8-d8",
        "a9b8c8",
        "A9-B8-C8",
        "a9-b8-c08",
        "a9-b8-c+8",
        "a9-b8-c0",
        "a20-b19-c19",
        "t9-b8-c8",
        " a9-b8-c8",
        "a9-b8-c8 ",
        "a9–b8–c8",
        "a9--b8-c8",
        "a-b-c",
        "é9-b8-c8",
        "a999999999999-b8-c8",
    ] {
        refused_move(&Separo::default(), mv, Code::BadMove, "unreadable");
    }
    let long = Separo::default().parse_move(&"a9-".repeat(1_000_000)).expect_err("refused");
    assert!(long.to_string().len() < 300);
}

#[test]
fn illegal_moves() {
    let illegal = |position: &Separo, mv: &str, problem: &str| {
        refused_move(position, mv, Code::IllegalMove, problem);
    };
    let start = Separo::default();
    illegal(&start, "--", "cannot_pass");
    illegal(&start, "a10-b9-c9", "off_board");
    illegal(&start, "i1-j2-k2", "off_board");
    illegal(&start, "a1-b2-c2", "not_yours");
    illegal(&start, "e5-f6-g6", "no_stone");
    illegal(&start, "a9-a8-b7", "not_diagonal");
    illegal(&start, "a9-c7-d7", "not_diagonal");
    illegal(&start, "a9-a9-b8", "not_diagonal");
    illegal(&start, "a9-b8-c7", "not_forward");
    illegal(&start, "a9-b8-a8", "not_forward");
    illegal(&start, "a9-b8-b9", "not_forward");
    illegal(&start, "a9-b8-e8", "not_forward");
    illegal(&start, "a9-b8-b8", "not_forward");

    let later = parse::<Separo>("5 r a5b4,b4c4 a1b2,b2b3");
    illegal(&later, "c4-b3-a3", "occupied");
    illegal(&later, "c4-d5-e5", "opponents");
    illegal(&later, "a5-b4-b3", "occupied");
    illegal(&later, "b4-c5-d5", "too_close");
    illegal(&later, "b4-c3-d3", "too_close");
    illegal(&later, "c4-b5-b6", "off_board");
    // Too close to another root at the end of the second root.
    let hook = parse("5 r a5b4,b4c3,c1c2,c2d2,c3d3,d2d3,d3e4,d5e4 -");
    illegal(&hook, "d5-c4-c3", "too_close");
}

#[test]
fn forced_passes_and_moves_after_the_end() {
    let stuck = parse::<Separo>("5 b a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2");
    for mv in ["c2-d1-e1", "a4-b5-c5", "e5-d4-d3", "z", "a9-b8-c8"] {
        let code = if mv == "z" { Code::BadMove } else { Code::IllegalMove };
        let problem = if mv == "z" { "unreadable" } else { "must_pass" };
        refused_move(&stuck, mv, code, problem);
    }
    let over = after_texts(&stuck, "-- d2-c1-b1");
    for mv in ["--", "a4-b5-c5"] {
        refused_move(&over, mv, Code::Finished, "finished");
    }
}
