use std::fmt;

use crate::bits::set_bits;
use crate::notation::Coordinates;

/// A cell, and the move that marks it: columns a to c from the left, rows 1 to 3 from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(
    /// Its index, row by row from the bottom left, 0 to 8.
    u8,
);

impl Cell {
    /// The cell at a column and a row, both counted from 0.
    #[must_use]
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < 3 && row < 3).then(|| Self(row * 3 + column))
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let Coordinates { column, row } = Coordinates::parse(text)?;
        Self::new(column, row)
    }

    pub(super) fn bit(self) -> u16 {
        1 << self.0
    }

    /// The cell of a bit, by its index.
    pub(super) fn of_bit(number: u8) -> Self {
        Self(number)
    }

    /// The cells in a set.
    pub(super) fn of_set(set: u16) -> impl Iterator<Item = Self> {
        set_bits(set).map(|bit| Self(bit as u8))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Coordinates { column: self.0 % 3, row: self.0 / 3 }.fmt(f)
    }
}
