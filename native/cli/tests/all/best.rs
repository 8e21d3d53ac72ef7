use serde_json::{Value, json};

use crate::tools::{START, answer, fields, json};

fn best(player: &str, moves: &str) -> Value {
    json(&["best", "quarto", "--player", player, "--moves", moves, "--json"])
}

#[test]
fn fields_are_those_documented_in_their_order() {
    let line = answer(&["best", "quarto", "--player", "mcts:playouts=50", "--json"]);
    let documented = ["move", "value", "playouts", "seconds", "visits", "line", "proof", "seed"];
    assert_eq!(fields(&line), documented);
}

#[test]
fn every_player_answers_with_a_legal_move() {
    let legal = json(&["show", "quarto", "--moves", "-7 c3-A", "--json"]);
    let legal = legal["moves"].as_array().expect("moves");
    for player in [
        "random",
        "careful",
        "monte_carlo:playouts=420",
        "monte_carlo:ms=5",
        "mcts:playouts=300",
        "mcts:ms=5",
        "mcts:nodes=400",
        "mcts:playouts=300,c=1.4,threshold=2,policy=uniform,choice=win_less_loss,proofs=off",
        "level:n=1",
    ] {
        let best = best(player, "-7 c3-A");
        assert!(legal.contains(&best["move"]), "{player}: {best}");
        assert_eq!(best["line"][0], best["move"], "{player}");
        let value = best["value"].as_f64().expect("a number");
        assert!((-1.0..=1.0).contains(&value), "{player}: {value}");
        assert!(best["seconds"].as_f64().expect("a number") >= 0.0);
        assert!(best["seed"].is_u64(), "{player}");
        let visits = best["visits"].as_object().expect("an object");
        assert!(visits.iter().all(|(mv, count)| legal.contains(&json!(mv)) && count.is_u64()));
    }
}

#[test]
fn playouts_are_as_many_as_asked_for() {
    let best = best("mcts:playouts=777,seed=3", "-7");
    assert_eq!((&best["playouts"], &best["seed"]), (&json!(777), &json!(3)));
    assert_eq!(best["proof"], json!(null));
}

#[test]
fn a_seed_means_the_same_choice() {
    let choose = |spec: &str| {
        let mut best = best(spec, "-7");
        best.as_object_mut().expect("an object").remove("seconds");
        best
    };
    for spec in ["random", "careful", "monte_carlo:playouts=480", "mcts:playouts=500"] {
        let separator = if spec.contains(':') { ',' } else { ':' };
        let seeded = |seed: u64| choose(&format!("{spec}{separator}seed={seed}"));
        assert_eq!(seeded(5), seeded(5), "{spec}");
        assert!((6..20).any(|seed| seeded(seed)["move"] != seeded(5)["move"]), "{spec}");
    }
}

#[test]
fn a_drawn_seed_is_reported_and_chooses_the_same_again() {
    let drawn = best("mcts:playouts=400", "-7");
    let again = best(&format!("mcts:playouts=400,seed={}", drawn["seed"]), "-7");
    assert_eq!((&drawn["move"], &drawn["visits"]), (&again["move"], &again["visits"]));
}

#[test]
fn a_win_at_once_is_taken_and_proven() {
    let winning = ["--position", "..../..../..../012. 3"];
    for player in ["careful", "mcts:playouts=100"] {
        let best =
            json(&[&["best", "quarto", "--player", player, "--json"][..], &winning].concat());
        assert_eq!((&best["move"], &best["value"]), (&json!("d1"), &json!(1.0)), "{player}");
        assert_eq!(best["proof"], json!({"result": "win", "plies": 1}), "{player}");
    }
}

#[test]
fn text_names_the_move_and_the_seed() {
    let arguments = ["best", "quarto", "--player", "mcts:playouts=500,seed=4", "--position", START];
    let text = answer(&arguments);
    let chosen = json(&[&arguments[..], &["--json"]].concat());
    let mv = chosen["move"].as_str().expect("a move");
    for part in
        [format!("Move      {mv}\n"), "Playouts  500 in ".to_owned(), "Seed      4\n".to_owned()]
    {
        assert!(text.contains(&part), "{part}\n{text}");
    }
}
