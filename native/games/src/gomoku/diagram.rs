//! What a board draws of a position.

use super::{Colour, Gomoku, Point};
use crate::{Diagram, Kind, Side};

/// Colours belong to no fixed side, because swap2 lets a side choose.
const KINDS: [Kind; 2] = [(None, "black"), (None, "white")];

impl Gomoku {
    /// Its details: the colour that a side `places` next, if it can place a stone; in the opening,
    /// how many stones are placed (`opening`); after it, the colour of each side (`first`,
    /// `second`).
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
                let side = if side == Side::First { "first" } else { "second" };
                diagram.details.push((side, colour.name().into()));
            }
        }
        diagram
    }
}
