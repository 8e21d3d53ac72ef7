use std::fmt;

use super::piece::{Animal, Square};

/// A move: `2c2b` (a step), `1b1a+` (a step that promotes a chick) or `P*2b` (a drop from the
/// hand).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Moves a piece on the board by one step.
    Step {
        /// Its square before the move.
        from: Square,
        /// Its square after the move.
        to: Square,
        /// Whether it is a chick that becomes a hen.
        promotes: bool,
    },
    /// Puts a piece from the hand on an empty square.
    Drop {
        /// The animal that is dropped.
        animal: Animal,
        /// The square it is dropped on.
        to: Square,
    },
}

impl Move {
    /// The square that the piece moves to.
    #[must_use]
    pub fn to(self) -> Square {
        match self {
            Self::Step { to, .. } | Self::Drop { to, .. } => to,
        }
    }

    /// Reads a move, legal or not.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if let Some((letter, square)) = text.split_once('*') {
            let mut letters = letter.chars();
            let animal = letters.next().and_then(Animal::from_letter)?;
            // A lion is never held in hand.
            let droppable = animal.hand_index().is_some() && letters.next().is_none();
            return droppable.then_some(Self::Drop { animal, to: Square::parse(square)? });
        }
        let (squares, promotes) = match text.strip_suffix('+') {
            Some(squares) => (squares, true),
            None => (text, false),
        };
        let (from, to) = squares.split_at_checked(2)?;
        Some(Self::Step { from: Square::parse(from)?, to: Square::parse(to)?, promotes })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to, promotes } => {
                write!(f, "{from}{to}{}", if *promotes { "+" } else { "" })
            }
            Self::Drop { animal, to } => write!(f, "{}*{to}", animal.letter()),
        }
    }
}
