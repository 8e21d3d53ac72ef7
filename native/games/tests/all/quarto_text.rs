use playout_games::Game;
use playout_games::quarto::{Cell, Piece, Quarto};

use crate::tools::{after_texts, parse};

#[test]
fn rows_are_written_from_the_top_and_columns_from_the_left() {
    let position = parse::<Quarto>("0..1/..../.2../3..4 5");
    let at = |column, row| {
        position.piece_at(Cell::new(column, row).expect("a cell")).map(|piece| piece.to_string())
    };
    assert_eq!(at(0, 3).as_deref(), Some("0"));
    assert_eq!(at(3, 3).as_deref(), Some("1"));
    assert_eq!(at(1, 1).as_deref(), Some("2"));
    assert_eq!(at(0, 0).as_deref(), Some("3"));
    assert_eq!(at(3, 0).as_deref(), Some("4"));
    assert_eq!(at(2, 1), None);
    assert_eq!(Cell::new(1, 2).expect("a cell").to_string(), "b3");
    assert_eq!(Cell::new(1, 2).expect("a cell").index(), 9);
}

#[test]
fn a_move_places_its_piece() {
    for (column, letter) in (0..).zip(["a", "b", "c", "d"]) {
        for row in 0..4 {
            let moved = after_texts(
                &parse::<Quarto>("..../..../..../.... 6"),
                &format!("{letter}{}-0", row + 1),
            );
            let mut rows = [[b'.'; 4]; 4];
            rows[3 - row][column] = b'6';
            let rows = rows.map(|row| String::from_utf8_lossy(&row).into_owned());
            assert_eq!(moved.to_string(), format!("{} 0", rows.join("/")));
        }
    }
}

#[test]
fn the_start_of_each_variant() {
    assert_eq!(Quarto::default().to_string(), "..../..../..../.... -");
    assert_eq!(Quarto::default().variant(), "standard");
    let squares = parse::<Quarto>("squares ..../..../..../.... -");
    assert_eq!(squares.variant(), "squares");
    assert_eq!(squares.to_string(), "squares ..../..../..../.... -");
    assert_ne!(squares, Quarto::default());
    assert_ne!(squares.key(), Quarto::default().key());
}

#[test]
fn the_variant_never_changes_during_a_game() {
    let squares = parse::<Quarto>("squares ..../..../..../.... -");
    assert_eq!(after_texts(&squares, "-7 c3-A").to_string(), "squares ..../..7./..../.... A");
}

#[test]
fn the_piece_in_hand_is_not_available() {
    let position = parse::<Quarto>("..../..7./..../.... A");
    assert_eq!(position.hand().map(Piece::index), Some(10));
    let rest: String = position.remaining().map(|piece| piece.to_string()).collect();
    assert_eq!(rest, "012345689BCDEF");
}

#[test]
fn attributes_are_the_bits_of_the_digit() {
    let names = |digit| {
        let piece = Piece::from_digit(digit).expect("a piece");
        [3, 2, 1, 0].map(|attribute| piece.attribute_name(attribute)).join(" ")
    };
    assert_eq!(names('0'), "short light round solid");
    assert_eq!(names('F'), "tall dark square hollow");
    assert_eq!(names('8'), "tall light round solid");
    assert_eq!(names('4'), "short dark round solid");
    assert_eq!(names('2'), "short light square solid");
    assert_eq!(names('1'), "short light round hollow");
}

#[test]
fn quarto_has_no_score_and_no_repetition() {
    assert_eq!(Quarto::default().score(), None);
    assert_eq!(Quarto::REPETITIONS_TO_DRAW, 0);
}
