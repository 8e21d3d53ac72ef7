//! Decisive playouts that keep track of the points where a colour would win at once.
//!
//! A stone adds winning points only on the lines through it, and only if four of its colour are
//! near. A colour with a winning point wins with its next stone, so its winning points all come
//! from its last stone.

use super::{Colour, Gomoku, Points};
use crate::{Game, Outcome};

/// The points where a colour would win.
struct Wins {
    points: Points,
    count: u32,
}

impl Wins {
    fn new(position: &Gomoku, colour: Colour) -> Self {
        let points = position.winning_points(colour);
        Self { points, count: points.len() }
    }
}

/// The outcome of a random game in which both sides draw their moves as `sample_decisive` does,
/// from the same random numbers. Requires that nobody has won yet and that the colours are decided.
pub(super) fn play_out(start: &Gomoku, pick: &mut impl FnMut(u32) -> u32) -> Outcome {
    let mut position = *start;
    let mut wins = Colour::ALL.map(|colour| Wins::new(start, colour));
    while position.empty_count() > 0 {
        let colour = position.colour_to_move();
        let own = &wins[colour as usize];
        if own.count > 0 {
            // Any of them wins. One is drawn anyway, so that a seed gives the same game as when
            // moves are played.
            own.points.random(pick);
            return Outcome::Win(position.side_to_move());
        }
        let threats = &mut wins[colour.other() as usize];
        let forced = if threats.count == 1 { threats.points.random(pick) } else { None };
        let point = forced.unwrap_or_else(|| position.random_empty_point(pick));
        if threats.count > 0 && threats.points.contains(point) {
            threats.points.remove(point);
            threats.count -= 1;
        }
        position.put(colour, point);
        if position.stones(colour).four_at(point) {
            wins[colour as usize] = Wins::new(&position, colour);
        }
    }
    Outcome::Draw
}
