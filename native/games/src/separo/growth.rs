//! Where roots can grow: the moves of a side, whether or not it is its turn.

use super::Separo;
use super::moves::Move;
use crate::Side;
use crate::bits::set_bits;

/// What the side to move can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// It can grow roots.
    Roots,
    /// It can only pass; the other side could grow roots.
    Pass,
    /// Neither side can move.
    Over,
}

impl Separo {
    /// Computed on demand, because a search does not need it after every move.
    pub(super) fn stage(&self) -> Stage {
        if self.can_grow(self.side) {
            Stage::Roots
        } else if self.can_grow(self.side.other()) {
            Stage::Pass
        } else {
            Stage::Over
        }
    }

    /// The moves of a side, whether or not it is its turn.
    pub(super) fn growth(&self, side: Side) -> impl Iterator<Item = Move> + Clone {
        let stones = self.stones[side as usize].iter();
        stones.flat_map(move |stone| {
            let shapes = set_bits(self.board.shapes_from(side, stone));
            shapes.filter_map(move |shape| Move::of(stone, shape as u16))
        })
    }

    pub(super) fn can_grow(&self, side: Side) -> bool {
        self.stones[side as usize].iter().any(|stone| self.board.shapes_from(side, stone) != 0)
    }
}

/// How far apart, in columns or rows, the middles of two moves can be if one move of the other side
/// blocks both: it takes two neighbouring points, and each of the moves needs two.
const FARTHEST: u8 = 3;

impl Separo {
    /// How many pairs of roots a side could grow if it were its turn.
    #[must_use]
    pub fn mobility(&self, side: Side) -> u32 {
        self.growth(side).count() as u32
    }

    /// The moves of a side that block every move of the other side, by taking a point that it
    /// needs. The first few moves usually show that there are none.
    pub(super) fn growth_against_all(&self, side: Side) -> Vec<Move> {
        let others = self.growth(side.other());
        if are_far_apart(others.clone()) {
            return Vec::new();
        }
        let mut moves: Vec<_> = self.growth(side).collect();
        for other in others {
            let needed = [other.via(), other.to()];
            moves.retain(|mv| needed.contains(&mv.via()) || needed.contains(&mv.to()));
            if moves.is_empty() {
                break;
            }
        }
        moves
    }
}

/// Whether these are too far apart for a single move to block them all.
fn are_far_apart(moves: impl Iterator<Item = Move>) -> bool {
    let (mut lowest, mut highest) = ([u8::MAX; 2], [0; 2]);
    moves.filter_map(|mv| mv.via().point()).any(|via| {
        let coordinates = [via.column(), via.row()];
        for axis in [0, 1] {
            lowest[axis] = coordinates[axis].min(lowest[axis]);
            highest[axis] = coordinates[axis].max(highest[axis]);
        }
        (0..2).any(|axis| highest[axis] - lowest[axis] > FARTHEST)
    })
}

#[cfg(test)]
mod tests {
    use super::super::cell::Cell;
    use super::super::moves::SHAPES;
    use super::super::point::{MAX_SIZE, Point};
    use super::*;

    #[test]
    fn the_moves_that_one_move_blocks_are_not_far_apart() {
        let from = |stone| (0..SHAPES).filter_map(move |shape| Move::of(Cell::of(stone), shape));
        let moves: Vec<_> =
            Point::all(MAX_SIZE).flat_map(from).filter(|mv| mv.points().is_some()).collect();
        assert!(moves.len() > 1_000);
        for own in &moves {
            let taken = [own.via(), own.to()];
            let is_blocked = |mv: &Move| taken.contains(&mv.via()) || taken.contains(&mv.to());
            assert!(!are_far_apart(moves.iter().copied().filter(is_blocked)), "{own}");
        }
    }
}
