use std::fmt;

use super::piece::{Cell, Piece};
use crate::error::shown;
use crate::{Code, Error};

/// A move: `-7` (the opening: hand over 7), `c3-A` (place on c3, hand over
/// A) or `c3` (a placement that ends the game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    cell: Option<Cell>,
    piece: Option<Piece>,
}

impl Move {
    /// Hands over the first piece of the game.
    #[must_use]
    pub fn opening(piece: Piece) -> Self {
        Self { cell: None, piece: Some(piece) }
    }

    /// Places the piece in hand and hands over another.
    #[must_use]
    pub fn turn(cell: Cell, piece: Piece) -> Self {
        Self { cell: Some(cell), piece: Some(piece) }
    }

    /// Places the piece in hand and ends the game with it.
    #[must_use]
    pub fn last(cell: Cell) -> Self {
        Self { cell: Some(cell), piece: None }
    }

    /// Where the piece in hand is placed.
    #[must_use]
    pub fn cell(self) -> Option<Cell> {
        self.cell
    }

    /// The piece that is handed over.
    #[must_use]
    pub fn piece(self) -> Option<Piece> {
        self.piece
    }

    /// Reads a move, legal or not.
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let unreadable = || {
            let message =
                format!("\"{}\" is no move of Quarto; moves look like -7, c3-A or c3", shown(text));
            Error::new(Code::BadMove, "unreadable", message).with("move", text)
        };
        let cell = |text| Cell::parse(text).ok_or_else(unreadable);
        let piece = |text: &str| {
            let mut digits = text.chars();
            let piece = digits.next().and_then(Piece::from_digit);
            piece.filter(|_| digits.next().is_none()).ok_or_else(unreadable)
        };
        match text.split_once('-') {
            None => Ok(Self::last(cell(text)?)),
            Some(("", handed)) => Ok(Self::opening(piece(handed)?)),
            Some((place, handed)) => Ok(Self::turn(cell(place)?, piece(handed)?)),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(cell) = self.cell {
            write!(f, "{cell}")?;
        }
        if let Some(piece) = self.piece {
            write!(f, "-{piece}")?;
        }
        Ok(())
    }
}
