//! Going on from a child of the root: what is not below it is forgotten, and
//! the rest moves together, in place.

use super::bound::Bound;
use super::family::Family;
use super::node::Index;
use super::tree::{ROOT, Tree};

impl<M: Copy + PartialEq> Tree<M> {
    /// Makes the root's child after a move the root, and forgets all that is
    /// not below it; `false` if there is no node of such a child, and then
    /// everything is forgotten.
    ///
    /// Takes for the time being 4 bytes for each family, and as much again for each
    /// that stays.
    pub(super) fn advance(&mut self, mv: M) -> bool {
        let (_, children) = self.children(ROOT);
        let kept = children.iter().find(|child| child.mv == Some(mv)).copied();
        self.nodes[0] = kept.unwrap_or(Self::root(self.is_judged));
        self.bounds[0] = Bound::FRESH;

        let numbers = self.next_numbers();
        self.slide_nodes(&numbers);
        self.slide_families(&numbers);
        self.nodes.shrink_to(2 * self.nodes.len());
        self.bounds.shrink_to(2 * self.bounds.len());
        self.families.shrink_to(2 * self.families.len());
        self.moves.shrink_to(2 * self.moves.len());
        kept.is_some()
    }

    /// What the numbers of the families will be, counted from 1 and in their order;
    /// 0 for those that go. A node's family comes before its children's, so by
    /// the time that one is looked at it is known whether it stays.
    ///
    /// Which child of those that stay is next is told by its place for the time being.
    fn next_numbers(&mut self) -> Vec<u32> {
        let mut numbers = vec![0; self.families.len()];
        let root = self.nodes[0].family();
        let mut count = 0;
        if let Some(root) = root {
            numbers[root] = 1;
            self.nodes[0].rebase(self.families[root].first, 1);
        }
        for number in root.unwrap_or(self.families.len())..self.families.len() {
            if numbers[number] == 0 {
                continue;
            }
            count += 1;
            numbers[number] = count;
            for node in &mut self.nodes[self.families[number].places()] {
                if let Some(below) = node.family() {
                    numbers[below] = 1;
                    node.rebase(self.families[below].first, 1);
                }
            }
        }
        numbers
    }

    /// Slides the blocks of the families that stay to the front, and tells
    /// their nodes the new numbers of their families.
    fn slide_nodes(&mut self, next: &[u32]) {
        let stays = |number: &u32| next[*number as usize] > 0;
        let mut numbers: Vec<_> = (0..self.families.len() as u32).filter(stays).collect();
        numbers.sort_unstable_by_key(|&number| self.families[number as usize].first);

        if let Some(root) = self.nodes[0].family() {
            self.nodes[0].set_family(next[root] as usize - 1);
        }
        let mut end = 1;
        for number in numbers {
            let family = self.families[number as usize];
            self.nodes.copy_within(family.places(), end);
            self.bounds.copy_within(family.places(), end);
            self.families[number as usize].first = end as Index;
            for node in &mut self.nodes[end..end + usize::from(family.made)] {
                if let Some(below) = node.family() {
                    node.set_family(next[below] as usize - 1);
                }
            }
            end += usize::from(family.room());
        }
        self.nodes.truncate(end);
        self.bounds.truncate(end);
        self.free.fill(0);
    }

    /// Slides the families that stay, and their moves, to the front.
    fn slide_families(&mut self, next: &[u32]) {
        let (mut count, mut end) = (0, 0);
        self.len = 1;
        for (number, &next) in next.iter().enumerate() {
            let family = self.families[number];
            if next == 0 {
                continue;
            }
            let moves = family.moves as usize..family.moves as usize + usize::from(family.untried);
            self.moves.copy_within(moves, end);
            self.families[count] = Family { moves: end as Index, ..family };
            (count, end) = (count + 1, end + usize::from(family.untried));
            self.len += usize::from(family.size());
        }
        self.families.truncate(count);
        self.moves.truncate(end);

        if let Some(root) = self.families.first() {
            self.nodes[0].rebase(1, root.first);
        }
        for family in &self.families {
            for node in &mut self.nodes[family.places()] {
                if let Some(below) = node.family() {
                    node.rebase(1, self.families[below].first);
                }
            }
        }
    }
}
