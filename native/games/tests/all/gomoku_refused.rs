use playout_games::gomoku::Gomoku;
use playout_games::{Code, Game, Options, start_text};

use crate::tools::{detail, parse, text};

/// Checks the problem and the location of the error for a refused position.
fn refused(position: &str, problem: &str, location: usize) {
    let error = Gomoku::parse(position).expect_err(position);
    assert_eq!(error.code(), Code::BadPosition, "{position}: {error}");
    assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{position}: {error}");
    assert_eq!(error.location(), Some(location), "{position}: {error}");
}

#[test]
fn malformed_positions() {
    refused("", "too_short", 1);
    refused("5/5/5/5", "too_short", 8);
    refused("5/5/5/5/5", "too_short", 10);
    refused("5/5/5/5/5 ", "too_short", 11);
    refused("5/5/5/5/5 x", "too_short", 12);
    refused("5/5/5/5/5 x ", "too_short", 13);
    refused("5/5/5/5/5  x freestyle", "unexpected", 11);
    refused("5/5/5/5/5 b freestyle", "unexpected", 11);
    refused("5/5/5/5/5 x/freestyle", "unexpected", 12);
    refused(" 5/5/5/5/5 x freestyle", "bad_size", 1);
    refused("5/5/5/X4/5 o freestyle", "unexpected", 7);
    refused("5/5/5/x04/5 o freestyle", "unexpected", 8);
    refused("5/5/5/05/5 x freestyle", "unexpected", 7);
    refused("5/5/5/⚫4/5 o freestyle", "unexpected", 7);
    refused("5/5/5/1⚫3/5 o freestyle", "unexpected", 8);
}

#[test]
fn boards_that_are_not_square() {
    refused("5/5/5/4/5 x freestyle", "row_too_short", 8);
    refused("5/5/5/x3/5 o freestyle", "row_too_short", 9);
    refused("5/5/5//5 x freestyle", "row_too_short", 7);
    refused("5/5/5/6/5 x freestyle", "row_too_long", 7);
    refused("5/5/5/x5/5 o freestyle", "row_too_long", 8);
    refused("5/5/5/5x/5 o freestyle", "row_too_long", 8);
    refused("5/5/5/99999999999999999999/5 x freestyle", "row_too_long", 7);
    refused("5/5/5/5 x freestyle", "wrong_rows", 8);
    refused("5/5/5/5/5/5 x freestyle", "wrong_rows", 10);
}

#[test]
fn boards_too_small_or_too_large() {
    refused("4/4/4/4 x freestyle", "bad_size", 2);
    refused("/5/5/5/5 x freestyle", "bad_size", 1);
    refused("21/21 x freestyle", "row_too_long", 1);
    refused("15x5/15 x freestyle", "row_too_long", 4);
    refused(&"x".repeat(1_000_000), "row_too_long", 21);
    refused(&"9".repeat(1_000_000), "row_too_long", 1);
    refused(&"5/".repeat(1_000_000), "wrong_rows", 10);
}

#[test]
fn impossible_counts_of_stones() {
    refused("5/5/5/5/xx3 o freestyle", "wrong_count", 10);
    refused("5/5/5/5/o4 x freestyle", "wrong_count", 9);
    refused("5/xo3/5/1o3/o4 x freestyle", "wrong_count", 13);
    refused("x4/x4/5/5/1x3 o freestyle", "wrong_count", 12);
}

#[test]
fn the_colour_to_move_follows_from_the_stones() {
    refused("5/5/5/5/5 o freestyle", "wrong_turn", 11);
    refused("5/5/5/5/x4 x freestyle", "wrong_turn", 12);
    // In the swap2 opening it follows from the side to move.
    refused("5/5/5/5/5 o freestyle+swap2", "wrong_turn", 11);
    refused("5/5/5/5/x4 o freestyle+swap2", "wrong_turn", 12);
    refused("5/5/5/5/xo3 o freestyle+swap2", "wrong_turn", 13);
    refused("5/5/5/5/xox2 x freestyle+swap2", "wrong_turn", 14);
    refused("5/5/5/5/xoxo1 x freestyle+swap2", "wrong_turn", 15);
    refused("5/5/5/5/xoxox o freestyle+swap2", "wrong_turn", 15);
    refused("5/5/5/5/xox2 x freestyle+swapped", "wrong_turn", 14);
}

#[test]
fn impossible_openings() {
    refused("5/5/5/5o/xoxox x freestyle+swap2", "row_too_long", 8);
    refused("5/5/5/4o/xoxox x freestyle+swap2", "opening_over", 18);
    refused("5/5/5/5/xo3 x standard+swapped", "opening_not_over", 15);
    refused("5/5/5/5/5 x freestyle+swapped", "opening_not_over", 13);
}

#[test]
fn rows_that_no_last_stone_can_have_completed() {
    // A row of the side to move, or rows of both.
    refused("5/5/5/xxxx1/ooooo o freestyle", "wrong_count", 17);
    refused("6/6/6/6/xxxxx1/ooooo1 x freestyle", "row_of_other", 9);
    refused("5/5/ooooo/5/xxxxx x freestyle", "row_of_other", 13);
    refused("5/5/ooooo/x4/xxxxx o freestyle", "row_of_other", 5);
    // Two rows without a common stone.
    refused("ooo2/oo3/xxxxx/oooo1/xxxxx o freestyle", "rows_apart", 10);
}

/// In a row of nine, one stone has four on both sides; in a row of ten, none has.
#[test]
fn the_longest_row_that_a_last_stone_can_complete() {
    let rows = |black: &str, white: &str| {
        let empty = ["10"; 8].join("/");
        format!("{empty}/{white}/{black} o freestyle")
    };
    assert!(Gomoku::parse(&rows("xxxxxxxxx1", "oooo1oooo1")).is_ok());
    refused(&rows("xxxxxxxxxx", "oooo1oooo1"), "wrong_count", 45);
    let spread = rows("xxxxxxxxxx", "oooo1oooo1").replacen("10", "o9", 1);
    refused(&spread, "rows_apart", 36);
}

#[test]
fn six_in_a_row_do_not_win_in_the_standard_variant() {
    let six = "6/6/6/o5/oooo2/xxxxxx o standard";
    assert_eq!(parse::<Gomoku>(six).outcome(), None);
}

#[test]
fn unknown_variants() {
    for (variant, location) in [("renju", 13), ("Freestyle", 13), ("freestyle ", 13), ("swap2", 13)]
    {
        let position = format!("5/5/5/5/5 x {variant}");
        let error = Gomoku::parse(&position).expect_err(&position);
        assert_eq!(
            (error.code(), error.location()),
            (Code::UnknownVariant, Some(location)),
            "{error}"
        );
    }
}

/// Checks the code and the message of the error for refused options.
fn refused_options(options: &[(&str, &str)], code: Code, message: &str) {
    let error = start_text("gomoku", &Options::new(options.iter().copied())).expect_err(message);
    assert_eq!((error.code(), error.to_string().as_str()), (code, message));
}

#[test]
fn unknown_options() {
    for size in ["4", "21", "0", "-5", "015", "+15", "15.0", "300", "", "x"] {
        let message = format!("option size must be a number from 5 to 20, not \"{size}\"");
        refused_options(&[("size", size)], Code::BadOption, &message);
    }
    let message = "option opening must be one of none, swap2, not \"swap\"";
    refused_options(&[("opening", "swap")], Code::BadOption, message);
    let message = "unknown variant \"freestyle+swap2\"; choose from: freestyle, standard";
    refused_options(&[("variant", "freestyle+swap2")], Code::UnknownVariant, message);
    let message = "unknown option \"board\"; choose from: variant, size, opening";
    refused_options(&[("board", "15")], Code::BadOption, message);
}

#[test]
fn malformed_moves() {
    let position = Gomoku::default();
    for mv in [
        "", "h", "8", "h0", "h08", "h+8", "h21", "u1", "H8", "h8 ", " h8", "8h", "h-8", "h8h8",
        "x", "Black", "black ", "h999", "--", "⚫", "é5",
    ] {
        let error = position.parse_move(mv).expect_err(mv);
        assert_eq!(error.code(), Code::BadMove, "{mv}: {error}");
    }
}

#[test]
fn illegal_moves_have_a_reason() {
    for (position, mv, problem) in [
        ("5/5/5/5/x4 o freestyle", "a1", "occupied"),
        ("5/5/5/5/x4 o freestyle", "f1", "off_board"),
        ("5/5/5/5/x4 o freestyle", "a20", "off_board"),
        ("5/5/5/5/xox2 o freestyle", "black", "no_choice"),
        ("5/5/5/5/xo3 x freestyle+swap2", "white", "no_choice"),
        ("5/5/5/5/xoxo1 o freestyle+swap2", "white", "no_choice"),
        ("5/5/5/5/xoxox x freestyle+swap2", "a2", "choice_due"),
        ("5/5/5/5/xoxox x freestyle+swap2", "a1", "choice_due"),
    ] {
        let error = parse::<Gomoku>(position).parse_move(mv).expect_err(mv);
        assert_eq!(error.code(), Code::IllegalMove, "{mv}: {error}");
        assert_eq!(detail(&error, "problem"), Some(&text(problem)), "{mv}: {error}");
    }
    let over = parse::<Gomoku>("5/5/5/oooo1/xxxxx o freestyle");
    for mv in ["a3", "a1", "black", "t20"] {
        assert_eq!(over.parse_move(mv).expect_err("it is over").code(), Code::Finished);
    }
}
