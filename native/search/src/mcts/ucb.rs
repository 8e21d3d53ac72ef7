//! Upper confidence bounds, and finding the highest among siblings.
//!
//! Each visit updates the parts of a node's bound that depend on the node alone, so comparing
//! siblings takes one multiplication and one addition per sibling, on contiguous memory.
//!
//! | | value | exploration | weight, from the N visits of the parent |
//! |---|---|---|---|
//! | UCB1 (Auer, Cesa-Bianchi and Fischer 2002) | mean reward | `1 / sqrt(n)` | `c * sqrt(ln N)` |
//! | PUCT (Rosin 2011; Silver and others 2017) | mean and minimax value | `prior / (1 + n)` | `c * sqrt(N)` |

use std::sync::LazyLock;

use wide::f32x4;

/// The smallest prior. It guarantees that every child is explored eventually, and that no
/// exploration term is 0, which would mark the node as unvisited.
pub(super) const MIN_PRIOR: f32 = 1e-6;

/// How fast exploration grows with the visits, if it does.
const GROWN: f32 = 1_000.0;

/// How much exploration weighs in selection: `c * (1 + growth * ln(1 + N / 1000))`. In AlphaZero
/// (Silver and others 2018) it is `1.25 + ln(1 + N / 19652)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exploration {
    pub(super) c: f32,
    pub(super) growth: f32,
}

impl Exploration {
    /// The weight at a node with so many visits.
    pub(super) fn at(self, visits: u32) -> f32 {
        if self.growth == 0.0 {
            return self.c;
        }
        self.c * (1.0 + self.growth * (visits as f32 / GROWN).ln_1p())
    }
}

/// The upper confidence bound of a node: `value + weight * exploration`, where the weight is the
/// same for all siblings and changes with each visit of the parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound {
    /// The value for the side to move at the parent.
    value: f32,
    /// The exploration term without the weight; 0 marks an unvisited node, whose bound comes from
    /// its parent.
    exploration: f32,
}

impl Bound {
    /// Marks a node without visits, whose bound comes from its parent.
    pub(super) const UNVISITED: Self = Self { value: f32::NEG_INFINITY, exploration: 0.0 };
    /// The bound of a node that will not be visited again.
    pub(super) const CLOSED: Self = Self { value: f32::NEG_INFINITY, exploration: 1.0 };

    /// UCB1 after a number of visits.
    pub(super) fn ucb1(mean: f32, visits: u32) -> Self {
        Self { value: mean, exploration: 1.0 / (visits as f32).sqrt() }
    }

    /// PUCT before the first visit.
    pub(super) fn puct(value: f32, prior: f32) -> Self {
        Self { value, exploration: prior }
    }

    /// The same value with another exploration term.
    pub(super) fn with_exploration(self, exploration: f32) -> Self {
        Self { exploration, ..self }
    }

    /// PUCT after one more visit, which `visits` includes.
    pub(super) fn puct_visited(self, value: f32, visits: u32) -> Self {
        // The prior over 1 + n.
        Self { value, exploration: self.exploration * (visits as f32 / (visits as f32 + 1.0)) }
    }

    fn is_unvisited(self) -> bool {
        self.exploration == 0.0
    }

    fn at(self, weight: f32) -> f32 {
        self.value + weight * self.exploration
    }
}

/// The weight of exploration in UCB1 as a function of the parent's visits, without the factor c.
pub(super) fn ucb1_weight() -> impl Fn(u32) -> f32 {
    let roots = SqrtLog::shared();
    |visits| roots.of(visits)
}

/// The weight of exploration in PUCT as a function of the parent's visits, without the factor c.
pub(super) fn puct_weight() -> impl Fn(u32) -> f32 {
    |visits| (visits as f32).sqrt()
}

/// The square root of the logarithm of a visit count, interpolated from a table. The relative error
/// is below 1e-5, and zero for numbers with few significant bits, such as powers of two.
#[derive(Debug)]
struct SqrtLog {
    entries: [Entry; SqrtLog::SIZE],
    /// The precomputed roots for small visit counts, which nearly all nodes have.
    small: Vec<f32>,
}

/// The square root at an entry, and the difference between it and the next one.
#[derive(Clone, Copy, Debug)]
struct Entry {
    root: f32,
    difference: f32,
}

impl SqrtLog {
    /// The number of mantissa bits that select an entry between two powers of two.
    const ENTRY_BITS: u32 = 6;
    /// The number of mantissa bits that interpolate between two entries.
    const REST_BITS: u32 = f32::MANTISSA_DIGITS - 1 - Self::ENTRY_BITS;
    /// Enough for all 32-bit numbers, of which the largest are rounded up.
    const SIZE: usize = (32 << Self::ENTRY_BITS) + 1;
    /// The limit for small visit counts.
    const FEW: u32 = 1 << 13;

    fn shared() -> &'static Self {
        static ROOTS: LazyLock<SqrtLog> = LazyLock::new(|| {
            let root = |index: usize| {
                let bits = 1f32.to_bits() + ((index as u32) << SqrtLog::REST_BITS);
                f64::from(f32::from_bits(bits)).ln().sqrt() as f32
            };
            let entry =
                |index| Entry { root: root(index), difference: root(index + 1) - root(index) };
            let entries = std::array::from_fn(entry);
            let small = (0..SqrtLog::FEW).map(|visits| interpolate(&entries, visits)).collect();
            SqrtLog { entries, small }
        });
        &ROOTS
    }

    /// `sqrt(ln(visits))`, or 0 for no visits.
    fn of(&self, visits: u32) -> f32 {
        match self.small.get(visits as usize) {
            Some(&root) => root,
            None => interpolate(&self.entries, visits),
        }
    }
}

fn interpolate(entries: &[Entry; SqrtLog::SIZE], visits: u32) -> f32 {
    let bits = (visits.max(1) as f32).to_bits() - 1f32.to_bits();
    let rest = bits & ((1 << SqrtLog::REST_BITS) - 1);
    let entry = entries[(bits >> SqrtLog::REST_BITS) as usize];
    entry.root + entry.difference * (rest as f32 / (1 << SqrtLog::REST_BITS) as f32)
}

/// The number of bounds in a vector register.
const LANES: usize = 4;
/// The number of bounds in two vector registers.
const TWO_REGISTERS: usize = 2 * LANES;
/// From this many siblings on, larger steps are faster.
const MANY: usize = 24;

/// The index of the sibling with the highest bound. Ties go to the first; if all siblings are
/// closed, the result is 0.
///
/// `unvisited` returns the bound of unvisited siblings, which must come after all others. `untried`
/// means that there are also untried siblings, without nodes, which have the same bound; if one of
/// them wins, the result is `siblings.len()`.
#[inline]
pub(super) fn highest(
    siblings: &[Bound],
    untried: bool,
    weight: f32,
    unvisited: impl FnOnce() -> f32,
) -> usize {
    let visited = match siblings {
        [.., last] if last.is_unvisited() => {
            siblings.partition_point(|bound| !bound.is_unvisited())
        }
        _ => siblings.len(),
    };
    let with_bounds = &siblings[..visited];
    let (index, bound) = match visited {
        LANES..=TWO_REGISTERS => highest_in_two_registers(with_bounds, weight),
        0..MANY => highest_of_few(with_bounds, weight),
        _ => highest_of_many(with_bounds, weight),
    };
    // Unvisited siblings all have the same bound, so the first one wins.
    if (untried || visited < siblings.len()) && unvisited() > bound { visited } else { index }
}

/// The index of the highest bound, and the bound.
#[inline]
fn highest_of_few(siblings: &[Bound], weight: f32) -> (usize, f32) {
    // Each comparison depends on the previous one, and integers compare twice as fast. Only closed
    // nodes have negative bounds, so the bits sort in the same order as the bounds.
    let bits = |bound: f32| bound.to_bits().cast_signed();
    let mut best = (0, bits(f32::NEG_INFINITY));
    for (index, bound) in siblings.iter().enumerate() {
        let bound = bits(bound.at(weight));
        best = if bound > best.1 { (index, bound) } else { best };
    }
    (best.0, f32::from_bits(best.1.cast_unsigned()))
}

/// The same for four to eight siblings, without a loop, whose exit the processor would often
/// mispredict.
#[inline]
fn highest_in_two_registers(siblings: &[Bound], weight: f32) -> (usize, f32) {
    let (Some(first), Some(last)) = (siblings.first_chunk(), siblings.last_chunk()) else {
        return highest_of_few(siblings, weight);
    };
    let (first, last) = (bounds_of(first, weight), bounds_of(last, weight));
    let highest = highest_lane(first.fast_max(last));
    // Siblings in the middle may be in both registers.
    let matches =
        lanes_with(highest, first) | lanes_with(highest, last) << (siblings.len() - LANES);
    (matches.trailing_zeros() as usize, highest)
}

/// The bounds of four siblings. Loading two siblings at a time and then separating values from
/// explorations takes fewer loads than loading each number.
#[inline]
fn bounds_of(siblings: &[Bound; LANES], weight: f32) -> f32x4 {
    let pairs = siblings.map(|bound| [bound.value, bound.exploration]);
    let (lanes, _) = pairs.as_flattened().as_chunks();
    let [ab, cd] = [lanes[0], lanes[1]].map(f32x4::new);
    let (ac, bd) = (ab.unpack_lo(cd), ab.unpack_hi(cd));
    let (values, explorations) = (ac.unpack_lo(bd), ac.unpack_hi(bd));
    values + f32x4::splat(weight) * explorations
}

#[inline]
fn highest_lane(lanes: f32x4) -> f32 {
    let [a, b, c, d] = lanes.to_array();
    let higher = |a: f32, b: f32| if b > a { b } else { a };
    higher(higher(a, c), higher(b, d))
}

/// A bit mask of the lanes with this bound.
#[inline]
fn lanes_with(bound: f32, lanes: f32x4) -> u32 {
    lanes.simd_eq(f32x4::splat(bound)).to_bitmask()
}

/// The same for many siblings: it is faster to find the highest bound first and then its index.
#[inline(never)]
fn highest_of_many(siblings: &[Bound], weight: f32) -> (usize, f32) {
    let (chunks, rest) = siblings.as_chunks::<TWO_REGISTERS>();
    let higher = |a: f32, b: f32| if b > a { b } else { a };
    let mut lanes = [f32::NEG_INFINITY; TWO_REGISTERS];
    for chunk in chunks {
        lanes = std::array::from_fn(|lane| higher(lanes[lane], chunk[lane].at(weight)));
    }
    let highest = lanes.into_iter().fold(f32::NEG_INFINITY, higher);

    let (index, bound) = highest_of_few(rest, weight);
    if bound > highest {
        return (siblings.len() - rest.len() + index, bound);
    }
    let is_highest = |bound: &Bound| bound.at(weight) == highest;
    let has_highest =
        |chunk: &[Bound; TWO_REGISTERS]| chunk.iter().fold(false, |has, it| has | is_highest(it));
    let before = TWO_REGISTERS * chunks.iter().position(has_highest).unwrap_or(0);
    (before + siblings[before..].iter().position(is_highest).unwrap_or(0), highest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn exploration_grows_with_the_visits() {
        let at = |growth, visits| Exploration { c: 0.5, growth }.at(visits);
        assert_eq!([0, 1_000_000].map(|visits| at(0.0, visits)), [0.5; 2]);
        assert_eq!(at(2.0, 0), 0.5);
        assert!((at(2.0, 1_000) - 0.5 * (1.0 + 2.0 * 2_f32.ln())).abs() < 1e-6);
    }

    fn reference(siblings: &[Bound], weight: f32, unvisited: f32) -> usize {
        let mut best = (0, f32::NEG_INFINITY);
        for (index, bound) in siblings.iter().enumerate() {
            let bound = if *bound == Bound::UNVISITED { unvisited } else { bound.at(weight) };
            if bound > best.1 {
                best = (index, bound);
            }
        }
        best.0
    }

    #[test]
    fn square_roots_are_exact_enough() {
        for visits in (1..5_000).chain((0..32).flat_map(|bit| {
            let power = 1_u32 << bit;
            [power - 1, power, power + power / 3, u32::MAX - power]
        })) {
            let exact = f64::from(visits.max(1)).ln().sqrt();
            let root = f64::from(SqrtLog::shared().of(visits));
            assert!((root - exact).abs() <= 1e-5 * exact, "{visits}: {root}, {exact}");
        }
    }

    #[test]
    fn visits_divide_the_prior() {
        let mut bound = Bound::puct(0.5, 0.3);
        for visits in 1..=1_000_000 {
            bound = bound.puct_visited(0.5, visits);
        }
        let expected = 0.3 / 1_000_001.0;
        assert!((bound.exploration - expected).abs() < 1e-3 * expected, "{bound:?}");
    }

    proptest! {
        #[test]
        fn ties_go_to_the_first(
            // Few distinct values, so that there are ties.
            visited in prop::collection::vec((0u32..5, 0u32..4), 0..60),
            unvisited in 0usize..20,
            weight in 0u8..4,
            bound_of_unvisited in 0u8..8,
        ) {
            let mut siblings: Vec<_> = visited
                .iter()
                .map(|&(mean, visits)| match visits {
                    0 => Bound::CLOSED,
                    visits => Bound::ucb1(mean as f32 / 4.0, visits),
                })
                .collect();
            let untried = unvisited > 10;
            siblings.extend(std::iter::repeat_n(Bound::UNVISITED, unvisited));
            let weight = f32::from(weight) / 2.0;
            let unvisited = f32::from(bound_of_unvisited) / 4.0;
            let expected = reference(&siblings, weight, unvisited);
            prop_assert_eq!(highest(&siblings, false, weight, || unvisited), expected);
            if untried {
                siblings.truncate(visited.len());
                let found = highest(&siblings, true, weight, || unvisited);
                prop_assert_eq!(found, expected.min(visited.len()));
            }
        }
    }
}
