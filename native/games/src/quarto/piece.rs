//! Pieces and cells.

use std::fmt;

use crate::bits::{BIT_OF_RANK, COUNT, listed, set_bits};
use crate::notation::Coordinates;

/// The names of the two values of each attribute, by bit.
const ATTRIBUTES: [[&str; 2]; 4] =
    [["solid", "hollow"], ["round", "square"], ["light", "dark"], ["short", "tall"]];

/// One of the sixteen pieces, written as a hex digit: bit 8 tall, bit 4 dark,
/// bit 2 square, bit 1 hollow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u8);

impl Piece {
    /// The piece for an upper case hex digit.
    #[must_use]
    pub fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '0'..='9' => Some(Self(digit as u8 - b'0')),
            'A'..='F' => Some(Self(digit as u8 - b'A' + 10)),
            _ => None,
        }
    }

    /// The number of the piece, 0 to 15.
    #[must_use]
    pub fn index(self) -> u8 {
        self.0
    }

    /// The name of its value of an attribute (0 hollow, 1 square, 2 dark, 3 tall), e.g. `light`.
    ///
    /// # Panics
    ///
    /// If the attribute is 4 or more.
    #[must_use]
    pub fn attribute_name(self, attribute: usize) -> &'static str {
        ATTRIBUTES[attribute][usize::from(self.0 >> attribute & 1)]
    }

    pub(super) fn from_attributes(attributes: u8) -> Self {
        Self(attributes & 0xF)
    }

    pub(super) fn attributes(self) -> u8 {
        self.0
    }

    pub(super) fn bit(self) -> u16 {
        1 << self.0
    }

    /// The set of the pieces that have at least one of the given attributes, one bit each.
    pub(super) fn having_any(attributes: usize) -> u16 {
        HAVING_ANY[attributes]
    }

    /// The set of the pieces that lack at least one of the given attributes.
    pub(super) fn lacking_any(attributes: usize) -> u16 {
        // A piece with all bits flipped lacks exactly what the original has.
        HAVING_ANY[attributes].reverse_bits()
    }

    pub(super) fn of_set(set: u16) -> impl Iterator<Item = Self> {
        set_bits(set).map(|bit| Self(bit as u8))
    }

    /// The pieces of a set, at the front of the array.
    pub(super) fn listed(set: u16) -> [Self; 16] {
        listed(set).map(Self)
    }

    pub(super) fn random(set: u16, pick: &mut impl FnMut(u32) -> u32) -> Self {
        Self(random_bit(set, pick))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}", self.0)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({self})")
    }
}

/// One of the sixteen cells: columns a to d from the left, rows 1 to 4 from
/// the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell at a column and a row, both counted from 0.
    #[must_use]
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < 4 && row < 4).then(|| Self(row * 4 + column))
    }

    /// Its index, row by row from the bottom left, 0 to 15.
    #[must_use]
    pub fn index(self) -> u8 {
        self.0
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let Coordinates { column, row } = Coordinates::parse(text)?;
        Self::new(column, row)
    }

    pub(super) fn bit(self) -> u16 {
        1 << self.0
    }

    pub(super) fn of_set(set: u16) -> impl Iterator<Item = Self> {
        set_bits(set).map(|bit| Self(bit as u8))
    }

    /// The cells of a set, at the front of the array.
    pub(super) fn listed(set: u16) -> [Self; 16] {
        listed(set).map(Self)
    }

    pub(super) fn random(set: u16, pick: &mut impl FnMut(u32) -> u32) -> Self {
        Self(random_bit(set, pick))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Coordinates { column: self.0 % 4, row: self.0 / 4 }.fmt(f)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({self})")
    }
}

/// The index of a uniformly random bit of a nonempty set.
fn random_bit(set: u16, pick: &mut impl FnMut(u32) -> u32) -> u8 {
    let [low, high] = set.to_le_bytes().map(usize::from);
    let (low_count, high_count) = (COUNT[low], COUNT[high]);
    let rank = pick(u32::from(low_count + high_count)) as u8;
    if rank < low_count {
        BIT_OF_RANK[low][usize::from(rank)]
    } else {
        BIT_OF_RANK[high][usize::from(rank - low_count)] + 8
    }
}

/// For each set of attributes, the pieces that have at least one of them.
const HAVING_ANY: [u16; 16] = {
    let mut table = [0; 16];
    let mut attributes = 0;
    while attributes < 16 {
        let mut piece = 0;
        while piece < 16 {
            if piece & attributes != 0 {
                table[attributes] |= 1 << piece;
            }
            piece += 1;
        }
        attributes += 1;
    }
    table
};
