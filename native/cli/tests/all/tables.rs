//! The `tables` command, without making a table, which takes a minute.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::tools::{command, refusal};

/// The exit status and the error of a command that looks for tables in a directory.
fn failure(directory: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = command(arguments);
    let output = command.env("PLAYOUT_TABLES", directory).output().expect("the program starts");
    let errors = String::from_utf8(output.stderr).expect("the program writes UTF-8");
    assert_eq!((output.stdout.len(), errors.lines().count()), (0, 1), "{errors}");
    (output.status.code(), errors)
}

#[test]
fn only_two_games_have_a_table() {
    for action in ["build", "verify", "stats"] {
        assert!(refusal(&["tables", action, "gomoku"]).contains("gomoku has no table"));
        assert!(refusal(&["tables", action, "chess"]).contains("unknown game"));
    }
}

#[test]
fn a_missing_or_damaged_table_is_an_error() {
    let directory = std::env::temp_dir().join(format!("playout-tables-{}", std::process::id()));
    let path = directory.to_str().expect("a path in UTF-8");
    let best = |player| ["best", "animal_shogi", "--player", player];
    let players = ["perfect", "mcts:exact=on", "minimax:exact=on"].map(best);
    let verify = &["tables", "verify", "animal_shogi"][..];
    for arguments in players.iter().map(<[_; 4]>::as_slice).chain([verify]) {
        let (status, error) = failure(path, arguments);
        assert!(status != Some(0) && error.contains("does not exist"), "{error}");
        assert!(error.contains("playout tables build animal_shogi"), "{error}");
    }
    std::fs::create_dir(&directory).expect("a directory");
    std::fs::write(directory.join("animal_shogi.table"), "not a table").expect("a file");
    let stats = &["tables", "stats", "animal_shogi"][..];
    for arguments in players.iter().map(<[_; 4]>::as_slice).chain([stats]) {
        assert!(failure(path, arguments).1.contains("is damaged"));
    }
    std::fs::remove_dir_all(&directory).expect("the directory is removed");
}

#[test]
fn a_file_that_cannot_be_written_is_noticed_before_the_table_is_made() {
    let directory = std::env::temp_dir().join(format!("playout-out-{}", std::process::id()));
    let file = directory.join("file");
    std::fs::create_dir(&directory).expect("a directory");
    std::fs::write(&file, "").expect("a file");
    for path in [directory.clone(), file.join("animal_shogi.table"), directory.join("..")] {
        let out = path.to_str().expect("a path in UTF-8");
        let build = ["tables", "build", "animal_shogi", "--threads", "1", "--out", out];
        let (status, error) = failure(out, &build);
        assert_eq!(status, Some(1), "{error}");
        assert!(error.contains(&format!("cannot write {out}: ")), "{error}");
    }
    std::fs::remove_dir_all(&directory).expect("the directory is removed");
}

/// Whoever runs the build closes its input when it ends, however that happens.
#[test]
fn a_piped_build_stops_when_its_input_is_closed() {
    let directory = std::env::temp_dir().join(format!("playout-piped-{}", std::process::id()));
    let path = directory.to_str().expect("a path in UTF-8");
    let mut build = command(&["tables", "build", "animal_shogi", "--threads", "1", "--piped"]);
    let build = build.env("PLAYOUT_TABLES", path).stdin(Stdio::piped());
    let mut build = build.stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut first = String::new();
    let out = build.stdout.as_mut().expect("piped");
    BufReader::new(out).read_line(&mut first).expect("it reports");
    assert_eq!(first, "progress 0\n");
    let (_, error) = failure(path, &["tables", "build", "animal_shogi"]);
    assert!(error.contains("another process is making"), "{error}");

    drop(build.stdin.take());
    assert_eq!(build.wait().expect("it ends").code(), Some(1));
    assert!(!directory.join("animal_shogi.table").exists());
    std::fs::remove_dir_all(&directory).expect("the directory is removed");
}

#[test]
fn a_game_or_variant_without_a_table_has_no_perfect_player() {
    let position = "quick-try rkb/1p1/1P1/BKR b -";
    let error = refusal(&["best", "animal_shogi", "--player", "perfect", "--position", position]);
    assert!(error.contains("no table for animal_shogi quick-try"), "{error}");
    let exact = "mcts:exact=on";
    let error = refusal(&["best", "animal_shogi", "--player", exact, "--position", position]);
    assert!(error.contains("no table for animal_shogi quick-try"), "{error}");
    let error = refusal(&["best", "separo", "--player", exact]);
    assert!(error.contains("setting exact has no effect in separo"), "{error}");
    let error = refusal(&["match", "separo", "perfect", "random", "--games", "2"]);
    assert!(error.contains("no table for separo"), "{error}");
    let error = refusal(&["match", "separo", "random", "random", "--games", "2", "--mistakes"]);
    assert!(error.contains("no table for separo"), "{error}");
}
