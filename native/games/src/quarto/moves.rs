use std::fmt;
use std::num::NonZeroU16;

use super::piece::{Cell, Piece};

/// A move: `-7` (the opening: give 7), `c3-A` (place on c3, give A) or `c3` (a
/// placement that ends the game).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(
    /// [`MOVE`], the cell (from bit 5 up) and the piece (in the five bits below), both counted from
    /// 1, with 0 for none. (A search stores a move in every node, so a move takes two bytes, and so
    /// does an `Option<Move>`.)
    NonZeroU16,
);

const MOVE: NonZeroU16 = NonZeroU16::new(1 << 15).expect("a bit is set");

impl Move {
    fn new(cell: Option<Cell>, piece: Option<Piece>) -> Self {
        let cell = cell.map_or(0, |cell| u16::from(cell.index()) + 1);
        let piece = piece.map_or(0, |piece| u16::from(piece.index()) + 1);
        Self(MOVE | cell << 5 | piece)
    }

    /// Gives the first piece of the game.
    #[must_use]
    pub fn opening(piece: Piece) -> Self {
        Self::new(None, Some(piece))
    }

    /// Places the piece in hand and gives another.
    #[must_use]
    pub fn turn(cell: Cell, piece: Piece) -> Self {
        Self::new(Some(cell), Some(piece))
    }

    /// Places the piece in hand and ends the game.
    #[must_use]
    pub fn last(cell: Cell) -> Self {
        Self::new(Some(cell), None)
    }

    /// The cell where the piece in hand is placed.
    #[must_use]
    pub fn cell(self) -> Option<Cell> {
        let index = (self.0.get() >> 5 & 31).checked_sub(1)? as u8;
        Cell::new(index % 4, index / 4)
    }

    /// The piece that is given.
    #[must_use]
    pub fn piece(self) -> Option<Piece> {
        let index = (self.0.get() & 31).checked_sub(1)?;
        Some(Piece::from_attributes(index as u8))
    }

    /// Reads a move, legal or not.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let piece = |text: &str| {
            let mut digits = text.chars();
            let piece = digits.next().and_then(Piece::from_digit);
            piece.filter(|_| digits.next().is_none())
        };
        Some(match text.split_once('-') {
            None => Self::last(Cell::parse(text)?),
            Some(("", given)) => Self::opening(piece(given)?),
            Some((place, given)) => Self::turn(Cell::parse(place)?, piece(given)?),
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(cell) = self.cell() {
            write!(f, "{cell}")?;
        }
        if let Some(piece) = self.piece() {
            write!(f, "-{piece}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}
