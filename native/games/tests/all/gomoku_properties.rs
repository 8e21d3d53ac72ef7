use playout_games::Diagram;
use playout_games::gomoku::{Colour, Gomoku, Move, Point};

use crate::diagrams::{detail, letter, rows};
use crate::properties::properties;

properties!(Gomoku, at most 401 plies, moves moves(), text text_of);

fn moves() -> Vec<Move> {
    let points = (0..20).flat_map(|row| (0..20).filter_map(move |column| Point::new(column, row)));
    points.map(Move::place).chain(Colour::ALL.map(Move::choose)).collect()
}

fn text_of(diagram: &Diagram) -> String {
    let letter_of = |colour: &str| if colour == "black" { 'x' } else { 'o' };
    let (first, second) = (detail(diagram, "first"), detail(diagram, "second"));
    let placed = diagram.cells.iter().filter(|&&cell| cell > 0).count();
    let (turn, opening) = match (first.as_deref(), second.as_deref()) {
        (Some("black"), Some("white")) => (None, ""),
        (Some("white"), Some("black")) => (None, "+swapped"),
        _ => {
            assert_eq!(detail(diagram, "opening"), Some(placed.to_string()));
            assert_eq!(detail(diagram, "places").is_none(), placed == 5);
            (Some(letter(diagram.side, ['x', 'o'])), "+swap2")
        }
    };
    let places = detail(diagram, "places");
    let turn = turn.or_else(|| places.as_deref().map(letter_of)).expect("a stone is placed");
    format!("{} {turn} {}{opening}", rows(diagram, &["x", "o"], None), diagram.variant)
}
