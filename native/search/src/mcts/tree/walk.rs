//! Descending by any legal move, even one that no simulation has tried.

use super::{Family, Index, Node, Statistics, Tree};
use crate::mcts::ucb::Bound;

impl<M: Copy + PartialEq, S: Statistics> Tree<M, S> {
    /// The child of an expanded node for a legal move, which gets a node if it has none. If the
    /// expansion left out the move, `left_out` returns the child's initial statistics. `None` if
    /// there is not enough memory.
    pub(crate) fn child_for_move(
        &mut self,
        parent: Index,
        mv: M,
        left_out: impl FnOnce() -> (S, Bound),
    ) -> Option<Index> {
        let (first, children) = self.children(parent);
        let child = match children.iter().position(|child| child.mv == Some(mv)) {
            Some(index) => first + index as Index,
            None => {
                let untried = &self.moves[self.family(parent).move_range()];
                match untried.iter().position(|&other| other == mv) {
                    Some(index) => self.try_child(parent, |_| index as u32)?,
                    None => {
                        let (statistics, bound) = left_out();
                        self.add_children(parent, [(mv, statistics, bound)].into_iter())?
                    }
                }
            }
        };
        Some(self.first_unvisited(parent, child))
    }

    /// Moves an unvisited child before its unvisited siblings, and returns its new index. Selection
    /// requires unvisited nodes to come last, and this child may be proven without a visit.
    fn first_unvisited(&mut self, parent: Index, child: Index) -> Index {
        let siblings = self.family(parent).node_range();
        let first = siblings.start;
        let unvisited = self.bounds[siblings].iter().position(|it| *it == Bound::UNVISITED);
        let (Some(index), Bound::UNVISITED) = (unvisited, self.bounds[child as usize]) else {
            return child;
        };
        self.nodes.swap(first + index, child as usize);
        (first + index) as Index
    }

    /// Adds children, each with its own node, to an expanded node, and returns the index of the
    /// first. `None`, and nothing changes, if there is not enough memory.
    pub(crate) fn add_children(
        &mut self,
        parent: Index,
        children: impl ExactSizeIterator<Item = (M, S, Bound)>,
    ) -> Option<Index> {
        let number = self.node(parent).family()?;
        let old = self.families[number];
        let more = u16::try_from(children.len()).ok()?;
        let mut new = Family { nodes: old.nodes.checked_add(more)?, ..old };
        if new.capacity() > old.capacity() {
            new.first = self.block(new.capacity())?;
            self.nodes.copy_within(old.node_range(), new.first as usize);
            self.bounds.copy_within(old.node_range(), new.first as usize);
            self.free_block(old.first, old.capacity());
        }
        self.families[number] = new;
        self.len += usize::from(more);
        let added = new.first + Index::from(old.nodes);
        for (index, (mv, statistics, bound)) in (added as usize..).zip(children) {
            self.nodes[index] = Node::new(Some(mv), statistics);
            self.bounds[index] = bound;
        }
        Some(added)
    }
}
