use playout_games::Code::{self, BadMove, BadPosition, BadRecord, IllegalMove, UnknownVariant};

use crate::tools::refusal;

fn check(cases: &[(&str, Code, &str, usize, usize)]) {
    for &(text, code, problem, line, column) in cases {
        assert_eq!(refusal(text, None), (code, problem.to_owned(), line, column), "{text}");
    }
}

#[test]
fn syntax() {
    check(&[
        ("(", BadRecord, "too_short", 1, 2),
        ("()", BadRecord, "unexpected", 1, 2),
        ("(B[hh])", BadRecord, "unexpected", 1, 2),
        ("(;", BadRecord, "too_short", 1, 3),
        ("(;GM[4]", BadRecord, "too_short", 1, 8),
        ("(;GM[4];B[hh]\n(;W[ig]", BadRecord, "too_short", 2, 8),
        ("(;GM", BadRecord, "too_short", 1, 5),
        ("(;GM;)", BadRecord, "unexpected", 1, 5),
        ("(;GM[4", BadRecord, "too_short", 1, 5),
        ("(;GM[4]C[a\\]", BadRecord, "too_short", 1, 9),
        ("(;GM[4]C[a\\", BadRecord, "too_short", 1, 9),
        ("(;GM[4]gm[4])", BadRecord, "unexpected", 1, 8),
        ("(;GM[4]GM[4])", BadRecord, "property_twice", 1, 8),
        ("(;GM[4](;B[hh]);W[ig])", BadRecord, "unexpected", 1, 16),
        ("(;GM[4]) x", BadRecord, "unexpected", 1, 10),
        ("(;GM[4]))", BadRecord, "unexpected", 1, 9),
    ]);
}

#[test]
fn starts() {
    check(&[
        ("(;SZ[15])", BadRecord, "no_game", 1, 2),
        ("(;GM[1])", BadRecord, "other_game", 1, 6),
        ("(;GM[4][4])", BadRecord, "several_values", 1, 3),
        ("(;GM[4]SZ[4])", BadRecord, "bad_size", 1, 11),
        ("(;GM[4]SZ[21])", BadRecord, "bad_size", 1, 11),
        ("(;GM[4]SZ[15:15])", BadRecord, "bad_size", 1, 11),
        ("(;GM[4]RU[renju])", UnknownVariant, "unknown_variant", 1, 11),
        ("(;GM[4]AW[hh])", BadPosition, "wrong_count", 1, 8),
        ("(;GM[4]AB[hh][ii])", BadPosition, "wrong_count", 1, 8),
        ("(;GM[4]AB[hh]AW[hh])", BadRecord, "stone_twice", 1, 17),
        ("(;GM[4]AB[hh][pp])", BadMove, "unreadable", 1, 15),
        ("(;GM[4]AB[hh]PL[B])", BadRecord, "wrong_turn", 1, 17),
        ("(;GM[4]AE[hh])", BadRecord, "late_setup", 1, 8),
        ("(;GM[4]RU[freestyle+swapped])", BadPosition, "opening_not_over", 1, 2),
    ]);
}

#[test]
fn moves() {
    check(&[
        ("(;GM[4];B[hh];W[hh])", IllegalMove, "occupied", 1, 17),
        ("(;GM[4];B[hh](;W[ig])(;W[hh]))", IllegalMove, "occupied", 1, 26),
        ("(;GM[4];W[hh])", BadRecord, "wrong_colour", 1, 11),
        ("(;GM[4];B[hh];B[ig])", BadRecord, "wrong_colour", 1, 17),
        ("(;GM[4];B[])", BadMove, "unreadable", 1, 11),
        ("(;GM[4];B[tt])", BadMove, "unreadable", 1, 11),
        ("(;GM[4];B[h8])", BadMove, "unreadable", 1, 11),
        ("(;GM[4];B[hhh])", BadMove, "unreadable", 1, 11),
        ("(;GM[4];B[HH])", BadMove, "unreadable", 1, 11),
        ("(;GM[4];B[hh]W[ig])", BadRecord, "several_moves", 1, 16),
        ("(;GM[4];B[hh][ig])", BadRecord, "several_values", 1, 9),
        ("(;GM[4];B[hh];AB[ig])", BadRecord, "late_setup", 1, 15),
        ("(;GM[4](;B[hh])(;B[hh]))", BadRecord, "same_move", 1, 20),
        ("(;GM[4];CHOICE[black])", IllegalMove, "no_choice", 1, 16),
        ("(;GM[4];CHOICE[Black])", BadRecord, "bad_choice", 1, 16),
    ]);
}

#[test]
fn everything_else() {
    check(&[
        ("(;GM[4];B[hh]BL[x])", BadRecord, "bad_clock", 1, 17),
        ("(;GM[4];B[hh]BL[-1])", BadRecord, "bad_clock", 1, 17),
        ("(;GM[4]RE[x])", BadRecord, "unknown_result", 1, 11),
        ("(;GM[4]TAG[x])", BadRecord, "bad_tag", 1, 12),
        ("(;GM[4]TAG[a b:c])", BadRecord, "bad_tag_name", 1, 12),
        ("(;GM[4]PB[a]TAG[Site:x][First:b])", BadRecord, "tag_twice", 1, 25),
    ]);
}
