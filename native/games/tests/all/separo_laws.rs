use playout_games::separo::{Direction, Move, Point, Separo};

use crate::laws::laws;

laws!(Separo, at most 714 plies, moves moves());

/// A seventh of all that start at a point of the largest board; the pass.
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
