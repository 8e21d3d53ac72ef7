use playout_games::separo::{Direction, Move, Point, Separo};
use playout_games::{Diagram, Side, Vertex};

use crate::diagrams::letter;
use crate::properties::properties;

properties!(Separo, at most 714 plies, moves moves(), text text_of);

/// A seventh of all moves from points of the largest board, and the pass.
fn moves() -> Vec<Move> {
    let points = (0..19).flat_map(|row| (0..19).map(move |column| (column, row)));
    let points = points.filter_map(|(column, row)| Point::new(column, row));
    let two = |from: Point| {
        Direction::all().flat_map(move |first| {
            Direction::all().filter_map(move |second| Move::roots(from, first, second))
        })
    };
    points.flat_map(two).step_by(7).chain([Move::PASS]).collect()
}

fn text_of(diagram: &Diagram) -> String {
    let point = |(x, y): Vertex| format!("{}{}", char::from(b'a' + x / 2), y / 2 + 1);
    let roots = |side: Side| {
        let roots: Vec<_> =
            diagram.roots[side as usize].iter().map(|&[a, b]| point(a) + &point(b)).collect();
        if roots.is_empty() { "-".to_owned() } else { roots.join(",") }
    };
    let side = letter(diagram.side, ['r', 'b']);
    format!("{} {side} {} {}", diagram.columns, roots(Side::First), roots(Side::Second))
}
