use std::fmt;
use std::num::NonZeroU16;

use super::cell::{CELLS, Cell};
use super::point::{Direction, Point};

/// The text of the pass.
pub(super) const PASS: &str = "--";

/// A move: `a9-b8-c8` (two roots), or `--` (the pass).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(
    /// The start cell times [`SHAPES`] plus the number of the shape. Cell 0 is on no board and
    /// stands for the pass.
    NonZeroU16,
);

/// The number of shapes of a move from a stone.
pub(super) const SHAPES: u16 = 8;

/// The maximum number of moves that start at one stone: every root is close to at least one of the
/// four diagonals, and each of the others continues in two directions.
pub(super) const MAX_MOVES_FROM_STONE: usize = 6;

/// Every move's number is below this.
pub(super) const NUMBERS: u16 = CELLS as u16 * SHAPES;

/// Two roots relative to their start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) first: Direction,
    pub(super) second: Direction,
    /// The distance to the end of the first root, in cells modulo 2^16.
    pub(super) via: u16,
    /// The distance to the end of the second root.
    pub(super) to: u16,
    /// The directions in which the roots leave its points, one bit each.
    pub(super) at_from: u8,
    pub(super) at_via: u8,
    pub(super) at_to: u8,
    /// The directions that rule out the first root at its start, one bit each.
    pub(super) close_to_first: u8,
    /// The directions that rule out the second root at its end.
    pub(super) close_to_last: u8,
}

pub(super) const TABLE: [Shape; SHAPES as usize] = shapes();

const fn shapes() -> [Shape; SHAPES as usize] {
    let mut shapes = [Shape::new(Direction::UP_RIGHT, Direction::RIGHT); SHAPES as usize];
    let mut number = 0;
    while number < shapes.len() {
        let first = Direction::DIAGONAL[number / 2];
        shapes[number] = Shape::new(first, first.continuations()[number % 2]);
        number += 1;
    }
    shapes
}

impl Shape {
    const fn new(first: Direction, second: Direction) -> Self {
        let stone = Cell::at(0, 0);
        let via = stone.next(first);
        Self {
            first,
            second,
            via: via.steps_from(stone),
            to: via.next(second).steps_from(stone),
            at_from: first.bit(),
            at_via: first.reversed().bit() | second.bit(),
            at_to: second.reversed().bit(),
            close_to_first: first.close(),
            close_to_last: second.reversed().close(),
        }
    }
}

impl Move {
    /// The pass, which is legal only if nothing else is.
    pub const PASS: Self = Self(NonZeroU16::MIN);

    /// Two roots, the first from a stone on a point of the largest board. `None` if the first is
    /// not diagonal, if the second does not continue along its row or column, or if either ends
    /// beyond the largest board.
    #[must_use]
    pub fn roots(from: Point, first: Direction, second: Direction) -> Option<Self> {
        let shape = (0..SHAPES).find(|&number| {
            let shape = TABLE[usize::from(number)];
            shape.first == first && shape.second == second
        })?;
        let mv = Self::of(Cell::of(from), shape)?;
        mv.points().map(|_| mv)
    }

    /// The move from a cell where a board can have a point, given the number of its shape.
    pub(super) fn of(from: Cell, shape: u16) -> Option<Self> {
        NonZeroU16::new(from.index() as u16 * SHAPES + shape % SHAPES).map(Self)
    }

    /// Where its roots start, meet and end; `None` for the pass.
    #[must_use]
    pub fn points(self) -> Option<[Point; 3]> {
        let from = self.from();
        let [via, to] = [self.shape().via, self.shape().to].map(|steps| from.plus(steps).point());
        Some([from.point()?, via?, to?])
    }

    pub(super) fn from(self) -> Cell {
        Cell::from_index(self.0.get() / SHAPES)
    }

    pub(super) fn via(self) -> Cell {
        self.from().plus(self.shape().via)
    }

    pub(super) fn to(self) -> Cell {
        self.from().plus(self.shape().to)
    }

    /// Its number; [`Move::from_number`] is the inverse.
    pub(super) fn number(self) -> u16 {
        self.0.get()
    }

    pub(super) fn from_number(number: u16) -> Option<Self> {
        NonZeroU16::new(number).map(Self)
    }

    pub(super) fn shape_number(self) -> usize {
        usize::from(self.0.get() % SHAPES)
    }

    pub(super) fn shape(self) -> &'static Shape {
        static SHAPES_OF_MOVES: [Shape; SHAPES as usize] = TABLE;
        &SHAPES_OF_MOVES[self.shape_number()]
    }

    /// The steps that a person picks, in order.
    pub(super) fn steps(self) -> Vec<String> {
        match self.points() {
            Some(points) => points.map(|point| point.to_string()).into(),
            None => vec![PASS.to_owned()],
        }
    }
}

/// A move as written, legal or not: the points of its roots, or the pass.
pub(super) type Written = Option<[Point; 3]>;

/// Reads a move, legal or not.
pub(super) fn parse(text: &str) -> Option<Written> {
    if text == PASS {
        return Some(None);
    }
    let mut points = text.split('-').map(Point::parse);
    let written = [points.next()??, points.next()??, points.next()??];
    points.next().is_none().then_some(Some(written))
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.steps().join("-"))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}
