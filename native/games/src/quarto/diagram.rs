//! What the board draws.

use super::{Cell, Piece, Quarto};
use crate::{Diagram, Game, Kind};

/// The pieces by number. They belong to nobody, because either side may place any of them.
pub(super) const KINDS: [Kind; 16] = {
    const DIGITS: [&str; 16] =
        ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F"];
    let mut kinds = [(None, ""); 16];
    let mut number = 0;
    while number < kinds.len() {
        kinds[number].1 = DIGITS[number];
        number += 1;
    }
    kinds
};

impl Quarto {
    pub(super) fn drawn(&self) -> Diagram {
        let name = |piece: Piece| KINDS[usize::from(piece.index())].1;
        let number = |column, row| {
            let piece = Cell::new(column, 3 - row).and_then(|cell| self.piece_at(cell));
            piece.map_or(0, |piece| piece.index() + 1)
        };
        let mut diagram = Diagram::empty(self, 4, 4, &KINDS).with_cells(number);
        diagram.hands[self.side_to_move() as usize].extend(self.hand().map(|it| (name(it), 1)));
        diagram.pool.extend(self.remaining().map(name));
        diagram
    }
}
