//! The transposition table: the results of positions, whatever moves lead to them.
//!
//! A tree has a node for each path to a position. The first visit to a leaf takes the mean result of another
//! node of its position, which is better than an evaluation (Childs, Brodeur and Kocsis 2008 use results of
//! transpositions in a similar manner). A proof is only a result here: a proven node needs children of its own, which
//! are the moves to play.

use super::tree::{Node, Statistics};

/// The mean of fewer visits is no better than an evaluation.
const MIN_VISITS: u32 = 2;
/// The number of slots of a table when it is first written to.
const INITIAL_SLOTS: usize = 1 << 10;
/// The most slots of a table: larger ones gain nothing in a second.
const MAX_SLOTS: usize = 1 << 18;

/// The result of a position.
#[derive(Clone, Copy, Debug)]
struct Entry<R> {
    key: u64,
    /// The visits of the node that the result is from; `u32::MAX` if it is proven.
    visits: u32,
    result: R,
}

/// A table with one slot for each index, in bounded memory. A position replaces any other, but is replaced
/// only by a result of its own from as many visits.
#[derive(Debug)]
pub(super) struct Transpositions<S: Statistics> {
    slots: Vec<Option<Entry<S::Reward>>>,
    /// The number of used slots.
    used: usize,
    max_slots: usize,
}

impl<S: Statistics> Transpositions<S> {
    const SLOT_BYTES: usize = size_of::<Option<Entry<S::Reward>>>();

    /// A table that never takes more than `max_bytes`. If that is less than one slot, it stores nothing.
    pub(super) fn new(max_bytes: usize) -> Self {
        let max = max_bytes / Self::SLOT_BYTES;
        let max_slots = if max == 0 { 0 } else { 1 << max.ilog2() };
        Self { slots: Vec::new(), used: 0, max_slots: max_slots.min(MAX_SLOTS) }
    }

    /// The result of the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<S::Reward> {
        let entry = self.slots[self.index(key)?].filter(|entry| entry.key == key)?;
        Some(entry.result)
    }

    /// Notes the result of a node of the position with this key, if it has been visited often enough.
    pub(super) fn note<M: Copy>(&mut self, key: u64, node: &Node<M, S>) {
        let entry = match node.proof() {
            Some(outcome) => Entry { key, visits: u32::MAX, result: outcome.into() },
            None if node.visits() < MIN_VISITS => return,
            None => {
                let Some(result) = node.statistics().mean_reward() else { return };
                Entry { key, visits: node.visits(), result }
            }
        };
        if self.is_crowded(self.used, self.slots.len()) {
            self.grow();
        }
        let Some(at) = self.index(key) else { return };
        let slot = &mut self.slots[at];
        if slot.is_none_or(|old| old.key != key || old.visits <= entry.visits) {
            self.used += usize::from(slot.is_none());
            *slot = Some(entry);
        }
    }

    /// The index of a key; `None` in an empty table.
    fn index(&self, key: u64) -> Option<usize> {
        // The number of slots is a power of two.
        let mask = self.slots.len().checked_sub(1)?;
        Some(key as usize & mask)
    }

    /// Makes the table larger. An entry stays where it is, or goes to one of the new slots.
    fn grow(&mut self) {
        let before = self.slots.len();
        let count = self.larger(before);
        self.slots.reserve_exact(count - before);
        self.slots.resize(count, None);
        for at in 0..before {
            let place = self.slots[at].and_then(|entry| self.index(entry.key));
            if let Some(place) = place.filter(|&place| place != at) {
                self.slots[place] = self.slots[at].take();
            }
        }
    }

    /// Whether a table with so many slots, of which so many are used, has to grow and may.
    fn is_crowded(&self, used: usize, slots: usize) -> bool {
        used >= slots / 2 && slots < self.max_slots
    }

    fn larger(&self, slots: usize) -> usize {
        (2 * slots).max(INITIAL_SLOTS).min(self.max_slots)
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * Self::SLOT_BYTES
    }

    /// The most bytes that it ever takes.
    pub(super) fn max_bytes(&self) -> usize {
        self.max_slots * Self::SLOT_BYTES
    }

    /// The most bytes in use after so many more positions.
    pub(super) fn max_bytes_after(&self, positions: usize) -> usize {
        let used = self.used.saturating_add(positions);
        let mut slots = self.slots.len();
        while self.is_crowded(used, slots) {
            slots = self.larger(slots);
        }
        self.bytes().max(slots * Self::SLOT_BYTES)
    }
}

#[cfg(test)]
mod tests {
    use playout_games::{Outcome, Side};

    use super::super::evaluation::EvaluationStatistics;
    use super::super::tree::{Backup, Decided, PathNode, ROOT, Tree};
    use super::*;

    type Table = Transpositions<EvaluationStatistics>;

    /// A node with visits of these results, which may be proven.
    fn node(results: &[Outcome], proof: Option<Outcome>) -> Node<u8, EvaluationStatistics> {
        let mut tree: Tree<u8, EvaluationStatistics> = Tree::new(1 << 20);
        let path = [PathNode { index: ROOT, side: Side::First }];
        for &outcome in results {
            let reward = outcome.into();
            tree.back_up(&path, 0, Backup { reward, minimax_weight: 0.0 }, false);
        }
        if let Some(outcome) = proof {
            tree.prove(ROOT, Decided::now(outcome));
        }
        *tree.node(ROOT)
    }

    const WIN: Outcome = Outcome::Win(Side::First);
    const LOSS: Outcome = Outcome::Win(Side::Second);

    #[test]
    fn the_result_of_the_most_visits_or_a_proof_is_kept() {
        let mut table = Table::new(1 << 20);
        table.note(7, &node(&[WIN], None));
        assert_eq!(table.get(7), None, "too few visits");
        for (results, kept) in [
            (&[LOSS; 4][..], LOSS),
            (&[WIN; 3], LOSS),
            (&[WIN; 4], WIN),
            (&[WIN, LOSS, LOSS, WIN, WIN, LOSS], Outcome::Draw),
        ] {
            table.note(7, &node(results, None));
            assert_eq!(table.get(7), Some(kept.into()), "{results:?}");
        }
        table.note(7, &node(&[], Some(WIN)));
        table.note(7, &node(&[LOSS; 9], None));
        assert_eq!(table.get(7), Some(WIN.into()));
        assert_eq!(table.get(8), None);
    }

    #[test]
    fn memory_is_bounded_and_announced() {
        let slot = Table::SLOT_BYTES;
        for max_bytes in [0, slot - 1, slot, 100 * slot, 1 << 20] {
            let mut table = Table::new(max_bytes);
            assert_eq!(table.bytes(), 0);
            assert_eq!(table.max_bytes_after(usize::MAX), table.max_bytes());
            let node = node(&[WIN; 2], None);
            let mut key: u64 = 1;
            for count in 0..40_000 {
                let announced = table.max_bytes_after(1);
                key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ count;
                table.note(key, &node);
                assert!(table.bytes() <= announced && table.bytes() <= max_bytes);
                assert_eq!(table.get(key).is_some(), max_bytes >= slot);
            }
            assert_eq!(table.bytes(), table.max_bytes());
        }
    }

    #[test]
    fn a_larger_table_finds_what_it_had_before() {
        let mut table = Table::new(1 << 20);
        let node = node(&[WIN; 2], None);
        let mut keys = (1_u64..).map(|it| it.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31));
        let (mut found, mut moved, mut grown) = (Vec::new(), 0, 0);
        while grown < 4 {
            let key = keys.next().expect("they never end");
            let slots = table.slots.len();
            found.retain(|&key| table.get(key).is_some());
            table.note(key, &node);
            if table.slots.len() > slots {
                grown += 1;
                let is_there = |&other: &u64| table.get(other).is_some();
                // The new key may have replaced one.
                assert!(found.iter().filter(|it| is_there(it)).count() + 1 >= found.len());
                moved += found.iter().filter(|key| table.index(**key) >= Some(slots)).count();
            }
            found.push(key);
        }
        assert!(moved > INITIAL_SLOTS, "{moved}");
    }
}
