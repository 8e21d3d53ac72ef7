use serde_json::{Value, json};

use crate::tools::{START, answer, fields, json, refusal};

fn best(player: &str, moves: &str) -> Value {
    json(&["best", "quarto", "--player", player, "--moves", moves, "--json"])
}

#[test]
fn fields_and_their_order_match_the_docs() {
    let line = answer(&["best", "quarto", "--player", "mcts:playouts=50", "--json"]);
    let documented = [
        "move", "value", "playouts", "seconds", "visits", "line", "proof", "nodes", "depth", "seed",
    ];
    assert_eq!(fields(&line), documented);
    let with_lines =
        answer(&["best", "quarto", "--player", "mcts:playouts=50", "--json", "--lines", "2"]);
    assert_eq!(fields(&with_lines), [&documented[..], &["lines"]].concat());
    let lines = with_lines.split_once("\"lines\":[").expect("lines").1;
    let first = lines.split_inclusive('}').next().expect("a line");
    assert_eq!(fields(first), ["move", "value", "visits", "line", "proof"]);
}

#[test]
fn lines_are_the_best_moves_and_the_first_is_the_choice() {
    for player in ["mcts:playouts=2000,seed=1", "monte_carlo:playouts=2000,seed=1"] {
        let arguments = ["best", "quarto", "--player", player, "--moves", "-7 c3-A b2-4", "--json"];
        let without = json(&arguments);
        for count in ["1", "3", "100"] {
            let best = json(&[&arguments[..], &["--lines", count]].concat());
            assert_eq!((&best["move"], &best["visits"]), (&without["move"], &without["visits"]));
            let lines = best["lines"].as_array().expect("a list");
            let moves = best["visits"].as_object().expect("an object").len();
            assert_eq!(lines.len(), count.parse::<usize>().expect("a number").min(moves));
            for name in ["move", "value", "line", "proof"] {
                assert_eq!(lines[0][name], best[name], "{player}: {name}");
            }
            for line in lines {
                let mv = line["move"].as_str().expect("a move");
                assert_eq!(line["visits"], best["visits"][mv], "{player}: {mv}");
                assert_eq!(line["line"][0], mv, "{player}");
            }
        }
    }
}

#[test]
fn lines_include_proofs() {
    let winning = ["--position", "..../..../..../012. 3", "--lines", "9"];
    let best = ["best", "quarto", "--player", "mcts:playouts=100", "--json"];
    let best = json(&[&best[..], &winning].concat());
    assert_eq!(best["lines"][0]["proof"], json!({"result": "win", "plies": 1}));
}

#[test]
fn alpha_beta_reports_its_depth() {
    for depth in [1, 3] {
        let best = best(&format!("minimax:depth={depth}"), "-7 c3-A");
        assert_eq!(best["depth"], depth);
        assert!(best["nodes"].as_u64().expect("a number") > 0);
        assert_eq!(best["playouts"], 0);
    }
    for player in ["random", "careful", "monte_carlo", "mcts"] {
        assert_eq!(best(player, "-7")["depth"], json!(null), "{player}");
    }
}

#[test]
fn text_output_shows_lines_as_a_table() {
    let player = ["best", "gomoku", "--player", "mcts:playouts=500,seed=4"];
    let arguments = [&player[..], &["--moves", "h8 g7 f6", "--lines", "3"]].concat();
    let text = answer(&arguments);
    let (_, table) = text.split_once("\n\n").expect("a table below the choice");
    let rows: Vec<_> = table.lines().collect();
    assert_eq!(rows.len(), 4, "{text}");
    let lines = json(&[&arguments[..], &["--json"]].concat());
    let column = |name: &str| rows[0].find(name).expect("a column");
    for (number, row) in rows[1..].iter().enumerate() {
        let line = &lines["lines"][number];
        assert!(row.starts_with(&format!("  {}  ", number + 1)), "{text}");
        assert!(row[column("Move")..].starts_with(line["move"].as_str().expect("a move")));
        assert!(row[..column("Proven")].trim_end().ends_with(&line["visits"].to_string()));
        assert!(row[column("Line")..].starts_with(line["line"][0].as_str().expect("a move")));
    }
}

#[test]
fn the_number_of_lines_is_limited() {
    for count in ["0", "101", "-1", "many"] {
        refusal(&["best", "quarto", "--player", "mcts", "--lines", count]);
    }
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
fn the_number_of_playouts_is_exact() {
    let best = best("mcts:playouts=777,seed=3", "-7");
    assert_eq!((&best["playouts"], &best["seed"]), (&json!(777), &json!(3)));
    assert_eq!(best["proof"], json!(null));
}

#[test]
fn the_same_seed_gives_the_same_choice() {
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
fn a_random_seed_is_reported_and_reproduces_the_choice() {
    let drawn = best("mcts:playouts=400", "-7");
    let again = best(&format!("mcts:playouts=400,seed={}", drawn["seed"]), "-7");
    assert_eq!((&drawn["move"], &drawn["visits"]), (&again["move"], &again["visits"]));
}

#[test]
fn an_immediate_win_is_played_and_proven() {
    let winning = ["--position", "..../..../..../012. 3"];
    for player in ["careful", "mcts:playouts=100"] {
        let best =
            json(&[&["best", "quarto", "--player", player, "--json"][..], &winning].concat());
        assert_eq!((&best["move"], &best["value"]), (&json!("d1"), &json!(1.0)), "{player}");
        assert_eq!(best["proof"], json!({"result": "win", "plies": 1}), "{player}");
    }
}

#[test]
fn text_output_has_the_move_and_the_seed() {
    let arguments = ["best", "quarto", "--player", "mcts:playouts=500,seed=4", "--position", START];
    let text = answer(&arguments);
    let chosen = json(&[&arguments[..], &["--json"]].concat());
    let mv = chosen["move"].as_str().expect("a move");
    let nodes = format!("Nodes     {} in ", chosen["nodes"]);
    for part in [&format!("Move      {mv}\n"), "Playouts  500 in ", &nodes, "Seed      4\n"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("Depth"), "{text}");
    let text = answer(&["best", "quarto", "--player", "minimax:depth=3"]);
    assert!(text.contains("Depth     3\n") && !text.contains("Playouts"), "{text}");
}

/// Every other move loses at once; this one ends the game in a draw.
#[test]
fn a_draw_by_repetition_is_not_a_loss() {
    let moves = "2a1a 1d2d 1a2a 2d1d 2a1a 1d2d 1a2a";
    let position = ["--position", "1k1/1r1/1+p1/2K w r2bp", "--moves", moves, "--json"];
    for player in ["careful", "mcts", "mcts:policy=uniform", "mcts:threads=2", "level:n=6"] {
        let best = json(&[&["best", "animal_shogi", "--player", player][..], &position].concat());
        assert_eq!((&best["move"], &best["value"]), (&json!("2d1d"), &json!(0.0)), "{player}");
        assert_eq!(best["proof"]["result"], json!("draw"), "{player}");
    }
}
