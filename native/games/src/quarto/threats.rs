//! What a piece would win, and which can be given safely.

use super::Quarto;
use super::lanes::Lanes;
use super::piece::{Cell, Piece};

impl Quarto {
    /// The cells where a piece would win.
    pub(super) fn winning_cells(&self, piece: Piece) -> u16 {
        self.concerning(piece).completing(self.lines).any() & !self.occupied()
    }

    /// Whether a piece would win on an empty cell.
    pub(super) fn wins_at(&self, piece: Piece, cell: Cell) -> bool {
        self.concerning(piece).completes_at(cell, self.lines)
    }

    /// For each attribute the cells of the pieces that share its value with a
    /// piece.
    fn concerning(&self, piece: Piece) -> Lanes {
        self.with.of_attributes(self.without, piece)
    }

    /// The remaining pieces that the opponent could not win with at once.
    pub(super) fn safe_pieces(&self) -> u16 {
        let empty = !self.occupied();
        let with = self.with.completing(self.lines).touching(empty);
        let without = self.without.completing(self.lines).touching(empty);
        self.remaining & !Piece::having_any(with) & !Piece::lacking_any(without)
    }

    /// A uniform cell among those where the piece in hand leaves a safe one to
    /// give, and a uniform one of these.
    pub(super) fn sample_safe(
        &self,
        hand: Piece,
        pick: &mut impl FnMut(u32) -> u32,
    ) -> Option<(Cell, Piece)> {
        // Drawing cells until one will do is uniform among those that will.
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
