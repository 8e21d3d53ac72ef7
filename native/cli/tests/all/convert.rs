//! The `convert` command.

use crate::tools::{Directory, answer, refusal, run, run_with};

const GOMOKU: &str = "[Game \"gomoku\"]\n\n1. h8 i9 (1... i8 {near}) 2. g7 1-0\n";
const SGF: &str = "(;FF[4]GM[4]CA[UTF-8]AP[Playout]SZ[15]RU[freestyle]RE[B+];B[hh](;W[ig];B[gi])\n\
                   (;W[ih]C[near]))\n";

/// The output for standard input.
fn converted(input: &str, to: &str) -> String {
    let output = run_with(&["convert", "--to", to], input);
    assert_eq!((output.status, output.errors.as_str()), (Some(0), ""), "{input}");
    output.out
}

#[test]
fn records_are_converted() {
    assert_eq!(converted(GOMOKU, "sgf"), SGF);
    let pgn = "[Game \"gomoku\"]\n[Variant \"freestyle\"]\n[Result \"1-0\"]\n\n\
               1. h8 i9 (1... i8 {near}) 2. g7 1-0\n";
    assert_eq!(converted(SGF, "pgn"), pgn);
    assert_eq!(converted(pgn, "pgn"), pgn);
    let usi = "position startpos moves 2c2b 2a2b\n";
    let pgn = converted(usi, "pgn");
    assert!(pgn.ends_with("\n\n1. 2c2b 2a2b *\n"), "{pgn}");
    assert_eq!(converted(&pgn, "usi"), usi);
}

#[test]
fn several_records_stay_in_their_order() {
    let both = "[Game \"gomoku\"] h8 *\n\n[Game \"gomoku\"] i9 *\n";
    let sgf = converted(both, "sgf");
    let games: Vec<_> = sgf.split("\n\n").collect();
    assert!(games.len() == 2 && games[0].contains("B[hh]") && games[1].contains("B[ig]"), "{sgf}");
    assert_eq!(converted(&sgf, "sgf"), sgf);
    let lines = "position startpos\nposition startpos moves 2c2b\n";
    assert_eq!(converted(lines, "usi"), lines);
    assert_eq!(converted(lines, "pgn").matches("[Game ").count(), 2);
}

#[test]
fn files_are_read() {
    let directory = Directory::new("convert");
    let path = directory.file("game.pgn");
    std::fs::write(&path, GOMOKU).expect("a file");
    assert_eq!(answer(&["convert", &path, "--to", "sgf"]), SGF);
    let output = run_with(&["convert", "-", "--to", "sgf"], GOMOKU);
    assert_eq!((output.status, output.out.as_str()), (Some(0), SGF));
}

/// The error for standard input that cannot be converted.
fn failure(input: impl AsRef<[u8]>, to: &str) -> String {
    let output = run_with(&["convert", "--to", to], input);
    assert_eq!((output.status, output.out.as_str()), (Some(1), ""));
    assert_eq!(output.errors.lines().count(), 1, "{}", output.errors);
    output.errors
}

#[test]
fn mistakes_have_places_and_nothing_is_written() {
    for (input, to, expected) in [
        ("", "pgn", "line 1, column 1: expected a record"),
        ("hello", "pgn", "line 1, column 1: expected a record"),
        (
            "[Game \"gomoku\"] h8 *\n\n[Game \"gomoku\"]\n 1. h8 h8 *",
            "sgf",
            "line 4, column 8: h8: ",
        ),
        (
            "[Game \"gomoku\"] h8 *\n [Game \"quarto\"] *",
            "sgf",
            "line 2, column 2: SGF is only for gomoku, not for quarto",
        ),
        (
            "[Game \"animal_shogi\"] [Variant \"quick-try\"] *",
            "usi",
            "line 1, column 1: USI knows only the variant standard",
        ),
    ] {
        let error = failure(input, to);
        assert!(error.starts_with(&format!("playout: standard input: {expected}")), "{error}");
    }
    let error = failure(b"[Game \"gomoku\"]\n {\xc3\xa4\xff} *", "pgn");
    assert!(error.contains("line 2, column 4: the text is not valid UTF-8"), "{error}");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let directory = Directory::new("convert-missing");
    for path in [directory.file("missing.pgn"), directory.file("")] {
        let output = run(&["convert", &path, "--to", "pgn"]);
        assert_eq!((output.status, output.out.as_str()), (Some(1), ""));
        assert!(
            output.errors.starts_with(&format!("playout: cannot read {path}: ")),
            "{}",
            output.errors
        );
    }
}

#[test]
fn unknown_formats_are_refused() {
    for format in ["pdf", "PGN", ""] {
        let error = refusal(&["convert", "--to", format]);
        assert!(error.contains("pgn, sgf, usi"), "{error}");
    }
    assert!(refusal(&["convert"]).contains("--to"));
}
