use super::board::Board;
use super::end::End;
use super::moves::Move;
use super::piece::{Animal, Piece, Square};
use super::steps::{Choice, Choices};
use crate::Side;

/// The name of the variant that is not the default.
pub(super) const QUICK_TRY: &str = "quick-try";

/// A position of Animal Shogi. It does not include the history: [`Record`](crate::Record) counts
/// repetitions.
///
/// # Examples
///
/// ```
/// use playout_games::{Game, animal_shogi::AnimalShogi};
///
/// let mut position = AnimalShogi::default();
/// let captures = position.parse_move("2c2b")?;
/// position.play(captures);
/// assert_eq!(position.to_string(), "rkb/1P1/3/BKR w P");
/// # Ok::<(), playout_games::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnimalShogi {
    pub(super) board: Board,
    pub(super) side: Side,
    /// Whether a lion wins on its far rank even under attack.
    pub(super) quick_try: bool,
    pub(super) end: Option<End>,
}

impl AnimalShogi {
    pub(super) fn empty(quick_try: bool) -> Self {
        Self { board: Board::default(), side: Side::First, quick_try, end: None }
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// How many pieces of an animal a side holds in hand.
    #[must_use]
    pub fn in_hand(&self, side: Side, animal: Animal) -> u8 {
        self.board.in_hand(side, animal)
    }

    /// The square of a side's lion; `None` once it has been captured.
    #[must_use]
    pub fn lion(&self, side: Side) -> Option<Square> {
        Square::of_set(self.board.lion(side)).next()
    }

    /// Whether a piece of this side could move to a square, even if it would be captured there;
    /// drops do not attack.
    #[must_use]
    pub fn attacks(&self, side: Side, square: Square) -> bool {
        self.board.attacks(side, square)
    }

    /// What the side to move can do, unless the game is over.
    pub(super) fn choices(&self) -> Choices {
        self.board.choices(self.side)
    }

    /// How the game has ended, checked in the order of the rules.
    pub(super) fn find_end(&self) -> Option<End> {
        let no_moves = || self.choices().is_empty().then_some(End::NoMoves);
        self.board.lions_end(self.quick_try).or_else(no_moves)
    }

    pub(super) fn make(&mut self, choice: Choice) {
        self.board.make(self.side, choice);
        self.side = self.side.other();
        self.end = self.find_end();
    }

    pub(super) fn move_of(&self, choice: Choice) -> Move {
        self.board.move_of(self.side, choice)
    }

    pub(super) fn after(&self, choice: Choice) -> Self {
        let mut next = *self;
        next.make(choice);
        next
    }
}
