//! Re-rooting: keeps the subtree of the new root, drops the rest, and compacts the arena in place.

use super::{Family, Index, Node, Statistics, Tree};
use crate::mcts::ucb::Bound;

impl<M: Copy + PartialEq, S: Statistics> Tree<M, S> {
    /// Re-roots the tree at the node that the given moves lead to, starting from the node `from`.
    /// Returns `false` if there is no such node; the tree is then empty.
    ///
    /// Temporarily needs 4 bytes for each family, and another 4 for each family that is kept.
    pub(crate) fn advance(&mut self, from: Index, moves: &[M]) -> bool {
        let kept = moves.iter().try_fold(*self.node(from), |node, mv| {
            let children = self.families[node.family()?].node_range();
            self.nodes[children].iter().find(|child| child.mv == Some(*mv)).copied()
        });
        self.nodes[0] = kept.unwrap_or(Node::new(None, S::default()));
        self.bounds[0] = Bound::UNVISITED;
        self.nodes[0].widen_again();

        let numbers = self.new_numbers();
        self.move_nodes(&numbers);
        self.move_families(&numbers);
        self.nodes.shrink_to(2 * self.nodes.len());
        self.bounds.shrink_to(2 * self.bounds.len());
        self.families.shrink_to(2 * self.families.len());
        self.moves.shrink_to(2 * self.moves.len());
        kept.is_some()
    }

    /// The new numbers of the families, counted from 1 in the same order; 0 for those that are
    /// dropped. One pass is enough, because a node's family comes before those of its children.
    ///
    /// Also makes the kept nodes refer to their next child by its index in the family, counted from
    /// 1, until the families have moved.
    fn new_numbers(&mut self) -> Vec<u32> {
        let mut numbers = vec![0; self.families.len()];
        let root = self.nodes[0].family();
        let mut count = 0;
        if let Some(root) = root {
            numbers[root] = 1;
            self.nodes[0].rebase_next(self.families[root].first, 1);
        }
        for number in root.unwrap_or(self.families.len())..self.families.len() {
            if numbers[number] == 0 {
                continue;
            }
            count += 1;
            numbers[number] = count;
            for node in &mut self.nodes[self.families[number].node_range()] {
                node.widen_again();
                if let Some(below) = node.family() {
                    numbers[below] = 1;
                    node.rebase_next(self.families[below].first, 1);
                }
            }
        }
        numbers
    }

    /// Moves the blocks of the kept families to the front, and updates the family numbers in their
    /// nodes.
    fn move_nodes(&mut self, new: &[u32]) {
        let is_kept = |number: &u32| new[*number as usize] > 0;
        let mut numbers: Vec<_> = (0..self.families.len() as u32).filter(is_kept).collect();
        numbers.sort_unstable_by_key(|&number| self.families[number as usize].first);

        if let Some(root) = self.nodes[0].family() {
            self.nodes[0].set_family(new[root] as usize - 1);
        }
        let mut end = 1;
        for number in numbers {
            let family = self.families[number as usize];
            self.nodes.copy_within(family.node_range(), end);
            self.bounds.copy_within(family.node_range(), end);
            self.families[number as usize].first = end as Index;
            for node in &mut self.nodes[end..end + usize::from(family.nodes)] {
                if let Some(below) = node.family() {
                    node.set_family(new[below] as usize - 1);
                }
            }
            end += usize::from(family.capacity());
        }
        self.nodes.truncate(end);
        self.bounds.truncate(end);
        self.free.fill(0);
    }

    /// Moves the kept families and their untried moves to the front.
    fn move_families(&mut self, new: &[u32]) {
        let (mut count, mut end) = (0, 0);
        self.len = 1;
        for (number, &new) in new.iter().enumerate() {
            let family = self.families[number];
            if new == 0 {
                continue;
            }
            self.moves.copy_within(family.move_range(), end);
            self.families[count] = Family { moves: end as Index, ..family };
            (count, end) = (count + 1, end + usize::from(family.untried));
            self.len += usize::from(family.size());
        }
        self.families.truncate(count);
        self.moves.truncate(end);

        if let Some(root) = self.families.first() {
            self.nodes[0].rebase_next(1, root.first);
        }
        for family in &self.families {
            for node in &mut self.nodes[family.node_range()] {
                if let Some(below) = node.family() {
                    node.rebase_next(1, self.families[below].first);
                }
            }
        }
    }
}
