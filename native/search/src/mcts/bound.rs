//! UCB1 (Auer, Cesa-Bianchi and Fischer 2002) with everything that a visit
//! changes worked out at the visit: to choose among siblings takes one
//! multiplication and one addition each, on numbers side by side.

use std::sync::LazyLock;

use wide::f32x4;

/// A node as its parent sees it when it chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound {
    /// The mean reward of the side that moves at the parent.
    mean: f32,
    /// One over the square root of the visits; 0 before the first. Of a judged node
    /// its share of exploration over the visits and one.
    spread: f32,
}

/// Siblings that are looked at in one go.
const LANES: usize = 4;
/// The most that two such goes reach.
const TWO_GOES: usize = 2 * LANES;
/// Siblings of which so many are sooner looked at in larger goes.
const MANY: usize = 24;

/// The square root of the logarithm of a number of visits, interpolated from a
/// table: the error is below 1e-5 of it, and none for powers of two and what
/// has few bits.
#[derive(Debug)]
pub(super) struct Roots {
    steps: [Step; Roots::SIZE],
    /// Those of few visits, as nearly all nodes have, interpolated beforehand.
    of_few: Vec<f32>,
}

/// An entry, and what is added to it on the way to the next.
#[derive(Clone, Copy, Debug)]
struct Step {
    start: f32,
    rise: f32,
}

impl Roots {
    /// Entries from one power of two to the next, in bits.
    const FINE: u32 = 6;
    /// For all numbers of 32 bits, the largest of which are rounded up.
    const SIZE: usize = (32 << Self::FINE) + 1;
    /// Visits that are few.
    const FEW: u32 = 1 << 13;

    /// The table.
    pub(super) fn shared() -> &'static Self {
        static ROOTS: LazyLock<Roots> = LazyLock::new(|| {
            let root = |place: usize| {
                let visits = f32::from_bits(1f32.to_bits() + ((place as u32) << Roots::REST));
                f64::from(visits).ln().sqrt() as f32
            };
            let step = |place| Step { start: root(place), rise: root(place + 1) - root(place) };
            let steps = std::array::from_fn(step);
            let of_few = (0..Roots::FEW).map(|visits| interpolated(&steps, visits)).collect();
            Roots { steps, of_few }
        });
        &ROOTS
    }

    /// The bits of a number's mantissa that do not lead to an entry.
    const REST: u32 = f32::MANTISSA_DIGITS - 1 - Self::FINE;

    /// sqrt(ln(visits)); 0 for none.
    pub(super) fn of(&self, visits: u32) -> f32 {
        match self.of_few.get(visits as usize) {
            Some(&root) => root,
            None => interpolated(&self.steps, visits),
        }
    }
}

/// The root for some visits, from the table's entries.
fn interpolated(steps: &[Step; Roots::SIZE], visits: u32) -> f32 {
    let bits = (visits.max(1) as f32).to_bits() - 1f32.to_bits();
    let rest = bits & ((1 << Roots::REST) - 1);
    let step = steps[(bits >> Roots::REST) as usize];
    step.start + step.rise * (rest as f32 / (1 << Roots::REST) as f32)
}

impl Bound {
    /// Not visited yet.
    pub(super) const FRESH: Self = Self { mean: f32::NEG_INFINITY, spread: 0.0 };
    /// Not to be visited again.
    pub(super) const CLOSED: Self = Self { mean: f32::NEG_INFINITY, spread: 1.0 };

    pub(super) fn new(mean: f32, visits: u32) -> Self {
        Self { mean, spread: 1.0 / (visits as f32).sqrt() }
    }

    /// Judged, but not visited yet, with a share of exploration.
    pub(super) fn promising(mean: f32, share: f32) -> Self {
        Self { mean, spread: share }
    }

    /// That of a judged node after so many visits.
    pub(super) fn revisited(self, mean: f32, visits: u32) -> Self {
        // The share over one more than the visits.
        Self { mean, spread: self.spread * (visits as f32 / (visits as f32 + 1.0)) }
    }

    fn is_fresh(self) -> bool {
        self.spread == 0.0
    }

    fn value(self, weight: f32) -> f32 {
        self.mean + weight * self.spread
    }
}

/// The place of the sibling with the highest bound, of equals the first; 0 if
/// all are closed, and the number of siblings if it is one that is not here,
/// because it was never visited, as there are `more`. `weight` is the weight of
/// exploration, `fresh` answers the bound of siblings not visited yet, of which
/// there must be none before one that was.
#[inline]
pub(super) fn highest(
    siblings: &[Bound],
    more: bool,
    weight: f32,
    fresh: impl FnOnce() -> f32,
) -> usize {
    let visited = match siblings {
        [.., last] if last.is_fresh() => siblings.partition_point(|bound| !bound.is_fresh()),
        _ => siblings.len(),
    };
    let known = &siblings[..visited];
    let (place, bound) = match visited {
        LANES..=TWO_GOES => highest_in_two_goes(known, weight),
        0..MANY => highest_of_few(known, weight),
        _ => highest_of_many(known, weight),
    };
    // Those not visited have the same bound, and the first is taken.
    if (more || visited < siblings.len()) && fresh() > bound { visited } else { place }
}

/// The place of the highest bound, and the bound.
#[inline]
fn highest_of_few(siblings: &[Bound], weight: f32) -> (usize, f32) {
    // Bounds are not negative but for those of closed nodes, so their bits have their
    // order; and each has to wait for the comparison of the last, which of
    // integers takes half the time.
    let bits = |bound: f32| bound.to_bits().cast_signed();
    let mut best = (0, bits(f32::NEG_INFINITY));
    for (place, bound) in siblings.iter().enumerate() {
        let value = bits(bound.value(weight));
        best = if value > best.1 { (place, value) } else { best };
    }
    (best.0, f32::from_bits(best.1.cast_unsigned()))
}

/// The same of four to eight siblings, without a loop: how often one goes round the
/// processor guesses wrong.
#[inline]
fn highest_in_two_goes(siblings: &[Bound], weight: f32) -> (usize, f32) {
    let (Some(first), Some(last)) = (siblings.first_chunk(), siblings.last_chunk()) else {
        return highest_of_few(siblings, weight);
    };
    let (first, last) = (values(first, weight), values(last, weight));
    let highest = highest_lane(first.fast_max(last));
    // Those in the middle are in both.
    let places = places_of(highest, first) | places_of(highest, last) << (siblings.len() - LANES);
    (places.trailing_zeros() as usize, highest)
}

/// Their bounds. They are read as they stand in memory, two in one go, and then sorted
/// into means and spreads: one by one each takes a load.
#[inline]
fn values(siblings: &[Bound; LANES], weight: f32) -> f32x4 {
    let pairs = siblings.map(|bound| [bound.mean, bound.spread]);
    let (lanes, _) = pairs.as_flattened().as_chunks();
    let [ab, cd] = [lanes[0], lanes[1]].map(f32x4::new);
    let (ac, bd) = (ab.unpack_lo(cd), ab.unpack_hi(cd));
    let (means, spreads) = (ac.unpack_lo(bd), ac.unpack_hi(bd));
    means + f32x4::splat(weight) * spreads
}

#[inline]
fn highest_lane(lanes: f32x4) -> f32 {
    let [a, b, c, d] = lanes.to_array();
    let higher = |a: f32, b: f32| if b > a { b } else { a };
    higher(higher(a, c), higher(b, d))
}

/// A bit for each lane that is the highest.
#[inline]
fn places_of(highest: f32, lanes: f32x4) -> u32 {
    lanes.simd_eq(f32x4::splat(highest)).to_bitmask()
}

/// The same, and sooner of many: first what the highest is, then where.
#[inline(never)]
fn highest_of_many(siblings: &[Bound], weight: f32) -> (usize, f32) {
    let (chunks, rest) = siblings.as_chunks::<TWO_GOES>();
    let higher = |a: f32, b: f32| if b > a { b } else { a };
    let mut lanes = [f32::NEG_INFINITY; TWO_GOES];
    for chunk in chunks {
        lanes = std::array::from_fn(|lane| higher(lanes[lane], chunk[lane].value(weight)));
    }
    let highest = lanes.into_iter().fold(f32::NEG_INFINITY, higher);

    let (place, bound) = highest_of_few(rest, weight);
    if bound > highest {
        return (siblings.len() - rest.len() + place, bound);
    }
    let is_it = |bound: &Bound| bound.value(weight) == highest;
    let has_it = |chunk: &[Bound; TWO_GOES]| chunk.iter().fold(false, |has, it| has | is_it(it));
    let before = TWO_GOES * chunks.iter().position(has_it).unwrap_or(0);
    (before + siblings[before..].iter().position(is_it).unwrap_or(0), highest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one_by_one(siblings: &[Bound], weight: f32, fresh: f32) -> usize {
        let mut best = (0, f32::NEG_INFINITY);
        for (place, bound) in siblings.iter().enumerate() {
            let value = if *bound == Bound::FRESH { fresh } else { bound.value(weight) };
            if value > best.1 {
                best = (place, value);
            }
        }
        best.0
    }

    #[test]
    fn the_roots_are_as_exact_as_a_bound_needs() {
        for visits in (1..5_000).chain((0..32).flat_map(|bit| {
            let power = 1_u32 << bit;
            [power - 1, power, power + power / 3, u32::MAX - power]
        })) {
            let exact = f64::from(visits.max(1)).ln().sqrt();
            let root = f64::from(Roots::shared().of(visits));
            assert!((root - exact).abs() <= 1e-5 * exact, "{visits}: {root}, {exact}");
        }
    }

    #[test]
    fn a_share_is_spread_over_the_visits() {
        let mut bound = Bound::promising(0.5, 0.3);
        for visits in 1..=1_000_000 {
            bound = bound.revisited(0.5, visits);
        }
        let expected = 0.3 / 1_000_001.0;
        assert!((bound.spread - expected).abs() < 1e-3 * expected, "{bound:?}");
    }

    proptest! {
        #[test]
        fn the_first_of_the_highest_is_found(
            // Few values, so that there are equals.
            visited in prop::collection::vec((0u32..5, 0u32..4), 0..60),
            fresh in 0usize..20,
            weight in 0u8..4,
            bound_of_fresh in 0u8..8,
        ) {
            let mut siblings: Vec<_> = visited
                .iter()
                .map(|&(mean, visits)| match visits {
                    0 => Bound::CLOSED,
                    visits => Bound::new(mean as f32 / 4.0, visits),
                })
                .collect();
            let more = fresh > 10;
            siblings.extend(std::iter::repeat_n(Bound::FRESH, fresh));
            let (weight, fresh) = (f32::from(weight) / 2.0, f32::from(bound_of_fresh) / 4.0);
            let expected = one_by_one(&siblings, weight, fresh);
            prop_assert_eq!(highest(&siblings, false, weight, || fresh), expected);
            if more {
                siblings.truncate(visited.len());
                let found = highest(&siblings, true, weight, || fresh);
                prop_assert_eq!(found, expected.min(visited.len()));
            }
        }
    }
}
