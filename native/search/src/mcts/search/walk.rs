//! Moving the focus and the root.

use playout_games::Record;

use super::Mcts;
use crate::certainty::NearestClosed;
use crate::game::SearchGame;
use crate::mcts::evaluator::Evaluator;
use crate::mcts::focus::Focus;
use crate::mcts::knowledge::Knowledge;
use crate::mcts::tree::{Decided, PathNode, Statistics};
use crate::mcts::ucb::MIN_PRIOR;
use crate::repetition::Repeated;

impl<G: SearchGame, K: Knowledge<G>, E: Evaluator<G, K>> Mcts<G, K, E> {
    /// Moves the focus to the end of a record, `moves` moves below the root. Returns `false` if the
    /// tree has another root, or not enough memory for the path; the search is then unusable.
    pub(super) fn move_focus(&mut self, record: &Record<G>, moves: usize) -> bool {
        if !self.focus.fits(record.ply(), moves) {
            return false;
        }
        self.leave_focus();
        let (to_root, below) = record.moves().split_at(record.ply() - moves);
        self.record = Record::new(record.start().clone());
        to_root.iter().for_each(|&mv| self.record.play(mv));
        below.iter().all(|&mv| self.descend_focus(mv)) && self.prepare_focus()
    }

    /// Plays the given moves from the focus, makes the resulting position the root, and drops the
    /// rest of the tree.
    pub(super) fn advance_focus(&mut self, moves: &[G::Move]) {
        moves.iter().for_each(|&mv| self.record.play(mv));
        self.tree.advance(self.focus.index, moves);
        self.focus = Focus::at_root(self.record.ply());
        self.prepare_focus();
    }

    /// Restores the statistics of the focus as seen from above, and returns to the root.
    fn leave_focus(&mut self) {
        let side = self.record.position().side_to_move();
        let Focus { index, mut above, seen_from_above, root_ply } =
            std::mem::replace(&mut self.focus, Focus::at_root(0));
        self.focus.root_ply = root_ply;
        if let Some((statistics, bound)) = seen_from_above {
            self.tree.recount(index, statistics);
            self.tree.set_bound(index, bound);
        }
        above.push(PathNode { index, side });
        self.tree.back_up_minimax(&above);
        self.tree.select(&above, self.exploration());
    }

    /// Descends from the focus to a child, which gets a node if it has none.
    fn descend_focus(&mut self, mv: G::Move) -> bool {
        if !self.expand_focus() {
            return false;
        }
        let position = self.record.position().clone();
        self.focus.above.push(PathNode { index: self.focus.index, side: position.side_to_move() });
        let Self { evaluator, knowledge, tree, .. } = self;
        let left_out = || evaluator.left_out(knowledge, &position, mv, MIN_PRIOR);
        let Some(child) = tree.child_for_move(self.focus.index, mv, left_out) else { return false };
        self.focus.index = child;
        self.record.play(mv);
        if let Some(outcome) = self.record.outcome() {
            self.prove(child, Decided::now(outcome));
        }
        true
    }

    /// Expands the focus and creates nodes for all its children, because the final choice is made
    /// among them; `false` if there is not enough memory.
    pub(super) fn prepare_focus(&mut self) -> bool {
        self.probing = None;
        self.knowledge.begin_turn();
        if self.record.outcome().is_some() {
            self.propagate_proofs();
            return true;
        }
        if !self.expand_focus() {
            return false;
        }
        let focus = self.focus.index;
        while self.tree.try_child(focus, |n| self.random.below(n)).is_some() {}
        self.complete_focus();
        self.is_settled = false;
        if !self.focus.above.is_empty() {
            self.focus.seen_from_above =
                Some((*self.tree.node(focus).statistics(), self.tree.bound(focus)));
        }
        // Simulations may have started here before.
        let mut counts = E::Statistics::default();
        let children = self.tree.children(focus).1;
        children.iter().for_each(|child| counts.add(child.statistics()));
        if counts.visits() > self.tree.node(focus).visits() {
            self.tree.recount(focus, counts);
        }
        let side = self.record.position().side_to_move();
        self.tree.select(&[PathNode { index: focus, side }], self.exploration());
        (self.playouts_at_growth, self.nodes_at_growth) = (self.playouts, self.tree.len());
        self.tree.untried(focus) == 0
    }

    /// Gives the focus the children that were asked for, and proves those that can be.
    pub(super) fn complete_focus(&mut self) {
        self.list_for_lines();
        self.prove_children();
        self.propagate_proofs();
    }

    /// Expands the focus if it has no children; `false` if there is not enough memory.
    fn expand_focus(&mut self) -> bool {
        let focus = self.focus.index;
        self.repeated = Repeated::of(&self.record);
        self.nearest_closed = NearestClosed::known_in(&self.record, &self.exact);
        if !self.tree.node(focus).has_children() {
            self.path.clear();
            let position = self.record.position().clone();
            if let Some(decided) = self.expand(focus, &position) {
                self.prove(focus, decided);
            }
            if !self.tree.node(focus).has_children() {
                // Expansion proves a node without adding children only if every move has that
                // outcome, and lists the best of them.
                if !self.tree.node(focus).is_proven() {
                    self.moves.clear();
                    position.legal_moves(&mut self.moves);
                }
                self.tree.expand(focus, &self.moves);
                if let Some(decided) = self.tree.node(focus).decided() {
                    while let Some(child) = self.tree.try_child(focus, |n| self.random.below(n)) {
                        self.tree.prove(child, decided.after());
                    }
                }
            }
        }
        self.propagate_proofs();
        self.tree.node(focus).has_children()
    }

    /// Backs up proofs from the focus to the nodes above it.
    fn propagate_proofs(&mut self) {
        if self.settings.proofs && !self.focus.above.is_empty() {
            let side = self.record.position().side_to_move();
            let mut path = self.focus.above.clone();
            path.push(PathNode { index: self.focus.index, side });
            self.tree.prove_path(&path, self.focus.above.len());
        }
    }
}
