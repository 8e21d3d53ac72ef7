//! Going on from a child of the root: what is not below it is forgotten, and
//! the rest moves together, in place.

use super::bound::Bound;
use super::family::Family;
use super::node::{Index, Node};
use super::tree::{ROOT, Tree};

impl<M: Copy + PartialEq> Tree<M> {
    /// Makes the root's child after a move the root, and forgets all that is
    /// not below it; `false` if there is no node of such a child, and then
    /// everything is forgotten.
    ///
    /// Takes for the time being 4 bytes for each family that stays.
    pub(super) fn advance(&mut self, mv: M) -> bool {
        let (_, children) = self.children(ROOT);
        let kept = children.iter().find(|child| child.mv == Some(mv)).copied();
        self.nodes[0] = kept.unwrap_or(Node::new(None));
        self.bounds[0] = Bound::FRESH;

        self.number_families();
        self.slide_nodes();
        self.slide_families();
        self.nodes.shrink_to(2 * self.nodes.len());
        self.bounds.shrink_to(2 * self.bounds.len());
        self.families.shrink_to(2 * self.families.len());
        self.moves.shrink_to(2 * self.moves.len());
        kept.is_some()
    }

    /// Numbers the families that stay, from 1 and in their order. A node's family
    /// comes before its children's, so by the time that one is looked at it is
    /// known whether it stays.
    fn number_families(&mut self) {
        let root = self.nodes[0].family();
        let mut count = 0;
        if let Some(root) = root {
            self.families[root].next_number = 1;
        }
        for number in root.unwrap_or(self.families.len())..self.families.len() {
            if self.families[number].next_number == 0 {
                continue;
            }
            count += 1;
            self.families[number].next_number = count;
            for node in &self.nodes[self.families[number].places()] {
                if let Some(below) = node.family() {
                    self.families[below].next_number = 1;
                }
            }
        }
    }

    /// Slides the blocks of the families that stay to the front, and tells
    /// their nodes the new numbers of their families.
    fn slide_nodes(&mut self) {
        let stays = |number: &u32| self.families[*number as usize].next_number > 0;
        let mut numbers: Vec<_> = (0..self.families.len() as u32).filter(stays).collect();
        numbers.sort_unstable_by_key(|&number| self.families[number as usize].first);

        if let Some(root) = self.nodes[0].family() {
            self.nodes[0].set_family(self.families[root].next_number as usize - 1);
        }
        let mut end = 1;
        for number in numbers {
            let family = self.families[number as usize];
            self.nodes.copy_within(family.places(), end);
            self.bounds.copy_within(family.places(), end);
            self.families[number as usize].first = end as Index;
            for node in &mut self.nodes[end..end + usize::from(family.made)] {
                if let Some(below) = node.family() {
                    node.set_family(self.families[below].next_number as usize - 1);
                }
            }
            end += usize::from(family.room());
        }
        self.nodes.truncate(end);
        self.bounds.truncate(end);
        self.free.fill(0);
    }

    /// Slides the families that stay, and their moves, to the front.
    fn slide_families(&mut self) {
        let (mut count, mut end) = (0, 0);
        self.len = 1;
        for number in 0..self.families.len() {
            let family = self.families[number];
            if family.next_number == 0 {
                continue;
            }
            let moves = family.moves as usize..family.moves as usize + usize::from(family.untried);
            self.moves.copy_within(moves, end);
            self.families[count] = Family { moves: end as Index, next_number: 0, ..family };
            (count, end) = (count + 1, end + usize::from(family.untried));
            self.len += usize::from(family.size());
        }
        self.families.truncate(count);
        self.moves.truncate(end);
    }
}
