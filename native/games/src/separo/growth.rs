//! Where roots can grow: the moves of a side, if it is its turn or not.

use super::Separo;
use super::board::{CELLS, Cell};
use super::moves::{Move, SHAPES};
use crate::Side;

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Cells([u64; CELLS / 64]);

impl Cells {
    pub(super) fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    fn iter(&self) -> impl Iterator<Item = Cell> + Clone {
        (0..).zip(self.0).flat_map(|(word, mut rest)| {
            std::iter::from_fn(move || {
                let lowest = rest.trailing_zeros() as u16;
                rest &= rest.wrapping_sub(1);
                (lowest < 64).then_some(Cell::from_index(word * 64 + lowest))
            })
        })
    }
}

impl Separo {
    /// The moves of a side, if it is its turn or not.
    pub(super) fn growth(&self, side: Side) -> impl Iterator<Item = Move> + Clone {
        self.stones[side as usize].iter().flat_map(move |from| self.growth_from(side, from))
    }

    /// Those that start at one of its stones.
    fn growth_from(&self, side: Side, from: Cell) -> impl Iterator<Item = Move> + Clone {
        let moves = (0..SHAPES).filter_map(move |shape| Move::of(from, shape));
        moves.filter(move |&mv| self.board.can_draw(side, mv))
    }

    pub(super) fn can_grow(&self, side: Side) -> bool {
        self.growth(side).next().is_some()
    }
}

/// Columns or rows between the middles of two moves that one move of the other
/// side can take a point from: it takes two neighbouring ones, and each of them
/// needs two.
const FARTHEST: u8 = 3;

impl Separo {
    /// How many pairs of roots a side could draw if it were its turn.
    #[must_use]
    pub fn mobility(&self, side: Side) -> u32 {
        self.growth(side).count() as u32
    }

    /// The moves of a side that take from every move of the other side a point
    /// that it needs.
    pub(super) fn growth_against_all(&self, side: Side) -> impl Iterator<Item = Move> {
        let others = self.growth(side.other());
        let any = !are_far_apart(others.clone());
        let against = any.then(|| self.growth(side)).into_iter().flatten();
        against.filter(move |mv| {
            others.clone().all(|other| {
                let needed = [other.via(), other.to()];
                needed.contains(&mv.via()) || needed.contains(&mv.to())
            })
        })
    }
}

/// Whether no single move can take points from all of these.
fn are_far_apart(moves: impl Iterator<Item = Move>) -> bool {
    let (mut lowest, mut highest) = ([u8::MAX; 2], [0; 2]);
    moves.filter_map(|mv| mv.via().point()).any(|via| {
        let place = [via.column(), via.row()];
        for axis in [0, 1] {
            lowest[axis] = place[axis].min(lowest[axis]);
            highest[axis] = place[axis].max(highest[axis]);
        }
        (0..2).any(|axis| highest[axis] - lowest[axis] > FARTHEST)
    })
}
