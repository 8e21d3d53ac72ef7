//! What the network sees of a line through an empty point: its row in the table of embeddings.
//!
//! The row depends on the stones and edges up to four points on either side, and on the classes of
//! the line ([`Class`]), which know the rule. A line and its mirror image share a row.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::patterns::{AROUND, Class, Patterns, REACH};

/// How far the network sees on either side of a point, besides the classes.
const SEEN: usize = REACH as usize - 1;
/// The bits of one side of a point.
const SIDE: u32 = (1 << REACH) - 1;
/// The number of ways in which the points on one side of a point can be occupied: behind an edge are
/// only edges.
const SIDES: usize = 364;

/// The number of a row. The first is that of lines without stones, whose embedding is 0.
pub(super) type Row = u16;

/// What tells a row from others, except from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    /// The numbers of what the network sees on both sides, the smaller first.
    seen: [u8; 2],
    /// The classes of the line for the one colour and the other.
    classes: [u8; 2],
}

/// What a row is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// The number of what is on both sides.
    pub(super) pattern: u16,
    /// The number of the pair of classes.
    pub(super) classes: u16,
    /// The row with the colours exchanged.
    pub(super) exchanged: Row,
}

/// All rows.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) parts: Vec<Parts>,
    /// The number of patterns.
    pub(super) patterns: usize,
    /// The numbers of the points left and right of a point by their bits: one colour's stones, then
    /// the other's.
    sides: [Box<[u16; 1 << AROUND]>; 2],
    /// The rows by the numbers of both sides, in freestyle and in standard.
    rows: [Box<[Row]>; 2],
}

static ROWS: LazyLock<Rows> = LazyLock::new(Rows::new);

impl Rows {
    /// The rows, which are numbered at the first use.
    pub(super) fn get() -> &'static Self {
        &ROWS
    }

    /// The row of a line by the bits around an empty point, of the one colour and of the other.
    pub(super) fn at(&self, is_exact: bool, own: u32, other: u32) -> Row {
        let side = |is_right: usize| {
            let [own, other] = [own, other].map(|bits| bits >> (REACH * is_right as u32) & SIDE);
            usize::from(self.sides[is_right][(other << REACH | own) as usize])
        };
        self.rows[usize::from(is_exact)][side(0) * SIDES + side(1)]
    }

    fn new() -> Self {
        let sides = sides();
        let seen = Seen::new(&sides);
        let mut keys = vec![None];
        let mut numbers = HashMap::from([(None, 0)]);
        let mut rows_of = |is_exact| {
            let patterns = Patterns::by_rule(is_exact);
            let lefts: Vec<_> = sides.iter().map(|side| bits(side, false)).collect();
            let rights: Vec<_> = sides.iter().map(|side| bits(side, true)).collect();
            let pairs = (0..SIDES).flat_map(|left| (0..SIDES).map(move |right| [left, right]));
            let number = |[left, right]: [usize; 2]| {
                let [own, other] = [0, 1].map(|it| lefts[left][it] | rights[right][it] << REACH);
                let key = seen.key([left, right], patterns.classes(own, other));
                *numbers.entry(key).or_insert_with(|| {
                    keys.push(key);
                    keys.len() as Row - 1
                })
            };
            pairs.map(number).collect()
        };
        let rows = [rows_of(false), rows_of(true)];
        let mut patterns = HashMap::new();
        let mut parts_of = |key: &Option<Key>| {
            let count = patterns.len() as u16;
            let pattern = *patterns.entry(key.map(|key| key.seen)).or_insert(count);
            let exchanged = numbers[&key.map(|key| seen.exchanged(key))];
            let [own, other] = key.map_or([0; 2], |key| key.classes).map(u16::from);
            Parts { pattern, classes: own * Class::COUNT as u16 + other, exchanged }
        };
        let parts = keys.iter().map(&mut parts_of).collect();
        Self { parts, patterns: patterns.len(), sides: side_numbers(&sides), rows }
    }
}

/// What the network sees of the sides of a point.
struct Seen {
    /// By the number of a side, that of what is seen.
    of: Vec<u8>,
    /// By the number of what is seen, whether there are stones, and the number with the colours
    /// exchanged.
    has_stones: Vec<bool>,
    exchanged: Vec<u8>,
}

impl Seen {
    fn new(sides: &[Vec<u8>]) -> Self {
        let mut seen: Vec<&[u8]> = Vec::new();
        let mut number = |side| {
            seen.iter().position(|it| *it == side).unwrap_or_else(|| {
                seen.push(side);
                seen.len() - 1
            }) as u8
        };
        let of = sides.iter().map(|side| number(&side[..SEEN])).collect();
        let exchange = |side: &&[u8]| {
            let exchanged: Vec<u8> =
                side.iter().map(|state| [0, 2, 1, 3][usize::from(*state)]).collect();
            seen.iter().position(|it| *it == exchanged).expect("colours can be exchanged") as u8
        };
        let has_stones =
            seen.iter().map(|side| side.iter().any(|state| [1, 2].contains(state))).collect();
        Self { of, has_stones, exchanged: seen.iter().map(exchange).collect() }
    }

    /// The key of a line by its sides and both classes; `None` if no stones are seen.
    fn key(&self, sides: [usize; 2], classes: u8) -> Option<Key> {
        let [left, right] = sides.map(|side| self.of[side]);
        let has_stones = [left, right].iter().any(|&it| self.has_stones[usize::from(it)]);
        let classes = [classes & 0xF, classes >> 4];
        has_stones.then_some(Key { seen: [left.min(right), left.max(right)], classes })
    }

    fn exchanged(&self, key: Key) -> Key {
        let [a, b] = key.seen.map(|it| self.exchanged[usize::from(it)]);
        let [own, other] = key.classes;
        Key { seen: [a.min(b), a.max(b)], classes: [other, own] }
    }
}

/// All ways in which the points on one side can be occupied, the nearest first: 0 is empty, 1 the
/// one colour, 2 the other, 3 off the board.
fn sides() -> Vec<Vec<u8>> {
    let mut sides = vec![Vec::new()];
    for _ in 0..REACH {
        let longer = |side: &Vec<u8>| {
            let states = if side.last() == Some(&3) { 3..4 } else { 0..4 };
            let side = side.clone();
            states.map(move |state| side.iter().copied().chain([state]).collect())
        };
        sides = sides.iter().flat_map(longer).collect();
    }
    sides
}

/// The bits of one side as they are around a point: of the one colour and of the other.
fn bits(side: &[u8], is_right: bool) -> [u32; 2] {
    let mut bits = [0; 2];
    for (away, state) in (0..).zip(side) {
        let bit = 1 << if is_right { away } else { REACH - 1 - away };
        for (it, bits) in bits.iter_mut().enumerate() {
            *bits |= if state >> it & 1 == 1 { bit } else { 0 };
        }
    }
    bits
}

fn side_numbers(sides: &[Vec<u8>]) -> [Box<[u16; 1 << AROUND]>; 2] {
    [false, true].map(|is_right| {
        let mut numbers = Box::new([0; 1 << AROUND]);
        for (number, side) in (0..).zip(sides) {
            let [own, other] = bits(side, is_right);
            numbers[(other << REACH | own) as usize] = number;
        }
        numbers
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_row_which_its_mirror_image_shares() {
        let rows = Rows::get();
        let sides = sides();
        assert_eq!(sides.len(), SIDES);
        let pairs = || sides.iter().flat_map(|left| sides.iter().map(move |right| [left, right]));
        for is_exact in [false, true] {
            for [left, right] in pairs() {
                let at = |left: &[u8], right: &[u8]| {
                    let sides = [bits(left, false), bits(right, true)];
                    let [own, other] = [0, 1].map(|it| sides[0][it] | sides[1][it] << REACH);
                    [rows.at(is_exact, own, other), rows.at(is_exact, other, own)]
                };
                let [row, exchanged] = at(left, right);
                assert_eq!(at(right, left), [row, exchanged]);
                assert_eq!(rows.parts[usize::from(row)].exchanged, exchanged);
                let mut seen = left[..SEEN].iter().chain(&right[..SEEN]);
                let has_stones = seen.any(|state| [1, 2].contains(state));
                assert_eq!(row != 0, has_stones, "{left:?} {right:?}");
            }
        }
    }
}
