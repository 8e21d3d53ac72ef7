use playout_games::Code::{
    self, BadMove, BadPosition, BadRecord, Finished, IllegalMove, TooLarge, UnknownGame,
    UnknownVariant,
};

use crate::tools::refusal;

/// Checks the code, the problem, and the line and column of the errors for texts.
fn check(cases: &[(&str, Code, &str, usize, usize)]) {
    for &(text, code, problem, line, column) in cases {
        assert_eq!(refusal(text, None), (code, problem.to_owned(), line, column), "{text}");
    }
}

#[test]
fn tags() {
    check(&[
        ("[", BadRecord, "bad_tag_name", 1, 2),
        ("[Game", BadRecord, "too_short", 1, 6),
        ("[Game]", BadRecord, "unexpected", 1, 6),
        ("[Game quarto]", BadRecord, "unexpected", 1, 7),
        ("[Game \"quarto", BadRecord, "too_short", 1, 14),
        ("[Game \"quarto\n\"]", BadRecord, "unexpected", 1, 14),
        ("[Game \"quarto\"", BadRecord, "too_short", 1, 15),
        ("[Game \"quarto\" x]", BadRecord, "unexpected", 1, 16),
        ("[\"quarto\"]", BadRecord, "bad_tag_name", 1, 2),
        ("[Ga-me \"quarto\"]", BadRecord, "bad_tag_name", 1, 2),
        ("[Site \"\\x\"]", BadRecord, "unexpected", 1, 9),
        ("[Site \"\\u0041\"]", BadRecord, "unexpected", 1, 10),
        ("[Site \"\\u{}\"]", BadRecord, "no_character", 1, 9),
        ("[Site \"\\u{d800}\"]", BadRecord, "no_character", 1, 9),
        ("[Site \"\\u{11111111111}\"]", BadRecord, "no_character", 1, 9),
        ("[Site \"\\", BadRecord, "too_short", 1, 9),
        ("[Site \"\"] *", BadRecord, "no_game", 1, 1),
        ("\n [Site \"a\"]\n  [Site \"b\"] *", BadRecord, "tag_twice", 3, 4),
        ("[Game \"quarto\"]\n[Result \"won\"] *", BadRecord, "unknown_result", 2, 2),
    ]);
}

#[test]
fn starts() {
    check(&[
        ("[Game \"chess\"] *", UnknownGame, "unknown_game", 1, 7),
        ("[Game \"tic_tac_toe\"] *", UnknownGame, "unknown_game", 1, 7),
        ("[Game \"quarto\"]\n[Variant \"cubes\"]\n*", UnknownVariant, "unknown_variant", 2, 10),
        // The character within the position's text.
        ("[Game \"separo\"]\n[Position \"5 x - -\"]\n*", BadPosition, "unexpected", 2, 14),
        ("[Game \"separo\"]\n[Position \"\"]\n*", BadPosition, "too_short", 2, 12),
        // With escapes, it cannot be told which one it is.
        ("[Game \"separo\"]\n[Position \"\\u{35} x - -\"]\n*", BadPosition, "unexpected", 2, 11),
        (
            "[Game \"quarto\"]\n[Variant \"squares\"]\n[Position \"..../..../..../.... -\"]\n*",
            BadRecord,
            "other_variant",
            2,
            10,
        ),
    ]);
}

#[test]
fn moves() {
    check(&[
        ("[Game \"quarto\"]\n\n1. -7 c3-7 *", IllegalMove, "piece_used", 3, 7),
        ("[Game \"quarto\"]\n1. -7 (1. x)\n*", BadMove, "unreadable", 2, 11),
        ("[Game \"quarto\"]\n1. -7 (1. -8 a1-0 b1-0) *", IllegalMove, "piece_used", 2, 19),
        ("[Game \"gomoku\"]\n1. h8 2; *", BadMove, "unreadable", 2, 7),
        ("[Game \"gomoku\"]\n1. h8 $1 *", BadMove, "unreadable", 2, 7),
        ("[Game \"gomoku\"]\n1. h8! *", BadMove, "unreadable", 2, 4),
        ("[Game \"gomoku\"]\n1. h8 \"x\" *", BadMove, "unreadable", 2, 7),
        ("[Game \"gomoku\"]\n1. h8 ] *", BadRecord, "unexpected", 2, 7),
        ("[Game \"gomoku\"]\n1. h8 } *", BadRecord, "unexpected", 2, 7),
        ("[Game \"gomoku\"]\n1. h8 1 *", BadMove, "unreadable", 2, 7),
        (
            "[Game \"quarto\"]\n[Position \"0123/..../..../.... -\"]\n1. -4 *",
            Finished,
            "finished",
            3,
            4,
        ),
        ("[Game \"gomoku\"]\nh8 (h8) *", BadRecord, "same_move", 2, 5),
        ("[Game \"gomoku\"]\nh8 i9 (i8) (i8) *", BadRecord, "same_move", 2, 13),
    ]);
}

#[test]
fn variations() {
    check(&[
        ("[Game \"gomoku\"] (h8) *", BadRecord, "variation_without_move", 1, 17),
        ("[Game \"gomoku\"] h8 ((i9)) *", BadRecord, "variation_without_move", 1, 21),
        ("[Game \"gomoku\"] h8 () *", BadRecord, "empty_variation", 1, 21),
        ("[Game \"gomoku\"] h8 (1. ) *", BadRecord, "empty_variation", 1, 24),
        ("[Game \"gomoku\"] h8 ) *", BadRecord, "no_variation", 1, 20),
        ("[Game \"gomoku\"] h8\n (i9\n *", BadRecord, "unclosed_variation", 2, 2),
        ("[Game \"gomoku\"] h8 (i9", BadRecord, "too_short", 1, 23),
    ]);
}

#[test]
fn comments() {
    check(&[
        ("[Game \"gomoku\"] h8 {a\nb", BadRecord, "unclosed_comment", 1, 20),
        ("[Game \"gomoku\"] h8 ({x} i9) *", BadRecord, "comment_without_move", 1, 21),
        ("[Game \"gomoku\"] h8 {a\\x} *", BadRecord, "unexpected", 1, 23),
        ("[Game \"gomoku\"] h8 {[%clk]} *", BadRecord, "bad_clock", 1, 26),
        ("[Game \"gomoku\"] h8 {[%clk 1:30]} *", BadRecord, "bad_clock", 1, 27),
        ("[Game \"gomoku\"] h8 {[%clk 0:01:30} *", BadRecord, "unexpected", 1, 34),
        ("[Game \"gomoku\"] h8 {[%clk 10000:00:00]} *", TooLarge, "clock_too_long", 1, 27),
        (
            "[Game \"gomoku\"] h8 {[%clk 0:00:01]} {[%clk 0:00:01]} *",
            BadRecord,
            "clock_twice",
            1,
            38,
        ),
        ("[Game \"gomoku\"] {[%clk 0:00:01]} h8 *", BadRecord, "clock_without_move", 1, 18),
    ]);
}

#[test]
fn ends() {
    check(&[
        ("[Game \"gomoku\"]", BadRecord, "too_short", 1, 16),
        ("[Game \"gomoku\"]\n1. h8\n", BadRecord, "too_short", 3, 1),
        ("[Game \"gomoku\"]\n1. h8\n\n[Game \"gomoku\"]\n*", BadRecord, "unexpected", 4, 1),
        ("[Game \"gomoku\"]\n[Result \"1-0\"]\n1. h8 0-1", BadRecord, "other_result", 3, 7),
        ("[Game \"gomoku\"]\n[Result \"1-0\"]\n1. h8 *", BadRecord, "other_result", 3, 7),
        ("[Game \"gomoku\"] h8 *\n 1. h8 *", BadRecord, "no_game", 2, 2),
    ]);
}
