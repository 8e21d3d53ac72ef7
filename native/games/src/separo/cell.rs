//! Points, and the cells around the board, by index.

use super::point::{Direction, MAX_SIZE, Point};
use crate::bits::set_bits;

/// The distance between two rows in cells: the points of the largest board plus one cell, so that
/// nothing wraps around the edge.
const STRIDE: u16 = MAX_SIZE as u16 + 1;

/// A power of two, so that indices need no bounds check. It includes the cells beyond the board
/// that two steps can reach.
pub(super) const CELLS: usize = 512;

/// A point, with the same index on boards of every size, or a cell beyond the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u16);

impl Cell {
    /// The cell of an index.
    pub(super) fn from_index(index: u16) -> Self {
        Self(index)
    }

    pub(super) const fn of(point: Point) -> Self {
        Self::at(point.column(), point.row())
    }

    pub(super) const fn at(column: u8, row: u8) -> Self {
        // Rows are offset by one, so that no cell is 0, the number that moves use for the pass.
        Self((row as u16 + 1) * STRIDE + column as u16)
    }

    /// Its point, if it is on the largest board.
    pub(super) fn point(self) -> Option<Point> {
        Point::new((self.0 % STRIDE) as u8, (self.0 / STRIDE).checked_sub(1)? as u8)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize % CELLS
    }

    /// The next cell in a direction.
    pub(super) const fn next(self, direction: Direction) -> Self {
        self.plus(STEPS[direction.index()])
    }

    /// Its distance from another cell, modulo the number of cells.
    pub(super) const fn steps_from(self, other: Self) -> u16 {
        self.0.wrapping_sub(other.0) % CELLS as u16
    }

    /// The cell at a distance, modulo 2^16.
    pub(super) const fn plus(self, steps: u16) -> Self {
        Self(((self.0 as u32 + steps as u32) % CELLS as u32) as u16)
    }
}

/// The distance of the next cell in each direction, modulo 2^16.
static STEPS: [u16; 8] = {
    let mut steps = [0; 8];
    let mut direction = Direction::RIGHT;
    while steps[direction.index()] == 0 {
        let up = (direction.dy() as u16).wrapping_mul(STRIDE);
        steps[direction.index()] = up.wrapping_add(direction.dx() as u16);
        direction = direction.turned(1);
    }
    steps
};

/// A byte for each cell.
pub(super) type Bytes = [u8; CELLS];

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Cells([u64; CELLS / 64]);

impl Cells {
    pub(super) fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> + Clone {
        (0..).zip(self.0).flat_map(|(word, cells)| {
            set_bits(cells).map(move |bit| Cell::from_index(word * 64 + bit as u16))
        })
    }
}
