//! Statistics of random draws. Seeds are fixed; bounds are six standard deviations.

use std::collections::BTreeMap;

const DRAWS: u32 = 60_000;

pub(crate) fn counts<K: Ord>(draw: impl FnMut() -> K) -> BTreeMap<K, u32> {
    let mut counts = BTreeMap::new();
    for drawn in std::iter::repeat_with(draw).take(DRAWS as usize) {
        *counts.entry(drawn).or_insert(0) += 1;
    }
    counts
}

pub(crate) fn assert_near<K: std::fmt::Debug>(what: K, count: u32, probability: f64) {
    let mean = f64::from(DRAWS) * probability;
    let bound = 6.0 * (mean * (1.0 - probability)).sqrt();
    assert!((f64::from(count) - mean).abs() <= bound, "{what:?}: {count} instead of {mean}");
}

pub(crate) fn assert_uniform<K: Ord + std::fmt::Debug>(counts: BTreeMap<K, u32>, among: usize) {
    assert_eq!(counts.len(), among, "{counts:?}");
    for (what, count) in counts {
        assert_near(what, count, 1.0 / among as f64);
    }
}
