use playout_games::quarto::Quarto;
use playout_games::{Code, Detail, Game, Record};

use crate::tools::{detail, parse, text};

const START: &str = "..../..../..../.... -";
const MIDDLE: &str = "..../..../..../012. 3";
const LAST: &str = crate::quarto_endings::BEFORE_DRAW;

/// Checks the code, problem and message of a refused move, and that it leaves a record unchanged.
fn check(position: &str, mv: &str, code: Code, problem: &str, message: &str) {
    let error = parse::<Quarto>(position).parse_move(mv).expect_err(mv);
    assert_eq!(error.code(), code, "{error}");
    assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{error}");
    assert_eq!(detail(&error, "move"), Some(&Detail::from(mv)), "{error}");
    assert_eq!(error.details()[0].0, "problem");
    assert_eq!(error.to_string(), message);
    assert_eq!(error.location(), None);

    let mut record = Record::<Quarto>::new(parse(position));
    let error = record.play_texts([mv]).expect_err(mv);
    assert_eq!((error.code(), error.location()), (code, Some(1)));
    assert_eq!(error.to_string(), format!("move 1: {message}"));
    assert_eq!(record.position().to_string(), position);
    assert_eq!(record.ply(), 0);
}

#[test]
fn unreadable() {
    let moves = [
        "", " ", "-", "--", "c", "c3-", "-G", "-a", "c3-a", "C3-A", "e1-A", "a0-A", "a5-A", "c3A",
        "c3 -A", "c3-A ", " c3-A", "c3-AA", "c3-A-", "c3--A", "-7-", "-77", "c33", "c3−A", "ç3-A",
        "🦀", "c3-🦀", "pass",
    ];
    for mv in moves {
        let message = format!("\"{mv}\" is not a move in Quarto; moves look like -7, c3-A or c3");
        for position in [START, MIDDLE, "..../..../..../0123 -"] {
            check(position, mv, Code::BadMove, "unreadable", &message);
        }
    }
}

#[test]
fn unreadable_and_unprintable() {
    let moves =
        [("c3\n", "c3\\n"), ("\u{1b}[2J", "\\u{1b}[2J"), ("\0", "\\0"), ("\u{202e}", "\\u{202e}")];
    for (mv, shown) in moves {
        let message =
            format!("\"{shown}\" is not a move in Quarto; moves look like -7, c3-A or c3");
        check(START, mv, Code::BadMove, "unreadable", &message);
    }
}

#[test]
fn unreadable_and_huge() {
    let mv = "c3-A".repeat(1_000_000);
    let error = parse::<Quarto>(START).parse_move(&mv).expect_err("too long");
    assert_eq!(error.code(), Code::BadMove);
    assert!(error.to_string().len() < 200);
    let clipped = format!("{}…", "c3-A".repeat(15));
    assert_eq!(detail(&error, "move"), Some(&text(&clipped)));
}

#[test]
fn occupied() {
    for mv in ["b1-A", "b1", "b1-0"] {
        let message = format!("{mv}: b1 is occupied");
        check(MIDDLE, mv, Code::IllegalMove, "occupied", &message);
    }
}

#[test]
fn piece_used() {
    // Pieces on the board, and the one in hand.
    for piece in ["0", "2", "3"] {
        let mv = format!("a4-{piece}");
        let message = format!("{mv}: piece {piece} is no longer available");
        check(MIDDLE, &mv, Code::IllegalMove, "piece_used", &message);
    }
}

#[test]
fn unnecessary_piece() {
    for (position, mv) in [(MIDDLE, "d1-A"), (MIDDLE, "d1-0"), (LAST, "d1-0")] {
        let message = format!("{mv}: this ends the game, so no piece is given; write d1");
        check(position, mv, Code::IllegalMove, "game_ends", &message);
    }
}

#[test]
fn missing_piece() {
    let message = "a4: this does not end the game, so give a piece, as in c3-A";
    check(MIDDLE, "a4", Code::IllegalMove, "nothing_given", message);
}

#[test]
fn no_piece_in_hand_yet() {
    for mv in ["c3", "c3-A"] {
        let message = format!("{mv}: no piece is in hand yet; start by giving one, as in -7");
        check(START, mv, Code::IllegalMove, "nothing_in_hand", &message);
    }
}

#[test]
fn an_opening_move_later() {
    for position in ["..../..../..../.... 5", MIDDLE, LAST] {
        let message = "-7: place the piece in hand first, as in c3-A";
        check(position, "-7", Code::IllegalMove, "not_placed", message);
    }
}

#[test]
fn after_the_end() {
    let finished =
        ["..../..../..../0123 -", "23C5/F0B7/98D6/4E1A -", "squares ..../..../01../23.. -"];
    for position in finished {
        for mv in ["-7", "d4", "d4-A", "a1"] {
            check(position, mv, Code::Finished, "finished", "the game is over");
        }
    }
}
