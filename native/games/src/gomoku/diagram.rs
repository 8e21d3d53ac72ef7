//! What the board draws.

use super::{Colour, Gomoku, Point};
use crate::{Diagram, Kind};

/// A colour has no fixed side, because in swap2 the players choose.
pub(super) const KINDS: [Kind; 2] = [(None, "black"), (None, "white")];

impl Gomoku {
    /// Its details are the colour of the next stone (`places`), if one can be placed; during the
    /// opening, the number of stones so far (`opening`); and after it, the colour of each side
    /// (`first`, `second`).
    pub(super) fn drawn(&self) -> Diagram {
        let size = self.size();
        let number = |column, row| {
            let stone = Point::new(column, size - 1 - row).and_then(|point| self.stone_at(point));
            stone.map_or(0, |colour| colour as u8 + 1)
        };
        let mut diagram = Diagram::empty(self, size, size, &KINDS).with_cells(number);
        if self.may_place() {
            diagram.details.push(("places", self.colour_to_move().name().into()));
        }
        if self.side_of(Colour::Black).is_none() {
            diagram.details.push(("opening", u64::from(self.count).into()));
        }
        for colour in Colour::ALL {
            if let Some(side) = self.side_of(colour) {
                diagram.details.push((side.name(), colour.name().into()));
            }
        }
        diagram
    }
}
