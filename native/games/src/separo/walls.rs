//! Regions: the parts into which a colour's roots and the border divide the board.
//!
//! A walk around a region keeps it on the left and turns as far to the left as possible wherever
//! walls meet. Every root is connected to the border, so one walk goes all the way around a region.
//! Walks go from point to point; where two diagonal roots of the colour cross, they turn in the
//! middle of a unit square.

use super::cell::{Bytes, CELLS, Cell};
use super::point::Direction;

/// The boundaries of a side's regions: for each cell the directions in which walls leave it, one
/// bit each.
#[derive(Clone, Copy)]
pub(super) struct Walls<'a>(pub(super) &'a Bytes);

/// One side of a wall: its start and its direction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: Cell,
    pub(super) direction: Direction,
}

/// A step along one side of a wall to the next point.
#[derive(Clone, Copy)]
pub(super) struct Arrival {
    pub(super) to: Cell,
    /// The direction in which it arrives.
    pub(super) arriving: Direction,
}

/// By the direction of arrival and the walls at a point: the turn to make there, counterclockwise
/// in steps of 45 degrees.
static TURNS: [[u8; 256]; 8] = {
    let mut turns = [[0; 256]; 8];
    let mut arriving = Direction::RIGHT;
    let mut walls = 0;
    while walls < 8 * 256 {
        // The walls include the one along which the walk came, as the lowest bit.
        let back = arriving.reversed().index() as u32;
        let leaving = (walls as u8).rotate_right(back) | 1;
        turns[arriving.index()][walls % 256] = (leaving.ilog2() as u8 + 4) % 8;
        walls += 1;
        if walls % 256 == 0 {
            arriving = arriving.turned(1);
        }
    }
    turns
};

impl Walls<'_> {
    /// The directions in which walls leave a cell, one bit each.
    pub(super) fn at(self, cell: Cell) -> u8 {
        self.0[cell.index()]
    }

    /// Whether another root crosses the diagonal root from a cell.
    pub(super) fn crosses(self, from: Cell, direction: Direction) -> bool {
        let right = from.next(direction.turned(7));
        self.at(right) & direction.turned(2).bit() != 0
    }

    /// Follows an edge to the next point.
    pub(super) fn follow(self, Edge { from, direction }: Edge) -> Arrival {
        let turns = direction.is_diagonal() && self.crosses(from, direction);
        let half = u8::from(turns);
        let to = from.next(direction.turned(half));
        Arrival { to, arriving: direction.turned(2 * half) }
    }

    /// The edge along which a walk continues after it arrives.
    pub(super) fn next_edge(self, Arrival { to, arriving }: Arrival) -> Edge {
        let turn = TURNS[arriving.index()][usize::from(self.at(to))];
        Edge { from: to, direction: arriving.turned(turn) }
    }
}

/// The border of a board without roots.
pub(super) fn border(size: u8) -> Bytes {
    let mut border = [0; CELLS];
    let last = size - 1;
    for at in 0..last {
        // The four edges of the board, each followed from a corner.
        for (column, row, direction) in [
            (at, 0, Direction::RIGHT),
            (last, at, Direction::UP),
            (last - at, last, Direction::LEFT),
            (0, last - at, Direction::DOWN),
        ] {
            let from = Cell::at(column, row);
            border[from.index()] |= direction.bit();
            border[from.next(direction).index()] |= direction.reversed().bit();
        }
    }
    border
}
