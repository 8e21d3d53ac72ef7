//! A board from which a piece is to be given, and what each placement of a piece would leave.
//!
//! The board stores, for each line, the traits that all its pieces share and how many pieces it has.
//! From that, a few operations on vectors of sixteen bytes give, for a piece and all sixteen cells at
//! once, the pieces that could still be given safely after that placement. So a search sees two plies
//! ahead without playing a move.

use playout_games::quarto::{Cell, Quarto};
use playout_games::set_bits;
use wide::u8x16;

use super::lines::{MOST_THROUGH, OF_CELLS, OTHER_CELLS, THROUGH, WITHOUT, WITHOUT_HALF, traits};

/// A board without a completed line; `N` is the number of vectors with its lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<const N: usize> {
    /// For each line, the traits that all its pieces share; all traits if it is empty.
    shared: [u8x16; N],
    /// For each line, the number of its pieces.
    filled: [u8x16; N],
    /// For each cell, all bits if it is empty.
    empty: u8x16,
    /// Four sets of cells: those whose pieces have attribute 0, 1, 2, 3.
    lanes: u64,
    occupied: u16,
    /// The pieces that are not on the board.
    remaining: u16,
}

/// What the lines of a board threaten.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats {
    /// For each cell: the traits with which a piece wins on another empty cell.
    elsewhere: u8x16,
    /// For each cell: the traits shared by the pieces of a line through it that has two pieces.
    pairs: u8x16,
    /// The traits with which a piece wins anywhere.
    anywhere: u8,
}

/// For each empty cell, the pieces that are safe to give after a placement there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replies {
    low: u8x16,
    high: u8x16,
    /// How many they are.
    counts: u8x16,
}

impl<const N: usize> Board<N> {
    /// An empty board.
    pub(crate) fn new() -> Self {
        Self {
            shared: [u8x16::splat(0xFF); N],
            filled: [u8x16::splat(0); N],
            empty: u8x16::splat(0xFF),
            lanes: 0,
            occupied: 0,
            remaining: u16::MAX,
        }
    }

    /// The board of a position, which must not be won. The piece in hand counts as one that is not on
    /// the board.
    pub(crate) fn of(position: &Quarto) -> Self {
        let cells = (0..16).filter_map(|index| Cell::new(index % 4, index / 4));
        cells.fold(Self::new(), |board, cell| match position.piece_at(cell) {
            Some(piece) => board.with(piece.index(), usize::from(cell.index())),
            None => board,
        })
    }

    /// The board after a piece has been placed on an empty cell, where it must not win.
    #[inline(always)]
    pub(crate) fn with(&self, piece: u8, cell: usize) -> Self {
        let mut next = *self;
        for (vector, through) in THROUGH.iter().enumerate().take(N) {
            let through = through[cell];
            next.shared[vector] = self.shared[vector] & (!through | u8x16::splat(traits(piece)));
            // All bits are -1.
            next.filled[vector] = self.filled[vector] - through;
        }
        next.empty = self.empty & OTHER_CELLS[cell];
        next.lanes = self.lanes | spread(piece) << cell;
        next.occupied = self.occupied | 1 << cell;
        next.remaining = self.remaining & !(1 << piece);
        next
    }

    /// A board given by its lanes and its occupied cells.
    pub(crate) fn of_lanes(lanes: u64, occupied: u16) -> Self {
        set_bits(occupied).fold(Self::new(), |board, cell| {
            let bit = |attribute: u32| ((lanes >> (16 * attribute + cell) & 1) as u8) << attribute;
            board.with((0..4).map(bit).sum(), cell as usize)
        })
    }

    /// Whether a line is complete.
    pub(crate) fn is_won(&self) -> bool {
        let mut lines = self.shared.iter().zip(&self.filled);
        lines.any(|(shared, filled)| (*shared & filled.simd_eq(u8x16::splat(4))) != u8x16::splat(0))
    }

    pub(crate) fn lanes(&self) -> u64 {
        self.lanes
    }

    pub(crate) fn occupied(&self) -> u16 {
        self.occupied
    }

    pub(crate) fn remaining(&self) -> u16 {
        self.remaining
    }

    #[inline(always)]
    pub(crate) fn empty_count(&self) -> u32 {
        self.remaining.count_ones()
    }

    #[inline(always)]
    pub(crate) fn threats(&self) -> Threats {
        let (mut at, mut pairs) = (u8x16::splat(0), u8x16::splat(0));
        for vector in 0..N {
            let filled = self.filled[vector];
            let three = self.shared[vector] & filled.simd_eq(u8x16::splat(3));
            let two = self.shared[vector] & filled.simd_eq(u8x16::splat(2));
            for line in &OF_CELLS[vector][..MOST_THROUGH[vector]] {
                at |= three.shuffle_zeroing(*line);
                pairs |= two.shuffle_zeroing(*line);
            }
        }
        at &= self.empty;
        // The traits at one cell or more, and at two or more.
        let [low, high] = halves(at);
        let (mut once, mut twice) = (low | high, low & high);
        for shift in [32, 16, 8] {
            twice |= twice >> shift | once & once >> shift;
            once |= once >> shift;
        }
        let elsewhere = u8x16::splat(twice as u8) | (u8x16::splat(once as u8) & !at);
        Threats { elsewhere, pairs, anywhere: once as u8 }
    }

    /// The pieces that can be given without losing at once.
    #[inline(always)]
    pub(crate) fn safe(&self, threats: &Threats) -> u16 {
        self.remaining & WITHOUT[usize::from(threats.anywhere)]
    }

    /// What a piece that does not win at once would leave on each cell.
    #[inline(always)]
    pub(crate) fn replies(&self, threats: &Threats, piece: u8) -> Replies {
        let half = u8x16::splat(0xF);
        let rest = self.remaining & !(1 << piece);
        let winning = threats.elsewhere | (threats.pairs & u8x16::splat(traits(piece)));
        let (lower, upper) = (winning & half, (winning >> 4_u8) & half);
        let safe = |pieces: usize, rest: u16| {
            let by_lower = WITHOUT_HALF[0][pieces].shuffle_zeroing(lower);
            let by_upper = WITHOUT_HALF[1][pieces].shuffle_zeroing(upper);
            by_lower & by_upper & u8x16::splat(rest as u8)
        };
        let (low, high) = (safe(0, rest), safe(1, rest >> 8));
        Replies { low, high, counts: (count(low) + count(high)) & self.empty }
    }
}

impl Replies {
    /// How many replies there are on all cells together.
    #[inline(always)]
    pub(crate) fn total(&self) -> u32 {
        const EVEN: u64 = 0x00FF_00FF_00FF_00FF;

        let [low, high] = halves(self.counts);
        let sums = (low & EVEN) + (low >> 8 & EVEN) + (high & EVEN) + (high >> 8 & EVEN);
        (sums.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
    }

    /// The pieces that are safe on each cell.
    #[inline(always)]
    pub(crate) fn sets(&self) -> Sets {
        Sets { low: self.low.to_array(), high: self.high.to_array() }
    }

    /// The cells with as many safe pieces, one bit each.
    #[inline(always)]
    pub(crate) fn with_count(&self, count: u8) -> u16 {
        self.counts.simd_eq(u8x16::splat(count)).to_bitmask() as u16
    }

    /// The cells with safe pieces, one bit each.
    #[inline(always)]
    pub(crate) fn cells(&self) -> u16 {
        !self.with_count(0)
    }
}

/// The same sets one by one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sets {
    low: [u8; 16],
    high: [u8; 16],
}

impl Sets {
    pub(crate) const NONE: Self = Self { low: [0; 16], high: [0; 16] };

    #[inline(always)]
    pub(crate) fn at(&self, cell: usize) -> u16 {
        u16::from(self.low[cell]) | u16::from(self.high[cell]) << 8
    }
}

/// The number of set bits in each byte.
#[inline(always)]
fn count(bytes: u8x16) -> u8x16 {
    let half = u8x16::splat(0xF);
    let counts = u8x16::new([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
    counts.shuffle_zeroing(bytes & half) + counts.shuffle_zeroing((bytes >> 4_u8) & half)
}

#[inline(always)]
fn halves(bytes: u8x16) -> [u64; 2] {
    let word = u128::from_le_bytes(bytes.to_array());
    [word as u64, (word >> 64) as u64]
}

/// Puts each attribute of a piece at the lowest bit of its lane.
#[inline(always)]
fn spread(piece: u8) -> u64 {
    (u64::from(piece) * 0x0000_2000_4000_8001) & 0x0001_0001_0001_0001
}
