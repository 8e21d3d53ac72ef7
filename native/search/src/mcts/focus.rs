//! The focus: the node at which simulations begin, the root or one below it.
//!
//! Simulations count at the focus and below it, and not above: there they would say how
//! long somebody looked at a move, and not how good it is. What they prove goes up to the
//! root all the same, and so do minimax values. When the focus is left, its own counts are
//! again those of the simulations that selected it from above, and its children keep
//! theirs.

use super::tree::{Index, Node, PathNode, ROOT, Statistics, Tree};
use super::ucb::Bound;

/// Where simulations begin.
pub(super) struct Focus<S> {
    pub(super) index: Index,
    /// The nodes from the root to the focus, without it.
    pub(super) above: Vec<PathNode>,
    /// What the nodes above see of the focus; nothing at the root.
    pub(super) seen: Option<(S, Bound)>,
    /// The moves of the record up to the root.
    pub(super) root_ply: usize,
}

impl<S: Statistics> Focus<S> {
    /// The root, after so many moves of the record.
    pub(super) fn at_root(root_ply: usize) -> Self {
        Self { index: ROOT, above: Vec::new(), seen: None, root_ply }
    }

    /// Whether the focus is after so many moves below the root at the end of a record.
    pub(super) fn fits(&self, ply: usize, moves: usize) -> bool {
        ply - moves == self.root_ply
    }
}

/// Where searches of the same position have their focus.
pub(super) struct Focused<'a, M, S> {
    pub(super) tree: &'a Tree<M, S>,
    pub(super) index: Index,
}

impl<'a, M: Copy + PartialEq, S: Statistics> Focused<'a, M, S> {
    pub(super) fn node(&self) -> &'a Node<M, S> {
        self.tree.node(self.index)
    }

    pub(super) fn children(&self) -> (Index, &'a [Node<M, S>]) {
        self.tree.children(self.index)
    }
}
