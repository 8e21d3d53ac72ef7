use playout_games::GAMES;
use playout_search::{Level, levels};
use serde_json::{Value, json};

use crate::tools::{START, answer, fields, finished, json, run};
use crate::whole_run::short_or_whole;

/// The results of level `number` against the players below it.
fn measured(number: &str, games: &str, position: &str) -> Vec<Value> {
    let command = ["levels", "quarto", "--measure", "--level", number, "--json"];
    let rest = ["--games", games, "--seed", "1", "--position", position];
    let answer = json(&[&command[..], &rest].concat());
    answer["ladder"].as_array().expect("a ladder").clone()
}

fn interval(result: &Value) -> [f64; 2] {
    [0, 1].map(|end| result["interval"][end].as_f64().expect("a number"))
}

const VARIANTS: [&str; 2] = [START, "squares ..../..../..../.... -"];

#[test]
fn levels_are_listed_with_specs_that_work() {
    for &game in GAMES {
        let over = finished(game);
        let line = answer(&["levels", game, "--json"]);
        assert_eq!(fields(&line), ["game", "levels"]);
        let listed = json(&["levels", game, "--json"]);
        assert_eq!(listed["game"], game);
        let levels = listed["levels"].as_array().expect("levels");
        assert!(levels.len() >= 6, "{game} has {} levels", levels.len());
        let text = answer(&["levels", game]);
        for (level, number) in levels.iter().zip(1..) {
            assert_eq!(level["number"], json!(number));
            let spec = level["spec"].as_str().expect("a spec");
            let name = level["name"].as_str().expect("a name");
            let line = text.lines().find(|line| line.ends_with(spec)).expect("a line of text");
            assert!(line.starts_with(game) && line.contains(name), "{line}");
            // With a finished game the spec is parsed, but nothing is searched.
            let best = ["best", game, "--position", &over, "--player", spec];
            assert!(run(&best).errors.contains("the game is over"), "{spec}");
        }
    }
    let all = answer(&["levels", "--json"]);
    assert_eq!(all.lines().count(), GAMES.len());
}

/// docs/levels.md also has their scores.
#[test]
fn every_level_has_a_row_in_the_docs() {
    let docs = include_str!("../../../../docs/levels.md");
    for &game in GAMES {
        for Level { number, name, spec } in levels(game) {
            let row = format!("| {number} | {name} | `{spec}` |");
            assert!(docs.contains(&row), "docs/levels.md lacks a level of {game}: {row}");
        }
    }
}

#[test]
fn the_first_level_is_easy_to_beat() {
    for position in VARIANTS {
        let [random, careful] = &measured("1", "2000", position)[..] else { panic!("two results") };
        assert_eq!((&random["level"], &random["against"]), (&json!(1), &json!("random")));
        let [low, high] = interval(random);
        assert!(0.5 < low && high < 0.9, "{random}");

        assert_eq!((&careful["level"], &careful["against"]), (&json!(1), &json!("careful")));
        let [_, high] = interval(careful);
        assert!(high <= 0.3, "{careful}");
        // A few games are enough to decide.
        assert!(careful["games"].as_u64().expect("a number") < 100, "{careful}");
    }
}

/// The highest levels would take minutes; docs/levels.md has their results.
#[test]
fn each_level_beats_the_one_below() {
    for (number, games) in [("2", "120"), ("3", "120"), ("4", "200"), ("5", "60"), ("6", "60")] {
        for position in &VARIANTS[..short_or_whole(1, 2)] {
            let results = measured(number, games, position);
            assert_eq!(results.len(), 1);
            assert!(interval(&results[0])[0] > 0.5, "{}", results[0]);
        }
    }
}

/// The position is near the end of the game, so that even the strongest level is fast.
#[test]
fn the_whole_ladder_is_measured() {
    let near_end = ["--position", "0F3C/5A69/1E2./.... 8", "--games", "2", "--seed", "4"];
    let arguments = [&["levels", "quarto", "--measure"][..], &near_end].concat();
    let with_json = [&arguments[..], &["--json"]].concat();

    assert_eq!(fields(&answer(&with_json)), ["game", "levels", "ladder"]);
    let measured = json(&with_json);
    let levels = measured["levels"].as_array().expect("levels");
    let ladder = measured["ladder"].as_array().expect("a ladder");
    assert_eq!(ladder.len(), levels.len() + 1);
    assert_eq!(ladder[0]["against"], json!("random"));
    let mut below = json!("careful");
    for (result, level) in ladder[1..].iter().zip(levels) {
        assert_eq!((&result["level"], &result["against"]), (&level["number"], &below));
        assert_eq!((&result["games"], &result["seed"]), (&json!(2), &json!(4)));
        for field in ["wins", "draws", "losses", "score", "interval", "elo", "elo_interval"] {
            assert!(result.get(field).is_some(), "{field}: {result}");
        }
        below = level["spec"].clone();
    }

    let text = answer(&arguments);
    assert!(text.contains("level 1 v random: ") && text.contains("level 8 v level 7: "), "{text}");
}
