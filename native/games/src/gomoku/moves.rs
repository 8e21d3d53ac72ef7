use std::fmt;
use std::num::NonZeroU16;

use super::point::{Colour, Point};

/// A move: `h8` (a stone on a point) or, in the opening `swap2`, `black` or `white` (choosing that
/// colour).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

/// Replaces the row in a move that chooses a colour.
const CHOOSES: u16 = 0xFF;

/// The lowest bit is always 1, so that an optional move takes no more memory.
fn packed(row: u16, column: u16) -> Move {
    Move(NonZeroU16::MIN | row << 8 | column << 1)
}

impl Move {
    /// Places a stone on a point.
    #[must_use]
    pub fn place(point: Point) -> Self {
        packed(point.row().into(), point.column().into())
    }

    /// Chooses a colour.
    #[must_use]
    pub fn choose(colour: Colour) -> Self {
        packed(CHOOSES, colour as u16)
    }

    /// The point where it places a stone.
    #[must_use]
    pub fn point(self) -> Option<Point> {
        let [row, column] = self.0.get().to_be_bytes();
        Point::new(column >> 1, row)
    }

    /// The colour that it chooses.
    #[must_use]
    pub fn colour(self) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self == Self::choose(colour))
    }

    /// Reads a move, legal or not.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let colour = Colour::ALL.into_iter().find(|colour| colour.name() == text);
        colour.map(Self::choose).or_else(|| Point::parse(text).map(Self::place))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.point(), self.colour()) {
            (Some(point), _) => write!(f, "{point}"),
            (None, Some(colour)) => write!(f, "{colour}"),
            (None, None) => unreachable!("a move is a point or a colour"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}
