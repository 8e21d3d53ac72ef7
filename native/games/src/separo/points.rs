use std::ops::{BitAnd, BitOr, Not};

use super::point::{Direction, MAX_SIZE, Point};

/// The words of a set of points of the largest board.
pub(super) const WORDS: usize = 6;

/// A set of points of a board. A row has a bit for each of its points and one
/// that stays 0, so that nothing that is shifted gets round an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Points<const N: usize = WORDS>([u64; N]);

/// How many words the sets of a board of this size fill.
pub(super) const fn words(size: u8) -> usize {
    (size as usize * (size as usize + 1)).div_ceil(64)
}

/// Runs an expression with a constant that is a number of words that is enough
/// for a board of a size.
macro_rules! with_words {
    ($size:expr, $N:ident => $body:expr) => {
        match $crate::separo::points::words($size) {
            ..=2 => {
                const $N: usize = 2;
                $body
            }
            3..=4 => {
                const $N: usize = 4;
                $body
            }
            _ => {
                const $N: usize = $crate::separo::points::WORDS;
                $body
            }
        }
    };
}
pub(super) use with_words;

/// Where the sets of a board have a point.
#[derive(Clone, Copy)]
pub(super) struct Place {
    word: usize,
    bit: u64,
}

impl Place {
    pub(super) fn of(point: Point, size: u8) -> Self {
        let bit = u32::from(point.row()) * (u32::from(size) + 1) + u32::from(point.column());
        Self { word: bit as usize / 64, bit: 1 << (bit % 64) }
    }
}

impl Points {
    /// All points of a board.
    pub(super) fn of_board(size: u8) -> &'static Self {
        static BOARDS: [Points; MAX_SIZE as usize + 1] = boards();
        &BOARDS[usize::from(size)]
    }

    /// The same in fewer words, where the board needs no more.
    pub(super) fn narrow<const N: usize>(&self) -> Points<N> {
        Points(std::array::from_fn(|word| self.0[word]))
    }

    pub(super) fn contains(&self, place: Place) -> bool {
        self.0[place.word] & place.bit != 0
    }

    pub(super) fn insert(&mut self, place: Place) {
        self.0[place.word] |= place.bit;
    }

    /// The words that a board of this size fills.
    pub(super) fn words(&self, size: u8) -> &[u64] {
        &self.0[..words(size)]
    }
}

const fn boards() -> [Points; MAX_SIZE as usize + 1] {
    let mut boards = [Points::NONE; MAX_SIZE as usize + 1];
    let mut size = 1;
    while size < boards.len() {
        let mut bit = 0;
        while bit < size * (size + 1) {
            if bit % (size + 1) < size {
                boards[size].0[bit / 64] |= 1 << (bit % 64);
            }
            bit += 1;
        }
        size += 1;
    }
    boards
}

impl<const N: usize> Points<N> {
    pub(super) const NONE: Self = Self([0; N]);

    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    pub(super) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The neighbours of all points in a direction. Some may be beyond the
    /// board.
    pub(super) fn shifted(self, direction: Direction, size: u8) -> Self {
        let by = i32::from(direction.dy()) * (i32::from(size) + 1) + i32::from(direction.dx());
        // At most a row and a point: always less than a word.
        let (forward, by) = (by > 0, by.unsigned_abs());
        Self(std::array::from_fn(|word| {
            if forward {
                let carried = if word > 0 { self.0[word - 1] >> (64 - by) } else { 0 };
                self.0[word] << by | carried
            } else {
                let carried = if word + 1 < N { self.0[word + 1] << (64 - by) } else { 0 };
                self.0[word] >> by | carried
            }
        }))
    }

    /// The points, row by row from a1.
    pub(super) fn iter(self, size: u8) -> impl Iterator<Item = Point> {
        (0..).zip(self.0).flat_map(move |(word, mut rest)| {
            std::iter::from_fn(move || {
                let lowest = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (lowest < 64).then(|| point_at(word * 64 + lowest, size))?
            })
        })
    }

    /// The point that so many others come before.
    pub(super) fn nth(self, before: u32, size: u8) -> Option<Point> {
        let mut left = before;
        for (word, mut rest) in (0..).zip(self.0) {
            if left < rest.count_ones() {
                for _ in 0..left {
                    rest &= rest - 1;
                }
                return point_at(word * 64 + rest.trailing_zeros(), size);
            }
            left -= rest.count_ones();
        }
        None
    }

    /// How many rows the highest of the points is above the lowest.
    pub(super) fn height(self, size: u8) -> u32 {
        let row = |bit: u32| bit / (u32::from(size) + 1);
        let bits = || (0..).zip(self.0).filter(|&(_, word)| word != 0);
        let lowest = bits().next().map(|(at, word)| at * 64 + word.trailing_zeros());
        let highest = bits().last().map(|(at, word): (u32, u64)| at * 64 + word.ilog2());
        highest.map_or(0, row) - lowest.map_or(0, row)
    }
}

fn point_at(bit: u32, size: u8) -> Option<Point> {
    let stride = u32::from(size) + 1;
    Point::new((bit % stride) as u8, (bit / stride) as u8)
}

impl<const N: usize> BitAnd for Points<N> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const N: usize> BitOr for Points<N> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const N: usize> Not for Points<N> {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}
