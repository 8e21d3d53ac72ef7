//! `match --record`, and records of many games.

use playout_games::{Detail, GAMES, describe};
use playout_records::{Format, GameTree, Reader, write};

use crate::tools::{Directory, answer, json, refusal, run};
use crate::whole_run::short_or_whole;

/// Plays a match that is recorded in a file.
fn play(game: &str, players: [&str; 2], games: usize, path: &str, rest: &[&str]) {
    let [a, b] = players;
    let games = games.to_string();
    let arguments = ["match", game, a, b, "--games", &games, "--seed", "1", "--record", path];
    answer(&[&arguments[..], rest].concat());
}

/// The records of a file, whose text is what they are written as.
fn records(path: &str) -> Vec<GameTree> {
    let text = std::fs::read_to_string(path).expect("a file");
    let entries = Reader::new(&text, Some(Format::Pgn)).expect("records");
    let trees: Result<Vec<_>, _> = entries.map(|entry| Ok(entry?.tree)).collect();
    let trees = trees.unwrap_or_else(|error: playout_games::Error| panic!("{path}: {error}"));
    let texts: Result<Vec<_>, _> = trees.iter().map(|tree| write(tree, Format::Pgn)).collect();
    assert_eq!(texts.expect("legal moves").join("\n"), text, "{path}");
    trees
}

#[test]
fn every_game_is_recorded() {
    let directory = Directory::new("record");
    let path = directory.file("games.pgn");
    play("quarto", ["careful", "random"], 6, &path, &["--opening-plies", "2"]);
    let trees = records(&path);
    assert_eq!(trees.len(), 6);
    for (index, tree) in trees.iter().enumerate() {
        let [first, second] =
            if index % 2 == 0 { ["careful", "random"] } else { ["random", "careful"] };
        assert_eq!(tree.tag("Round"), Some((index + 1).to_string().as_str()));
        assert_eq!((tree.tag("First"), tree.tag("Second")), (Some(first), Some(second)));
        assert_eq!(tree.tag("OpeningPlies"), Some("2"));
        let end = describe("quarto", Some(tree.start()), tree.main_line()).expect("legal moves");
        let ending = end.ending.expect("the game is over");
        let result = match ending.outcome.name() {
            "first" => "1-0",
            "second" => "0-1",
            _ => "1/2-1/2",
        };
        assert_eq!(tree.tag("Result"), Some(result));
        assert_eq!(tree.tag("Termination"), Some(ending.reason.code()));
    }
    // Both games of a pair have the same opening.
    let opening = |tree: &GameTree| tree.main_line().take(2).collect::<Vec<_>>().join(" ");
    for pair in trees.chunks(2) {
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
    }
}

#[test]
fn games_are_added_in_their_order_on_any_number_of_threads() {
    let directory = Directory::new("record-threads");
    let [one, several] = ["one.pgn", "several.pgn"].map(|name| directory.file(name));
    for (path, threads) in [(&one, "1"), (&several, "4")] {
        play("gomoku", ["careful", "random"], 20, path, &["--threads", threads]);
    }
    assert_eq!(records(&one), records(&several));
    // A second match keeps the first.
    play("gomoku", ["random", "random"], 2, &one, &[]);
    let trees = records(&one);
    assert_eq!(trees.len(), 22);
    assert_eq!(trees[..20], records(&several));
}

#[test]
fn the_start_of_a_match_is_recorded() {
    let directory = Directory::new("record-start");
    let path = directory.file("games.pgn");
    play("separo", ["random", "careful"], 2, &path, &["--position", "5 r - -"]);
    assert!(records(&path).iter().all(|tree| tree.start() == "5 r - -"));
}

#[test]
fn what_is_measured_does_not_depend_on_recording() {
    let directory = Directory::new("record-same");
    let path = directory.file("games.pgn");
    let arguments =
        ["match", "quarto", "careful", "random", "--games", "10", "--seed", "3", "--json"];
    let [plain, recorded] = [&[][..], &["--record", &path]].map(|rest: &[&str]| {
        let mut result = json(&[&arguments[..], rest].concat());
        result.as_object_mut().expect("an object").remove("seconds_per_move");
        result
    });
    assert_eq!(plain, recorded);
}

#[test]
fn a_file_that_cannot_be_written_is_found_before_the_first_game() {
    let directory = Directory::new("record-refused");
    let path = directory.file("missing/games.pgn");
    let arguments = ["match", "quarto", "random", "random", "--games", "2", "--record", &path];
    let error = refusal(&arguments);
    assert!(error.starts_with(&format!("playout: --record {path}: ")), "{error}");
}

/// A full disk: the match ends, and says so.
#[cfg(target_os = "linux")]
#[test]
fn a_failure_to_write_ends_the_match() {
    let games = ["match", "quarto", "random", "random", "--games", "1000000"];
    let output = run(&[&games[..], &["--record", "/dev/full"]].concat());
    assert_eq!((output.status, output.out.as_str()), (Some(1), ""));
    assert!(output.errors.starts_with("playout: cannot write to /dev/full: "), "{}", output.errors);
}

/// By engines, from random openings, and in all variants; 1,000 in the whole run.
#[test]
fn records_of_many_games_are_read_and_written() {
    let games = short_or_whole(30, 126);
    let directory = Directory::new("record-thousand");
    let players = ["mcts:playouts=20,seed=1", "careful"];
    let mut count = 0;
    for game in GAMES {
        let path = directory.file(&format!("{game}.pgn"));
        let starts: &[&[&str]] = match *game {
            "quarto" => &[&[], &["--position", "squares ..../..../..../.... -"]],
            "animal_shogi" => &[&[], &["--position", "quick-try rkb/1p1/1P1/BKR b -"]],
            "gomoku" => &[
                &["--position", "9/9/9/9/9/9/9/9/9 x freestyle"],
                &["--position", "7/7/7/7/7/7/7 x standard+swap2"],
            ],
            _ => &[&["--position", "7 r - -"], &["--position", "5 r - -"]],
        };
        for start in starts {
            play(game, players, games, &path, &[start, &["--opening-plies", "1"][..]].concat());
        }
        let trees = records(&path);
        assert_eq!(trees.len(), 2 * games);
        count += trees.len();
        assert!(trees.iter().all(|tree| tree.main_line().count() > 1));
        if *game == "gomoku" {
            for tree in &trees {
                let sgf = write(tree, Format::Sgf).expect("legal moves");
                let [read] = &playout_records::read(&sgf, None).expect("SGF")[..] else {
                    panic!("one record: {sgf}")
                };
                assert!(read.main_line().eq(tree.main_line()));
                assert_eq!(write(read, Format::Sgf).as_ref(), Ok(&sgf));
            }
        }
    }
    assert!(count >= 8 * games);
}

#[test]
fn mistakes_in_a_file_of_many_games_have_places() {
    let directory = Directory::new("record-mistake");
    let path = directory.file("games.pgn");
    play("quarto", ["random", "random"], 20, &path, &[]);
    let text = std::fs::read_to_string(&path).expect("a file");
    let last = text.rfind("1. ").expect("moves");
    let wrong = format!("{}1. x {}", &text[..last], &text[last..]);
    let line = text[..last].matches('\n').count() as u64 + 1;
    let mut reader = Reader::new(&wrong, None).expect("records");
    let error = reader.find_map(Result::err).expect("a mistake");
    assert!(error.details().contains(&("line", Detail::Number(line))), "{error}");
    assert!(error.details().contains(&("column", Detail::Number(4))), "{error}");
}
