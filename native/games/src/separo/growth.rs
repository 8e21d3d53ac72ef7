//! Where roots can grow: all moves of a side at once, as sets of points.

use super::point::{Direction, Point};
use super::points::{Place, Points, WORDS, with_words};
use super::{Move, Separo};
use crate::Side;

/// What decides where a side can grow, in as many words as the board needs.
struct Growth<const N: usize> {
    empty: Points<N>,
    /// By direction: the own stones with room for a root in it, as none is there
    /// in the same direction or at 45 degrees to it.
    open: [Points<N>; 8],
    size: u8,
}

impl<const N: usize> Growth<N> {
    fn new(position: &Separo, side: Side) -> Self {
        let own: Points<N> = position.stones[side as usize].narrow();
        let others = position.stones[side.other() as usize].narrow();
        let board = Points::of_board(position.size).narrow();
        let empty = board & !(own | others);
        let roots = position.roots.each_ref().map(Points::narrow);
        let close = |at: usize| roots[(at + 7) % 8] | roots[at] | roots[(at + 1) % 8];
        let open = std::array::from_fn(|at| own & !close(at));
        Self { empty, open, size: position.size }
    }

    /// Where a first root in a direction can end.
    fn vias(&self, first: Direction) -> Points<N> {
        self.open[first.index()].shifted(first, self.size) & self.empty
    }

    /// Where second roots in a direction can end, going on from these points.
    fn ends(&self, vias: Points<N>, second: Direction) -> Points<N> {
        let free = self.empty | self.open[second.reversed().index()];
        vias.shifted(second, self.size) & free
    }

    /// The moves: for each pair of directions the points where they end.
    fn pairs(&self) -> impl Iterator<Item = (Direction, Direction, Points<N>)> {
        Direction::DIAGONAL.into_iter().flat_map(move |first| {
            let vias = self.vias(first);
            first.onward().map(|second| (first, second, self.ends(vias, second)))
        })
    }

    /// Where second roots can end.
    fn all_ends(&self) -> Points<N> {
        self.pairs().fold(Points::NONE, |all, (_, _, ends)| all | ends)
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        self.pairs().flat_map(move |(first, second, ends)| {
            ends.iter(self.size).map(move |to| self.read(to, first, second))
        })
    }

    fn read(&self, to: Point, first: Direction, second: Direction) -> Move {
        let before = |point: Point, direction: Direction| {
            let neighbour = point.neighbour(direction.reversed(), self.size);
            neighbour.expect("a root has two ends on the board")
        };
        let via = before(to, second);
        Move::Roots { from: before(via, first), via, to }
    }

    fn random(&self, pick: &mut impl FnMut(u32) -> u32) -> Option<Move> {
        let mut pairs = [const { None }; 8];
        let mut count = 0;
        for (slot, (first, second, ends)) in pairs.iter_mut().zip(self.pairs()) {
            let here = ends.len();
            *slot = Some((first, second, ends, here));
            count += here;
        }
        if count == 0 {
            return None;
        }
        let mut before = pick(count);
        for (first, second, ends, here) in pairs.into_iter().flatten() {
            if before < here {
                let to = ends.nth(before, self.size)?;
                return Some(self.read(to, first, second));
            }
            before -= here;
        }
        None
    }

    /// The moves that take from each of these moves of the other side an empty
    /// point that it needs. Mostly the first two or three leave none.
    fn against(&self, others: impl Iterator<Item = Move>, moves: &mut Vec<Move>) {
        let mut pairs = [const { None }; 8];
        for (slot, pair) in pairs.iter_mut().zip(self.pairs()) {
            *slot = Some(pair);
        }
        for other in others {
            let Move::Roots { via, to, .. } = other else { continue };
            let mut needed = Points::<WORDS>::NONE;
            needed.insert(Place::of(via, self.size));
            needed.insert(Place::of(to, self.size));
            let needed = needed.narrow();
            let mut any = false;
            for (_, second, ends) in pairs.iter_mut().flatten() {
                *ends = *ends & (needed | needed.shifted(*second, self.size));
                any |= !ends.is_empty();
            }
            if !any {
                return;
            }
        }
        for (first, second, ends) in pairs.into_iter().flatten() {
            moves.extend(ends.iter(self.size).map(|to| self.read(to, first, second)));
        }
    }
}

/// Rows between the ends of two moves that one move can take the points of:
/// it has two neighbouring points itself, and so has each of them.
const FARTHEST: u32 = 3;

impl Separo {
    /// How many pairs of roots a side could draw if it were its turn.
    #[must_use]
    pub fn mobility(&self, side: Side) -> u32 {
        with_words!(self.size, N => {
            Growth::<N>::new(self, side).pairs().map(|(_, _, ends)| ends.len()).sum()
        })
    }

    /// Whether a side could draw roots if it were its turn.
    pub(super) fn can_grow(&self, side: Side) -> bool {
        with_words!(self.size, N => {
            Growth::<N>::new(self, side).pairs().any(|(_, _, ends)| !ends.is_empty())
        })
    }

    pub(super) fn all_growth(&self, side: Side, moves: &mut Vec<Move>) {
        with_words!(self.size, N => moves.extend(Growth::<N>::new(self, side).moves()));
    }

    pub(super) fn random_growth(
        &self,
        side: Side,
        pick: &mut impl FnMut(u32) -> u32,
    ) -> Option<Move> {
        with_words!(self.size, N => Growth::<N>::new(self, side).random(pick))
    }

    /// The moves of a side that leave the other none of those that it could
    /// make before.
    pub(super) fn growth_against_all(&self, side: Side, moves: &mut Vec<Move>) {
        with_words!(self.size, N => {
            let others = Growth::<N>::new(self, side.other());
            if others.all_ends().height(self.size) > FARTHEST {
                return;
            }
            Growth::<N>::new(self, side).against(others.moves(), moves);
        });
    }
}
