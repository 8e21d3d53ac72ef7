//! Regions: what a colour's roots and the border of the board divide the board
//! into.
//!
//! A walk round a region keeps it on the left and turns, wherever walls meet,
//! as far to the left as it can. Every root hangs together with the border, so
//! one walk goes all round a region. Walks go from point to point; where two
//! diagonal roots of the colour cross, they turn in the middle of a unit square.

use super::board::{Bytes, CELLS, Cell};
use super::point::Direction;

/// What ends the regions of a side: for each cell the directions in which walls
/// leave it, a bit each.
#[derive(Clone, Copy)]
pub(super) struct Walls<'a>(pub(super) &'a Bytes);

/// One side of a wall: where it starts, and in what direction it leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: Cell,
    pub(super) direction: Direction,
}

/// The way along one side of a wall to the next point.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) to: Cell,
    /// In what direction it arrives.
    pub(super) arriving: Direction,
}

/// By the direction of arrival and the walls at a point: how many times 45 degrees
/// to turn there, against the clock.
static TURNS: [[u8; 256]; 8] = {
    let mut turns = [[0; 256]; 8];
    let mut arriving = Direction::RIGHT;
    let mut walls = 0;
    while walls < 8 * 256 {
        // The wall it came along is among them, as the lowest bit.
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
    /// The directions in which walls leave a cell, a bit each.
    pub(super) fn at(self, cell: Cell) -> u8 {
        self.0[cell.index()]
    }

    /// Whether another root crosses a diagonal one.
    pub(super) fn crosses(self, from: Cell, direction: Direction) -> bool {
        let right = from.next(direction.turned(7));
        self.at(right) & direction.turned(2).bit() != 0
    }

    /// Along an edge to the next point.
    pub(super) fn way(self, Edge { from, direction }: Edge) -> Way {
        let turns = direction.is_diagonal() && self.crosses(from, direction);
        let half = u8::from(turns);
        let to = from.next(direction.turned(half));
        Way { to, arriving: direction.turned(2 * half) }
    }

    /// The edge that a walk goes on along where it arrives at a point.
    pub(super) fn onward(self, Way { to, arriving }: Way) -> Edge {
        let turn = TURNS[arriving.index()][usize::from(self.at(to))];
        Edge { from: to, direction: arriving.turned(turn) }
    }
}

/// The border of a board alone.
pub(super) fn border(size: u8) -> Bytes {
    let mut border = [0; CELLS];
    let last = size - 1;
    for at in 0..last {
        // The four edges of the board, each gone along from a corner.
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
