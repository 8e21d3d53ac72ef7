//! Regions: what a colour's roots and the border of the board divide the board
//! into.
//!
//! A walk round a region keeps it on the left and turns, wherever walls meet,
//! as far to the left as it can. Every root hangs together with the border, so
//! one walk goes all round a region. Walks go from point to point; where two
//! diagonal roots of the colour cross, they turn in the middle of a unit square.
//! The triangles that the diagonals of unit squares make are the unit of area.

use super::board::{Bytes, CELLS, Cell};
use super::point::Direction;

/// The triangles of a unit square: a region that counts has more.
pub(super) const UNIT: u32 = 4;

/// The most steps from point to point round no more than a unit square: the
/// polygon of n neighbouring points has an area of n / 2 - 1 unit squares and one
/// more for each point within (Pick 1899), and where a step turns in the middle of
/// a square a triangle is added.
const MOST_STEPS: u32 = 4;

/// What ends the regions of a side: for each cell the directions in which walls
/// leave it, a bit each.
#[derive(Clone, Copy)]
pub(super) struct Walls<'a>(pub(super) &'a Bytes);

/// One side of a wall: where it starts, and in what direction it leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: Cell,
    pub(super) direction: Direction,
}

/// The way along one side of a wall to the next point.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) to: Cell,
    /// In what direction it arrives.
    pub(super) arriving: Direction,
    /// Whether it turns, to the left, in the middle of a unit square.
    pub(super) turns: bool,
}

/// How a walk goes on.
pub(super) struct Onward {
    pub(super) edge: Edge,
    /// Whether it turns to the right there, or back.
    is_right: bool,
}

/// The sharpest turn to the left that there is, in times 45 degrees.
const LEFTMOST: u8 = 3;

/// By the direction of arrival and the walls at a point: how many times 45 degrees
/// to turn there, against the clock.
static TURNS: [[u8; 256]; 8] = {
    let mut turns = [[0; 256]; 8];
    let mut arriving = Direction::RIGHT;
    let mut walls = 0;
    while walls < 8 * 256 {
        // The wall it came along is among them, as the lowest bit.
        let back = arriving.reversed().index() as u32;
        let leaving = (walls as u8).rotate_right(back) | 1;
        turns[arriving.index()][walls % 256] = (leaving.ilog2() as u8 + 4) % 8;
        walls += 1;
        if walls % 256 == 0 {
            arriving = arriving.turned(1);
        }
    }
    turns
};

impl Walls<'_> {
    /// The directions in which walls leave a cell, a bit each.
    pub(super) fn at(self, cell: Cell) -> u8 {
        self.0[cell.index()]
    }

    /// Whether another root crosses a diagonal one.
    pub(super) fn crosses(self, from: Cell, direction: Direction) -> bool {
        let right = from.next(direction.turned(7));
        self.at(right) & direction.turned(2).bit() != 0
    }

    /// Along an edge to the next point.
    pub(super) fn way(self, Edge { from, direction }: Edge) -> Way {
        let turns = direction.is_diagonal() && self.crosses(from, direction);
        let half = u8::from(turns);
        let to = from.next(direction.turned(half));
        Way { to, arriving: direction.turned(2 * half), turns }
    }

    /// The edge that a walk goes on along where it arrives at a point.
    pub(super) fn onward(self, Way { to, arriving, .. }: Way) -> Onward {
        let turn = TURNS[arriving.index()][usize::from(self.at(to))];
        let edge = Edge { from: to, direction: arriving.turned(turn) };
        Onward { edge, is_right: turn > LEFTMOST }
    }

    /// The triangles of the region on the left of an edge if these are no more
    /// than those of a unit square, else 0.
    fn small(self, start: Edge) -> u32 {
        let (mut edge, mut turns, mut diagonals) = (start, 0, 0);
        for steps in 1..=MOST_STEPS {
            let way = self.way(edge);
            turns += u32::from(way.turns);
            diagonals += u32::from(way.arriving.is_diagonal());
            let onward = self.onward(way);
            if onward.is_right {
                // There the region has more than 180 degrees, and every
                // triangle has 45 at most.
                return 0;
            }
            edge = onward.edge;
            if edge == start {
                let triangles = (UNIT / 2 * steps + turns).wrapping_sub(UNIT);
                // Four diagonals have a point within.
                return if triangles <= UNIT && diagonals < MOST_STEPS { triangles } else { 0 };
            }
        }
        0
    }

    /// By how much it changes the score that one region was parted into these
    /// two, each on the left of an edge.
    fn gain(self, left: Edge, right: Edge) -> i16 {
        match (self.small(left), self.small(right)) {
            (0, 0) => 1,
            (left, right) if left > 0 && right > 0 && left + right > UNIT => -1,
            _ => 0,
        }
    }

    /// By how much the score changes with a straight root that parts a region.
    ///
    /// The one small region that it can be a side of is the unit square: the others
    /// have straight sides only at 45 degrees to another one, which are the border.
    /// It is looked for without a walk and a branch.
    pub(super) fn gain_of_straight(self, from: Cell, direction: Direction) -> i16 {
        let to = from.next(direction);
        let is_square = |across: Direction| {
            let sides = (self.at(from) & self.at(to)) >> across.index();
            i16::from(sides & self.at(from.next(across)) >> direction.index() & 1)
        };
        1 - is_square(direction.turned(2)) - is_square(direction.turned(6))
    }

    /// By how much the score changes with a diagonal root that crosses another
    /// one, ends at a wall, or both, by which each of its halves parts a region.
    pub(super) fn gain_of_diagonal(
        self,
        from: Cell,
        direction: Direction,
        crosses: bool,
        ends: bool,
    ) -> i16 {
        let edge = |from, by| Edge { from, direction: direction.turned(by) };
        let to = from.next(direction);
        if !crosses {
            return self.gain(edge(from, 0), edge(to, 4));
        }
        // Each of the four regions that meet in the middle of the square.
        let (right, left) = (from.next(direction.turned(7)), from.next(direction.turned(1)));
        let before = self.gain(edge(from, 0), edge(right, 2));
        if ends { before + self.gain(edge(left, 6), edge(to, 4)) } else { before }
    }
}

/// The border of a board alone.
pub(super) fn border(size: u8) -> Bytes {
    let mut border = [0; CELLS];
    let last = size - 1;
    for at in 0..last {
        // The four edges of the board, each gone along from a corner.
        for (column, row, direction) in [
            (at, 0, Direction::RIGHT),
            (last, at, Direction::UP),
            (last - at, last, Direction::LEFT),
            (0, last - at, Direction::DOWN),
        ] {
            let from = Cell::at(column, row);
            border[from.index()] |= direction.bit();
            border[from.next(direction).index()] |= direction.reversed().bit();
        }
    }
    border
}
