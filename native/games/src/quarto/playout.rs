//! A uniform playout: cells and pieces drawn from two lists until a line stands.

use super::Quarto;
use super::piece::{Cell, Piece};
use crate::draw::Left;
use crate::{Game, Outcome, Side};

impl Quarto {
    /// Plays the game out, each cell as likely as another and then each piece, and
    /// says who won.
    pub(super) fn play_out(&self, word: &mut impl FnMut() -> u64) -> Outcome {
        if let Some(outcome) = self.outcome() {
            return outcome;
        }
        let mut bits = word();
        let mut cells = Left(Cell::listed(!self.occupied()));
        let mut pieces = Left(Piece::listed(self.remaining));
        let mut empty = 16 - self.placed_count() as usize;
        let mut hand = self.hand.unwrap_or_else(|| pieces.take(16, &mut bits));
        let mut board = *self;
        loop {
            let cell = cells.take(empty, &mut bits);
            // Three pieces make no line.
            if empty <= 13 {
                if board.wins_at(hand, cell) {
                    let placer = if empty.is_multiple_of(2) { Side::Second } else { Side::First };
                    return Outcome::Win(placer);
                }
                if empty == 1 {
                    return Outcome::Draw;
                }
            }
            board.place(hand, cell);
            empty -= 1;
            hand = pieces.take(empty, &mut bits);
            // Eight draws later little is left of a word.
            if empty.is_multiple_of(4) {
                bits = word();
            }
        }
    }
}
