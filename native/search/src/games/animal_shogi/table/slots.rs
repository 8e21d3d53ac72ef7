//! The entries while they are computed: a byte for each slot, shared by threads.

use std::sync::atomic::{AtomicU64, Ordering};

/// The entry of a slot without a value.
pub(super) const UNUSED: u8 = 255;

/// Eight entries a word, because whole words can be searched quickly.
pub(super) struct Slots {
    words: Vec<AtomicU64>,
    count: u32,
}

impl Slots {
    /// A number of entries, all of them 0.
    pub(super) fn new(count: u32) -> Self {
        Self { words: (0..count.div_ceil(8)).map(|_| AtomicU64::new(0)).collect(), count }
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    pub(super) fn get(&self, slot: u32) -> u8 {
        (self.words[slot as usize / 8].load(Ordering::Relaxed) >> (slot % 8 * 8)) as u8
    }

    /// Sets entries that are 0.
    pub(super) fn fill(&self, first: u32, end: u32, mut entry: impl FnMut(u32) -> u8) {
        let mut slot = first;
        while slot < end {
            let word = slot / 8;
            let mut value = 0;
            while slot < end && slot / 8 == word {
                value |= u64::from(entry(slot)) << (slot % 8 * 8);
                slot += 1;
            }
            self.words[word as usize].fetch_or(value, Ordering::Relaxed);
        }
    }

    /// Replaces an entry if it is still as wanted, and returns whether it was.
    pub(super) fn replace(&self, slot: u32, wanted: impl Fn(u8) -> bool, by: u8) -> bool {
        let (word, shift) = (&self.words[slot as usize / 8], slot % 8 * 8);
        let update = |value: u64| {
            let is_wanted = wanted((value >> shift) as u8);
            is_wanted.then_some(value & !(0xFF << shift) | u64::from(by) << shift)
        };
        word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, update).is_ok()
    }

    /// Subtracts 1 from an entry above 0, and returns what it was.
    pub(super) fn decrement(&self, slot: u32) -> u8 {
        let shift = slot % 8 * 8;
        (self.words[slot as usize / 8].fetch_sub(1 << shift, Ordering::Relaxed) >> shift) as u8
    }

    /// The slots of a range that have an entry when the search reaches them.
    pub(super) fn with_entry(
        &self,
        entry: u8,
        first: u32,
        end: u32,
    ) -> impl Iterator<Item = u32> + '_ {
        let words = first / 8..end.div_ceil(8);
        let matches = move |word: u32| {
            let differences =
                self.words[word as usize].load(Ordering::Relaxed) ^ (LOW_BITS * u64::from(entry));
            let mut zeros = zero_bytes(differences);
            std::iter::from_fn(move || {
                (zeros != 0).then(|| {
                    let slot = word * 8 + zeros.trailing_zeros() / 8;
                    zeros &= zeros - 1;
                    slot
                })
            })
        };
        words.flat_map(matches).filter(move |slot| (first..end).contains(slot))
    }
}

const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// The highest bit of every byte that is 0.
fn zero_bytes(word: u64) -> u64 {
    const REST: u64 = 0x7F * LOW_BITS;
    !(((word & REST) + REST) | word | REST)
}
