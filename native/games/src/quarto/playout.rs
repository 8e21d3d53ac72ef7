//! Playouts, and one ply of lookahead.

use super::piece::{Cell, Piece};
use super::{Move, Quarto};
use crate::draw::Remaining;
use crate::{Game, Outcome, Playouts, Side, Urgency};

impl Playouts for Quarto {
    fn urgent_moves(&self, moves: &mut Vec<Move>) -> Urgency {
        let Some(hand) = self.hand else {
            self.legal_moves(moves);
            return Urgency::Safe;
        };
        let winning = self.winning_cells(hand);
        if winning != 0 {
            moves.extend(Cell::of_set(winning).map(Move::last));
            return Urgency::Win;
        }
        if self.is_last_piece() {
            self.legal_moves(moves);
            return Urgency::Safe;
        }
        let from = moves.len();
        for cell in Cell::of_set(!self.occupied()) {
            Self::moves_at(cell, self.placed(hand, cell).safe_pieces(), moves);
        }
        if moves.len() > from {
            return Urgency::Safe;
        }
        self.legal_moves(moves);
        Urgency::Lost
    }

    /// A uniform cell, then a uniform piece.
    fn sample(&self, pick: &mut impl FnMut(u32) -> u32) -> Move {
        let Some(hand) = self.hand else {
            return Move::opening(Piece::random(self.remaining, pick));
        };
        let cell = Cell::random(!self.occupied(), pick);
        if self.is_last_piece() || self.wins_at(hand, cell) {
            return Move::last(cell);
        }
        Move::turn(cell, Piece::random(self.remaining, pick))
    }

    /// A uniform cell among those that leave a safe piece to give, then a uniform one of these
    /// pieces.
    fn sample_decisive(&self, pick: &mut impl FnMut(u32) -> u32) -> Move {
        // Nobody can win before the second piece has been placed.
        let Some(hand) = self.hand.filter(|_| self.placed_count() >= 2) else {
            return self.sample(pick);
        };
        let winning = self.winning_cells(hand);
        if winning != 0 {
            return Move::last(Cell::random(winning, pick));
        }
        let empty = !self.occupied();
        if self.is_last_piece() {
            return Move::last(Cell::random(empty, pick));
        }
        self.sample_safe(hand, pick).map_or_else(
            || Move::turn(Cell::random(empty, pick), Piece::random(self.remaining, pick)),
            |(cell, given)| Move::turn(cell, given),
        )
    }

    /// Draws cells and pieces from two lists until a line is complete.
    fn play_out_uniformly(&self, word: &mut impl FnMut() -> u64) -> Option<Outcome> {
        if let Some(outcome) = self.outcome() {
            return Some(outcome);
        }
        let mut bits = word();
        let mut cells = Remaining(Cell::listed(!self.occupied()));
        let mut pieces = Remaining(Piece::listed(self.remaining));
        let mut empty = 16 - self.placed_count() as usize;
        let mut hand = self.hand.unwrap_or_else(|| pieces.take(16, &mut bits));
        let mut board = *self;
        loop {
            let cell = cells.take(empty, &mut bits);
            // Three pieces cannot complete a line.
            if empty <= 13 {
                if board.wins_at(hand, cell) {
                    let placer = if empty.is_multiple_of(2) { Side::Second } else { Side::First };
                    return Some(Outcome::Win(placer));
                }
                if empty == 1 {
                    return Some(Outcome::Draw);
                }
            }
            board.place(hand, cell);
            empty -= 1;
            hand = pieces.take(empty, &mut bits);
            // A word is used up after eight draws.
            if empty.is_multiple_of(4) {
                bits = word();
            }
        }
    }

    /// Nobody can win at once with a safe piece, and the opponent wins with any other, so a playout
    /// only has to look for safe pieces.
    fn play_out_decisively(&self, pick: &mut impl FnMut(u32) -> u32) -> Option<Outcome> {
        let mut position = *self;
        while !position.is_over() && position.placed_count() < 2 {
            position.play(position.sample(pick));
        }
        let Some(mut hand) = position.hand else {
            return position.outcome();
        };
        if position.winning_cells(hand) != 0 {
            return Some(Outcome::Win(position.side_to_move()));
        }
        while !position.is_last_piece() {
            let Some((cell, given)) = position.sample_safe(hand, pick) else {
                return Some(Outcome::Win(position.side_to_move().other()));
            };
            position.play(Move::turn(cell, given));
            hand = given;
        }
        Some(Outcome::Draw)
    }
}
