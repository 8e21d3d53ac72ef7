use playout_games::Game;
use playout_games::quarto::{Cell, Move, Piece, Quarto};

use crate::tools::{legal, legal_texts, parse};

fn read(position: &str, text: &str) -> (Move, Vec<String>) {
    let position = parse::<Quarto>(position);
    let mv = position.parse_move(text).expect("a legal move");
    assert_eq!(position.move_text(mv), text);
    assert_eq!(mv.to_string(), text);
    (mv, position.steps(mv))
}

fn cell(column: u8, row: u8) -> Cell {
    Cell::new(column, row).expect("a cell")
}

fn piece(digit: char) -> Piece {
    Piece::from_digit(digit).expect("a piece")
}

#[test]
fn the_opening_is_one_step() {
    let (mv, steps) = read("..../..../..../.... -", "-7");
    assert_eq!(mv, Move::opening(piece('7')));
    assert_eq!((mv.cell(), mv.piece()), (None, Some(piece('7'))));
    assert_eq!(steps, ["7"]);
}

#[test]
fn a_turn_is_two_steps() {
    let (mv, steps) = read("..../..../..../.... 7", "c3-A");
    assert_eq!(mv, Move::turn(cell(2, 2), piece('A')));
    assert_eq!(steps, ["c3", "A"]);
}

#[test]
fn a_last_placement_is_one_step() {
    let (mv, steps) = read("..../..../..../012. 3", "d1");
    assert_eq!(mv, Move::last(cell(3, 0)));
    assert_eq!((mv.cell(), mv.piece()), (Some(cell(3, 0)), None));
    assert_eq!(steps, ["d1"]);
}

#[test]
fn only_winning_placements_give_no_piece() {
    let texts = legal_texts(&parse::<Quarto>("..../..../..../012. 3"));
    let (with, without): (Vec<_>, Vec<_>) = texts.iter().partition(|text| text.contains('-'));
    assert_eq!(without, ["d1"]);
    assert_eq!(with.len(), 12 * 12);
}

#[test]
fn the_fifteenth_placement_gives_the_last_piece() {
    let texts = legal_texts(&parse::<Quarto>("23C5/F0B7/98D6/4E.. 1"));
    // d1 completes a column of short pieces.
    assert_eq!(texts, ["c1-A", "d1"]);
}

#[test]
fn moves_are_in_the_order_of_the_board() {
    let moves = legal(&parse::<Quarto>("..../..../..../012. 8"));
    assert!(moves.is_sorted());
}

#[test]
fn invalid_cells_and_pieces_are_none() {
    assert_eq!((Cell::new(4, 0), Cell::new(0, 4), Cell::new(255, 255)), (None, None, None));
    for digit in ['a', 'f', 'G', '.', '-', ' ', '٣', '０', '\0'] {
        assert_eq!(Piece::from_digit(digit), None, "{digit:?}");
    }
}
