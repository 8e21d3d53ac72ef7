use playout_games::gomoku::{Colour, Gomoku, Move, Point};

use crate::laws::laws;

laws!(Gomoku, at most 401 plies, moves moves());

fn moves() -> Vec<Move> {
    let points = (0..20).flat_map(|row| (0..20).filter_map(move |column| Point::new(column, row)));
    points.map(Move::place).chain(Colour::ALL.map(Move::take)).collect()
}
