//! Pieces as the generator sees them: the side to move is side 0 and plays up the board, and the
//! squares are numbered from 0, row by row from the top. These are the generator's own rules; the
//! game's are in `playout_games`, and `verify` compares the two.

/// The number of squares.
pub(super) const SQUARES: usize = 12;
/// The set of all squares, one bit each.
pub(super) const BOARD: u16 = 0xFFF;
/// The far rank of each side.
pub(super) const FAR_RANK: [u16; 2] = [0b000_000_000_111, 0b111_000_000_000];

/// A piece other than a lion, in one byte: bits 0 to 3 are its square (15 in hand), bit 4 is its
/// side, bit 5 is set for a hen, and bit 6 is set in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece(u8);

/// The state of a piece that takes no part in the game: it is on no square and in no hand.
pub(super) const ABSENT: u8 = 8;

const IN_HAND: u8 = 0b100_1111;

impl Piece {
    pub(super) const fn on(square: usize, side: usize) -> Self {
        Self(square as u8 | (side as u8) << 4)
    }

    pub(super) const fn hen_on(square: usize, side: usize) -> Self {
        Self(square as u8 | (side as u8) << 4 | 1 << 5)
    }

    pub(super) const fn held_by(side: usize) -> Self {
        Self(IN_HAND | (side as u8) << 4)
    }

    /// Its square; 15 in hand.
    pub(super) const fn square(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Its square as a bit; 0 in hand.
    pub(super) const fn bit(self) -> u16 {
        1 << self.square() & BOARD
    }

    pub(super) const fn side(self) -> usize {
        (self.0 >> 4 & 1) as usize
    }

    pub(super) const fn is_hen(self) -> bool {
        self.0 >> 5 & 1 != 0
    }

    pub(super) const fn is_held(self) -> bool {
        self.0 >> 6 != 0
    }

    /// The same piece on another square.
    pub(super) const fn moved_to(self, square: usize) -> Self {
        Self(self.0 & 0b11_0000 | square as u8)
    }

    /// What the index distinguishes besides squares: bit 0 is the side, bit 1 is set for a hen, and
    /// bit 2 is set in hand.
    pub(super) const fn state(self) -> usize {
        (self.0 >> 4 & 7) as usize
    }

    /// The piece of a state, on a square unless it is in hand.
    pub(super) const fn of_state(state: u8, square: usize) -> Self {
        match state {
            ABSENT => Self(15),
            4.. => Self(15 | state << 4),
            _ => Self(square as u8 | state << 4),
        }
    }
}

/// Kinds of pieces, after giraffes (0) and elephants (1), in the order of [`ATTACKS`].
pub(super) const CHICK: usize = 2;
pub(super) const HEN: usize = 3;
pub(super) const LION: usize = 4;

/// The squares that a piece attacks, by side, kind and square; none from square 15, the hand.
pub(super) static ATTACKS: [[[u16; 16]; 5]; 2] = attacks();

/// A position from the point of view of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Placement {
    /// The squares of the lions.
    pub(super) lions: [u8; 2],
    /// Two giraffes, two elephants, and two chicks or hens.
    pub(super) pieces: [Piece; 6],
}

impl Placement {
    /// The kind of the piece at an index.
    pub(super) fn kind(&self, index: usize) -> usize {
        index / 2 + usize::from(self.pieces[index].is_hen())
    }

    /// The squares that the piece at an index attacks.
    pub(super) fn attacks_of(&self, index: usize) -> u16 {
        let piece = self.pieces[index];
        ATTACKS[piece.side()][self.kind(index)][piece.square()]
    }

    pub(super) fn lion(&self, side: usize) -> usize {
        usize::from(self.lions[side])
    }

    /// The squares of each side's pieces and lion.
    pub(super) fn squares(&self) -> [u16; 2] {
        let mut squares = self.lions.map(|lion| 1 << lion);
        for piece in self.pieces {
            squares[piece.side()] |= piece.bit();
        }
        squares
    }
}

/// By kind, the steps of side 0: columns to the right, rows down.
const STEPS: [&[(i32, i32)]; 5] = [
    &[(0, -1), (0, 1), (-1, 0), (1, 0)],
    &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(0, -1)],
    &[(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)],
    &[(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)],
];

const fn attacks() -> [[[u16; 16]; 5]; 2] {
    let mut table = [[[0; 16]; 5]; 2];
    let mut kind = 0;
    while kind < STEPS.len() {
        let mut step = 0;
        while step < STEPS[kind].len() {
            let (right, down) = STEPS[kind][step];
            let mut square = 0;
            while square < SQUARES {
                table[0][kind][square] |= target(square, right, down);
                table[1][kind][square] |= target(square, -right, -down);
                square += 1;
            }
            step += 1;
        }
        kind += 1;
    }
    table
}

const fn target(square: usize, right: i32, down: i32) -> u16 {
    let (column, row) = (square as i32 % 3 + right, square as i32 / 3 + down);
    if column < 0 || column > 2 || row < 0 || row > 3 { 0 } else { 1 << (row * 3 + column) }
}

/// The indices of the squares in a set.
pub(super) fn squares_in(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}
