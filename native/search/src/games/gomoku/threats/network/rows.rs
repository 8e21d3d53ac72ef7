//! What the network sees of a line through an empty point: a row of its first layer.
//!
//! The row depends on the stones and edges up to four points on either side, and on the classes of
//! the line ([`Class`]), which know the rule. A line and its mirror image share a row.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::super::patterns::{AROUND, Class, Patterns, REACH};

/// The number of ways in which the points on one side of a point can be occupied, up to [`REACH`]
/// points away: edges have only edges behind them.
const SIDES: usize = 364;

/// The bits of one side.
const SIDE: u32 = (1 << REACH) - 1;

/// What tells a row from others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    /// Both sides up to one point less than [`REACH`], the smaller first.
    near: [Vec<u8>; 2],
    /// The classes of the line for the one colour and the other.
    classes: [u8; 2],
}

impl Key {
    /// `None` without stones near the point.
    fn of(left: &[u8], right: &[u8], patterns: &Patterns) -> Option<Self> {
        let [left_bits, right_bits] = [bits(left, false), bits(right, true)];
        let [own, other] = [0, 1].map(|it| left_bits[it] | right_bits[it] << REACH);
        let both = patterns.classes(own, other);
        let mut near = [left, right].map(|side| side[..REACH as usize - 1].to_vec());
        near.sort();
        let has_stones = near.iter().flatten().any(|&state| state == 1 || state == 2);
        has_stones.then_some(Self { near, classes: [both & 0xF, both >> 4] })
    }

    /// The key with the colours exchanged.
    fn exchanged(&self) -> Self {
        let exchange = |state: &u8| [0, 2, 1, 3][usize::from(*state)];
        let mut near = self.near.each_ref().map(|side| side.iter().map(exchange).collect());
        near.sort();
        let [own, other] = self.classes;
        Self { near, classes: [other, own] }
    }
}

/// A row, as the weights of the network are given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The number of the stones near the point.
    pub(super) pattern: u16,
    /// The number of the pair of classes.
    pub(super) classes: u16,
    /// The row with the colours exchanged.
    pub(super) exchanged: u16,
}

/// All rows; the first is that of lines without stones, which the network ignores.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    /// How many numbers of stones near a point there are.
    pub(super) patterns: usize,
    /// By both sides of the point, the row, in freestyle and in standard.
    of: [Box<[u16]>; 2],
}

/// The numbers of both sides by the bits of the points on one side: one colour's, then the other's.
static SIDE_NUMBERS: LazyLock<[Box<[u16]>; 2]> = LazyLock::new(|| {
    let mut numbers = [0, 1].map(|_| vec![0_u16; 1 << AROUND].into_boxed_slice());
    for (number, side) in (0..).zip(sides(REACH as usize)) {
        for (right, numbers) in numbers.iter_mut().enumerate() {
            let [own, other] = bits(&side, right == 1);
            numbers[(other << REACH | own) as usize] = number;
        }
    }
    numbers
});

static ROWS: LazyLock<Rows> = LazyLock::new(Rows::new);

/// All ways in which so many points on one side can be occupied, the nearest point first: 0 is
/// empty, 1 the one colour, 2 the other, 3 off the board.
fn sides(reach: usize) -> Vec<Vec<u8>> {
    let mut sides = vec![Vec::new()];
    for _ in 0..reach {
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

impl Rows {
    pub(super) fn get() -> &'static Self {
        &ROWS
    }

    /// The row of a line by the bits around a point, of the one colour and of the other.
    pub(super) fn at(&self, is_exact: bool, own: u32, other: u32) -> u16 {
        let numbers = &*SIDE_NUMBERS;
        let side = |right: u32| {
            let [own, other] = [own, other].map(|bits| bits >> (REACH * right) & SIDE);
            usize::from(numbers[right as usize][(other << REACH | own) as usize])
        };
        self.of[usize::from(is_exact)][side(0) * SIDES + side(1)]
    }

    fn new() -> Self {
        let sides = sides(REACH as usize);
        let mut rows = Self { rows: Vec::new(), patterns: 0, of: [0, 1].map(|_| Vec::new().into()) };
        // The first is that of lines without stones.
        let mut keys = vec![None];
        let mut numbers = BTreeMap::from([(None, 0)]);
        for is_exact in [false, true] {
            let patterns = Patterns::by_rule(is_exact);
            let pairs = sides.iter().flat_map(|left| sides.iter().map(move |right| (left, right)));
            let number = |(left, right): (&Vec<u8>, &Vec<u8>)| {
                let key = Key::of(left, right, patterns);
                *numbers.entry(key.clone()).or_insert_with(|| {
                    keys.push(key);
                    keys.len() as u16 - 1
                })
            };
            rows.of[usize::from(is_exact)] = pairs.map(number).collect();
        }
        let mut near = BTreeMap::new();
        for key in &keys {
            let count = near.len() as u16;
            let pattern = *near.entry(key.as_ref().map(|key| key.near.clone())).or_insert(count);
            let Some(key) = key else {
                rows.rows.push(Row { pattern, classes: 0, exchanged: 0 });
                continue;
            };
            let [own, other] = key.classes.map(u16::from);
            let classes = own * Class::COUNT as u16 + other;
            let exchanged = numbers[&Some(key.exchanged())];
            rows.rows.push(Row { pattern, classes, exchanged });
        }
        rows.patterns = near.len();
        rows
    }
}
