//! What a search knows about positions, whatever moves lead to them.
//!
//! A tree has a node for each way to a position. When a simulation reaches a leaf for the first time, and
//! another node of the same position has been visited already, the mean result there says more than an
//! evaluation, and what is proven there is proven here, too (Childs, Brodeur and Kocsis 2008 share results of
//! transpositions in a similar way).

use playout_games::Outcome;

use super::tree::{Node, Statistics};

/// A mean of fewer visits is no better than an evaluation.
const MIN_VISITS: u32 = 2;
/// The number of entries of a table when it is first written to.
const INITIAL: usize = 1 << 10;
/// The most entries of a table: those of a few seconds.
const MOST: usize = 1 << 18;

/// What one node of a position says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<S> {
    pub(super) statistics: S,
    pub(super) proof: Option<Outcome>,
}

impl<S: Statistics> Known<S> {
    /// What a node says, if that is of use.
    fn of<M: Copy>(node: &Node<M, S>) -> Option<Self> {
        let known = Self { statistics: *node.statistics(), proof: node.proof() };
        (known.proof.is_some() || node.visits() >= MIN_VISITS).then_some(known)
    }

    /// Whether it says more than another: a proof, or as many visits.
    fn is_better_than(&self, other: &Self) -> bool {
        let rank = |it: &Self| (it.proof.is_some(), it.statistics.visits());
        rank(self) >= rank(other)
    }
}

/// An entry, of a position with this key.
type Entry<S> = (u64, Known<S>);

/// A table of positions by key, in bounded memory: a position replaces another with the same index.
#[derive(Debug)]
pub(super) struct Transpositions<S> {
    entries: Vec<Option<Entry<S>>>,
    used: usize,
    max_entries: usize,
}

impl<S: Statistics> Transpositions<S> {
    /// A table that never takes more than `max_bytes`. If that is less than one entry, it knows nothing.
    pub(super) fn new(max_bytes: usize) -> Self {
        let max = max_bytes / size_of::<Option<Entry<S>>>();
        let max_entries = if max == 0 { 0 } else { 1 << max.ilog2() };
        Self { entries: Vec::new(), used: 0, max_entries: max_entries.min(MOST) }
    }

    /// What is known about the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<&Known<S>> {
        let at = self.index(key)?;
        self.entries[at].as_ref().filter(|entry| entry.0 == key).map(|(_, known)| known)
    }

    /// Notes what a node of the position with this key says, unless another node says more.
    pub(super) fn note<M: Copy>(&mut self, key: u64, node: &Node<M, S>) {
        if let Some(known) = Known::of(node) {
            if self.is_crowded(self.used, self.entries.len()) {
                self.grow();
            }
            self.put((key, known));
        }
    }

    fn put(&mut self, entry: Entry<S>) {
        let Some(at) = self.index(entry.0) else { return };
        match &mut self.entries[at] {
            Some((key, known)) if *key == entry.0 && !entry.1.is_better_than(known) => {}
            place => {
                self.used += usize::from(place.is_none());
                *place = Some(entry);
            }
        }
    }

    /// The index of a key; `None` in an empty table.
    fn index(&self, key: u64) -> Option<usize> {
        // The number of entries is a power of two.
        let mask = self.entries.len().checked_sub(1)?;
        Some(key as usize & mask)
    }

    /// Makes the table larger. An entry stays where it is, or goes as far into the new part as it was in
    /// the one before.
    fn grow(&mut self) {
        let before = self.entries.len();
        let count = self.larger(before);
        self.entries.reserve_exact(count - before);
        self.entries.resize(count, None);
        for at in 0..before {
            if let Some((key, _)) = self.entries[at]
                && let Some(place) = self.index(key).filter(|&place| place != at)
            {
                self.entries[place] = self.entries[at].take();
            }
        }
    }

    /// Whether a table of this size, with so many used entries, has to grow and may.
    fn is_crowded(&self, used: usize, entries: usize) -> bool {
        used >= entries / 2 && entries < self.max_entries
    }

    fn larger(&self, entries: usize) -> usize {
        (2 * entries).max(INITIAL).min(self.max_entries)
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Option<Entry<S>>>()
    }

    /// The most bytes that it takes.
    pub(super) fn max_bytes(&self) -> usize {
        self.max_entries * size_of::<Option<Entry<S>>>()
    }

    /// The most bytes in use after so many more positions.
    pub(super) fn max_bytes_after(&self, positions: usize) -> usize {
        let used = self.used.saturating_add(positions);
        let mut entries = self.entries.len();
        while self.is_crowded(used, entries) {
            entries = self.larger(entries);
        }
        self.bytes().max(entries * size_of::<Option<Entry<S>>>())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use playout_games::gomoku::{Gomoku, Move};
    use playout_games::{Game, Options, Record, Side, Urgency};

    use super::super::evaluation::{EvaluationStatistics, StaticEvaluator};
    use super::super::knowledge::{General, Knowledge};
    use super::super::search::Mcts;
    use super::super::settings::MctsSettings;
    use super::super::tree::{Backup, PathNode, ROOT, Tree};
    use super::*;
    use crate::strategy::Strategy;

    const ENTRY: usize = size_of::<Option<Entry<EvaluationStatistics>>>();

    /// A node with so many visits, which may be proven.
    fn node(visits: u32, proof: Option<Outcome>) -> Node<u8, EvaluationStatistics> {
        let mut tree: Tree<u8, EvaluationStatistics> = Tree::new(1 << 20);
        let path = [PathNode { index: ROOT, side: Side::First }];
        for _ in 0..visits {
            let reward = Outcome::Draw.into();
            tree.back_up(&path, 0, Backup { reward, minimax_weight: 0.0 }, false);
        }
        if let Some(outcome) = proof {
            tree.prove(ROOT, outcome);
        }
        *tree.node(ROOT)
    }

    #[test]
    fn the_node_that_says_more_is_remembered() {
        let mut table = Transpositions::new(1 << 20);
        let visits = |table: &Transpositions<EvaluationStatistics>| {
            table.get(7).map(|known| known.statistics.visits())
        };
        table.note(7, &node(MIN_VISITS - 1, None));
        assert_eq!(visits(&table), None);
        for (count, remembered) in [(5, 5), (3, 5), (6, 6)] {
            table.note(7, &node(count, None));
            assert_eq!(visits(&table), Some(remembered));
        }
        let win = Outcome::Win(Side::First);
        table.note(7, &node(0, Some(win)));
        table.note(7, &node(9, None));
        assert_eq!(table.get(7).and_then(|known| known.proof), Some(win));
        assert!(table.get(8).is_none());
    }

    #[test]
    fn memory_is_bounded_and_announced() {
        for max_bytes in [0, ENTRY - 1, ENTRY, 100 * ENTRY, 1 << 20] {
            let mut table = Transpositions::new(max_bytes);
            assert_eq!((table.bytes(), table.max_bytes() <= max_bytes), (0, true));
            let node = node(2, None);
            let mut key: u64 = 1;
            for count in 0..40_000 {
                let announced = table.max_bytes_after(1);
                key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ count;
                table.note(key, &node);
                assert!(table.bytes() <= announced && table.bytes() <= max_bytes);
                assert_eq!(table.get(key).is_some(), max_bytes >= ENTRY);
            }
            assert_eq!(table.bytes(), table.max_bytes());
        }
    }

    #[test]
    fn what_was_known_is_still_known_in_a_larger_table() {
        let mut table = Transpositions::new(1 << 22);
        let node = node(2, None);
        let count = INITIAL as u64 * 3;
        (0..count).for_each(|key| table.note(key, &node));
        assert!((0..count).all(|key| table.get(key).is_some()));
    }

    /// What the game says, in a search whose nodes share what they find if `SHARES` is set.
    #[derive(Default)]
    struct Said<const SHARES: bool>(General<Gomoku>);

    impl<const SHARES: bool> Knowledge<Gomoku> for Said<SHARES> {
        const TRANSPOSES: bool = SHARES;

        fn urgent_moves(&mut self, position: &Gomoku, moves: &mut Vec<Move>) -> (Urgency, bool) {
            self.0.urgent_moves(position, moves)
        }

        fn moves(&mut self, position: &Gomoku, moves: &mut Vec<Move>) -> bool {
            self.0.moves(position, moves)
        }

        fn evaluate_moves(&mut self, position: &Gomoku, moves: &[Move], values: &mut Vec<i32>) {
            self.0.evaluate_moves(position, moves, values);
        }
    }

    /// After a search, the leaves with one visit whose result is not their evaluation, and how many of
    /// these have another node of the same position with more visits.
    fn leaves_with_other_results<const SHARES: bool>() -> (usize, usize) {
        let start = Gomoku::start(&Options::new([("size", "7")])).expect("a start");
        let settings = MctsSettings { policy: None, threshold: 1, ..MctsSettings::COMMON };
        let evaluator = StaticEvaluator::new(Said::<SHARES>::default());
        let mut mcts = Mcts::new(&Record::new(start), settings, None, evaluator, 1);
        (0..5_000).for_each(|_| assert!(mcts.unit()));

        let mut most_visits = HashMap::new();
        let mut leaves = Vec::new();
        let mut open = vec![(ROOT, start)];
        while let Some((index, position)) = open.pop() {
            let node = mcts.tree.node(index);
            let most = most_visits.entry(position.key()).or_insert(0);
            *most = node.visits().max(*most);
            let (mean, minimax) = node.statistics().mean_and_minimax();
            if node.visits() == 1 && !node.has_children() && !node.is_closed() && mean != minimax {
                leaves.push(position.key());
            }
            let (first, children) = mcts.tree.children(index);
            for (index, child) in (first..).zip(children) {
                let mut next = position;
                next.play(child.mv().expect("a child has a move"));
                open.push((index, next));
            }
        }
        (leaves.len(), leaves.iter().filter(|key| most_visits[key] >= MIN_VISITS).count())
    }

    #[test]
    fn a_leaf_has_the_mean_result_of_another_node_of_its_position() {
        let (leaves, known) = leaves_with_other_results::<true>();
        assert!(leaves > 20, "{leaves}");
        assert_eq!(known, leaves);
        assert_eq!(leaves_with_other_results::<false>(), (0, 0));
    }
}
