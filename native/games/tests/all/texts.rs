//! Positions described as text.

use playout_games::tic_tac_toe::TicTacToe;
use playout_games::{Code, GAMES, Game, MoveText, Outcome, Reason, Side, describe};

#[test]
fn the_start() {
    let start = describe("quarto", None, []).expect("the default start");
    assert_eq!((start.game, start.variant), ("quarto", "standard"));
    assert_eq!(
        (start.start.as_str(), start.position.as_str()),
        ("..../..../..../.... -", "..../..../..../.... -")
    );
    assert_eq!((start.side, start.played.len()), (Side::First, 0));
    assert_eq!((start.ending, start.score), (None, None));
    let texts: Vec<_> = start.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(texts[..3], ["-0", "-1", "-2"]);
    assert_eq!(texts.len(), 16);
}

#[test]
fn moves_with_their_steps() {
    let described = describe("quarto", Some("..../..../..../012. 3"), []).expect("a position");
    let find = |text: &str| described.moves.iter().find(|mv| mv.text == text).cloned();
    let steps = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let (turn, last) = (steps(&["c3", "A"]), steps(&["d1"]));
    let found =
        |text: &str, steps| Some(MoveText { text: text.to_owned(), steps, details: vec![] });
    assert_eq!(find("c3-A"), found("c3-A", turn));
    assert_eq!(find("d1"), found("d1", last));
}

#[test]
fn moves_are_sorted_by_text() {
    let described = describe("quarto", None, ["-7", "c3-A"]).expect("legal");
    assert_eq!(described.moves.len(), 210);
    assert!(described.moves.is_sorted_by(|a, b| a.text < b.text));
}

#[test]
fn a_finished_game() {
    let start = "squares ..../..../..../.... -";
    let moves = ["-0", "a1-1", "b1-2", "a2-3", "b2"];
    let described = describe("quarto", Some(start), moves).expect("legal");
    assert_eq!((described.variant, described.start.as_str()), ("squares", start));
    assert_eq!(described.position, "squares ..../..../23../01.. -");
    let [first, second] = Side::BOTH;
    let sides: Vec<_> = described.played.iter().map(|played| played.side).collect();
    assert_eq!(sides, [first, second, first, second, first]);
    let played: Vec<_> = described.played.iter().map(|played| played.mv.text.as_str()).collect();
    assert_eq!(played, moves);
    assert_eq!(described.played[1].mv.steps, ["a1", "1"]);
    assert_eq!(described.moves, []);
    let ending = described.ending.expect("it is over");
    assert_eq!((ending.outcome, ending.reason), (Outcome::Win(first), Reason::Block));
}

#[test]
fn errors_are_passed_on() {
    let code = |position, moves: &[&str]| {
        describe("quarto", position, moves.iter().copied()).expect_err("refused").code()
    };
    assert_eq!(code(Some("x"), &[]), Code::BadPosition);
    assert_eq!(code(None, &["x"]), Code::BadMove);
    assert_eq!(code(None, &["c3"]), Code::IllegalMove);
}

#[test]
fn every_game_folder_is_in_the_list() {
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    for entry in std::fs::read_dir(sources).expect("the sources") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name");
        let is_folder = entry.file_type().expect("its type").is_dir();
        let is_listed = GAMES.contains(&name.as_str()) || name == TicTacToe::NAME;
        assert!(is_listed || !is_folder, "all_games! in registry.rs lacks {name}");
    }
}
