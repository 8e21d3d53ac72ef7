//! Uniform playouts that do not play moves.
//!
//! Uniformly random moves do not depend on the position. So points are drawn many at a time, and
//! each is marked with the ply of its stone. A row of five is complete at the latest ply of its
//! stones, and the game ends at the earliest ply that completes a row. These are minima and maxima
//! of bytes, and the compiler processes sixteen of them at a time.

use super::Gomoku;
use super::point::MIN_SIZE;
use super::points::ROWS;
use super::rows::Rule;
use crate::draw::draw;
use crate::{Game, Outcome};

/// The stones on the board at the first search for five in a row: on 15x15, nine games in ten are
/// over by then.
const FIRST_LOOK: usize = 144;
/// The minimum number of stones placed before each search.
const ROUND: usize = 48;
/// The number of points drawn from 64 random bits; their bias is below 400^4 / 2^64. It must be
/// even, because the sides take turns.
const DRAWS: usize = 4;

/// Cells processed together.
const LANES: usize = 16;
/// The cells before a1, enough for a sixth stone.
const MARGIN: usize = 2 * LANES;
/// The cells of the largest board, and room for a sixth stone beyond it.
const CELLS: usize = MARGIN + (ROWS * (ROWS + 1)).next_multiple_of(LANES) + 5 * (ROWS + 2);

/// The ply of a stone placed before the current round. The plies of a round count from 1.
const BEFORE: u8 = 0;
/// The ply of a point where a colour has no stone.
const NEVER: u8 = u8::MAX;

/// The cell of a point: one cell after every row stays free, so that rows do not continue from one
/// edge to the other.
const fn cell(size: usize, column: usize, row: usize) -> usize {
    MARGIN + row * (size + 1) + column
}

/// The cells of a board of each size, row by row.
static BOARDS: [[u16; ROWS * ROWS]; ROWS + 1] = boards();

const fn boards() -> [[u16; ROWS * ROWS]; ROWS + 1] {
    let mut boards = [[0; ROWS * ROWS]; ROWS + 1];
    let mut size = MIN_SIZE as usize;
    while size <= ROWS {
        let mut index = 0;
        while index < size * size {
            boards[size][index] = cell(size, index % size, index / size) as u16;
            index += 1;
        }
        size += 1;
    }
    boards
}

struct Playout {
    size: usize,
    rule: Rule,
    /// The cells not drawn yet, at the front.
    urn: [u16; ROWS * ROWS],
    left: usize,
    /// The ply at which each side places a stone on a cell; the side to move at the start of the
    /// round comes first.
    plies: [[u8; CELLS]; 2],
}

impl Playout {
    fn new(position: &Gomoku) -> Self {
        let size = usize::from(position.size);
        let (urn, left, plies) = (BOARDS[size], size * size, [[NEVER; CELLS]; 2]);
        let mut playout = Self { size, rule: position.rule, urn, left, plies };
        let mover = position.colour_to_move();
        let [own, other] = [mover, mover.other()].map(|colour| position.stones(colour).rows());
        // From last to first, so that no occupied cell takes the place of a removed one.
        for row in (0..size).rev() {
            let mut taken = own[row] | other[row];
            while taken != 0 {
                let column = taken.ilog2() as usize;
                taken ^= 1 << column;
                let whose = usize::from(other[row] >> column & 1 == 1);
                playout.plies[whose][cell(size, column, row)] = BEFORE;
                playout.left -= 1;
                playout.urn[row * size + column] = playout.urn[playout.left];
            }
        }
        playout
    }

    /// Draws and removes a uniformly random cell.
    fn draw(&mut self, bits: &mut u64) -> usize {
        let at = draw(bits, self.left);
        self.left -= 1;
        let drawn = self.urn[at];
        self.urn[at] = self.urn[self.left];
        usize::from(drawn)
    }

    /// Places a number of stones, or as many as fit, and returns the index of the winner in
    /// [`Playout::plies`], if there is one.
    fn round(&mut self, count: usize, word: &mut impl FnMut() -> u64) -> Option<usize> {
        let count = count.min(self.left);
        let last = count - count % DRAWS;
        for before in (0..last).step_by(DRAWS) {
            let mut bits = word();
            // Drawing all points before placing them is a third faster: docs/log/bench.md.
            let drawn = [(); DRAWS].map(|()| self.draw(&mut bits));
            for (index, cell) in drawn.into_iter().enumerate() {
                self.plies[index % 2][cell] = (before + index + 1) as u8;
            }
        }
        for before in last..count {
            let cell = self.draw(&mut word());
            self.plies[before % 2][cell] = (before + 1) as u8;
        }
        let [own, other] = [0, 1].map(|whose| self.first_five(whose));
        if own == other { None } else { Some(usize::from(other < own)) }
    }

    /// Marks the stones of this round as placed before the next.
    fn finish_round(&mut self) {
        for ply in self.plies.as_flattened_mut() {
            *ply = if *ply == NEVER { NEVER } else { BEFORE };
        }
    }

    /// The ply at which a side first has a winning row.
    fn first_five(&self, whose: usize) -> u8 {
        let (plies, width) = (&self.plies[whose], self.size + 1);
        let (flat, steep) = (self.size * width, (self.size - 4) * width);
        let directions = [(1, flat), (width - 1, steep), (width, steep), (width + 1, steep)];
        let plies = directions.map(|(step, count)| match self.rule {
            Rule::Freestyle => first_along::<false>(plies, step, count),
            Rule::Standard => first_along::<true>(plies, step, count),
        });
        plies.into_iter().fold(NEVER, u8::min)
    }
}

/// The first such ply along one direction, in which neighbours are `step` cells apart, among the
/// rows that begin in the first `count` cells from a1.
fn first_along<const EXACTLY: bool>(plies: &[u8; CELLS], step: usize, count: usize) -> u8 {
    let cells = |from: usize| plies[from..][..count.next_multiple_of(LANES)].as_chunks().0;
    let [a, b, c, d, e]: [&[[u8; LANES]]; 5] =
        [0, 1, 2, 3, 4].map(|steps| cells(MARGIN + steps * step));
    let beside = cells(MARGIN - step).iter().zip(cells(MARGIN + 5 * step));
    let mut first = [NEVER; LANES];
    for (((((a, b), c), d), e), (f, g)) in a.iter().zip(b).zip(c).zip(d).zip(e).zip(beside) {
        for lane in 0..LANES {
            let five = a[lane].max(b[lane]).max(c[lane]).max(d[lane]).max(e[lane]);
            let six = f[lane].min(g[lane]);
            let wins = !EXACTLY || six > five;
            first[lane] = first[lane].min(if wins { five } else { NEVER });
        }
    }
    first.into_iter().fold(NEVER, u8::min)
}

/// The outcome of a game in which stones are placed at random. Requires that nobody has won yet and
/// that the colours are decided.
pub(super) fn play_out(position: &Gomoku, word: &mut impl FnMut() -> u64) -> Outcome {
    let mut playout = Playout::new(position);
    let mut count = FIRST_LOOK.saturating_sub(usize::from(position.count)).max(ROUND);
    while playout.left > 0 {
        if let Some(winner) = playout.round(count.next_multiple_of(DRAWS), word) {
            let side = position.side_to_move();
            return Outcome::Win([side, side.other()][winner]);
        }
        playout.finish_round();
        count = ROUND;
    }
    Outcome::Draw
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::Playouts;
    use crate::gomoku::{Move, Point};
    use crate::hash::mix;

    fn words(seed: u64) -> impl FnMut() -> u64 {
        let mut state = seed;
        move || {
            state = mix(state, 1);
            state
        }
    }

    /// The stones of a round, in the order in which they were placed.
    fn placed(playout: &Playout) -> Vec<Point> {
        let mut placed = BTreeMap::new();
        for row in 0..playout.size {
            for column in 0..playout.size {
                let point = Point::new(column as u8, row as u8).expect("a point");
                for whose in 0..2 {
                    let ply = playout.plies[whose][cell(playout.size, column, row)];
                    if ply != BEFORE && ply != NEVER {
                        assert_eq!(usize::from(ply - 1) % 2, whose, "they take turns");
                        assert_eq!(placed.insert(ply, point), None, "one stone at a time");
                    }
                }
            }
        }
        assert!(placed.keys().copied().eq(1..=placed.len() as u8), "none is left out");
        placed.into_values().collect()
    }

    /// Plays out in rounds, and replays every round move by move.
    fn agrees_with_the_rules(start: Gomoku, counts: &[usize], seed: u64) {
        let mut word = words(seed);
        let (mut playout, mut position) = (Playout::new(&start), start);
        for &count in counts.iter().cycle() {
            let left = playout.left;
            let winner = playout.round(count, &mut word);
            let stones = placed(&playout);
            assert_eq!(stones.len(), count.min(left));
            assert_eq!(playout.left, left - stones.len());
            for point in stones {
                if position.outcome().is_none() {
                    position.play(Move::place(point));
                }
            }
            let side = start.side_to_move();
            let winner = winner.map(|winner| Outcome::Win([side, side.other()][winner]));
            let expected = position.outcome().filter(|&outcome| outcome != Outcome::Draw);
            assert_eq!(winner, expected, "{start}, then {position}");
            if winner.is_some() || playout.left == 0 {
                return;
            }
            playout.finish_round();
        }
    }

    proptest! {
        /// From positions of all sizes and variants, with few and with many stones, and possibly
        /// with a row of six that does not win.
        #[test]
        fn playouts_end_by_the_rules(
            size in 5_u8..=20,
            standard: bool,
            plies in 0_u32..400,
            carefully: bool,
            counts in prop::collection::vec((1_usize..=36).prop_map(|words| words * DRAWS), 1..4),
            seed: u64,
        ) {
            let rule = if standard { Rule::Standard } else { Rule::Freestyle };
            let mut word = words(!seed);
            let mut pick = |n| ((u128::from(word()) * u128::from(n)) >> 64) as u32;
            let mut position = Gomoku::empty(size, rule, Some(crate::Side::First));
            for _ in 0..plies {
                let mv = if carefully {
                    position.sample_decisive(&mut pick)
                } else {
                    position.sample(&mut pick)
                };
                let mut next = position;
                next.play(mv);
                if next.outcome().is_some() {
                    break;
                }
                position = next;
            }
            agrees_with_the_rules(position, &counts, seed);
        }
    }

    /// With six stones in a row on the board, five in a row elsewhere win and six do not.
    #[test]
    fn existing_rows_that_do_not_win_are_ignored() {
        for seed in 0..500 {
            for text in [
                "7/oooooo1/7/xxxxxx1/7/oo1oo2/xx1xx2 x standard",
                "7/o1oo1oo/7/7/7/5x1/xx1xx2 x standard",
                "o1ooo1o/7/1xx1x2/2xx3/7/7/7 x standard+swapped",
            ] {
                let position = Gomoku::parse(text).expect(text);
                agrees_with_the_rules(position, &[DRAWS, 3 * DRAWS], seed);
            }
        }
    }

    /// Five points take two words to draw.
    #[test]
    fn every_order_is_equally_likely() {
        const PLAYOUTS: u32 = 60_000;

        let position = Gomoku::parse("xoxox/xo1ox/o1o1x/xoxox/xo1o1 x freestyle");
        let position = position.expect("a position");
        let (mut word, mut counts) = (words(3), BTreeMap::new());
        for _ in 0..PLAYOUTS {
            let mut playout = Playout::new(&position);
            playout.round(5, &mut word);
            *counts.entry(placed(&playout)).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 120);
        let mean = f64::from(PLAYOUTS) / 120.0;
        for (order, count) in counts {
            let error = (f64::from(count) - mean).abs();
            assert!(error < 6.0 * mean.sqrt(), "{order:?}: {count} instead of {mean}");
        }
    }
}
