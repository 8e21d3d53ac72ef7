//! Moves that an expansion left out: one of them may be better than its children.
//!
//! A node gets the moves next in line after some visits (progressive widening, Chaslot, Winands, van
//! den Herik, Uiterwijk and Bouzy 2008), or once its children are closed. If those lose, too, it seems
//! lost and is closed, because to refute all that is far from a threat may take longer than the
//! threat. Only when the focus seems decided does the search look for what could change that, and
//! opens it again with all moves there.

use playout_games::{Outcome, Side};

use super::{Evaluator, Mcts};
use crate::game::SearchGame;
use crate::mcts::tree::{Index, Node, PathNode, Statistics};
use crate::mcts::ucb::Bound;

/// The prior of moves that are next in line.
const NEXT: f32 = 3e-3;
/// The exploration term of a node that is opened again: its value decides, as for moves left out.
const REOPENED: f32 = 1e-6;

impl<G: SearchGame, E: Evaluator<G>> Mcts<G, E> {
    /// After a simulation, adds the moves next in line to a node that it has visited often enough or
    /// whose children it has closed, and all moves to one that could change what the focus seems to be.
    pub(super) fn widen(&mut self) {
        let focus = self.focus.above.len();
        let is_due = |it: &PathNode| {
            let node = self.tree.node(it.index);
            let is_narrow = node.is_partial() && !node.is_widened() && !node.is_closed();
            node.visits() >= E::VISITS_TO_WIDEN && is_narrow
        };
        if let Some(depth) = self.path.nodes[focus..].iter().position(is_due) {
            self.add_left_out(focus + depth, false);
            self.select_again(focus + depth);
            return;
        }
        let is_closed = |search: &Self, at: usize| {
            search.path.nodes.get(at).is_some_and(|it| search.tree.node(it.index).is_closed())
        };
        // Nodes are closed from the end of the path up.
        while self.path.nodes.len() > focus && is_closed(self, self.path.nodes.len() - 1) {
            let end = self.path.nodes.len() - 1;
            let Some(depth) = (focus..end).rev().find(|&at| !is_closed(self, at)) else { break };
            let PathNode { index, .. } = self.path.nodes[depth];
            let node = self.tree.node(index);
            let is_due = node.is_partial()
                && !node.is_widened()
                && self.tree.children(index).1.iter().all(Node::is_closed);
            if !is_due {
                return;
            }
            let has_more = self.add_left_out(depth, false);
            self.path.nodes.truncate(depth + 2);
            if !has_more {
                self.tree.prove_path(&self.path.nodes);
            }
            self.select_again(depth);
        }
        self.reopen_focus();
    }

    /// If the focus only seems to be decided, opens it again, down to the first node that could still
    /// change that.
    pub(super) fn reopen_focus(&mut self) {
        let focus = self.focus.above.len();
        loop {
            let node = self.tree.node(self.focus.index);
            if !node.is_closed() || node.is_proven() || !self.find_doubt() {
                return;
            }
            let depth = self.path.nodes.len() - 1;
            if self.add_left_out(depth, true) {
                for at in focus..=depth {
                    let PathNode { index, .. } = self.path.nodes[at];
                    let chooser = self.path.nodes[at.saturating_sub(1)].side;
                    let before = Bound::puct(0.0, REOPENED);
                    let bound = self.tree.node(index).statistics().bound(chooser, before);
                    self.tree.reopen(index, bound);
                }
            } else if self.tree.node(self.path.nodes[depth].index).is_partial() {
                // There is not enough memory.
                return;
            } else {
                self.prove_again(depth);
            }
            self.select_again(depth);
        }
    }

    /// Makes the path lead from the root through the focus to a node with moves that could change
    /// what the focus seems to be; `false` if there is none.
    fn find_doubt(&mut self) -> bool {
        let mut position = self.record.position().clone();
        self.path.clear();
        self.path.nodes.extend_from_slice(&self.focus.above);
        let mut index = self.focus.index;
        loop {
            let side = position.side_to_move();
            self.path.nodes.push(PathNode { index, side });
            let node = self.tree.node(index);
            let is_won = node.outcome() == Some(Outcome::Win(side));
            if !is_won && node.is_partial() {
                return true;
            }
            let Some(child) = self.doubtful_child(index, is_won.then_some(side)) else {
                return false;
            };
            index = child;
            position.play(self.tree.node(index).mv().expect("a child has a move"));
        }
    }

    /// A child whose outcome is not proven; if `winner` is given, one that seems to win for it.
    fn doubtful_child(&self, parent: Index, winner: Option<Side>) -> Option<Index> {
        let (first, children) = self.tree.children(parent);
        let is_doubtful = |child: &Node<G::Move, E::Statistics>| {
            let is_meant = winner.is_none_or(|side| child.outcome() == Some(Outcome::Win(side)));
            child.is_closed() && !child.is_proven() && is_meant
        };
        children.iter().position(is_doubtful).map(|at| first + at as Index)
    }

    /// Proves the nodes of the path, from this depth up, again by their children.
    fn prove_again(&mut self, depth: usize) {
        let parent = self.path.nodes[depth];
        let (first, _) = self.tree.children(parent.index);
        self.path.nodes.push(PathNode { index: first, side: parent.side });
        self.tree.prove_path(&self.path.nodes);
        self.path.nodes.pop();
    }

    /// Adds the moves that have no children to the node at this depth of the path: all, or those next
    /// in line. Returns whether there were any, and enough memory.
    fn add_left_out(&mut self, depth: usize, all: bool) -> bool {
        let path = &self.path.nodes[self.focus.above.len() + 1..=depth];
        let parent = self.path.nodes[depth].index;
        let mut position = self.record.position().clone();
        for node in path {
            position.play(self.tree.node(node.index).mv().expect("a child has a move"));
        }
        self.moves.clear();
        if all {
            position.legal_moves(&mut self.moves);
        } else {
            self.evaluator.wider_moves(&position, &mut self.moves);
        }
        let (_, children) = self.tree.children(parent);
        self.moves.retain(|mv| children.iter().all(|child| child.mv() != Some(*mv)));
        let evaluator = &mut self.evaluator;
        let others = self.moves.iter().map(|&mv| {
            let (statistics, bound) = evaluator.left_out(&position, mv);
            (mv, statistics, if all { bound } else { bound.with_prior(NEXT) })
        });
        let is_added = self.tree.add_children(parent, others).is_some();
        self.tree.mark_widened(parent, all && is_added);
        self.playouts_at_growth = self.playouts;
        is_added && !self.moves.is_empty()
    }

    /// Selects the next children on the path down to this depth, after these have changed.
    fn select_again(&mut self, depth: usize) {
        let path = &self.path.nodes[self.focus.above.len()..=depth];
        E::Statistics::back_up_minimax(&mut self.tree, path);
        self.tree.select(path, self.settings.c as f32);
    }
}
