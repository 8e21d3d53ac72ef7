//! The way up: what a simulation found out, noted in the nodes that it came
//! through.

use playout_games::{Outcome, Side};

use super::Mcts;
use super::descent::Passed;
use super::node::Index;
use crate::game::SearchGame;

/// What is known of a node through its children, for the side to move there.
enum Known {
    Nothing,
    AtLeastDraw,
    Proven(Outcome),
}

impl<G: SearchGame> Mcts<G> {
    /// Credits the nodes of the path, and proves those of which the children
    /// now say enough.
    pub(super) fn back_up(&mut self, mut outcome: Outcome) {
        self.playouts += 1;
        let c = self.settings.c as f32;
        if !self.settings.proofs {
            self.tree.count_all(&self.way.path, outcome);
            return self.tree.choose(&self.way.path, c);
        }
        let mut child_proven = false;
        for place in (0..self.way.path.len()).rev() {
            let Passed { index, side } = self.way.path[place];
            if child_proven {
                outcome = self.prove_by_children(index, side).unwrap_or(outcome);
            }
            if self.tree.node(index).holds_draw() && outcome == Outcome::Win(side.other()) {
                // It would rather take the draw that it has.
                outcome = Outcome::Draw;
            }
            let chooser = self.way.path[place.saturating_sub(1)].side;
            self.tree.count(index, chooser, outcome);
            child_proven = self.tree.node(index).is_proven();
        }
        self.tree.choose(&self.way.path, c);
    }

    /// Notes what the children prove of a node, and answers its result if that is it.
    pub(super) fn prove_by_children(&mut self, index: Index, side: Side) -> Option<Outcome> {
        match self.best_proof(index, side) {
            Known::Proven(outcome) => {
                self.tree.prove(index, outcome);
                return Some(outcome);
            }
            Known::AtLeastDraw => self.tree.hold_draw(index),
            Known::Nothing => {}
        }
        None
    }

    /// What the children say of a node: a win if a child is one; else, once
    /// all are known, the best of them.
    fn best_proof(&self, parent: Index, side: Side) -> Known {
        let (_, children) = self.tree.children(parent);
        let win = Outcome::Win(side);
        let is_whole = self.tree.untried(parent) == 0 && !self.tree.node(parent).is_partial();
        let (mut all, mut draw) = (is_whole, false);
        for child in children {
            match child.proof() {
                Some(outcome) if outcome == win => return Known::Proven(win),
                Some(outcome) => draw |= outcome == Outcome::Draw,
                None => all = false,
            }
        }
        match (all, draw) {
            (true, true) => Known::Proven(Outcome::Draw),
            (true, false) => Known::Proven(Outcome::Win(side.other())),
            (false, true) => Known::AtLeastDraw,
            (false, false) => Known::Nothing,
        }
    }
}
