//! The board and the hands, stored so that a move changes only a few words.

use super::end::End;
use super::moves::Move;
use super::piece::{Animal, FAR_RANK, Piece, SQUARES, Square};
use super::steps::{Choice, Choices, steps_of, steps_onto};
use crate::Side;

/// Pieces on squares and in hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// The [`Piece::code`] on each square, four bits each; 0 for an empty square.
    codes: u64,
    armies: [Army; 2],
}

/// A side's pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Army {
    /// The steps its pieces could make if none of its own stood in their way. Their targets are the
    /// attacked squares.
    reach: u64,
    /// The steps that end on one of its own pieces.
    blocked: u64,
    /// The squares of its pieces, one bit each.
    squares: u16,
    /// The square of its lion, as a bit; 0 once it has been captured.
    lion: u16,
    /// How many of each animal it holds, in the order of [`Animal::IN_HAND`], two bits each.
    hand: u8,
}

/// What capturing a piece adds to a hand, by the piece's code.
const HELD: [u8; 8] = [0, 1, 1 << 2, 1 << 4, 1 << 4, 0, 0, 0];

/// For each hand, one bit for each kind in it, twelve bits apart.
static KINDS: [u64; 64] = kinds();

const fn kinds() -> [u64; 64] {
    let mut table = [0; 64];
    let mut hand = 0;
    while hand < 64 {
        let mut index = 0;
        while index < 3 {
            if hand >> (2 * index) & 3 != 0 {
                table[hand] |= 1 << (index * SQUARES);
            }
            index += 1;
        }
        hand += 1;
    }
    table
}

// Many functions are always inlined: where the side is a constant, as in playouts, so are its
// tables, which saves a playout a sixth of its instructions.
impl Board {
    pub(super) fn codes(&self) -> u64 {
        self.codes
    }

    fn code_at(&self, square: Square) -> usize {
        (self.codes >> (4 * square.index()) & 15) as usize
    }

    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.code_at(square))
    }

    pub(super) fn squares(&self, side: Side) -> u16 {
        self.armies[side as usize].squares
    }

    pub(super) fn lion(&self, side: Side) -> u16 {
        self.armies[side as usize].lion
    }

    /// A hand, two bits for each of [`Animal::IN_HAND`].
    pub(super) fn hand(&self, side: Side) -> u8 {
        self.armies[side as usize].hand
    }

    pub(super) fn in_hand(&self, side: Side, animal: Animal) -> u8 {
        animal.hand_index().map_or(0, |index| self.hand(side) >> (2 * index) & 3)
    }

    pub(super) fn hold(&mut self, side: Side, index: usize, count: u8) {
        self.armies[side as usize].hand |= count << (2 * index);
    }

    /// The steps that a side's pieces could make if none of its own stood in their way.
    pub(super) fn reach(&self, side: Side) -> u64 {
        self.armies[side as usize].reach
    }

    /// Whether a piece of a side could move to a square, even if it would be captured there.
    pub(super) fn attacks(&self, side: Side, square: Square) -> bool {
        self.reach(side) & steps_onto(square) != 0
    }

    #[inline(always)]
    pub(super) fn choices(&self, side: Side) -> Choices {
        let army = &self.armies[side as usize];
        let empty = !(self.armies[0].squares | self.armies[1].squares) & 0xFFF;
        Choices {
            steps: army.reach & !army.blocked,
            drops: KINDS[usize::from(army.hand % 64)] * u64::from(empty),
        }
    }

    /// Adds a side's piece to a square where it has none, or removes it.
    #[inline(always)]
    fn toggle(&mut self, side: Side, square: Square, code: usize) {
        self.codes ^= (code as u64) << (4 * square.index());
        let army = &mut self.armies[side as usize];
        army.reach ^= steps_of(code, square);
        army.blocked ^= steps_onto(square);
        army.squares ^= square.bit();
        army.lion ^= u16::from(code % 8 == Piece::LION.code()) << square.index();
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.toggle(piece.side, square, piece.code());
    }

    /// Removes a side's piece from a square, if there is one, and returns its code.
    #[inline(always)]
    fn clear(&mut self, side: Side, square: Square) -> usize {
        let code = self.code_at(square);
        self.codes ^= (code as u64) << (4 * square.index());
        let army = &mut self.armies[side as usize];
        army.reach ^= steps_of(code, square);
        army.blocked &= !steps_onto(square);
        army.squares &= !square.bit();
        army.lion &= !square.bit();
        code
    }

    /// Whether a step promotes a side's chick to a hen.
    pub(super) fn promotes(&self, side: Side, from: Square, to: Square) -> bool {
        let chick = Piece { animal: Animal::Chick, side };
        self.code_at(from) == chick.code() && FAR_RANK[side as usize] & to.bit() != 0
    }

    #[inline(always)]
    pub(super) fn make(&mut self, side: Side, choice: Choice) {
        match choice {
            Choice::Step(from, to) => {
                let code = self.code_at(from);
                let becomes = code + usize::from(self.promotes(side, from, to));
                let captured = self.clear(side.other(), to);
                self.armies[side as usize].hand += HELD[captured % 8];
                self.toggle(side, from, code);
                self.toggle(side, to, becomes);
            }
            Choice::Drop(index, to) => {
                self.armies[side as usize].hand -= 1 << (2 * index);
                self.toggle(side, to, Piece { animal: Animal::IN_HAND[index], side }.code());
            }
        }
    }

    /// The move for a side's choice.
    pub(super) fn move_of(&self, side: Side, choice: Choice) -> Move {
        match choice {
            Choice::Step(from, to) => {
                Move::Step { from, to, promotes: self.promotes(side, from, to) }
            }
            Choice::Drop(index, to) => Move::Drop { animal: Animal::IN_HAND[index], to },
        }
    }

    /// Whether a lion has ended the game, and how, checked in the order of the rules. With
    /// `quick_try`, a lion on its far rank may be under attack.
    #[inline(always)]
    pub(super) fn lions_end(&self, quick_try: bool) -> Option<End> {
        let [first, second] = Side::BOTH.map(|side| self.lion(side));
        if first == 0 {
            return Some(End::Catch(Side::Second));
        }
        if second == 0 {
            return Some(End::Catch(Side::First));
        }
        if first & FAR_RANK[0] | second & FAR_RANK[1] == 0 {
            return None;
        }
        let has_tried = Side::BOTH.map(|side| self.has_tried(side, quick_try));
        match has_tried {
            [true, true] => Some(End::BothSafe),
            [true, false] => Some(End::Try(Side::First)),
            [false, true] => Some(End::Try(Side::Second)),
            [false, false] => None,
        }
    }

    /// Whether a side's lion is on its far rank and counts as safe there.
    fn has_tried(&self, side: Side, quick_try: bool) -> bool {
        let lion = Square::of_set(self.lion(side) & FAR_RANK[side as usize]).next();
        lion.is_some_and(|lion| quick_try || !self.attacks(side.other(), lion))
    }
}
