//! What the board draws.

use super::{Point, Separo};
use crate::{Diagram, Kind, Side, Vertex};

pub(super) const KINDS: [Kind; 2] = [(Some(Side::First), "stone"), (Some(Side::Second), "stone")];

impl Separo {
    pub(super) fn drawn(&self) -> Diagram {
        let size = self.size();
        let number = |column, row| {
            let stone = Point::new(column, size - 1 - row).and_then(|point| self.stone_at(point));
            stone.map_or(0, |side| side as u8 + 1)
        };
        let roots = |side| self.roots(side).map(|(from, to)| [from, to].map(vertex)).collect();
        let growth = |side| {
            let moves = self.growth(side).filter_map(|mv| mv.points());
            moves.map(|points| points.map(vertex)).collect()
        };
        Diagram {
            roots: Side::BOTH.map(roots),
            growth: Side::BOTH.map(growth),
            regions: Some(Side::BOTH.map(|side| self.board.regions(side))),
            ..Diagram::empty(self, size, size, &KINDS).with_cells(number)
        }
    }
}

pub(super) fn vertex(point: Point) -> Vertex {
    (2 * point.column(), 2 * point.row())
}
