//! The tree in an arena: one vector stores the nodes, with siblings next to each other, and a
//! second vector stores their bounds, which selection compares, in the same order.
//!
//! A child gets a node at its first visit; until then it is a move in its family's list. This saves
//! memory and time, because most families are wide but few of their children are ever visited. The
//! nodes of a family are in a block with some spare capacity. When the block is full, the family
//! moves to one twice as large, and the old block is free for another family of that size.

mod backup;
mod compact;
mod node;
mod statistics;
#[cfg(test)]
mod tests;
mod walk;

use std::ops::Range;

use playout_games::Outcome;

use super::ucb::Bound;

use node::Flags;
pub(super) use node::{Decided, Index, Node, PathNode, ROOT};
pub(super) use statistics::{Backup, Statistics};

/// The children of a node. Some have nodes; the untried ones are only moves so far.
#[derive(Clone, Copy, Debug, Default)]
struct Family {
    /// The index of the first node.
    first: Index,
    /// The index of the first untried move.
    moves: Index,
    /// The number of children with a node.
    nodes: u16,
    /// The number of moves without a node.
    untried: u16,
}

impl Family {
    /// The capacity of the smallest block.
    const MIN_CAPACITY: u16 = 2;

    fn node_range(self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.nodes)
    }

    fn move_range(self) -> Range<usize> {
        self.moves as usize..self.moves as usize + usize::from(self.untried)
    }

    fn size(self) -> u16 {
        self.nodes + self.untried
    }

    /// The number of nodes that fit in its block.
    fn capacity(self) -> u16 {
        match self.nodes {
            0 => 0,
            nodes => nodes.next_power_of_two().max(Self::MIN_CAPACITY).min(self.size()),
        }
    }
}

/// What is added to a tree, at most.
pub(super) struct Growth {
    pub(super) families: usize,
    /// Nodes that are created one by one.
    pub(super) nodes: usize,
    /// The children of all new families together.
    pub(super) children: usize,
    /// Whether all children of a family get nodes when it is added.
    pub(super) has_nodes_at_once: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Tree<M, S> {
    nodes: Vec<Node<M, S>>,
    bounds: Vec<Bound>,
    /// In order of creation, so a node's family comes before those of its children.
    families: Vec<Family>,
    /// The untried moves, family by family.
    moves: Vec<M>,
    /// For each power of two, the first in a linked list of free blocks of that size; 0 if there is
    /// none.
    free: [Index; 16],
    /// The number of nodes and untried moves.
    len: usize,
    max_bytes: usize,
}

impl<M: Copy + PartialEq, S: Statistics> Tree<M, S> {
    /// The size of a node and its bound, in bytes.
    pub(super) const NODE_BYTES: usize = size_of::<Node<M, S>>() + size_of::<Bound>();

    /// Nodes must be small in every game: 64 MiB should hold two million.
    const ARE_NODES_SMALL: () = assert!(Self::NODE_BYTES <= 32);

    /// A tree with only a root, which never grows beyond `max_bytes`.
    pub(super) fn new(max_bytes: usize) -> Self {
        const { Self::ARE_NODES_SMALL };
        Self {
            nodes: vec![Node::new(None, S::default())],
            bounds: vec![Bound::UNVISITED],
            families: Vec::new(),
            moves: Vec::new(),
            free: [0; 16],
            len: 1,
            max_bytes,
        }
    }

    /// The number of nodes and untried moves.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn node(&self, index: Index) -> &Node<M, S> {
        &self.nodes[index as usize]
    }

    fn family(&self, index: Index) -> Family {
        self.node(index).family().map_or(Family::default(), |number| self.families[number])
    }

    /// The index of the first child that has a node, and all children that have nodes.
    pub(super) fn children(&self, index: Index) -> (Index, &[Node<M, S>]) {
        let family = self.family(index);
        (family.first, &self.nodes[family.node_range()])
    }

    /// The number of a node's untried children.
    pub(super) fn untried(&self, index: Index) -> u16 {
        self.family(index).untried
    }

    /// Adds the children of a node, all untried. Returns `false` and changes nothing if there is
    /// not enough memory.
    pub(super) fn expand(&mut self, index: Index, moves: &[M]) -> bool {
        let (Ok(untried), Ok(first_move)) =
            (u16::try_from(moves.len()), Index::try_from(self.moves.len()))
        else {
            return false;
        };
        let free_bytes = self.free_bytes();
        if !reserve_within(&mut self.moves, moves.len(), free_bytes) || !self.reserve_family() {
            return false;
        }
        self.moves.extend_from_slice(moves);
        self.add_family(index, Family { moves: first_move, untried, ..Family::default() });
        true
    }

    /// Adds the children of a node, each with its own node. Returns `false` and changes nothing if
    /// there is not enough memory.
    pub(super) fn expand_with_nodes(
        &mut self,
        index: Index,
        children: impl ExactSizeIterator<Item = (M, S, Bound)>,
    ) -> bool {
        let Ok(nodes) = u16::try_from(children.len()) else { return false };
        if !self.reserve_family() {
            return false;
        }
        let Some(first) = self.block(nodes) else { return false };
        for (index, (mv, statistics, bound)) in (first as usize..).zip(children) {
            self.nodes[index] = Node::new(Some(mv), statistics);
            self.bounds[index] = bound;
        }
        self.add_family(index, Family { first, nodes, ..Family::default() });
        true
    }

    fn reserve_family(&mut self) -> bool {
        let free_bytes = self.free_bytes();
        reserve_within(&mut self.families, 1, free_bytes)
    }

    fn add_family(&mut self, parent: Index, family: Family) {
        debug_assert!(!self.node(parent).has_children(), "a node is expanded once");
        self.nodes[parent as usize].set_family(self.families.len());
        self.families.push(family);
        self.len += usize::from(family.size());
    }

    /// Creates a node for one of the n untried children, chosen by `pick(n)`, which returns a
    /// number below n; `None` if no child is untried or there is not enough memory.
    pub(super) fn try_child(
        &mut self,
        parent: Index,
        pick: impl FnOnce(u32) -> u32,
    ) -> Option<Index> {
        let number = self.node(parent).family()?;
        if self.families[number].untried == 0 {
            return None;
        }
        self.reserve_node(number)?;
        let family = &mut self.families[number];
        let untried = &mut self.moves[family.move_range()];
        let picked = pick(u32::from(family.untried)) as usize;
        let last = untried.len() - 1;
        untried.swap(picked, last);
        let child = family.first + Index::from(family.nodes);
        self.nodes[child as usize] = Node::new(Some(untried[last]), S::default());
        self.bounds[child as usize] = Bound::UNVISITED;
        family.nodes += 1;
        family.untried -= 1;
        Some(child)
    }

    /// Makes sure that one more node fits in a family's block; `None` if there is not enough
    /// memory.
    fn reserve_node(&mut self, number: usize) -> Option<()> {
        let old = self.families[number];
        if old.nodes < old.capacity() {
            return Some(());
        }
        let new = Family { nodes: old.nodes + 1, untried: old.untried - 1, ..old };
        let first = self.block(new.capacity())?;
        self.nodes.copy_within(old.node_range(), first as usize);
        self.bounds.copy_within(old.node_range(), first as usize);
        self.free_block(old.first, old.capacity());
        self.families[number].first = first;
        Some(())
    }

    /// Frees a block. A block whose size is not a power of two, because it fits its family exactly,
    /// is split into parts whose sizes are.
    fn free_block(&mut self, mut first: Index, mut room: u16) {
        while room > 0 {
            let power = room.trailing_zeros();
            let free = &mut self.free[power as usize];
            self.nodes[first as usize].family = *free;
            *free = first;
            first += 1 << power;
            room -= 1 << power;
        }
    }

    /// Allocates a block of nodes, reusing a free one if possible.
    fn block(&mut self, room: u16) -> Option<Index> {
        let free = &mut self.free[room.ilog2() as usize];
        if room.is_power_of_two() && *free != 0 {
            let block = *free;
            *free = self.nodes[block as usize].family;
            return Some(block);
        }
        let first = Index::try_from(self.nodes.len()).ok()?;
        let free_bytes = self.free_bytes();
        if !reserve_within(&mut self.nodes, usize::from(room), free_bytes) {
            return None;
        }
        let free_bytes = self.free_bytes();
        if !reserve_within(&mut self.bounds, usize::from(room), free_bytes) {
            return None;
        }
        let end = self.nodes.len() + usize::from(room);
        self.nodes.resize(end, Node::new(None, S::default()));
        self.bounds.resize(end, Bound::UNVISITED);
        Some(first)
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M, S>>()
            + self.bounds.capacity() * size_of::<Bound>()
            + self.families.capacity() * size_of::<Family>()
            + self.moves.capacity() * size_of::<M>()
    }

    /// The most bytes that may be in use after so much growth.
    pub(super) fn max_bytes_after(&self, growth: Growth) -> usize {
        let Growth { families, nodes, children, has_nodes_at_once } = growth;
        // A family outgrows blocks of 2, 4, 8 … nodes, which may not be reused.
        let in_blocks = nodes.saturating_add(families).saturating_mul(4);
        let (nodes, moves) = if has_nodes_at_once {
            (in_blocks.saturating_add(children), nodes)
        } else {
            (in_blocks, children)
        };
        let sizes = [
            max_bytes_of(&self.nodes, nodes, self.max_bytes),
            max_bytes_of(&self.bounds, nodes, self.max_bytes),
            max_bytes_of(&self.families, families, self.max_bytes),
            max_bytes_of(&self.moves, moves, self.max_bytes),
        ];
        sizes.into_iter().fold(0, usize::saturating_add).min(self.max_bytes)
    }

    /// The bytes that are still available.
    fn free_bytes(&self) -> usize {
        self.max_bytes.saturating_sub(self.bytes())
    }

    /// Records a node's proven outcome. The node will not be visited again.
    pub(super) fn prove(&mut self, index: Index, decided: Decided) {
        self.nodes[index as usize].prove(decided);
        self.bounds[index as usize] = Bound::CLOSED;
    }

    /// Records an outcome that is not proven. The node will not be visited again, unless it is
    /// [reopened](Self::reopen).
    fn close(&mut self, index: Index, outcome: Outcome) {
        self.prove(index, Decided::now(outcome));
        self.nodes[index as usize].flags.0 |= Flags::SEEMING;
    }

    /// Forgets an outcome that is not proven. The node needs a [bound](Self::set_bound) again.
    pub(super) fn reopen(&mut self, index: Index) {
        debug_assert!(!self.node(index).is_proven(), "a proof holds");
        self.nodes[index as usize].open();
    }

    /// Records that the side to move can force at least a draw.
    pub(super) fn set_at_least_draw(&mut self, index: Index) {
        self.nodes[index as usize].flags.0 |= Flags::AT_LEAST_DRAW;
    }

    /// The bound of a node.
    pub(super) fn bound(&self, index: Index) -> Bound {
        self.bounds[index as usize]
    }

    /// Sets the bound of a node, unless it is closed.
    pub(super) fn set_bound(&mut self, index: Index, bound: Bound) {
        if !self.node(index).is_closed() {
            self.bounds[index as usize] = bound;
        }
    }

    /// Replaces the counts of a node.
    pub(super) fn recount(&mut self, index: Index, counts: S) {
        let statistics = &mut self.nodes[index as usize].statistics;
        *statistics = statistics.recounted(counts);
    }

    /// Records that some legal moves of a node are not among its children.
    pub(super) fn mark_partial(&mut self, index: Index) {
        self.nodes[index as usize].flags.0 |= Flags::PARTIAL;
    }

    /// Records that a node was given the moves next in line, and whether its children are now all legal
    /// moves.
    pub(super) fn mark_widened(&mut self, index: Index, is_complete: bool) {
        let flags = &mut self.nodes[index as usize].flags.0;
        *flags |= Flags::WIDENED;
        if is_complete {
            *flags &= !Flags::PARTIAL;
        }
    }
}

/// The initial capacity of a vector, unless it would take up much of the available memory. Most
/// searches need no more, and unused capacity costs no memory. (With half as much, glibc returns
/// each tree's pages to the system and requests them again for the next, which costs a short search
/// 6%: docs/log/bench.md.)
const INITIAL_CAPACITY: usize = 1 << 16;

/// Reserves capacity for more items, usually doubling the vector, but never more than `free_bytes`;
/// `false` if these are not enough.
fn reserve_within<T>(items: &mut Vec<T>, more: usize, free_bytes: usize) -> bool {
    let needed = (items.len() + more).saturating_sub(items.capacity());
    if needed == 0 {
        return true;
    }
    let max = free_bytes / size_of::<T>();
    if needed > max {
        return false;
    }
    // Leave some for the other vectors.
    let initial = INITIAL_CAPACITY.min(max / 64);
    let added = items.len().max(initial).clamp(needed, needed.max(max / 4));
    items.reserve_exact(items.capacity() - items.len() + added);
    true
}

/// The most bytes that a vector may take up after it has got so many more items.
fn max_bytes_of<T>(items: &Vec<T>, more: usize, max_bytes: usize) -> usize {
    let len = items.len().saturating_add(more);
    let initial = INITIAL_CAPACITY.min(max_bytes / size_of::<T>() / 64);
    let capacity = items.capacity().max(len.saturating_add(len.max(initial)));
    capacity.saturating_mul(size_of::<T>())
}
