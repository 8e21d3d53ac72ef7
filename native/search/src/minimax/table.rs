//! The transposition table (Greenblatt, Eastlake and Crocker 1967) in bounded memory.

use std::hint::black_box;

/// What a value in the table says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// The true value is at least this.
    Lower = 1,
    /// The true value is at most this.
    Upper = 2,
    /// This is the true value.
    Exact = 3,
}

/// A search result for a position. Values are `First`'s, as everywhere in the search, but wins
/// count their plies from this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) bound: Bound,
    /// The depth in plies; [`Entry::TO_THE_END`] if every line reached the end of the game.
    pub(super) depth: u8,
    /// The index of the best move in the list of candidates.
    pub(super) place: u16,
}

impl Entry {
    pub(super) const TO_THE_END: u8 = u8::MAX;
    /// The largest depth that an entry can store.
    pub(super) const DEEPEST: u8 = u8::MAX - 1;

    /// 32 bits of value, 16 of place, 8 of depth, 6 of age, 2 of bound.
    fn pack(self, age: u8) -> u64 {
        (self.value as u32 as u64) << 32
            | u64::from(self.place) << 16
            | u64::from(self.depth) << 8
            | u64::from(age) << 2
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
            place: (word >> 16) as u16,
        })
    }
}

fn age_of(word: u64) -> u8 {
    (word >> 2) as u8 & AGES
}

fn depth_of(word: u64) -> u8 {
    (word >> 8) as u8
}

/// A key with its packed entry, 0 if empty. (A pair, because a vector of zeroed pairs costs nothing
/// until it is written.)
type Slot = (u64, u64);

/// The slots in which a key's entry may be: those of one cache line.
const BUCKET: usize = 4;
/// Ages are counted modulo a power of two.
const AGES: u8 = 63;
/// The initial size of a table; small, because most searches are short.
const SLOTS_AT_FIRST: usize = 1 << 10;
/// From this size the table grows to its full size at once: moving its entries takes milliseconds
/// by then, and would take longer and longer.
const SLOTS_WHILE_GROWING: usize = 1 << 18;
/// A table with more slots than this (64 MiB) starts without the entries of the smaller one: each
/// would be the first in its page of memory, and touching so many pages at once takes longer than
/// some moves have time.
const MOST_SLOTS_TO_MOVE_TO: usize = 1 << 22;

/// Entries by the keys of positions. In a full bucket, entries of earlier turns are replaced first,
/// then the shallowest.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<Slot>,
    /// The number of used slots.
    used: usize,
    most_slots: usize,
    age: u8,
}

impl Table {
    /// A table that never exceeds a number of bytes; without room for a bucket it stores nothing.
    pub(super) fn new(most_bytes: usize) -> Self {
        let most = most_bytes / size_of::<Slot>();
        let most_slots = if most < BUCKET { 0 } else { 1 << most.ilog2() };
        Self { slots: Vec::new(), used: 0, most_slots, age: 0 }
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.slots = Vec::new();
        self.used = 0;
    }

    /// Makes the existing entries older than future ones.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) & AGES;
    }

    /// The first slot of a key's bucket.
    fn bucket(slots: usize, key: u64) -> usize {
        // The highest bits, so that a table keeps its order when it grows.
        (key >> (u64::BITS - slots.ilog2())) as usize & !(BUCKET - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        if self.slots.is_empty() {
            return None;
        }
        let first = Self::bucket(self.slots.len(), key);
        let bucket = &self.slots[first..first + BUCKET];
        let (_, packed) = bucket.iter().find(|(of, _)| *of == key)?;
        Entry::unpack(*packed)
    }

    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        if self.used * 2 >= self.slots.len() && self.slots.len() < self.most_slots {
            self.grow();
        }
        if self.slots.is_empty() {
            return;
        }
        if self.insert((key, entry.pack(self.age))) {
            self.used += 1;
        }
    }

    /// Inserts a slot, and returns whether an empty one was used.
    fn insert(&mut self, slot: Slot) -> bool {
        let first = Self::bucket(self.slots.len(), slot.0);
        let bucket = &mut self.slots[first..first + BUCKET];
        let age = self.age;
        // The lowest is replaced first.
        let priority = |&(key, packed): &Slot| {
            let is_other = packed == 0 || key != slot.0;
            (is_other, packed != 0, age_of(packed) == age, depth_of(packed))
        };
        let held = bucket.iter_mut().min_by_key(|held| priority(held)).expect("a bucket has slots");
        let was_empty = held.1 == 0;
        *held = slot;
        was_empty
    }

    fn grow(&mut self) {
        let slots = match self.slots.len() {
            0 => SLOTS_AT_FIRST,
            slots if slots >= SLOTS_WHILE_GROWING => self.most_slots,
            slots => slots * 4,
        };
        let mut slots = slots.min(self.most_slots);
        // Uses the memory that the system has, if that is less than the maximum.
        while !can_allocate(slots) {
            slots /= 2;
            self.most_slots = slots;
        }
        if slots <= self.slots.len() {
            self.most_slots = self.slots.len();
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![(0, 0); slots]);
        self.used = 0;
        if slots > MOST_SLOTS_TO_MOVE_TO {
            return;
        }
        for slot in old.into_iter().filter(|(_, packed)| *packed != 0) {
            if self.insert(slot) {
                self.used += 1;
            }
        }
    }
}

/// Whether the system has the memory for a number of slots. (Creating a vector of zeros cannot
/// report a failure.)
fn can_allocate(slots: usize) -> bool {
    let mut room: Vec<Slot> = Vec::new();
    // Without `black_box` the compiler could remove the unused allocation, and the check with it.
    room.try_reserve_exact(slots).is_ok() && black_box(room).capacity() >= slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, bound: Bound::Exact, depth, place: 7 }
    }

    #[test]
    fn entries_are_found_again_while_the_table_grows() {
        let mut table = Table::new(1 << 24);
        let mut random = Random::new(1);
        let keys: Vec<_> = (0..20_000).map(|_| random.word()).collect();
        for (place, &key) in keys.iter().enumerate() {
            table.put(key, entry(-(place as i32), 3));
        }
        let found = keys.iter().enumerate().filter(|(place, key)| {
            let found = table.get(**key);
            assert!(found.is_none_or(|it| it == entry(-(*place as i32), 3)));
            found.is_some()
        });
        assert!(found.count() > 18_000, "a half full table replaces few entries");
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn bytes_stay_below_the_bound() {
        for bytes in [0, 63, 64, 100, 5_000, 1 << 20] {
            let mut table = Table::new(bytes);
            let mut random = Random::new(1);
            for _ in 0..100_000 {
                table.put(random.word(), entry(1, 1));
            }
            assert!(table.bytes() <= bytes, "{} of {bytes}", table.bytes());
            assert!(table.bytes() >= bytes / 64 * 32, "{} of {bytes}", table.bytes());
        }
    }

    #[test]
    fn a_table_takes_no_more_than_the_system_has() {
        // More than any system has.
        let mut table = Table::new(1 << 60);
        let mut random = Random::new(1);
        let small = SLOTS_WHILE_GROWING * size_of::<Slot>();
        for _ in 0..SLOTS_WHILE_GROWING {
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
    fn deeper_entries_stay_and_older_ones_go() {
        let mut table = Table::new(64);
        // All keys share the only bucket.
        for key in 1..=4 {
            table.put(key, entry(0, 10 + key as u8));
        }
        table.put(5, entry(0, 1));
        assert_eq!(table.get(1), None, "the shallowest entry was replaced");
        assert!((2..=5).all(|key| table.get(key).is_some()));
        table.grow_older();
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
        let mut table = Table::new(1 << 20);
        for (key, bound) in [(1, Bound::Lower), (2, Bound::Upper), (3, Bound::Exact)] {
            for value in [i32::MIN / 2, -1, 0, 1, 1_000_000] {
                let entry = Entry { value, bound, depth: Entry::TO_THE_END, place: u16::MAX };
                table.put(key << 40, entry);
                assert_eq!(table.get(key << 40), Some(entry));
            }
        }
    }
}
