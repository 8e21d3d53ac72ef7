use playout_games::quarto::Quarto;
use playout_games::{Game, Side};

use crate::tools::{after_texts, legal_texts, parse};

fn side(text: &str) -> Side {
    parse::<Quarto>(text).side_to_move()
}

#[test]
fn first_begins_by_giving_a_piece() {
    let start = Quarto::default();
    assert_eq!(start.side_to_move(), Side::First);
    assert_eq!((start.hand(), start.outcome()), (None, None));
    let openings: Vec<_> = "0123456789ABCDEF".chars().map(|piece| format!("-{piece}")).collect();
    assert_eq!(legal_texts(&start), openings);
}

#[test]
fn the_sides_alternate_after_the_opening() {
    let opened = after_texts(&Quarto::default(), "-7");
    assert_eq!(opened.side_to_move(), Side::Second);
    assert_eq!(opened.to_string(), "..../..../..../.... 7");
    // 16 cells, and 15 pieces that are not in hand.
    assert_eq!(legal_texts(&opened).len(), 240);
    assert!(legal_texts(&opened).iter().all(|text| !text.ends_with("-7")));

    let placed = after_texts(&opened, "c3-A");
    assert_eq!(placed.side_to_move(), Side::First);
    assert_eq!(placed.to_string(), "..../..7./..../.... A");
    assert_eq!(legal_texts(&placed).len(), 15 * 14);
}

#[test]
fn the_number_of_pieces_determines_the_turn() {
    assert_eq!(side("..../..../..../.... -"), Side::First);
    assert_eq!(side("..../..../..../.... 5"), Side::Second);
    assert_eq!(side("..../..../..../0... 5"), Side::First);
    assert_eq!(side("..../..../..../01.. 5"), Side::Second);
    assert_eq!(side("squares ..../..../..../01.. 5"), Side::Second);
    assert_eq!(side("23C5/F0B7/98D6/4E.. A"), Side::Second);
    assert_eq!(side("23C5/F0B7/98D6/4E1. A"), Side::First);
}

#[test]
fn the_side_that_placed_the_last_piece_wins() {
    let winner = |text| parse::<Quarto>(text).outcome().expect("a line is complete").name();
    assert_eq!(winner("..../..../..../0123 -"), "first");
    assert_eq!(winner("..../..../C.../0123 -"), "second");
    assert_eq!(winner("..../..../CB../0123 -"), "first");
}

#[test]
fn each_side_wins_a_game() {
    let start = Quarto::default();
    let first = after_texts(&start, "-0 a1-1 b1-2 c1-3 d1");
    assert_eq!(first.outcome().map(|outcome| outcome.name()), Some("first"));
    assert_eq!(first.side_to_move(), Side::Second);
    let second = after_texts(&start, "-0 a1-1 b1-2 c1-C a2-3 d1");
    assert_eq!(second.outcome().map(|outcome| outcome.name()), Some("second"));
    assert_eq!(second.side_to_move(), Side::First);
}

#[test]
fn the_order_of_placements_does_not_matter() {
    let start = Quarto::default();
    let one = after_texts(&start, "-0 a1-1 b2-5 c1-9 d3-F");
    let other = after_texts(&start, "-9 d3-5 c1-0 a1-1 b2-F");
    assert_eq!(one, other);
    assert_eq!(one.key(), other.key());
    assert_ne!(one.key(), after_texts(&start, "-0 a1-1 b2-5 c1-9 d3-E").key());
}

#[test]
fn sides() {
    assert_eq!(Side::First.other(), Side::Second);
    assert_eq!(Side::Second.other(), Side::First);
    assert_eq!(format!("{} {}", Side::First, Side::Second), "first second");
}
