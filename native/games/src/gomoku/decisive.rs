//! Decisive playouts, with the points kept where a colour would win at once.
//!
//! A stone brings new ones only on the lines through it, and only where four
//! of its colour are near. As a colour that has one wins with its next stone,
//! none of its own is ever older than its last stone.

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

/// How a game ends in which both sides move as by `sample_decisive` (and draw
/// as it does), where nobody has won and who has which colour is settled.
pub(super) fn play_out(start: &Gomoku, pick: &mut impl FnMut(u32) -> u32) -> Outcome {
    let mut position = *start;
    let mut wins = Colour::ALL.map(|colour| Wins::new(start, colour));
    while position.empty_count() > 0 {
        let colour = position.colour_to_move();
        let own = &wins[colour as usize];
        if own.count > 0 {
            // Whichever it is: drawn so that a seed means the same as by moves.
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
