//! `playout bench`.

use crate::tools::{answer, fields, refusal};

fn signature(line: &str) -> u64 {
    let bench: serde_json::Value = serde_json::from_str(line).expect("valid JSON");
    assert!(bench["playouts_per_second"].as_f64().expect("a speed") > 0.0, "{line}");
    assert!(bench["simulations_per_second"].as_f64().expect("a speed") > 0.0, "{line}");
    assert!((1..=32).contains(&bench["bytes_per_node"].as_u64().expect("bytes")), "{line}");
    bench["signature"].as_u64().expect("a number")
}

#[test]
fn the_signature_is_that_of_the_docs() {
    let line = answer(&["bench", "tic_tac_toe", "--json"]);
    let docs = include_str!("../../../../docs/bench.md");
    let row = docs.lines().find(|row| row.starts_with("| tic_tac_toe | ")).expect("a row");
    assert!(row.ends_with(&format!("| {} |", signature(&line))), "{line}, but {row}");
    assert_eq!(
        fields(&line),
        ["game", "playouts_per_second", "simulations_per_second", "bytes_per_node", "signature"]
    );
    assert!(refusal(&["bench", "chess"]).contains("unknown game"));
}

#[test]
fn what_is_only_for_some_measurements_is_refused_elsewhere() {
    for name in ["quarto_solve", "gomoku_wins"] {
        assert!(refusal(&["bench", name, "--json"]).contains(&format!("--json is not for {name}")));
    }
    let refused = refusal(&["bench", "quarto", "--anchor", "solver"]);
    assert!(refused.contains("--anchor is only for quarto_solve"), "{refused}");
}
