//! Moves that an expansion left out: one of them may be better than its children.
//!
//! A node gets the moves next in line after some visits (progressive widening, Chaslot, Winands, van
//! den Herik, Uiterwijk and Bouzy 2008), or once its children are closed. If those lose, too, it seems
//! lost and is closed, because refuting every far move would cost more than it is worth. Only when the
//! focus seems decided does the search look for what could change that, and opens it again with all
//! moves there.

use playout_games::{Outcome, Side};

use super::Mcts;
use crate::game::SearchGame;
use crate::mcts::evaluator::Evaluator;
use crate::mcts::knowledge::Knowledge;
use crate::mcts::tree::{Index, Node, PathNode, Statistics};
use crate::mcts::ucb::{Bound, MIN_PRIOR};

/// The prior of moves that are next in line.
const NEXT: f32 = 0.01;

impl<G: SearchGame, K: Knowledge<G>, E: Evaluator<G, K>> Mcts<G, K, E> {
    /// After a simulation, adds the moves next in line to a node that it has visited often enough, or
    /// whose children it has closed. Returns how many nodes of the path are where they were.
    pub(super) fn widen(&mut self) -> usize {
        let focus = self.focus.above.len();
        let is_narrow = |node: &Node<G::Move, E::Statistics>| {
            node.is_partial() && !node.is_widened() && !node.is_closed()
        };
        if K::VISITS_TO_WIDEN < u32::MAX {
            let due = self.path.nodes[focus..].iter().position(|it| {
                let node = self.tree.node(it.index);
                node.visits() >= K::VISITS_TO_WIDEN && is_narrow(node)
            });
            if let Some(depth) = due {
                self.add_next(focus + depth);
                self.select_again(focus + depth);
                return focus + depth + 1;
            }
        }
        // Nodes are closed from the end of the path up.
        while let Some(end) = self.path.nodes.len().checked_sub(1)
            && self.tree.node(self.path.nodes[end].index).is_closed()
        {
            let is_open = |&at: &usize| !self.tree.node(self.path.nodes[at].index).is_closed();
            let Some(depth) = (focus..end).rev().find(is_open) else { break };
            let PathNode { index, .. } = self.path.nodes[depth];
            let has_only_closed = self.tree.untried(index) == 0
                && self.tree.children(index).1.iter().all(Node::is_closed);
            if !is_narrow(self.tree.node(index)) || !has_only_closed {
                break;
            }
            if self.add_next(depth) {
                self.select_again(depth);
                return depth + 1;
            }
            self.path.nodes.truncate(depth + 2);
            self.tree.prove_path(&self.path.nodes, focus);
            self.select_again(depth);
        }
        self.path.nodes.len()
    }

    /// Opens the focus, which only seems to be decided, again: down to the first node that has moves
    /// that could change that, or whose outcome nothing below supports any more. Without memory for
    /// those moves, the focus is settled.
    pub(super) fn reopen_focus(&mut self) {
        let is_doubtful = self.find_doubt();
        let depth = self.path.nodes.len() - 1;
        let parent = self.path.nodes[depth];
        let is_wider = is_doubtful && self.add_left_out(depth, None);
        if is_doubtful && !is_wider && self.tree.node(parent.index).is_partial() {
            // There is not enough memory.
            self.is_settled = true;
            return;
        }
        self.reopen_path(depth);
        let (first, children) = self.tree.children(parent.index);
        if children.iter().all(Node::is_closed) {
            self.path.nodes.push(PathNode { index: first, side: parent.side });
            self.tree.prove_path(&self.path.nodes, self.focus.above.len());
            self.path.nodes.pop();
            self.select_again(depth);
        }
    }

    /// Makes the path lead from the root through the focus, along the outcomes that only seem so, and
    /// returns whether its end has moves that could change its outcome. If not, nothing below the end
    /// supports its outcome any more.
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

    /// A child whose outcome only seems so; if `winner` is given, one that seems to win for it.
    fn doubtful_child(&self, parent: Index, winner: Option<Side>) -> Option<Index> {
        let (first, children) = self.tree.children(parent);
        let is_doubtful = |child: &Node<G::Move, E::Statistics>| {
            let is_meant = winner.is_none_or(|side| child.outcome() == Some(Outcome::Win(side)));
            child.is_closed() && !child.is_proven() && is_meant
        };
        children.iter().position(is_doubtful).map(|at| first + at as Index)
    }

    /// Opens the nodes of the path from the focus to this depth again. Their values decide when they
    /// are visited, as for moves left out.
    fn reopen_path(&mut self, depth: usize) {
        let focus = self.focus.above.len();
        let path = &self.path.nodes[focus..=depth];
        path.iter().for_each(|node| self.tree.reopen(node.index));
        self.tree.back_up_minimax(path);
        for at in focus..=depth {
            let PathNode { index, .. } = self.path.nodes[at];
            let chooser = self.path.nodes[at.saturating_sub(1)].side;
            let statistics = self.tree.node(index).statistics();
            let bound =
                statistics.bound(chooser, Bound::puct(0.0, 0.0), self.knowledge.minimax_weight());
            self.tree.set_bound(index, bound.with_exploration(MIN_PRIOR));
        }
        self.tree.select(path, self.exploration());
    }

    /// Adds children to an undecided focus that has fewer than the lines that were requested: the moves
    /// next in line, and then all others.
    pub(super) fn list_for_lines(&mut self) {
        let focus = self.focus.index;
        let above = self.focus.above.len();
        for near in [Some(u32::MAX), None] {
            let node = self.tree.node(focus);
            let is_open = node.has_children() && !node.is_closed() && self.tree.untried(focus) == 0;
            if !is_open || self.tree.children(focus).1.len() >= self.lines {
                return;
            }
            self.path.clear();
            self.path.nodes.extend_from_slice(&self.focus.above);
            let side = self.record.position().side_to_move();
            self.path.nodes.push(PathNode { index: focus, side });
            self.add_left_out(above, near);
            self.select_again(above);
        }
    }

    /// Adds the moves next in line to the node at this depth of the path, as
    /// [`add_left_out`](Self::add_left_out) does.
    fn add_next(&mut self, depth: usize) -> bool {
        let visits = self.tree.node(self.path.nodes[depth].index).visits();
        self.add_left_out(depth, Some(visits))
    }

    /// Adds the moves that are not among the children of the node at this depth of the path, all of which
    /// have nodes: those that are next in line after so many visits, or all. Returns whether there were
    /// any, and enough memory.
    fn add_left_out(&mut self, depth: usize, visits: Option<u32>) -> bool {
        let parent = self.path.nodes[depth].index;
        let position = self.position_at(depth);
        let count = position.count_moves(&mut self.moves);
        self.moves.clear();
        let prior = if let Some(visits) = visits {
            self.knowledge.wider_moves(&position, visits, &mut self.moves);
            NEXT
        } else {
            position.legal_moves(&mut self.moves);
            MIN_PRIOR
        };
        let (_, children) = self.tree.children(parent);
        self.moves.retain(|mv| children.iter().all(|child| child.mv() != Some(*mv)));
        let is_complete = children.len() + self.moves.len() == count;
        let Self { evaluator, knowledge, tree, moves, .. } = self;
        let others = moves.iter().map(|&mv| {
            let (statistics, bound) = evaluator.left_out(knowledge, &position, mv, prior);
            (mv, statistics, bound)
        });
        let is_added = tree.add_children(parent, others).is_some();
        self.tree.mark_widened(parent, is_added && is_complete);
        self.note_growth();
        is_added && !self.moves.is_empty()
    }

    /// The position of the node at this depth of the path.
    pub(super) fn position_at(&self, depth: usize) -> G {
        let mut position = self.record.position().clone();
        for node in &self.path.nodes[self.focus.above.len() + 1..=depth] {
            position.play(self.tree.node(node.index).mv().expect("a child has a move"));
        }
        position
    }

    /// Selects the next children on the path down to this depth, after these have changed.
    pub(super) fn select_again(&mut self, depth: usize) {
        let path = &self.path.nodes[self.focus.above.len()..=depth];
        self.tree.back_up_minimax(path);
        self.tree.select(path, self.exploration());
    }
}
