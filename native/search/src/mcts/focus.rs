//! The focus: the node at which simulations start, either the root or a node below it.
//!
//! Simulations are counted at the focus and below it, but not above, where the counts would show
//! how long somebody looked at a move instead of how good it is. Proofs and minimax values are
//! still backed up to the root, outcomes that only seem so are not. When the focus moves away, its node gets back the counts of
//! simulations that selected it from above; its children keep theirs.

use super::tree::{Index, Node, PathNode, ROOT, Statistics, Tree};
use super::ucb::Bound;

/// The node at which simulations start.
pub(super) struct Focus<S> {
    pub(super) index: Index,
    /// The nodes from the root to the focus, excluding the focus.
    pub(super) above: Vec<PathNode>,
    /// The focus's statistics and bound, counting only simulations that came from above; `None` at
    /// the root.
    pub(super) seen_from_above: Option<(S, Bound)>,
    /// The number of moves in the record that lead to the root.
    pub(super) root_ply: usize,
}

impl<S: Statistics> Focus<S> {
    /// A focus at the root, which is `root_ply` moves into the record.
    pub(super) fn at_root(root_ply: usize) -> Self {
        Self { index: ROOT, above: Vec::new(), seen_from_above: None, root_ply }
    }

    /// Whether a position at `ply` whose root is `moves` moves above it has the same root.
    pub(super) fn fits(&self, ply: usize, moves: usize) -> bool {
        ply - moves == self.root_ply
    }
}

/// The focus in one of several trees for the same position.
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
