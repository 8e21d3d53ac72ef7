use super::lanes::{Lanes, Lines};
use super::moves::Move;
use super::piece::{Cell, Piece};
use crate::Side;

/// A position of Quarto.
///
/// # Examples
///
/// ```
/// use playout_games::{Game, quarto::Quarto};
///
/// let mut position = Quarto::default();
/// let given = position.parse_move("-7")?;
/// position.play(given);
/// assert_eq!(position.to_string(), "..../..../..../.... 7");
/// # Ok::<(), playout_games::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quarto {
    /// For each attribute, the cells of the pieces that have it.
    pub(super) with: Lanes,
    /// For each attribute, the cells of the pieces that lack it.
    pub(super) without: Lanes,
    /// The pieces neither placed nor in hand, one bit each.
    pub(super) remaining: u16,
    pub(super) hand: Option<Piece>,
    pub(super) stage: Stage,
    pub(super) lines: Lines,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// The first piece has not been given yet.
    Opening,
    Playing,
    /// The side that placed the last piece has won.
    Won,
    Drawn,
}

impl Default for Quarto {
    /// The standard start: an empty board, nothing in hand.
    fn default() -> Self {
        Self::empty(Lines::Standard)
    }
}

impl Quarto {
    pub(super) fn empty(lines: Lines) -> Self {
        Self {
            with: Lanes::default(),
            without: Lanes::default(),
            remaining: u16::MAX,
            hand: None,
            stage: Stage::Opening,
            lines,
        }
    }

    /// The piece that the side to move has to place.
    #[must_use]
    pub fn hand(&self) -> Option<Piece> {
        self.hand
    }

    /// The pieces that can still be given.
    pub fn remaining(&self) -> impl Iterator<Item = Piece> + use<> {
        Piece::of_set(self.remaining)
    }

    /// The piece on a cell.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        (self.occupied() & cell.bit() != 0).then(|| Piece::from_attributes(self.with.at(cell)))
    }

    pub(super) fn occupied(&self) -> u16 {
        self.with.lane(0) | self.without.lane(0)
    }

    pub(super) fn place(&mut self, piece: Piece, cell: Cell) {
        self.with.add(cell, piece.attributes());
        self.without.add(cell, !piece.attributes() & 0xF);
    }

    /// The position with the piece in hand placed, before another is given.
    pub(super) fn placed(&self, piece: Piece, cell: Cell) -> Self {
        let mut next = *self;
        next.place(piece, cell);
        next
    }

    pub(super) fn is_last_piece(&self) -> bool {
        self.remaining == 0
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Won | Stage::Drawn)
    }

    /// The number of pieces on the board.
    pub(super) fn placed_count(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// The side that placed the last piece.
    pub(super) fn last_placer(&self) -> Side {
        if self.placed_count() % 2 == 1 { Side::Second } else { Side::First }
    }

    /// Appends, for a cell, the moves that place the piece in hand there and give one of `pieces`.
    pub(super) fn moves_at(cell: Cell, pieces: u16, moves: &mut Vec<Move>) {
        moves.extend(Piece::of_set(pieces).map(|piece| Move::turn(cell, piece)));
    }
}
