//! Uniform playouts, and the lists of moves from which all playouts draw.
//!
//! Whatever makes a move illegal (an occupied point, a root too close) never goes away. So a side
//! without moves never gets any again, and all legal moves of a side are among those that its
//! stones had when they were placed. A playout draws one of these. If it is no longer legal, it is
//! dropped for good and another one is drawn. So all legal moves are equally likely, and there is
//! no need to search for them.

use super::Separo;
use super::moves::{MAX_MOVES_FROM_STONE, Move, NUMBERS, SHAPES, TABLE};
use crate::{Outcome, Side};

/// Enough for the moves of all stones on boards up to a size, plus one that is written and then
/// discarded.
pub(super) const fn room(size: u8) -> usize {
    size as usize * size as usize * MAX_MOVES_FROM_STONE + 1
}

/// The number of draws from one random word: few enough for the rest of it to stay nearly uniform
/// (Brackett-Rozinsky and Lemire 2024). For lists of n moves the bias is below n^3 / 2^64.
const DRAWS_PER_U64: u32 = 3;

/// A playout in progress.
#[derive(Clone, Copy)]
pub(super) struct Playout<const N: usize> {
    /// Uniform playouts update only its board.
    pub(super) position: Separo,
    /// By side.
    pub(super) lists: [List<N>; 2],
}

/// Moves that were legal when they were added, in no particular order.
#[derive(Clone, Copy)]
pub(super) struct List<const N: usize> {
    /// Their numbers.
    moves: [u16; N],
    pub(super) len: usize,
}

impl<const N: usize> List<N> {
    const EMPTY: Self = Self { moves: [0; N], len: 0 };

    pub(super) fn moves(&self) -> impl Iterator<Item = Move> {
        self.moves[..self.len].iter().filter_map(|&number| Move::from_number(number))
    }

    pub(super) fn put(&mut self, mv: Move) {
        self.moves[self.len] = mv.number();
        self.len += 1;
    }

    /// Removes and returns the move at an index, if the list is not empty.
    pub(super) fn take(&mut self, index: usize) -> Option<Move> {
        let last = self.len.checked_sub(1)?;
        let number = self.moves[index];
        self.moves[index] = self.moves[last];
        self.len = last;
        Move::from_number(number)
    }

    /// Removes and returns a uniformly random move, using part of a random word.
    fn draw(&mut self, word: &mut u64) -> Option<Move> {
        let product = u128::from(*word) * self.len as u128;
        *word = product as u64;
        self.take((product >> 64) as usize)
    }
}

/// The two moves that begin with a root in the same direction from one of the stones that another
/// move places, relative to the start of that move.
#[derive(Clone, Copy)]
struct Sprout {
    /// The number of the first of the two, relative to the move of shape 0 from that start. The
    /// number of the second is one higher.
    number: u16,
    /// The distances of their points, in cells.
    via: u16,
    to: [u16; 2],
    close_to_last: [u8; 2],
}

impl Sprout {
    const NONE: Self = Self { number: 0, via: 0, to: [0; 2], close_to_last: [0; 2] };
}

/// The moves that a move of a shape makes possible.
#[derive(Clone, Copy)]
struct Sprouts {
    /// From the point where its roots meet: they leave one diagonal free.
    from_via: [Sprout; 1],
    /// From the point where they end, if it was empty.
    from_to: [Sprout; 2],
}

static SPROUTS: [Sprouts; SHAPES as usize] = {
    let none = Sprouts { from_via: [Sprout::NONE], from_to: [Sprout::NONE; 2] };
    let mut table = [none; SHAPES as usize];
    let mut number = 0;
    while number < table.len() {
        let shape = TABLE[number];
        let close_at_to = shape.second.reversed().close();
        let close_at_via = shape.first.reversed().close() | shape.second.close();
        table[number] = Sprouts {
            from_via: sprouts(shape.via, close_at_via),
            from_to: sprouts(shape.to, close_at_to),
        };
        number += 1;
    }
    table
};

/// The sprouts of a stone at a distance, except in directions that are too close.
const fn sprouts<const N: usize>(stone: u16, close: u8) -> [Sprout; N] {
    let mut sprouts = [Sprout::NONE; N];
    let (mut len, mut number) = (0, 0);
    while number < SHAPES {
        // Both shapes of a pair begin with the same root.
        let [shape, next] = [TABLE[number as usize], TABLE[number as usize + 1]];
        if shape.first.bit() & close == 0 {
            sprouts[len] = Sprout {
                number: stone.wrapping_mul(SHAPES).wrapping_add(number),
                via: stone.wrapping_add(shape.via),
                to: [stone.wrapping_add(shape.to), stone.wrapping_add(next.to)],
                close_to_last: [shape.close_to_last, next.close_to_last],
            };
            len += 1;
        }
        number += 2;
    }
    assert!(len == N);
    sprouts
}

impl<const N: usize> Playout<N> {
    pub(super) fn new(position: &Separo) -> Self {
        let mut playout = Self { position: *position, lists: [List::EMPTY; 2] };
        for side in Side::BOTH {
            position.growth(side).for_each(|mv| playout.lists[side as usize].put(mv));
        }
        playout
    }

    pub(super) fn play(&mut self, word: &mut impl FnMut() -> u64) -> Outcome {
        let mut side = self.position.side;
        while self.grow(side, word).is_some() {
            side = side.other();
        }
        while self.grow(side.other(), word).is_some() {}
        self.position.board.outcome()
    }

    /// Plays a random move of a side, if it has one.
    fn grow(&mut self, side: Side, word: &mut impl FnMut() -> u64) -> Option<Move> {
        let mv = self.draw_uniformly(side, word)?;
        self.make(side, mv);
        Some(mv)
    }

    /// Removes and returns a uniformly random legal move of a side, if it has one.
    #[inline]
    pub(super) fn draw_uniformly(
        &mut self,
        side: Side,
        word: &mut impl FnMut() -> u64,
    ) -> Option<Move> {
        loop {
            let mut word = word();
            for _ in 0..DRAWS_PER_U64 {
                let mv = self.lists[side as usize].draw(&mut word)?;
                if self.position.board.can_draw(side, mv) {
                    return Some(mv);
                }
            }
        }
    }

    pub(super) fn make(&mut self, side: Side, mv: Move) {
        let is_new = !self.position.board.has_stone(side, mv.to());
        self.position.board.make(side, mv);
        let sprouts = &SPROUTS[mv.shape_number()];
        self.list(side, mv, sprouts.from_via);
        if is_new {
            self.list(side, mv, sprouts.from_to);
        }
    }

    /// Adds the sprouts that are legal.
    fn list<const M: usize>(&mut self, side: Side, after: Move, sprouts: [Sprout; M]) {
        let list = &mut self.lists[side as usize];
        let mut len = list.len;
        let leaving = |steps| self.position.board.leaving(side, after.from().plus(steps));
        let number = after.number() - after.shape_number() as u16;
        for sprout in sprouts {
            let at_via = leaving(sprout.via);
            for (second, (to, close)) in (0..).zip(sprout.to.into_iter().zip(sprout.close_to_last))
            {
                // Every move is written, but only legal ones are kept: a branch would be
                // unpredictable.
                list.moves[len] = number.wrapping_add(sprout.number + second) % NUMBERS;
                len += usize::from(at_via | leaving(to) & close == 0);
            }
        }
        list.len = len;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::point::MAX_SIZE;
    use super::*;
    use crate::separo::testing::{start, words};
    use crate::{Game, Playouts};

    type Any = Playout<{ room(MAX_SIZE) }>;

    /// From any position, a playout follows the rules: every move is legal, a side stops when it
    /// has no move, and the final board is the same.
    #[test]
    fn playouts_are_games() {
        for seed in 0..600 {
            let mut word = words(seed);
            let size = 4 + seed % 16;
            let mut position = start(size);
            for _ in 0..word() % (size * size) {
                if position.outcome().is_none() {
                    let mut pick = |n: u32| (word() % u64::from(n)) as u32;
                    position.play(position.sample(&mut pick));
                }
            }
            let mut playout = Any::new(&position);
            while position.outcome().is_none() {
                let grown = playout.grow(position.side, &mut word);
                position.play(grown.unwrap_or(Move::PASS));
                assert_eq!(playout.position.board, position.board, "{position}");
            }
            for side in Side::BOTH {
                assert_eq!(playout.grow(side, &mut word), None, "{position}");
            }
            assert_eq!(position.play_out_uniformly(&mut word), position.outcome(), "{position}");
        }
    }

    /// This is true even if many of the listed moves are no longer legal.
    #[test]
    fn moves_of_playouts_are_uniform() {
        const DRAWS: u32 = 30_000;

        for seed in 0..12 {
            let mut word = words(seed);
            let mut position = start(5 + seed);
            let mut playout = Any::new(&position);
            for _ in 0..6 + 2 * seed {
                let grown = playout.grow(position.side, &mut word);
                position.play(grown.unwrap_or(Move::PASS));
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let mut counts = BTreeMap::new();
            for _ in 0..DRAWS {
                let drawn = { playout }.grow(position.side, &mut word);
                *counts.entry(drawn.unwrap_or(Move::PASS)).or_insert(0) += 1;
            }
            moves.sort();
            assert!(counts.keys().eq(&moves), "{position}");
            let mean = f64::from(DRAWS) / moves.len() as f64;
            let bound = 6.0 * mean.sqrt();
            for (mv, count) in counts {
                let error = (f64::from(count) - mean).abs();
                assert!(error <= bound, "{position}: {count} of {DRAWS} draws were {mv}");
            }
        }
    }
}
