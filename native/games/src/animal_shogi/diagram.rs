//! What the board draws.

use super::{Animal, AnimalShogi, Square, setup};
use crate::{Diagram, Kind, Side};

pub(super) const ANIMALS: [Animal; 5] =
    [Animal::Giraffe, Animal::Elephant, Animal::Chick, Animal::Hen, Animal::Lion];

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

impl AnimalShogi {
    pub(super) fn drawn(&self) -> Diagram {
        let number = |column, row| {
            let piece = Square::new(column, row).and_then(|square| self.piece_at(square));
            piece.map_or(0, setup::number)
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
