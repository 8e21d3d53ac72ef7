//! What the board draws.

use super::{Cell, TicTacToe};
use crate::{Diagram, Kind, Side};

const KINDS: [Kind; 2] = [(Some(Side::First), "cross"), (Some(Side::Second), "ring")];

impl TicTacToe {
    pub(super) fn drawn(&self) -> Diagram {
        Diagram::empty(self, 3, 3, &KINDS).with_cells(|column, row| {
            let side = Cell::new(column, 2 - row).and_then(|cell| self.side_at(cell));
            side.map_or(0, |side| side as u8 + 1)
        })
    }
}
