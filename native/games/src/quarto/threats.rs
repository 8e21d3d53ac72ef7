//! The cells where a piece would win, and the pieces that are safe to give.

use super::Quarto;
use super::lanes::Lanes;
use super::piece::{Cell, Piece};

impl Quarto {
    /// The cells where a piece would win.
    pub(super) fn winning_cells(&self, piece: Piece) -> u16 {
        self.lanes_for(piece).completing(self.lines).any() & !self.occupied()
    }

    /// Whether a piece would win on an empty cell.
    pub(super) fn wins_at(&self, piece: Piece, cell: Cell) -> bool {
        self.lanes_for(piece).completes_at(cell, self.lines)
    }

    /// Whether placing the piece in hand on an empty cell ends the game.
    pub(super) fn ends_at(&self, cell: Cell) -> bool {
        self.is_last_piece() || self.hand.is_some_and(|hand| self.wins_at(hand, cell))
    }

    /// For each attribute, the cells whose pieces have the same value as a given piece.
    fn lanes_for(&self, piece: Piece) -> Lanes {
        self.with.of_attributes(self.without, piece)
    }

    /// The remaining pieces with which the opponent could not win at once.
    pub(super) fn safe_pieces(&self) -> u16 {
        let empty = !self.occupied();
        let with = self.with.completing(self.lines).touching(empty);
        let without = self.without.completing(self.lines).touching(empty);
        self.remaining & !Piece::having_any(with) & !Piece::lacking_any(without)
    }

    /// A uniform cell among those where placing the piece in hand leaves a safe piece to give, and
    /// then a uniform one of these pieces.
    pub(super) fn sample_safe(
        &self,
        hand: Piece,
        pick: &mut impl FnMut(u32) -> u32,
    ) -> Option<(Cell, Piece)> {
        // Drawing cells until one fits makes all that fit equally likely.
        let mut untried = !self.occupied();
        while untried != 0 {
            let cell = Cell::random(untried, pick);
            let safe = self.placed(hand, cell).safe_pieces();
            if safe != 0 {
                return Some((cell, Piece::random(safe, pick)));
            }
            untried &= !cell.bit();
        }
        None
    }
}
