//! Steps and drops as bits. A piece can step from one square to a neighbouring one in 58 ways, so a
//! set of steps fits in one word, and adding or removing a piece changes its side's steps by a word
//! from a table.

use super::piece::{Piece, SQUARES, Square};
use crate::bits::{RankSelect, set_bits};

const STEPS: usize = 58;

/// The squares where each step begins and ends, in the order of the squares.
static ENDS: [(Square, Square); 64] = ends();

/// For each [`Piece::code`] and square, the steps of such a piece from there.
static STEP_TABLE: [[u64; 16]; 16] = step_table();

/// For each square, the steps that end there.
static STEPS_ONTO: [u64; 16] = onto_table();

/// The steps of a piece, by its code, from a square, one bit each; none for code 0.
pub(super) fn steps_of(code: usize, from: Square) -> u64 {
    STEP_TABLE[code % 16][from.index() % 16]
}

/// The steps that end on a square.
pub(super) fn steps_onto(to: Square) -> u64 {
    STEPS_ONTO[to.index() % 16]
}

/// The square where the only step of a set begins; `None` unless there is exactly one.
pub(super) fn from_of_only(steps: u64) -> Option<Square> {
    steps.is_power_of_two().then(|| ENDS[steps.trailing_zeros() as usize % 64].0)
}

/// A side's choices: its steps, and for each kind in its hand the empty squares, twelve bits per
/// kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    pub(super) steps: u64,
    pub(super) drops: u64,
}

/// A step or a drop.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    Step(Square, Square),
    /// The index of the animal in the hand, and the target square.
    Drop(usize, Square),
}

impl Choices {
    /// All choices in the order of the squares, drops last.
    pub(super) fn all(self) -> impl Iterator<Item = Choice> {
        set_bits(self.steps).map(step).chain(set_bits(self.drops).map(drop))
    }

    pub(super) fn is_empty(self) -> bool {
        self.steps | self.drops == 0
    }

    /// A random choice, if there is one. `below(n)` must return a number below n.
    #[inline(always)]
    pub(super) fn draw(self, below: impl FnOnce(usize) -> usize) -> Option<Choice> {
        let steps = RankSelect::new(self.steps);
        let step_count = steps.count();
        // The hand is usually empty.
        if self.drops == 0 {
            return (step_count > 0).then(|| step(steps.nth(below(step_count))));
        }
        let drops = RankSelect::new(self.drops);
        let rank = below(step_count + drops.count());
        Some(match rank.checked_sub(step_count) {
            None => step(steps.nth(rank)),
            Some(rank) => drop(drops.nth(rank)),
        })
    }

    /// All choices except this one.
    pub(super) fn without(mut self, choice: Choice) -> Self {
        match choice {
            Choice::Step(from, to) => {
                let others = !steps_onto(to) | !steps_of(Piece::LION.code(), from);
                self.steps &= others;
            }
            Choice::Drop(index, to) => self.drops &= !(1 << (index * SQUARES + to.index())),
        }
        self
    }
}

fn step(number: u32) -> Choice {
    let (from, to) = ENDS[number as usize % 64];
    Choice::Step(from, to)
}

fn drop(number: u32) -> Choice {
    let number = number as usize;
    Choice::Drop(number / SQUARES, Square::at(number % SQUARES))
}

const fn ends() -> [(Square, Square); 64] {
    let mut ends = [(Square::at(0), Square::at(0)); 64];
    let (mut pair, mut count) = (0, 0);
    while pair < SQUARES * SQUARES {
        let (from, to) = (Square::at(pair / SQUARES), Square::at(pair % SQUARES));
        if Piece::LION.attacks(from) & to.bit() != 0 {
            ends[count] = (from, to);
            count += 1;
        }
        pair += 1;
    }
    assert!(count == STEPS);
    ends
}

const fn step_table() -> [[u64; 16]; 16] {
    let mut table = [[0; 16]; 16];
    let mut code = 0;
    while code < 16 {
        if let Some(piece) = Piece::from_code(code) {
            let mut number = 0;
            while number < STEPS {
                let (from, to) = ENDS[number];
                if piece.attacks(from) & to.bit() != 0 {
                    table[code][from.index()] |= 1 << number;
                }
                number += 1;
            }
        }
        code += 1;
    }
    table
}

const fn onto_table() -> [u64; 16] {
    let mut table = [0; 16];
    let mut number = 0;
    while number < STEPS {
        table[ENDS[number].1.index()] |= 1 << number;
        number += 1;
    }
    table
}
