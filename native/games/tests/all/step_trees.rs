//! Legal moves in the form that pages receive.

use playout_games::{MoveText, step_tree};

fn tree(moves: &[(&str, &[&str])]) -> String {
    let moves: Vec<_> = moves
        .iter()
        .map(|(text, steps)| MoveText {
            text: (*text).to_owned(),
            steps: steps.iter().map(|step| (*step).to_owned()).collect(),
            details: Vec::new(),
        })
        .collect();
    step_tree(&moves)
}

#[test]
fn moves_form_a_tree_of_steps() {
    assert_eq!(tree(&[]), "");
    assert_eq!(tree(&[("--", &["--"])]), "--");
    assert_eq!(tree(&[("-7", &["7"]), ("-8", &["8"])]), "7=-7 8=-8");
    assert_eq!(tree(&[("1b1a+", &["1b", "1a"]), ("1b2b", &["1b", "2b"])]), "1b(1a=1b1a+ 2b)");
    assert_eq!(
        tree(&[
            ("c1", &["c1"]),
            ("a9-b8-b7", &["a9", "b8", "b7"]),
            ("a9-b8-c8", &["a9", "b8", "c8"]),
        ]),
        "- a9(b8(b7 c8)) c1"
    );
}
