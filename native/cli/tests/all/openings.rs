//! `match --openings`.

use std::collections::HashSet;

use playout_games::describe;
use playout_records::{Format, GameTree, Reader};

use crate::tools::{Directory, answer, json, refusal};
use crate::whole_run::short_or_whole;

/// Plays a match of random players and returns its records.
fn play(directory: &Directory, game: &str, games: usize, rest: &[&str]) -> Vec<GameTree> {
    let path = directory.file("games.pgn");
    let _ = std::fs::remove_file(&path);
    let games = games.to_string();
    let arguments = ["match", game, "random", "random", "--games", &games, "--record", &path];
    answer(&[&arguments[..], &["--seed", "1"], rest].concat());
    let text = std::fs::read_to_string(&path).expect("a record");
    let entries = Reader::new(&text, Some(Format::Pgn)).expect("records");
    entries.map(|entry| entry.expect("a record").tree).collect()
}

/// The position after the opening of a game, which its tag counts.
fn opening(tree: &GameTree) -> String {
    let plies = tree.tag("OpeningPlies").map_or(0, |plies| plies.parse().expect("a number"));
    let moves = tree.main_line().take(plies);
    describe(tree.tag("Game").unwrap_or("gomoku"), Some(tree.start()), moves)
        .expect("legal moves")
        .position
}

#[test]
fn pairs_take_the_openings_of_a_file_in_order_and_again() {
    let directory = Directory::new("openings");
    let file = directory.file("openings.txt");
    let lines = "7/7/7/7/7/7/7 x standard | d4 e5\n\n5/5/2x2/5/5 o freestyle\n";
    std::fs::write(&file, lines).expect("a file");
    let trees = play(&directory, "gomoku", 6, &["--openings", &file]);
    let openings: Vec<_> = trees.iter().map(opening).collect();
    let [first, second] =
        ["7/7/4o2/3x3/7/7/7 x standard", "5/5/2x2/5/5 o freestyle"].map(str::to_owned);
    assert_eq!(openings, [&first, &first, &second, &second, &first, &first].map(Clone::clone));
    let plies: Vec<_> = trees.iter().map(|tree| tree.tag("OpeningPlies")).collect();
    assert_eq!(plies[..4], [Some("2"), Some("2"), None, None]);
}

#[test]
fn balanced_openings_are_drawn_by_the_seed_and_every_pair_has_another() {
    let directory = Directory::new("balanced");
    let rest = ["--openings", "balanced", "--position", "9/9/9/9/9/9/9/9/9 x freestyle"];
    let games = short_or_whole(4, 12);
    let trees = play(&directory, "gomoku", games, &rest);
    let openings: Vec<_> = trees.iter().map(opening).collect();
    assert_eq!(openings.iter().collect::<HashSet<_>>().len(), games / 2);
    for pair in openings.chunks(2) {
        assert_eq!(pair[0], pair[1]);
    }
    let again: Vec<_> = play(&directory, "gomoku", games, &rest).iter().map(opening).collect();
    assert_eq!(openings, again);
}

#[test]
fn swap2_is_played_and_black_is_counted() {
    let rest = ["--openings", "swap2", "--seed", "1"];
    let arguments = ["match", "gomoku", "random", "random", "--games", "12"];
    let result = json(&[&arguments[..], &rest, &["--json"]].concat());
    let of = |field: &str| result["black"][field].as_f64().expect("a number");
    assert_eq!(of("games"), 12.0);
    assert_eq!(of("wins") + of("draws") + of("losses"), 12.0);
    assert_eq!(of("score"), (of("wins") + of("draws") / 2.0) / 12.0);
    let text = answer(&[&arguments[..], &rest].concat());
    assert!(text.contains(&format!("Black     12: wins {}", of("wins"))), "{text}");

    let directory = Directory::new("swap2");
    let trees = play(&directory, "gomoku", 4, &["--openings", "swap2"]);
    for tree in trees {
        assert!(tree.start().ends_with("+swap2"), "{}", tree.start());
        assert!(tree.main_line().any(|mv| mv == "black" || mv == "white"));
    }
}

#[test]
fn openings_that_cannot_be_used_are_refused_before_any_game() {
    let directory = Directory::new("bad-openings");
    let file = directory.file("openings.txt");
    let play = |game: &str, rest: &[&str]| {
        let arguments = ["match", game, "random", "random", "--games", "4"];
        refusal(&[&arguments[..], rest].concat())
    };
    for (text, message) in [
        ("", "the file has no openings"),
        ("\n \n", "the file has no openings"),
        ("7/7/7/7/7/7/7 x standard | d4\n7/7/7/7/7/7/7 x | d4", "line 2: character 1"),
        ("7/7/7/7/7/7/7 x standard | d4 d4", "line 1: move 2"),
        ("xxxxx/5/5/oooo1/5 o freestyle", "line 1: the game is over"),
    ] {
        std::fs::write(&file, text).expect("a file");
        let answer = play("gomoku", &["--openings", &file]);
        assert!(answer.contains(message), "{text:?}: {answer}");
        assert!(answer.contains("--openings"), "{text:?}: {answer}");
    }
    std::fs::write(&file, b"\xff\n").expect("a file");
    assert!(play("gomoku", &["--openings", &file]).contains("line 1: character 1"));
    assert!(play("gomoku", &["--openings", &directory.file("none")]).contains("--openings"));
    let answer = play("quarto", &["--openings", "balanced"]);
    assert!(answer.contains("there are none for quarto"), "{answer}");
    let answer = play("quarto", &["--openings", "swap2"]);
    assert!(answer.contains("quarto does not have it"), "{answer}");
    let started = ["--openings", "swap2", "--position", "5/5/5/5/5 x freestyle"];
    assert!(play("gomoku", &started).contains("--position"));
    let started = ["--openings", "balanced", "--position", "5/5/2x2/5/5 o freestyle"];
    assert!(play("gomoku", &started).contains("from this position"));
    let twice = ["--openings", "balanced", "--opening-plies", "2"];
    assert!(play("gomoku", &twice).contains("--opening-plies"));
    std::fs::write(&file, "5/5/5/5/5 x freestyle").expect("a file");
    let position = ["--openings", &file, "--position", "5/5/5/5/5 x freestyle"];
    assert!(play("gomoku", &position).contains("--position"));
}
