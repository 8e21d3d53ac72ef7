//! The smallest game, which can be counted completely.

use playout_games::tic_tac_toe::TicTacToe;
use playout_games::{Code, Detail, Diagram, Game, Outcome, Playouts, Record, Side, perft};

use crate::counting::{assert_uniform, counts};
use crate::diagrams::{letter, rows};
use crate::playouts::uniform_playouts_match_played_games;
use crate::properties::properties;
use crate::tools::{detail, dice, legal, parse};

properties!(TicTacToe, at most 9 plies, moves legal(&TicTacToe::default()), text text_of);

fn text_of(diagram: &Diagram) -> String {
    format!("{} {}", rows(diagram, &["x", "o"], Some(".")), letter(diagram.side, ['x', 'o']))
}

#[test]
fn perft_matches_the_known_counts() {
    let counts: Vec<_> = (1..=9).map(|depth| perft(&TicTacToe::default(), depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
}

#[test]
fn valid_text_is_read_and_other_text_is_refused() {
    for text in
        [".../.../... x", "x../.../... o", "xxx/oo./... o", "xox/xox/oxo o", "xx./ooo/x.. x"]
    {
        assert_eq!(TicTacToe::parse(text).expect(text).to_string(), text);
    }
    for (text, problem, location) in [
        ("", "too_short", 1),
        (".../.../...", "too_short", 12),
        (".../.y./... x", "unexpected", 6),
        (".../.../... -", "unexpected", 13),
        (".../.../... x ", "unexpected", 14),
        (".../.../... o", "wrong_turn", 13),
        ("x../.../.x. o", "wrong_count", 1),
        ("o../.../... x", "wrong_count", 1),
        ("xxx/ooo/... x", "line_of_other", 1),
        ("xxx/oo./o.. x", "line_of_other", 1),
    ] {
        let error = TicTacToe::parse(text).expect_err(text);
        assert_eq!(
            (error.code(), error.location()),
            (Code::BadPosition, Some(location)),
            "{error}"
        );
        assert_eq!(detail(&error, "problem"), Some(&Detail::from(problem)), "{text}");
    }
}

#[test]
fn a_line_ends_it() {
    let mut record =
        Record::<TicTacToe>::from_texts(None, ["b2", "a1", "c1", "a3"]).expect("a game");
    assert_eq!(record.outcome(), None);
    assert_eq!(record.parse_move("b2").expect_err("occupied").code(), Code::IllegalMove);
    record.play_texts(["a2", "c3", "c2"]).expect("moves");
    assert_eq!(record.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(record.ending().expect("an end").cells, ["a2", "b2", "c2"]);
}

/// From the start, from the middle of a game, before the last move, and at its end.
#[test]
fn playouts_end_as_if_played_move_by_move() {
    for (seed, text) in (0..).zip([
        ".../.../... x",
        "x.o/.../... x",
        "xo./.x./..o x",
        "xo./.xo/... x",
        "xox/xoo/ox. x",
        "xxx/oo./... o",
        "xox/xox/oxo o",
    ]) {
        uniform_playouts_match_played_games(&parse::<TicTacToe>(text), seed);
    }
}

#[test]
fn a_sample_is_uniform_over_the_empty_cells() {
    let mut pick = dice(1);
    for (text, among) in [(".../.../... x", 9), ("xo./.x./..o x", 5), ("xox/xoo/ox. x", 1)] {
        let position = parse::<TicTacToe>(text);
        assert_uniform(counts(|| position.sample(&mut pick)), among);
    }
}
