use std::fmt;

use crate::notation::Coordinates;

/// The smallest board.
pub const MIN_SIZE: u8 = 5;
/// The largest board.
pub const MAX_SIZE: u8 = 20;

/// The colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Colour {
    /// `x`, which places the first stone.
    Black,
    /// `o`.
    White,
}

impl Colour {
    /// Both colours, in the order in which they move.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The opponent's colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `x` or `o`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Black => 'x',
            Self::White => 'o',
        }
    }

    /// The colour for a letter.
    pub(super) fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter)
    }

    /// `black` or `white`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A point of the largest board: columns a to t from the left, rows 1 to 20
/// from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    // Declared in the order in which points are sorted: row by row.
    row: u8,
    column: u8,
}

impl Point {
    /// The point of a column (0 to 19 from the left) and a row (0 to 19 from
    /// the bottom).
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < MAX_SIZE && row < MAX_SIZE { Some(Self { row, column }) } else { None }
    }

    /// Its column, from 0 on the left.
    #[must_use]
    pub fn column(self) -> u8 {
        self.column
    }

    /// Its row, from 0 at the bottom.
    #[must_use]
    pub fn row(self) -> u8 {
        self.row
    }

    /// Whether it is on a board of this size.
    #[must_use]
    pub fn is_within(self, size: u8) -> bool {
        self.column < size && self.row < size
    }

    /// Reads text like `h8`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let Coordinates { column, row } = Coordinates::parse(text)?;
        Self::new(column, row)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Coordinates { column: self.column, row: self.row }.fmt(f)
    }
}
