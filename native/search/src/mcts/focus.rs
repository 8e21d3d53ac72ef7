//! The focus: the node at which simulations begin, the root or one below it.
//!
//! Simulations are counted at the focus and below it, but not above, where counts would say how
//! long somebody looked at a move and not how good it is. Proofs and minimax values are still
//! backed up to the root. When the focus moves away, its own counts become those of the simulations
//! that selected it from above again, and its children keep theirs.

use super::tree::{Index, Node, PathNode, ROOT, Statistics, Tree};
use super::ucb::Bound;

/// Where simulations begin.
pub(super) struct Focus<S> {
    pub(super) index: Index,
    /// The nodes from the root to the focus, excluding it.
    pub(super) above: Vec<PathNode>,
    /// The statistics of the focus as the nodes above see them; `None` at the root.
    pub(super) seen: Option<(S, Bound)>,
    /// The number of moves in the record before the root.
    pub(super) root_ply: usize,
}

impl<S: Statistics> Focus<S> {
    /// The root, after a number of moves of the record.
    pub(super) fn at_root(root_ply: usize) -> Self {
        Self { index: ROOT, above: Vec::new(), seen: None, root_ply }
    }

    /// Whether the focus is `moves` moves below the root at the end of a record.
    pub(super) fn fits(&self, ply: usize, moves: usize) -> bool {
        ply - moves == self.root_ply
    }
}

/// The common focus of several searches of the same position.
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
