use playout_games::{Code, Game, Options, Outcome, Reason, Record};

use crate::ring::Ring;
use crate::tools::parse;

type RingOfThree = Ring<3>;

fn record(moves: &[&str]) -> Record<RingOfThree> {
    Record::from_texts(None, moves.iter().copied()).expect("legal moves")
}

#[test]
fn the_start_is_the_first_occurrence() {
    let start = RingOfThree::start(&Options::default()).expect("a start");
    assert_eq!(record(&[]).occurrences(&start), 1);
    assert_eq!(record(&["<", ">"]).occurrences(&start), 2);
    assert_eq!(record(&["<", ">"]).outcome(), None);
    assert_eq!(record(&["<"]).occurrences(&parse("9")), 0);
}

#[test]
fn the_third_occurrence_draws() {
    let drawn = record(&["<", ">", "<", ">"]);
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
    let ending = drawn.ending().expect("it is over");
    assert_eq!((ending.outcome, ending.reason), (Outcome::Draw, Reason::Repetition));
    assert!(ending.cells.is_empty() && ending.details.is_empty());
    assert_eq!(drawn.legal_moves(), []);
    // The position does not know about it.
    assert_eq!(drawn.position().outcome(), None);
}

#[test]
fn moves_taken_back_have_not_occurred() {
    let mut record = record(&["<", ">", "<"]);
    let before = record.position().clone();
    record.play_texts([">"]).expect("a legal move");
    assert_eq!(record.outcome(), Some(Outcome::Draw));
    record.take_back(before);
    assert_eq!((record.outcome(), record.ply()), (None, 3));
    assert_eq!(record.occurrences(&parse("9")), 0);
    let start = record.start().clone();
    assert_eq!(record.occurrences(&start), 2);
    record.play_texts([">"]).expect("a legal move");
    assert_eq!(record.outcome(), Some(Outcome::Draw));
}

#[test]
fn positions_to_come_count_as_occurrences() {
    let once = record(&["<"]);
    let (start, next) = (once.start(), once.position());
    assert!(!once.draws_at([], start) && !once.draws_at([next], start));
    assert!(once.draws_at([start, next], start));
    assert_eq!(once.closed().count(), 0);
    let twice = record(&["<", ">", "<"]);
    assert!([start, next].into_iter().all(|it| twice.draws_at([], it)));
    assert!(twice.closed().all(|it| it == start || it == next));
    assert_eq!(twice.closed().count(), 2);
}

#[test]
#[should_panic(expected = "the move does not lead from")]
fn moves_are_taken_back_to_where_they_came_from() {
    let mut record = record(&["<", ">", "<"]);
    let start = record.start().clone();
    record.play_texts(["<"]).expect("a legal move");
    record.take_back(start);
}

/// The game is over, whatever the position says about a move. Unreadable moves are still reported
/// as unreadable.
#[test]
fn no_move_can_be_played_after_it() {
    let mut drawn = record(&["<", ">", "<", ">"]);
    for (mv, code) in [("<", Code::Finished), ("!", Code::Finished), ("x", Code::BadMove)] {
        let error = drawn.play_texts([mv]).expect_err(mv);
        assert_eq!((error.code(), error.location()), (code, Some(5)), "{mv}");
        assert_eq!(drawn.ply(), 4);
    }
}

#[test]
fn wins_take_precedence_over_repetition() {
    let won = Record::<Ring<1>>::from_texts(Some("11"), []).expect("a position");
    assert_eq!(won.ending().map(|ending| ending.reason), Some(Reason::Line));
    assert_eq!(won.outcome(), Some(Outcome::Win(playout_games::Side::First)));
}

#[test]
fn games_without_repetition_do_not_count_occurrences() {
    let again = ["<", ">"].into_iter().cycle().take(100);
    let record = Record::<Ring<0>>::from_texts(None, again).expect("legal moves");
    assert_eq!((record.outcome(), record.occurrences(record.position())), (None, 0));
    assert!(!record.draws_at([], record.position()));
    assert_eq!(record.closed().count(), 0);
}
