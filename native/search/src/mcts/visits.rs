//! Visits in the tree: counting them, and choosing which child is next.

use playout_games::{Outcome, Side};

use super::bound::{Bound, Roots, highest};
use super::descent::Passed;
use super::node::Index;
use super::tree::Tree;

impl<M: Copy + PartialEq> Tree<M> {
    /// Looks for the children that the next simulation is to go to from the nodes of
    /// a path: those with the highest bound for the side to move. To be called whenever
    /// something has changed that a choice depends on: visits, bounds of children, or
    /// which of them have a node.
    ///
    /// What is chosen now, after a visit, and not on the next way down, is the
    /// same; but there each choice would have to wait for the one above, and
    /// here the processor can work on those of several nodes at once.
    pub(super) fn choose(&mut self, path: &[Passed], c: f32) {
        let (nodes, bounds) = (&mut self.nodes[..], &self.bounds[..]);
        let (families, roots, is_judged) = (&self.families[..], self.roots, self.is_judged);
        for &Passed { index, side } in path {
            let node = &mut nodes[index as usize];
            let Some(number) = node.family() else { continue };
            if node.is_proven() {
                continue;
            }
            let family = &families[number];
            let siblings = &bounds[family.places()];
            let weight = c * exploration(node.visits, is_judged, roots);
            // As if it had been visited once with its parent's mean reward.
            let fresh = || node.mean(side) as f32 + weight;
            let place = highest(siblings, family.untried > 0, weight, fresh);
            node.set_next((place < siblings.len()).then_some(family.first + place as Index));
        }
    }

    /// The child with the highest bound of those that have a node.
    pub(super) fn highest_visited(&self, parent: Index, c: f32) -> Option<Index> {
        let family = self.family(parent);
        let siblings = &self.bounds[family.places()];
        let weight = c * exploration(self.node(parent).visits, self.is_judged, self.roots);
        let place = highest(siblings, false, weight, || f32::NEG_INFINITY);
        (place < siblings.len()).then_some(family.first + place as Index)
    }

    /// Counts a visit of a node, chosen by a side at its parent.
    pub(super) fn count(&mut self, index: Index, chooser: Side, outcome: Outcome) {
        let node = &mut self.nodes[index as usize];
        node.count(outcome);
        self.bounds[index as usize] = if node.is_proven() {
            Bound::CLOSED
        } else {
            Bound::new(node.counted_mean(chooser), node.visits)
        };
    }

    /// The same for all nodes of a path in a search without proofs, so that none is proven.
    pub(super) fn count_all(&mut self, path: &[Passed], outcome: Outcome) {
        let (nodes, bounds) = (&mut self.nodes[..], &mut self.bounds[..]);
        let mut chooser = path[0].side;
        for &Passed { index, side } in path {
            let chooser = std::mem::replace(&mut chooser, side);
            let node = &mut nodes[index as usize];
            node.count(outcome);
            bounds[index as usize] = Bound::new(node.counted_mean(chooser), node.visits);
        }
    }
}

/// The weight of exploration by the visits of the parent.
#[inline]
fn exploration(visits: u32, is_judged: bool, roots: &Roots) -> f32 {
    if is_judged { (visits as f32).sqrt() } else { roots.of(visits) }
}
