//! Judged nodes in the tree: what is different from nodes of which results are
//! counted.

use playout_games::Side;

use super::bound::Bound;
use super::family::Family;
use super::judge::worth_to;
use super::node::{Index, Node};
use super::tree::{Tree, make_room};

/// The weight in selection of what a node is worth by minimax; that of the mean is
/// the rest.
const TRUST: f32 = 0.5;

/// A child as its parent sees it before the first visit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged<M> {
    pub(super) mv: M,
    /// What it is worth to the side that chooses it.
    pub(super) worth: f32,
    /// Its share of exploration.
    pub(super) share: f32,
}

impl<M: Copy + PartialEq> Tree<M> {
    /// The root of a fresh tree.
    pub(super) fn root(is_judged: bool) -> Node<M> {
        if is_judged { Node::judged(None, 0.5) } else { Node::new(None) }
    }

    /// Gives a node its children, each with a node of its own and judged by the
    /// side that chooses among them, unless there is no room: then it answers
    /// `false` and nothing has changed.
    pub(super) fn expand_judged(
        &mut self,
        index: Index,
        children: &[Judged<M>],
        chooser: Side,
    ) -> bool {
        debug_assert!(!self.node(index).has_children(), "a node is expanded once");
        let Ok(made) = u16::try_from(children.len()) else { return false };
        let spare = self.spare();
        if !make_room(&mut self.families, 1, spare) {
            return false;
        }
        let Some(first) = self.block(made) else { return false };
        for (place, &Judged { mv, worth, share }) in (first as usize..).zip(children) {
            // What is worth so much to one is worth the rest to the other.
            self.nodes[place] = Node::judged(Some(mv), worth_to(chooser, worth));
            self.bounds[place] = Bound::promising(worth, share);
        }
        let node = &mut self.nodes[index as usize];
        node.set_family(self.families.len());
        self.families.push(Family { first, made, ..Family::default() });
        self.len += children.len();
        true
    }

    /// Counts a visit of a judged node, chosen by a side at its parent, that found
    /// something worth so much to `First`; and what the node is worth by its children.
    pub(super) fn count_worth(&mut self, index: Index, chooser: Side, worth: f32, value: f32) {
        let node = &mut self.nodes[index as usize];
        node.count_worth(worth, value);
        let bound = &mut self.bounds[index as usize];
        *bound = if node.is_proven() {
            Bound::CLOSED
        } else {
            let mean = node.mean(chooser) as f32;
            bound.revisited(mean + TRUST * (worth_to(chooser, value) - mean), node.visits)
        };
    }

    /// Notes that a node has moves for which it has no child.
    pub(super) fn leave_out(&mut self, index: Index) {
        self.nodes[index as usize].leave_out();
    }
}

/// Shares exploration out: a child worth more by `preference` has e (2.7) times the
/// share.
pub(super) fn share_out<M>(children: &mut [Judged<M>], preference: f32) {
    let best = children.iter().map(|child| child.worth).fold(0.0, f32::max);
    let mut total = 0.0;
    for child in children.iter_mut() {
        child.share = ((child.worth - best) / preference).exp();
        total += child.share;
    }
    for child in children {
        // None has nothing: 0 means that a child was not judged.
        child.share = (child.share / total).max(1e-6);
    }
}
