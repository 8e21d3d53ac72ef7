use std::collections::BTreeMap;

use playout_games::quarto::{Cell, Move, Piece, Quarto};
use playout_games::{Diagram, Game};
use proptest::prelude::*;

use crate::diagrams::rows;
use crate::properties::{properties, read_as_position};
use crate::quarto_reference::{Reference, ReferenceMove};
use crate::tools::{after, legal, random_game};
use crate::whole_run::short_or_whole;

properties!(Quarto, at most 17 plies, moves moves(), text text_of);

/// All moves that text can express, including illegal ones.
fn moves() -> Vec<Move> {
    let cells = || (0..4).flat_map(|row| (0..4).filter_map(move |column| Cell::new(column, row)));
    let pieces = || "0123456789ABCDEF".chars().filter_map(Piece::from_digit);
    let moves: Vec<_> = cells()
        .flat_map(|cell| pieces().map(move |piece| Move::turn(cell, piece)))
        .chain(cells().map(Move::last))
        .chain(pieces().map(Move::opening))
        .collect();
    assert_eq!(moves.len(), 17 * 17 - 1);
    moves
}

proptest! {
    /// Every position of a game, ply by ply.
    #[test]
    fn games_agree_with_the_reference(seed in any::<u64>()) {
        for position in random_game::<Quarto>(seed) {
            let slow = Reference::read(&position.to_string());
            prop_assert_eq!(position.to_string(), slow.text());
            prop_assert_eq!(position.side_to_move().name(), slow.side());
            prop_assert_eq!(position.outcome().map(|outcome| outcome.name()), slow.outcome());
            let fast_next = |mv| (position.move_text(mv), after(&position, mv).to_string());
            let slow_next = |mv: ReferenceMove| (mv.text(), slow.after(mv).text());
            let fast: BTreeMap<_, _> = legal(&position).into_iter().map(fast_next).collect();
            let expected = slow.moves().into_iter().map(slow_next).collect();
            prop_assert_eq!(fast, expected, "{}", position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(short_or_whole(1_000, 4_000)))]

    #[test]
    fn texts_of_valid_characters(text in "(squares )?[0-9A-F./]{15,20} [-0-9A-F]") {
        read_as_position::<Quarto>(&text);
    }
}

#[test]
fn some_edits_lead_to_another_position() {
    let text = "..../..7./..../.... A";
    assert!(read_as_position::<Quarto>(&text.replace('A', "B")));
    assert!(!read_as_position::<Quarto>(&text.replace('A', "7")));
}

fn text_of(diagram: &Diagram) -> String {
    let names: Vec<_> = diagram.kinds.iter().map(|&(_, name)| name).collect();
    let variant = if diagram.variant == "squares" { "squares " } else { "" };
    let hand = diagram.hands[diagram.side as usize].first().map_or("-", |&(name, _)| name);
    assert!(diagram.hands[diagram.side.other() as usize].is_empty());
    let seen = diagram.cells.iter().filter(|&&cell| cell > 0).count() + diagram.pool.len();
    assert_eq!(seen + usize::from(hand != "-"), 16);
    format!("{variant}{} {hand}", rows(diagram, &names, Some(".")))
}
