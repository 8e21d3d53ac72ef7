//! Compares the urgent moves with those found by trying every move.

use playout_games::quarto::Quarto;
use playout_games::{Game, Outcome, Playouts, Urgency};

use crate::ring::Ring;
use crate::tools::{after, legal, parse, sorted_texts};

fn wins_now<G: Game>(position: &G, mv: G::Move) -> bool {
    after(position, mv).outcome() == Some(Outcome::Win(position.side_to_move()))
}

/// Whether a move loses at once, by itself or to a reply.
fn loses_at_once<G: Game>(position: &G, mv: G::Move) -> bool {
    let opponent = position.side_to_move().other();
    let next = after(position, mv);
    if next.outcome().is_some() {
        return next.outcome() == Some(Outcome::Win(opponent));
    }
    // If the same side is to move again, the opponent has no reply.
    next.side_to_move() == opponent && legal(&next).into_iter().any(|reply| wins_now(&next, reply))
}

fn by_trying<G: Game>(position: &G) -> (Urgency, Vec<G::Move>) {
    let all = legal(position);
    let wins: Vec<_> = all.iter().copied().filter(|&mv| wins_now(position, mv)).collect();
    if !wins.is_empty() {
        return (Urgency::Win, wins);
    }
    let safe: Vec<_> = all.iter().copied().filter(|&mv| !loses_at_once(position, mv)).collect();
    if !safe.is_empty() {
        return (Urgency::Safe, safe);
    }
    (Urgency::Lost, all)
}

pub(crate) fn agrees_with_trying<G: Playouts>(position: &G) {
    if position.outcome().is_some() {
        return;
    }
    let mut moves = Vec::new();
    let urgency = position.urgent_moves(&mut moves);
    let (expected, tried) = by_trying(position);
    assert_eq!(urgency, expected, "{position}");
    assert_eq!(sorted_texts(position, &moves), sorted_texts(position, &tried), "{position}");
}

/// The default, for a game that does not override it and in which a side may move twice in a row.
#[test]
fn the_default_tries_every_move() {
    for place in 0..10 {
        agrees_with_trying(&parse::<Ring>(&place.to_string()));
    }
}

fn urgent(text: &str) -> (Urgency, Vec<String>) {
    let position = parse::<Quarto>(text);
    let mut moves = Vec::new();
    let urgency = position.urgent_moves(&mut moves);
    (urgency, sorted_texts(&position, &moves))
}

#[test]
fn wins_come_first() {
    assert_eq!(urgent("..../..../..../012. 3"), (Urgency::Win, vec!["d1".to_owned()]));
}

#[test]
fn safe_moves_give_no_winning_piece() {
    // Three tall pieces have nothing else in common, and the piece in hand is short.
    let (urgency, moves) = urgent("..../..../..../8DE. 3");
    assert_eq!(urgency, Urgency::Safe);
    assert!(moves.contains(&"a4-0".to_owned()) && moves.contains(&"d1-F".to_owned()));
    assert!(!moves.contains(&"a4-F".to_owned()));
}

#[test]
fn urgent_moves_are_appended() {
    let position = parse::<Quarto>("..../..../..../.... -");
    let mut moves = legal(&position);
    position.urgent_moves(&mut moves);
    assert_eq!(moves.len(), 32);
}

#[test]
fn the_last_placement_is_safe() {
    let (urgency, moves) = urgent(crate::quarto_endings::BEFORE_DRAW);
    assert_eq!((urgency, moves.len()), (Urgency::Safe, 1));
}
