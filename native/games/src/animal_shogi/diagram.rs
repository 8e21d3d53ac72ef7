//! What the board draws.

use super::piece::ANIMALS;
use super::{Animal, AnimalShogi, Piece, Square};
use crate::{Diagram, Kind, Side};

/// The animals of the first side, then those of the second.
pub(super) const KINDS: [Kind; 10] = {
    let mut kinds = [(None, ""); 10];
    let mut number = 0;
    while number < kinds.len() {
        let side = if number < ANIMALS.len() { Side::First } else { Side::Second };
        kinds[number] = (Some(side), ANIMALS[number % ANIMALS.len()].name());
        number += 1;
    }
    kinds
};

/// The number of a piece in [`KINDS`], counted from 1.
pub(super) fn number(piece: Piece) -> u8 {
    piece.animal as u8 + 1 + ANIMALS.len() as u8 * piece.side as u8
}

/// The piece with a number.
pub(super) fn piece(number: u8) -> Option<Piece> {
    let index = usize::from(number).checked_sub(1)?;
    let side = if index < ANIMALS.len() { Side::First } else { Side::Second };
    Some(Piece { animal: ANIMALS[index % ANIMALS.len()], side })
}

impl AnimalShogi {
    pub(super) fn drawn(&self) -> Diagram {
        let number = |column, row| {
            let piece = Square::new(column, row).and_then(|square| self.piece_at(square));
            piece.map_or(0, number)
        };
        let mut diagram = Diagram::empty(self, 3, 4, &KINDS).with_cells(number);
        for side in Side::BOTH {
            let held = Animal::IN_HAND.map(|animal| (animal.name(), self.in_hand(side, animal)));
            let held = held.into_iter().filter(|&(_, count)| count > 0);
            diagram.hands[side as usize].extend(held);
        }
        diagram
    }
}
