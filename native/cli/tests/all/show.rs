use playout_games::{GAMES, Game, with_game};
use serde_json::json;

use crate::tools::{START, answer, fields, json};

#[test]
fn fields_are_those_documented_in_their_order() {
    let line = answer(&["show", "quarto", "--json"]);
    assert_eq!(fields(&line), ["position", "side", "ply", "moves", "outcome", "score"]);
}

#[test]
fn without_a_position_it_is_the_start() {
    let moves: Vec<_> = "0123456789ABCDEF".chars().map(|piece| format!("-{piece}")).collect();
    let start = json!({
        "position": START, "side": "first", "ply": 0, "moves": moves, "outcome": null, "score": null,
    });
    assert_eq!(json(&["show", "quarto", "--json"]), start);
    assert_eq!(json(&["show", "quarto", "--json", "--position", START]), start);
}

#[test]
fn moves_are_played_from_the_position() {
    let shown = json(&["show", "quarto", "--moves", "-7 c3-A", "--json"]);
    assert_eq!(shown["position"], "..../..7./..../.... A");
    assert_eq!((&shown["side"], &shown["ply"]), (&json!("first"), &json!(2)));
    let moves: Vec<_> = shown["moves"].as_array().expect("moves").iter().collect();
    assert_eq!(moves.len(), 15 * 14);
    assert!(moves.is_sorted_by_key(|mv| mv.as_str()));

    let position = "squares ..../..7./..../.... A";
    let shown = json(&["show", "quarto", "--position", position, "--moves", "a1-0", "--json"]);
    assert_eq!(shown["position"], "squares ..../..7./..../A... 0");
    assert_eq!((&shown["side"], &shown["ply"]), (&json!("second"), &json!(1)));
}

#[test]
fn finished_games_have_an_outcome_and_no_moves() {
    let line =
        json(&["show", "quarto", "--position", "..../..../..../012. 3", "--moves", "d1", "--json"]);
    assert_eq!(line["moves"], json!([]));
    let cells = ["a1", "b1", "c1", "d1"];
    assert_eq!(line["outcome"], json!({"result": "first", "reason": "line", "cells": cells}));

    let block = json(&["show", "quarto", "--position", "squares ..../..../01../23.. -", "--json"]);
    let cells = ["a1", "b1", "a2", "b2"];
    assert_eq!(block["outcome"], json!({"result": "first", "reason": "block", "cells": cells}));
}

#[test]
fn text_shows_the_board_and_what_is_known() {
    let text = answer(&["show", "quarto", "--moves", "-7 c3-A"]);
    for part in [
        "3 |         |         | [# #] 7 |         |",
        "In hand: A (tall, light, square, solid)",
        "Position  ..../..7./..../.... A",
        "To move   first",
        "Moves     210: a1-0 a1-1",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let text = answer(&["show", "quarto", "--position", "..../..../..../0123 -"]);
    assert!(text.contains("Finished  first wins (line a1 b1 c1 d1, "), "{text}");
}

#[test]
fn the_help_lists_what_can_be_chosen_for_a_new_game() {
    let help = answer(&["show", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    for game in GAMES {
        for option in with_game!(*game, G => G::OPTIONS).expect("the game exists") {
            assert!(help.contains(&format!("{game} {}: ", option.name)), "{help}");
            assert!(help.contains(option.about), "{help}");
        }
    }
    assert!(help.contains("gomoku size: 5 to 20 (default 15); "), "{help}");
}

/// No game of the site, but one to try things with.
#[test]
fn the_example_is_shown_and_played_too() {
    let shown = answer(&["show", "tic_tac_toe", "--moves", "b2"]);
    assert!(shown.contains("2  . x .\n"), "{shown}");
    assert_eq!(
        answer(&["perft", "tic_tac_toe", "--depth", "2"]).lines().last(),
        Some("perft 2 72")
    );
    let best = json(&[
        "best",
        "tic_tac_toe",
        "--position",
        "xx./oo./... x",
        "--player",
        "level:n=1",
        "--json",
    ]);
    assert_eq!((&best["move"], &best["value"]), (&json!("c3"), &json!(1.0)));
}
