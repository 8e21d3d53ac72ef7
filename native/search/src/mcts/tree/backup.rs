//! The backup of a simulation's result: visits are counted, nodes are proven by their
//! children, and the children that the next simulation goes to are selected.

use playout_games::{Outcome, Side};

use super::{Index, PathNode, Statistics, Tree};
use crate::mcts::ucb::{Bound, highest};

/// What is known about a node through its children, for the side to move there.
enum Knowledge {
    Nothing,
    AtLeastDraw,
    Proven(Outcome),
}

impl<M: Copy + PartialEq, S: Statistics> Tree<M, S> {
    /// Counts a reward at the nodes of a path, from the leaf to the root. With
    /// `proofs`, proves the nodes whose children now say enough.
    pub(in crate::mcts) fn back_up(
        &mut self,
        path: &[PathNode],
        mut reward: S::Reward,
        proofs: bool,
    ) {
        let (mut carry, mut is_child_proven) = (S::Carry::default(), false);
        let mut nodes = path.iter().rev();
        let mut next = nodes.next();
        while let Some(&node) = next {
            next = nodes.next();
            let mut proof = None;
            if proofs {
                let PathNode { index, side } = node;
                if is_child_proven && let Some(outcome) = self.prove_by_children(index, side) {
                    reward = outcome.into();
                }
                if self.node(index).holds_draw() && S::is_below_draw(reward, side) {
                    // The side would rather take its draw.
                    reward = Outcome::Draw.into();
                }
                proof = self.node(index).proof();
                is_child_proven = proof.is_some();
            }
            // Nobody selects the root.
            let chooser = next.map_or(node.side, |parent| parent.side);
            self.count(node, chooser, proof, reward, &mut carry);
        }
    }

    /// Counts a visit of a node.
    #[inline]
    fn count(
        &mut self,
        PathNode { index, side }: PathNode,
        chooser: Side,
        proof: Option<Outcome>,
        reward: S::Reward,
        carry: &mut S::Carry,
    ) {
        let children = || self.children(index).1.iter().map(|child| &child.statistics);
        let minimax = self.node(index).statistics.minimax(side, proof, children, carry);
        let statistics = &mut self.nodes[index as usize].statistics;
        statistics.count(reward, minimax);
        let bound = &mut self.bounds[index as usize];
        *bound = if proof.is_some() { Bound::CLOSED } else { statistics.bound(chooser, *bound) };
    }

    /// Notes what the children prove about a node, and answers its result if they
    /// prove it.
    fn prove_by_children(&mut self, index: Index, side: Side) -> Option<Outcome> {
        match self.knowledge(index, side) {
            Knowledge::Proven(outcome) => {
                self.prove(index, outcome);
                return Some(outcome);
            }
            Knowledge::AtLeastDraw => self.hold_draw(index),
            Knowledge::Nothing => {}
        }
        None
    }

    /// A node is won if a child is; otherwise, once all children are proven, it has
    /// the result of the best of them.
    fn knowledge(&self, index: Index, side: Side) -> Knowledge {
        let (_, children) = self.children(index);
        let win = Outcome::Win(side);
        let is_complete = self.untried(index) == 0 && !self.node(index).is_partial();
        let (mut all, mut draw) = (is_complete, false);
        for child in children {
            match child.proof() {
                Some(outcome) if outcome == win => return Knowledge::Proven(win),
                Some(outcome) => draw |= outcome == Outcome::Draw,
                None => all = false,
            }
        }
        match (all, draw) {
            (true, true) => Knowledge::Proven(Outcome::Draw),
            (true, false) => Knowledge::Proven(Outcome::Win(side.other())),
            (false, true) => Knowledge::AtLeastDraw,
            (false, false) => Knowledge::Nothing,
        }
    }

    /// Selects at each node of a path the child that the next simulation goes to: the
    /// one with the highest bound for the side to move. To be called whenever something
    /// changes that the selection depends on: visits, the children's bounds, or which
    /// children have a node.
    ///
    /// Selecting on the next way down would give the same, but there each selection
    /// has to wait for the one above it. Here the processor works on several nodes at
    /// once.
    pub(in crate::mcts) fn select(&mut self, path: &[PathNode], c: f32) {
        let (nodes, bounds) = (&mut self.nodes[..], &self.bounds[..]);
        let (families, weight_of) = (&self.families[..], S::weight());
        for &PathNode { index, side } in path {
            let node = &mut nodes[index as usize];
            let Some(number) = node.family() else { continue };
            if node.is_proven() {
                continue;
            }
            let family = &families[number];
            let siblings = &bounds[family.node_range()];
            let weight = c * weight_of(node.visits());
            // As if it had been visited once, with its parent's mean reward.
            let unvisited = || node.statistics.mean(side) as f32 + weight;
            let place = highest(siblings, family.untried > 0, weight, unvisited);
            let has_node = place < siblings.len();
            node.next = if has_node { family.first + place as Index } else { 0 };
        }
    }

    /// The child with the highest bound among those that have a node.
    pub(in crate::mcts) fn highest_child(&self, parent: Index, c: f32) -> Option<Index> {
        let family = self.family(parent);
        let siblings = &self.bounds[family.node_range()];
        let weight = c * S::weight()(self.node(parent).visits());
        let place = highest(siblings, false, weight, || f32::NEG_INFINITY);
        (place < siblings.len()).then_some(family.first + place as Index)
    }
}
