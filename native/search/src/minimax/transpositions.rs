//! The transposition table (Greenblatt, Eastlake and Crocker 1967) in bounded memory.

use std::hint::black_box;

/// How a stored value relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The true value is at least the stored value.
    Lower = 1,
    /// The true value is at most the stored value.
    Upper = 2,
    /// The stored value is the true value.
    Exact = 3,
}

/// A search result for a position. The value is from `First`'s point of view, as everywhere in the
/// search, but wins count plies from this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// The depth in plies; [`Entry::TO_THE_END`] if every line reached the end of the game.
    pub(crate) depth: u8,
    /// The best move's index in the list of candidates.
    pub(crate) best_index: u16,
}

impl Entry {
    pub(crate) const TO_THE_END: u8 = u8::MAX;
    /// The largest depth that an entry can store.
    pub(crate) const DEEPEST: u8 = u8::MAX - 1;

    /// From the highest bits: 32 of value, 16 of move index, 8 of depth, 6 of generation, 2 of
    /// bound.
    fn pack(self, generation: u8) -> u64 {
        (self.value as u32 as u64) << 32
            | u64::from(self.best_index) << 16
            | u64::from(self.depth) << 8
            | u64::from(generation) << 2
            | self.bound as u64
    }

    /// `None` for a slot that was never written.
    fn unpack(word: u64) -> Option<Self> {
        let bound = match word & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            value: (word >> 32) as i32,
            bound,
            depth: (word >> 8) as u8,
            best_index: (word >> 16) as u16,
        })
    }
}

fn generation_of(word: u64) -> u8 {
    (word >> 2) as u8 & GENERATION_MASK
}

fn depth_of(word: u64) -> u8 {
    (word >> 8) as u8
}

/// A key and its packed entry, 0 if empty. (A plain pair, because a zeroed vector of pairs takes no
/// memory until it is written to.)
type Slot = (u64, u64);

/// The number of slots that a key's entry may be in, which fill one cache line.
const BUCKET: usize = 4;
/// Generations are numbered modulo a power of two.
const GENERATION_MASK: u8 = 63;
/// The initial size of a table. It is small because most searches are short.
const INITIAL_SLOTS: usize = 1 << 10;
/// A table of this size grows to its full size at once: moving the entries already takes
/// milliseconds, and longer each time.
const MAX_GRADUAL_SLOTS: usize = 1 << 18;
/// A table that grows beyond this size (64 MiB) drops its entries: each would land on a fresh page
/// of memory, and touching that many pages at once can take longer than the time for a move.
const MAX_SLOTS_TO_COPY_INTO: usize = 1 << 22;

/// The table. In a full bucket, entries from earlier turns are replaced first, then the shallowest.
#[derive(Debug)]
pub(crate) struct Transpositions {
    slots: Vec<Slot>,
    /// The number of used slots.
    used: usize,
    max_slots: usize,
    generation: u8,
}

impl Transpositions {
    /// A table that never takes more than `max_bytes`. If that is less than one bucket, it stores
    /// nothing.
    pub(crate) fn new(max_bytes: usize) -> Self {
        let max = max_bytes / size_of::<Slot>();
        let max_slots = if max < BUCKET { 0 } else { 1 << max.ilog2() };
        Self { slots: Vec::new(), used: 0, max_slots, generation: 0 }
    }

    /// The bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
    }

    /// The most bytes that may be in use after so many more entries.
    pub(crate) fn max_bytes_after(&self, entries: u64) -> usize {
        let entries = usize::try_from(entries).unwrap_or(usize::MAX);
        let used = self.used.saturating_add(entries);
        let mut slots = self.slots.len();
        while self.is_crowded(used, slots) {
            slots = self.larger(slots);
        }
        self.bytes().max(slots * size_of::<Slot>())
    }

    /// Whether so many used slots make a table of this size grow.
    fn is_crowded(&self, used: usize, slots: usize) -> bool {
        used.saturating_mul(2) >= slots && slots < self.max_slots
    }

    /// The size that a table grows to.
    fn larger(&self, slots: usize) -> usize {
        let slots = match slots {
            0 => INITIAL_SLOTS,
            slots if slots >= MAX_GRADUAL_SLOTS => self.max_slots,
            slots => slots * 4,
        };
        slots.min(self.max_slots)
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.slots = Vec::new();
        self.used = 0;
    }

    /// Starts a new generation, so that existing entries are replaced before new ones.
    pub(crate) fn next_generation(&mut self) {
        self.generation = (self.generation + 1) & GENERATION_MASK;
    }

    /// The first slot of a key's bucket.
    fn bucket(slots: usize, key: u64) -> usize {
        // The highest bits, so that entries keep their order when the table grows.
        (key >> (u64::BITS - slots.ilog2())) as usize & !(BUCKET - 1)
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        if self.slots.is_empty() {
            return None;
        }
        let first = Self::bucket(self.slots.len(), key);
        let bucket = &self.slots[first..first + BUCKET];
        let (_, packed) = bucket.iter().find(|(of, _)| *of == key)?;
        Entry::unpack(*packed)
    }

    pub(crate) fn put(&mut self, key: u64, entry: Entry) {
        if self.is_crowded(self.used, self.slots.len()) {
            self.grow();
        }
        if self.slots.is_empty() {
            return;
        }
        if self.insert((key, entry.pack(self.generation))) {
            self.used += 1;
        }
    }

    /// Writes an entry, and returns whether it used an empty slot.
    fn insert(&mut self, slot: Slot) -> bool {
        let first = Self::bucket(self.slots.len(), slot.0);
        let bucket = &mut self.slots[first..first + BUCKET];
        let generation = self.generation;
        // The slot with the lowest priority is replaced.
        let priority = |&(key, packed): &Slot| {
            let is_other = packed == 0 || key != slot.0;
            (is_other, packed != 0, generation_of(packed) == generation, depth_of(packed))
        };
        let replaced =
            bucket.iter_mut().min_by_key(|slot| priority(slot)).expect("a bucket has slots");
        let was_empty = replaced.1 == 0;
        *replaced = slot;
        was_empty
    }

    /// All entries.
    #[cfg(test)]
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.slots.iter().filter_map(|(_, packed)| Entry::unpack(*packed))
    }

    fn grow(&mut self) {
        let mut slots = self.larger(self.slots.len());
        // Make do with less if the system does not have enough memory.
        while !can_allocate(slots) {
            slots /= 2;
            self.max_slots = slots;
        }
        if slots <= self.slots.len() {
            self.max_slots = self.slots.len();
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![(0, 0); slots]);
        self.used = 0;
        if slots > MAX_SLOTS_TO_COPY_INTO {
            return;
        }
        for slot in old.into_iter().filter(|(_, packed)| *packed != 0) {
            if self.insert(slot) {
                self.used += 1;
            }
        }
    }
}

/// Whether the system can allocate a number of slots. (`vec!` aborts if it cannot.)
fn can_allocate(slots: usize) -> bool {
    let mut room: Vec<Slot> = Vec::new();
    // `black_box` keeps the compiler from removing the unused allocation, and the check with it.
    room.try_reserve_exact(slots).is_ok() && black_box(room).capacity() >= slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, bound: Bound::Exact, depth, best_index: 7 }
    }

    #[test]
    fn entries_are_found_again_while_the_table_grows() {
        let mut table = Transpositions::new(1 << 24);
        let mut random = Random::new(1);
        let keys: Vec<_> = (0..20_000).map(|_| random.word()).collect();
        for (index, &key) in keys.iter().enumerate() {
            table.put(key, entry(-(index as i32), 3));
        }
        let found = keys.iter().enumerate().filter(|(index, key)| {
            let found = table.get(**key);
            assert!(found.is_none_or(|it| it == entry(-(*index as i32), 3)));
            found.is_some()
        });
        assert!(found.count() > 18_000, "a half-full table replaces few entries");
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn the_table_never_exceeds_its_size() {
        for bytes in [0, 63, 64, 100, 5_000, 1 << 20] {
            let mut table = Transpositions::new(bytes);
            let mut random = Random::new(1);
            for _ in 0..100_000 {
                table.put(random.word(), entry(1, 1));
            }
            assert!(table.bytes() <= bytes, "{} of {bytes}", table.bytes());
            assert!(table.bytes() >= bytes / 64 * 32, "{} of {bytes}", table.bytes());
        }
    }

    #[test]
    fn a_table_makes_do_with_the_available_memory() {
        // More than any system has.
        let mut table = Transpositions::new(1 << 60);
        let mut random = Random::new(1);
        let small = MAX_GRADUAL_SLOTS * size_of::<Slot>();
        for _ in 0..MAX_GRADUAL_SLOTS {
            table.put(random.word(), entry(1, 1));
            if table.bytes() > small {
                break;
            }
        }
        assert!(table.bytes() >= small && table.bytes() < 1 << 60, "{}", table.bytes());
        table.put(1, entry(2, 2));
        assert_eq!(table.get(1), Some(entry(2, 2)));
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let mut table = Transpositions::new(64);
        // All keys share the only bucket.
        for key in 1..=4 {
            table.put(key, entry(0, 10 + key as u8));
        }
        table.put(5, entry(0, 1));
        assert_eq!(table.get(1), None, "the shallowest entry was replaced");
        assert!((2..=5).all(|key| table.get(key).is_some()));
        table.next_generation();
        table.put(6, entry(0, 1));
        table.put(7, entry(0, 1));
        assert!(table.get(6).is_some() && table.get(7).is_some());
        assert_eq!((table.get(5), table.get(2)), (None, None));
        table.put(4, entry(9, 2));
        assert_eq!(table.get(4), Some(entry(9, 2)), "a key has one entry");
        table.clear();
        assert_eq!(table.get(4), None);
    }

    #[test]
    fn entries_survive_packing() {
        let mut table = Transpositions::new(1 << 20);
        for (key, bound) in [(1, Bound::Lower), (2, Bound::Upper), (3, Bound::Exact)] {
            for value in [i32::MIN / 2, -1, 0, 1, 1_000_000] {
                let entry = Entry { value, bound, depth: Entry::TO_THE_END, best_index: u16::MAX };
                table.put(key << 40, entry);
                assert_eq!(table.get(key << 40), Some(entry));
            }
        }
    }
}
