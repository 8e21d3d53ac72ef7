use super::point::{MAX_SIZE, Point};
use crate::bits::set_bits;

pub(super) const ROWS: usize = MAX_SIZE as usize;
/// How far to look from a point; the fifth step is for a sixth stone next to five.
pub(super) const REACH: usize = 5;
/// Both directions and the point itself.
pub(super) const AROUND: usize = 2 * REACH + 1;
/// [`REACH`] rows below and above the board stay empty, so that code need not check for the edge.
const PADDED: usize = ROWS + 2 * REACH;

/// A set of points: one word per row, row 1 first, column a in the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points {
    padded: [u32; PADDED],
}

impl Points {
    /// All points of a board.
    pub(super) fn of_board(size: u8) -> Self {
        let mut padded = [0; PADDED];
        padded[REACH..REACH + usize::from(size)].fill((1 << size) - 1);
        Self { padded }
    }

    pub(super) fn from_rows(rows: [u32; ROWS]) -> Self {
        let mut padded = [0; PADDED];
        padded[REACH..REACH + ROWS].copy_from_slice(&rows);
        Self { padded }
    }

    /// The rows, row 1 first; the lowest bit of each is column a. Bits and
    /// rows beyond the board are 0.
    #[must_use]
    pub fn rows(&self) -> &[u32; ROWS] {
        self.rows_above(0)
    }

    /// For every row, the one that is `steps` above it (or below it), at most [`REACH`].
    pub(super) fn rows_above(&self, steps: i32) -> &[u32; ROWS] {
        let from = (REACH as i32 + steps) as usize;
        self.padded[from..].first_chunk().expect("the rows are padded")
    }

    /// The rows around a point, with its own row in the middle.
    pub(super) fn rows_around(&self, point: Point) -> &[u32; AROUND] {
        let from = usize::from(point.row());
        self.padded[from..].first_chunk().expect("the rows are padded")
    }

    /// Whether the set contains a point.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.rows()[usize::from(point.row())] >> point.column() & 1 == 1
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows().iter().fold(0, |any, row| any | row) == 0
    }

    /// The number of points.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.rows().iter().map(|row| row.count_ones()).sum()
    }

    /// The points, row by row from a1.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        (0..).zip(*self.rows()).flat_map(|(row, columns)| {
            set_bits(columns).filter_map(move |column| Point::new(column as u8, row))
        })
    }

    /// A uniformly random point of the set.
    pub(super) fn random(&self, pick: &mut impl FnMut(u32) -> u32) -> Option<Point> {
        let count = self.len();
        if count == 0 {
            return None;
        }
        let mut before = pick(count);
        for (row, &columns) in (0..).zip(self.rows()) {
            let here = columns.count_ones();
            if before < here {
                let rest = (0..before).fold(columns, |rest, _| rest & rest.wrapping_sub(1));
                return Point::new(rest.trailing_zeros() as u8, row);
            }
            before -= here;
        }
        None
    }

    pub(super) fn insert(&mut self, point: Point) {
        self.padded[REACH + usize::from(point.row())] |= 1 << point.column();
    }

    pub(super) fn remove(&mut self, point: Point) {
        self.padded[REACH + usize::from(point.row())] &= !(1 << point.column());
    }

    pub(super) fn without(&self, other: &Self) -> Self {
        Self { padded: std::array::from_fn(|row| self.padded[row] & !other.padded[row]) }
    }

    pub(super) fn within(&self, size: u8) -> Self {
        let all = Self::of_board(size);
        Self { padded: std::array::from_fn(|row| self.padded[row] & all.padded[row]) }
    }
}
