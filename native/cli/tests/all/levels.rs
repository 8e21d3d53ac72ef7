use serde_json::json;

use crate::tools::{answer, fields, json, run};

#[test]
fn levels_are_listed_with_specs_that_work() {
    let line = answer(&["levels", "quarto", "--json"]);
    assert_eq!(fields(&line), ["game", "levels"]);
    let listed = json(&["levels", "--json"]);
    assert_eq!(listed["game"], "quarto");
    let levels = listed["levels"].as_array().expect("levels");
    assert_eq!(levels.len(), 3);
    for (level, number) in levels.iter().zip(1..) {
        assert_eq!(level["number"], json!(number));
        let spec = level["spec"].as_str().expect("a spec");
        let name = level["name"].as_str().expect("a name");
        let text = answer(&["levels", "quarto"]);
        let line = text.lines().find(|line| line.ends_with(spec)).expect("it is in the text too");
        assert!(line.starts_with("quarto") && line.contains(name), "{line}");
        // A finished game: the spec is read, and nothing is searched.
        let over = ["best", "quarto", "--position", "..../..../..../0123 -", "--player", spec];
        assert!(run(&over).errors.contains("the game is over"), "{spec}");
    }
}
