use std::fmt;

use crate::notation::Coordinates;

/// The smallest board.
pub const MIN_SIZE: u8 = 4;
/// The largest board.
pub const MAX_SIZE: u8 = 19;

/// A point of the largest board: columns a to s from the left, rows 1 to 19
/// from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    // Declared in the order in which positions sort points.
    column: u8,
    row: u8,
}

impl Point {
    /// The point of a column (0 to 18 from the left) and a row (0 to 18 from
    /// the bottom).
    #[must_use]
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < MAX_SIZE && row < MAX_SIZE).then_some(Self { column, row })
    }

    /// Its column, from 0 on the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Its row, from 0 at the bottom.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Whether it is on a board of this size.
    #[must_use]
    pub fn is_within(self, size: u8) -> bool {
        self.column < size && self.row < size
    }

    /// The neighbour in a direction, on a board of this size.
    #[must_use]
    pub fn neighbour(self, direction: Direction, size: u8) -> Option<Self> {
        let column = self.column.wrapping_add_signed(direction.dx());
        let row = self.row.wrapping_add_signed(direction.dy());
        Some(Self { column, row }).filter(|point| point.is_within(size))
    }

    /// All points of a board, in order.
    pub(super) fn all(size: u8) -> impl Iterator<Item = Self> {
        (0..size).flat_map(move |column| (0..size).map(move |row| Self { column, row }))
    }

    /// Reads text like `h8`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let Coordinates { column, row } = Coordinates::parse(text)?;
        Self::new(column, row)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Coordinates { column: self.column, row: self.row }.fmt(f)
    }
}

/// One of the eight directions of roots, counted counterclockwise from the right: the odd ones are
/// diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction(u8);

impl Direction {
    /// To the right.
    pub const RIGHT: Self = Self(0);
    /// Up and to the right.
    pub const UP_RIGHT: Self = Self(1);
    /// Up.
    pub const UP: Self = Self(2);
    pub(super) const LEFT: Self = Self(4);
    pub(super) const DOWN: Self = Self(6);
    /// Down and to the right.
    pub const DOWN_RIGHT: Self = Self(7);

    /// The four directions of a first root.
    pub(super) const DIAGONAL: [Self; 4] = [Self(1), Self(3), Self(5), Self(7)];

    /// All eight directions.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The direction from a point to a neighbour; `None` if the points are not neighbours.
    #[must_use]
    pub fn between(from: Point, to: Point) -> Option<Self> {
        const BY_STEP: [[Option<Direction>; 3]; 3] = [
            [Some(Direction(5)), Some(Direction(6)), Some(Direction(7))],
            [Some(Direction(4)), None, Some(Direction(0))],
            [Some(Direction(3)), Some(Direction(2)), Some(Direction(1))],
        ];
        let right = (to.column + 1).wrapping_sub(from.column);
        let up = (to.row + 1).wrapping_sub(from.row);
        *BY_STEP.get(usize::from(up))?.get(usize::from(right))?
    }

    /// Its step to the right: 1, 0 or -1.
    #[must_use]
    pub const fn dx(self) -> i8 {
        [1, 1, 0, -1, -1, -1, 0, 1][self.index()]
    }

    /// Its step up: 1, 0 or -1.
    #[must_use]
    pub const fn dy(self) -> i8 {
        [0, 1, 1, 1, 0, -1, -1, -1][self.index()]
    }

    pub(super) const fn index(self) -> usize {
        // It is always below 8; the remainder only tells the compiler so.
        self.0 as usize % 8
    }

    /// Its bit in a set of directions.
    pub(super) const fn bit(self) -> u8 {
        1 << self.index()
    }

    /// Itself and the directions at 45 degrees to it, one bit each: two roots of a side must not
    /// leave a point this close to each other.
    pub(super) const fn close(self) -> u8 {
        self.turned(7).bit() | self.bit() | self.turned(1).bit()
    }

    pub(super) const fn is_diagonal(self) -> bool {
        self.0 % 2 == 1
    }

    /// Turned counterclockwise by a multiple of 45 degrees.
    pub(super) const fn turned(self, by: u8) -> Self {
        Self((self.0 + by) % 8)
    }

    pub(super) const fn reversed(self) -> Self {
        self.turned(4)
    }

    /// The two directions in which a second root can continue a first one: along the same column or
    /// row.
    pub(super) const fn continuations(self) -> [Self; 2] {
        [self.turned(7), self.turned(1)]
    }
}
