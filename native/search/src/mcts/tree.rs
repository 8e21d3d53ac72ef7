//! The arena: all nodes in one vector, the children of a node side by side.

use playout_games::{Outcome, Side};

/// The place of a node in its [`Tree`].
pub(super) type Index = u32;

/// The root's place.
pub(super) const ROOT: Index = 0;

/// A position reached by a move, with the results of the playouts through it.
///
/// Results are kept by side, not by whose turn it is, so nothing has to
/// change its sign on the way up, and a side that moves twice running is
/// nothing special.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub(super) visits: u32,
    /// Won by `First`, won by `Second`; the other visits were draws.
    wins: [u32; 2],
    first_child: Index,
    child_count: u16,
    proof: Proven,
    /// The side to move, once it has a proven draw.
    holder: Option<Side>,
    /// The move that led here; none at the root of a fresh tree.
    pub(super) mv: Option<M>,
}

/// The result of a position with best play, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proven {
    No,
    First,
    Second,
    Draw,
}

impl<M: Copy> Node<M> {
    /// Every game's node must fit: a tree of 64 MiB is to hold two million.
    const FITS: () = assert!(size_of::<Self>() <= 32);

    fn new(mv: Option<M>) -> Self {
        const { Self::FITS };
        let (proof, holder) = (Proven::No, None);
        Self { visits: 0, wins: [0; 2], first_child: 0, child_count: 0, proof, holder, mv }
    }

    pub(super) fn wins(&self, side: Side) -> u32 {
        self.wins[side as usize]
    }

    /// The mean reward of a side, with 1 for a win and 1/2 for a draw.
    pub(super) fn mean(&self, side: Side) -> f64 {
        let (wins, losses) = (self.wins(side), self.wins(side.other()));
        0.5 + 0.5 * (f64::from(wins) - f64::from(losses)) / f64::from(self.visits.max(1))
    }

    pub(super) fn count(&mut self, outcome: Outcome) {
        self.visits += 1;
        if let Outcome::Win(side) = outcome {
            self.wins[side as usize] += 1;
        }
    }

    pub(super) fn proof(&self) -> Option<Outcome> {
        match self.proof {
            Proven::No => None,
            Proven::First => Some(Outcome::Win(Side::First)),
            Proven::Second => Some(Outcome::Win(Side::Second)),
            Proven::Draw => Some(Outcome::Draw),
        }
    }

    pub(super) fn prove(&mut self, outcome: Outcome) {
        self.proof = match outcome {
            Outcome::Win(Side::First) => Proven::First,
            Outcome::Win(Side::Second) => Proven::Second,
            Outcome::Draw => Proven::Draw,
        };
    }

    /// The side to move, if it is known to draw at least.
    pub(super) fn holder(&self) -> Option<Side> {
        self.holder
    }

    pub(super) fn hold(&mut self, side: Side) {
        self.holder = Some(side);
    }

    pub(super) fn has_children(&self) -> bool {
        self.child_count > 0
    }
}

#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most_nodes: usize,
}

impl<M: Copy + PartialEq> Tree<M> {
    /// A tree of a root that never takes more than some bytes for its nodes.
    /// (While [`Tree::advance`] copies what it keeps, the old tree is still
    /// there.)
    pub(super) fn new(most_bytes: usize) -> Self {
        let most_nodes = (most_bytes / size_of::<Node<M>>()).clamp(1, Index::MAX as usize);
        Self { nodes: vec![Node::new(None)], most_nodes }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, index: Index) -> &Node<M> {
        &self.nodes[index as usize]
    }

    pub(super) fn node_mut(&mut self, index: Index) -> &mut Node<M> {
        &mut self.nodes[index as usize]
    }

    /// The children of a node, and the index of the first of them.
    pub(super) fn children(&self, index: Index) -> (Index, &[Node<M>]) {
        let Node { first_child, child_count, .. } = *self.node(index);
        let first = first_child as usize;
        (first_child, &self.nodes[first..first + usize::from(child_count)])
    }

    /// Gives a node its children, unless there is no room: then it answers
    /// `false` and nothing has changed.
    pub(super) fn expand(&mut self, index: Index, moves: &[M]) -> bool {
        debug_assert!(!self.node(index).has_children(), "a node is expanded once");
        let (Ok(child_count), first) = (u16::try_from(moves.len()), self.nodes.len()) else {
            return false;
        };
        let needed = first + moves.len();
        if needed > self.most_nodes {
            return false;
        }
        if needed > self.nodes.capacity() {
            // Doubling, as a vector does by itself, but never past the cap.
            let target = (2 * first).clamp(needed, self.most_nodes.max(needed));
            self.nodes.reserve_exact(target - first);
        }
        self.nodes.extend(moves.iter().map(|&mv| Node::new(Some(mv))));
        let node = self.node_mut(index);
        node.first_child = first as Index;
        node.child_count = child_count;
        true
    }

    /// Makes the root's child after a move the root, and forgets all that is
    /// not below it; `false` if there is no such child, and then everything
    /// is forgotten.
    pub(super) fn advance(&mut self, mv: M) -> bool {
        let (first, children) = self.children(ROOT);
        let kept = children.iter().position(|child| child.mv == Some(mv));
        let root = kept.map_or(Node::new(None), |place| self.nodes[first as usize + place]);

        let mut nodes = vec![root];
        let mut next = 0;
        while let Some(node) = nodes.get(next).copied() {
            let children = node.first_child as usize;
            nodes[next].first_child = nodes.len() as Index;
            let children = children..children + usize::from(node.child_count);
            nodes.extend_from_slice(&self.nodes[children]);
            next += 1;
        }
        self.nodes = nodes;
        kept.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every node but the root is the child of exactly one node, which stands
    /// before it; no two families overlap.
    fn check(tree: &Tree<u16>) {
        let mut parents = vec![0; tree.len()];
        for index in 0..tree.len() {
            let (first, children) = tree.children(index as Index);
            for place in 0..children.len() {
                assert!(first as usize > index);
                parents[first as usize + place] += 1;
            }
        }
        assert_eq!(parents[0], 0);
        assert!(parents[1..].iter().all(|&count| count == 1));
    }

    /// What hangs below a node, written out.
    fn written(tree: &Tree<u16>, index: Index) -> String {
        let (first, children) = tree.children(index);
        let below = (0..children.len()).map(|i| written(tree, first + i as Index));
        format!(
            "{:?}:{}({})",
            tree.node(index).mv,
            tree.node(index).visits,
            below.collect::<String>()
        )
    }

    fn grown(expansions: &[(usize, u16)], most_bytes: usize) -> Tree<u16> {
        let mut tree = Tree::new(most_bytes);
        for &(at, count) in expansions {
            let index = (at % tree.len()) as Index;
            tree.node_mut(index).count(Outcome::Draw);
            if !tree.node(index).has_children() {
                tree.expand(index, &(0..count).collect::<Vec<_>>());
            }
        }
        tree
    }

    proptest! {
        #[test]
        fn a_family_tree_it_is_and_remains(
            expansions in prop::collection::vec((0usize..1_000, 1u16..20), 1..60),
            mv in 0u16..20,
        ) {
            let mut tree = grown(&expansions, 1 << 20);
            check(&tree);

            let (first, children) = tree.children(ROOT);
            let place = children.iter().position(|child| child.mv == Some(mv));
            let expected = place.map(|place| written(&tree, first + place as Index));
            prop_assert_eq!(tree.advance(mv), expected.is_some());
            check(&tree);
            match expected {
                Some(expected) => prop_assert_eq!(written(&tree, ROOT), expected),
                None => prop_assert_eq!(tree.len(), 1),
            }
        }

        #[test]
        fn the_cap_is_never_exceeded(
            expansions in prop::collection::vec((0usize..1_000, 1u16..20), 1..200),
            most_bytes in 0usize..10_000,
        ) {
            let tree = grown(&expansions, most_bytes);
            check(&tree);
            prop_assert!(tree.len() == 1 || tree.len() * size_of::<Node<u16>>() <= most_bytes);
            prop_assert!(tree.nodes.capacity() <= tree.most_nodes.max(4));
        }
    }
}
