use playout_games::{GAMES, Game, with_game};
use serde_json::json;

use crate::tools::{START, answer, fields, json};

#[test]
fn fields_and_their_order_match_the_docs() {
    let line = answer(&["show", "quarto", "--json"]);
    assert_eq!(fields(&line), ["position", "side", "ply", "moves", "outcome", "score"]);
}

#[test]
fn the_default_is_the_start_position() {
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
fn text_output_has_the_board_and_the_details() {
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
fn the_help_lists_the_options_of_new_games() {
    let help = answer(&["show", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    for game in GAMES {
        for option in with_game!(*game, G => G::OPTIONS).expect("the game exists") {
            assert!(help.contains(&format!("{game} {}: ", option.name)), "{help}");
            assert!(help.contains(option.about), "{help}");
        }
    }
    assert!(help.contains("gomoku size: 5 to 20 (default 15); "), "{help}");
}

/// Tic-tac-toe is not offered on the site; it is the example for new games.
#[test]
fn the_example_game_works_too() {
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
