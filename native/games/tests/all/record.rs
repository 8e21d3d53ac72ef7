use playout_games::quarto::Quarto;
use playout_games::{Code, Description, Game, MAX_MOVES, Options, Reason, Record, Side};

use crate::ring::Ring;
use crate::tools::{after_texts, detail, legal, parse, text};
use playout_games::Detail;

#[test]
fn a_new_record_has_its_start_position() {
    let record = Record::<Quarto>::from_texts(None, []).expect("the default start");
    assert_eq!((record.start(), record.position()), (&Quarto::default(), &Quarto::default()));
    assert_eq!((record.ply(), record.moves().len(), record.outcome()), (0, 0, None));
    assert_eq!(record.legal_moves(), legal(&Quarto::default()));
    assert_eq!(record.occurrences(record.position()), 0);
}

#[test]
fn a_record_has_its_start_and_its_moves() {
    let position = "..../..../..../01.. 5";
    let record = Record::<Quarto>::from_texts(Some(position), ["c1-2", "d4-3"]).expect("legal");
    assert_eq!(record.start().to_string(), position);
    assert_eq!(record.move_texts(), ["c1-2", "d4-3"]);
    assert_eq!(record.ply(), 2);
    assert_eq!(record.position(), &after_texts(&parse::<Quarto>(position), "c1-2 d4-3"));
}

#[test]
fn refused_moves_do_not_change_the_record() {
    let mut record = Record::<Quarto>::from_texts(None, ["-7", "c3-A"]).expect("legal");
    let before = Description::from(&record);
    for mv in ["", "c3-A", "d3-A", "d3-7", "d3", "-8", "x", "🦀", "d3-8 "] {
        let error = record.play_texts([mv]).expect_err(mv);
        assert_eq!(error.location(), Some(3));
        assert!(error.to_string().starts_with("move 3: "), "{error}");
        assert!(record.parse_move(mv).is_err_and(|error| error.location().is_none()));
        assert_eq!(Description::from(&record), before);
    }
    record.play_texts(["d3-8"]).expect("it is not over");
}

#[test]
fn moves_before_a_refused_one_stay_played() {
    let mut record = Record::new(Quarto::default());
    let error = record.play_texts(["-7", "c3-A", "c3-B", "d3-8"]).expect_err("c3 twice");
    assert_eq!(error.to_string(), "move 3: c3-B: c3 is occupied");
    assert_eq!(record.move_texts(), ["-7", "c3-A"]);
}

#[test]
fn no_move_can_be_played_in_a_finished_game() {
    let moves = ["-0", "a1-1", "b1-2", "c1-3", "d1"];
    let mut record = Record::<Quarto>::from_texts(None, moves).expect("legal");
    assert_eq!(record.ending().map(|ending| ending.reason), Some(Reason::Line));
    assert_eq!(record.outcome(), record.position().outcome());
    assert_eq!(record.legal_moves(), []);
    let error = record.play_texts(["a2-4"]).expect_err("it is over");
    assert_eq!((error.code(), error.location()), (Code::Finished, Some(6)));
    assert_eq!(error.to_string(), "move 6: the game is over");
}

#[test]
fn refused_starts() {
    let error = Record::<Quarto>::from_texts(Some("x"), ["-7"]).expect_err("no position");
    assert_eq!((error.code(), error.location()), (Code::BadPosition, Some(1)));
}

#[test]
fn a_record_has_a_limit() {
    let mut record = Record::new(Ring::<0>::start(&Options::default()).expect("a start"));
    let error = record.play_texts(["<", ">"].into_iter().cycle()).expect_err("it never ends");
    assert_eq!(record.ply(), MAX_MOVES);
    assert_eq!((error.code(), error.location()), (Code::TooLarge, Some(MAX_MOVES + 1)));
    assert_eq!(detail(&error, "problem"), Some(&text("too_many_moves")));
    assert_eq!(detail(&error, "limit"), Some(&Detail::Number(10_000)));
    assert_eq!(error.to_string(), "move 10001: a game has at most 10000 moves");
}

/// The side to move comes from each position, not from counting.
#[test]
fn a_side_may_move_twice_in_a_row() {
    let record = Record::<Ring>::from_texts(Some("0"), [">", ">", ">", ">"]).expect("legal");
    let described = Description::from(&record);
    let movers: Vec<_> = described.played.iter().map(|played| played.side).collect();
    assert_eq!(movers, [Side::First, Side::Second, Side::First, Side::First]);
    assert_eq!(described.side, Side::Second);
}
