//! The transposition table, which several threads can share.
//!
//! An entry is one word, so it is read and written as a whole, and a lost race loses nothing but an
//! entry. The word contains all of the key that its place does not tell, so a result is never taken
//! for that of another board.

use std::sync::atomic::{AtomicU64, Ordering};

use super::score::Score;

/// Bounds on the score of a board for the side that gives: the true score is from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: Score,
    pub(super) high: Score,
}

impl Bounds {
    /// Nothing is known.
    pub(super) const OPEN: Self = Self { low: -16, high: 16 };

    /// Whether the giver reaches a goal, if the bounds tell.
    pub(super) fn answer(self, goal: Score) -> Option<bool> {
        if self.low >= goal {
            return Some(true);
        }
        (self.high < goal).then_some(false)
    }

    /// The bounds if it is also known whether the giver reaches a goal.
    pub(super) fn with(self, goal: Score, reaches: bool) -> Self {
        if reaches {
            Self { low: self.low.max(goal), ..self }
        } else {
            Self { high: self.high.min(goal - 1), ..self }
        }
    }

    /// Each bound takes six bits.
    const BITS: u32 = 12;

    fn pack(self) -> u64 {
        let bits = |bound: Score| u64::from((bound + 16) as u8);
        bits(self.low) << 6 | bits(self.high)
    }

    fn unpack(word: u64) -> Self {
        let bound = |bits: u64| (bits & 0x3F) as Score - 16;
        Self { low: bound(word >> 6), high: bound(word) }
    }
}

/// A key whose bits have been mixed, so that any of them are good for a place in the table. Different
/// keys remain different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash(u64);

impl Hash {
    #[inline(always)]
    pub(super) fn new(key: u64) -> Self {
        // Each step can be undone.
        let mut word = key ^ key >> 32;
        word = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        word ^= word >> 29;
        word = word.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        Self(word ^ word >> 32)
    }
}

/// The table. The newest entry replaces an older one of another board.
///
/// Boards with many empty cells are few, but took long to search, so they have a half of their own.
#[derive(Debug)]
pub struct Table {
    halves: [Box<[AtomicU64]>; 2],
    /// The place of an entry in its half has so many bits.
    bits: u32,
}

/// Boards with as many empty cells belong to the second half.
const MANY_EMPTY: u32 = 10;

/// The place of an entry has at least as many bits as its bounds, so that they fit into the bits of
/// the key that the place tells.
const MIN_BITS: u32 = 14;
const MAX_BITS: u32 = 36;

impl Table {
    /// A table of at most so many bytes, and at least 256 KiB.
    #[must_use]
    pub fn new(max_bytes: usize) -> Self {
        const { assert!(MIN_BITS >= Bounds::BITS) };
        let bits = (max_bytes / 2 / size_of::<AtomicU64>()).max(1).ilog2();
        let bits = bits.clamp(MIN_BITS, MAX_BITS);
        let half = || (0..1_usize << bits).map(|_| AtomicU64::new(0)).collect();
        Self { halves: [half(), half()], bits }
    }

    /// Its size.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.halves.iter().map(|half| size_of_val(&**half)).sum()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.halves.iter().flatten().for_each(|entry| entry.store(0, Ordering::Relaxed));
    }

    /// The bits of the hash that an entry stores, above those of its bounds.
    fn stored(&self, hash: Hash) -> u64 {
        hash.0 << self.bits
    }

    fn entry(&self, hash: Hash, empty: u32) -> &AtomicU64 {
        let half = &self.halves[usize::from(empty >= MANY_EMPTY)];
        &half[(hash.0 >> (64 - self.bits)) as usize]
    }

    /// The bounds of a board with so many empty cells.
    #[inline(always)]
    pub(super) fn get(&self, hash: Hash, empty: u32) -> Bounds {
        let word = self.entry(hash, empty).load(Ordering::Relaxed);
        // Bounds are never 0, so an empty entry is not one of a board whose bits are all 0.
        let is_same = word >> self.bits == self.stored(hash) >> self.bits && word != 0;
        if is_same { Bounds::unpack(word) } else { Bounds::OPEN }
    }

    #[inline(always)]
    pub(super) fn put(&self, hash: Hash, empty: u32, bounds: Bounds) {
        self.entry(hash, empty).store(self.stored(hash) | bounds.pack(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_found_again() {
        let table = Table::new(1 << 20);
        assert_eq!(table.bytes(), 1 << 20);
        for key in 0..20 {
            let hash = Hash::new(key);
            for empty in [8, 12] {
                assert_eq!(table.get(hash, empty), Bounds::OPEN);
                for bounds in [Bounds { low: -16, high: 1 }, Bounds { low: 0, high: 16 }] {
                    table.put(hash, empty, bounds);
                    assert_eq!(table.get(hash, empty), bounds);
                }
            }
        }
        table.clear();
        assert_eq!(table.get(Hash::new(3), 8), Bounds::OPEN);
    }

    #[test]
    fn an_entry_is_never_taken_for_that_of_another_board() {
        // So small that every place gets many boards.
        let table = Table::new(0);
        assert_eq!(table.bytes(), 2 * 8 << MIN_BITS);
        let bounds = |key: u64| Bounds { low: (key % 5) as i8 - 4, high: (key % 7) as i8 + 1 };
        let keys = 1..200_000_u64;
        keys.clone().for_each(|key| table.put(Hash::new(key), 8, bounds(key)));
        let found = keys.filter(|&key| {
            let found = table.get(Hash::new(key), 8);
            assert!(found == bounds(key) || found == Bounds::OPEN, "{key}: {found:?}");
            found != Bounds::OPEN
        });
        let found = found.count();
        assert!((1 << (MIN_BITS - 1)..=1 << MIN_BITS).contains(&found), "{found}");
    }
}
