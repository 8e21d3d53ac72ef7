//! The roots on a board. One byte per point holds what the rules need to know about it, so checking
//! a move takes only three bytes.

use std::cmp::Ordering;

use super::cell::{Bytes, CELLS, Cell};
use super::moves::{Move, TABLE};
use super::point::{Direction, Point};
use super::walls::{Walls, border};
use crate::hash::mix;
use crate::{Outcome, Side};

/// The value of a cell where a side can never have a root.
const BARRED: u8 = 0xFF;

/// For each set of directions in which roots leave a stone: the shapes of moves whose first root is
/// not close to any of them, one bit each.
static SHAPES_WITH_ROOM: [u8; 256] = {
    let mut shapes = [0; 256];
    let mut index = 0;
    while index < 256 * TABLE.len() {
        let (leaving, number) = (index / TABLE.len(), index % TABLE.len());
        if leaving as u8 & TABLE[number].close_to_first == 0 {
            shapes[leaving] |= 1 << number;
        }
        index += 1;
    }
    shapes
};

/// The roots of both sides, and how many regions they make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// By side: the directions in which its roots leave a cell, one bit each. No bits are set for
    /// an empty point. All are set, which is too close for any root, for a stone of the other side
    /// and beyond the board.
    leaving: [Bytes; 2],
    /// By side: the directions in which walls leave a cell, one bit each: its roots and the border.
    walls: [Bytes; 2],
    /// By side: the number of regions that count.
    pub(super) scores: [u16; 2],
    pub(super) size: u8,
}

impl Board {
    /// A board without stones.
    pub(super) fn empty(size: u8) -> Self {
        let mut leaving = [BARRED; CELLS];
        for point in Point::all(size) {
            leaving[Cell::of(point).index()] = 0;
        }
        Self {
            leaving: [leaving; 2],
            walls: [border(size); 2],
            // The undivided board is one region.
            scores: [1; 2],
            size,
        }
    }

    /// Puts a stone on an empty point.
    pub(super) fn put_stone(&mut self, side: Side, cell: Cell) {
        self.leaving[side.other() as usize][cell.index()] = BARRED;
    }

    /// Whether a side has a stone on a point of the board.
    pub(super) fn has_stone(&self, side: Side, cell: Cell) -> bool {
        self.leaving(side.other(), cell) == BARRED
    }

    pub(super) fn has_root(&self, side: Side, cell: Cell, direction: Direction) -> bool {
        let leaving = self.leaving(side, cell);
        leaving != BARRED && leaving & direction.bit() != 0
    }

    /// The walls around the regions of a side.
    pub(super) fn walls(&self, side: Side) -> Walls<'_> {
        Walls(&self.walls[side as usize])
    }

    /// Whether a root of a side could leave one of its stones, or an empty point, in a direction
    /// without being too close to another root there.
    pub(super) fn has_room(&self, side: Side, cell: Cell, direction: Direction) -> bool {
        self.leaving(side, cell) & direction.close() == 0
    }

    /// Whether a side can make a move that starts at one of its stones.
    pub(super) fn can_draw(&self, side: Side, mv: Move) -> bool {
        let (from, shape) = (mv.from(), mv.shape());
        let at = |steps: u16| self.leaving(side, from.plus(steps));
        // The first root must end at a cell without roots. That could be one of the side's own
        // stones only in a corner, but from there the second root could not continue.
        at(0) & shape.close_to_first | at(shape.via) | at(shape.to) & shape.close_to_last == 0
    }

    /// The shapes of the moves that start at a stone of a side, by number, one bit each.
    pub(super) fn shapes_from(&self, side: Side, stone: Cell) -> u8 {
        let mut shapes = SHAPES_WITH_ROOM[usize::from(self.leaving(side, stone))];
        if shapes == 0 {
            return 0;
        }
        let at = |steps| self.leaving(side, stone.plus(steps));
        for (pair, both) in TABLE.as_chunks::<2>().0.iter().enumerate() {
            // Both moves of a pair begin with the same root.
            let of_both = 0b11 << (2 * pair);
            if shapes & of_both == 0 || at(both[0].via) != 0 {
                shapes &= !of_both;
                continue;
            }
            for (second, shape) in both.iter().enumerate() {
                let is_ruled_out = at(shape.to) & shape.close_to_last != 0;
                shapes &= !(u8::from(is_ruled_out) << (2 * pair + second));
            }
        }
        shapes
    }

    /// The directions in which a side's roots leave a cell, or all if it can't have a root there.
    pub(super) fn leaving(&self, side: Side, cell: Cell) -> u8 {
        self.leaving[side as usize][cell.index()]
    }

    /// Draws the roots of a legal move.
    pub(super) fn make(&mut self, side: Side, mv: Move) {
        let shape = mv.shape();
        let (from, via, to) = (mv.from(), mv.via(), mv.to());
        let walls = self.walls(side);
        if walls.at(via) != 0 || walls.crosses(from, shape.first) {
            // The first root may divide a region that the second divides again.
            self.draw_diagonal(side, from, shape.first);
            self.draw_straight(side, via, shape.second);
            return;
        }
        let divides = walls.at(to) != 0;
        for bytes in [&mut self.leaving[side as usize], &mut self.walls[side as usize]] {
            bytes[from.index()] |= shape.at_from;
            bytes[via.index()] = shape.at_via;
            bytes[to.index()] |= shape.at_to;
        }
        self.put_stone(side, via);
        self.put_stone(side, to);
        let gain = self.walls(side).gain_of_straight(via, shape.second);
        self.count(side, if divides { gain } else { 0 });
    }

    /// Draws a root from one of the side's stones.
    pub(super) fn draw(&mut self, side: Side, from: Cell, direction: Direction) {
        if direction.is_diagonal() {
            self.draw_diagonal(side, from, direction);
        } else {
            self.draw_straight(side, from, direction);
        }
    }

    /// A root whose end touches nothing divides nothing. One that ends at a wall divides a region
    /// in two, unless it runs along the border.
    fn draw_straight(&mut self, side: Side, from: Cell, direction: Direction) {
        let to = from.next(direction);
        let walls = self.walls(side);
        let divides = walls.at(to) != 0 && walls.at(from) & direction.bit() == 0;
        self.add(side, from, to, direction);
        if divides {
            let gain = self.walls(side).gain_of_straight(from, direction);
            self.count(side, gain);
        }
    }

    /// A root that crosses another one also divides a region.
    fn draw_diagonal(&mut self, side: Side, from: Cell, direction: Direction) {
        let to = from.next(direction);
        let walls = self.walls(side);
        let (ends, crosses) = (walls.at(to) != 0, walls.crosses(from, direction));
        self.add(side, from, to, direction);
        if ends || crosses {
            let gain = self.walls(side).gain_of_diagonal(from, direction, crosses, ends);
            self.count(side, gain);
        }
    }

    fn add(&mut self, side: Side, from: Cell, to: Cell, direction: Direction) {
        for bytes in [&mut self.leaving[side as usize], &mut self.walls[side as usize]] {
            bytes[from.index()] |= direction.bit();
            bytes[to.index()] |= direction.reversed().bit();
        }
        self.put_stone(side, to);
    }

    fn count(&mut self, side: Side, gain: i16) {
        let score = &mut self.scores[side as usize];
        *score = score.wrapping_add_signed(gain);
    }

    /// The outcome if the game is over.
    pub(super) fn outcome(&self) -> Outcome {
        let [first, second] = self.scores;
        match first.cmp(&second) {
            Ordering::Greater => Outcome::Win(Side::First),
            Ordering::Less => Outcome::Win(Side::Second),
            Ordering::Equal => Outcome::Draw,
        }
    }

    /// A hash of the stones and roots.
    pub(super) fn hash(&self) -> u64 {
        let words = self.leaving.as_flattened().chunks_exact(8);
        words.fold(0, |key, word| {
            mix(key, word.iter().fold(0, |all, &byte| all << 8 | u64::from(byte)))
        })
    }
}
