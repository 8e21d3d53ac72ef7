//! Backing up the result of a simulation: count the visits, prove nodes from their children, and
//! select the children that the next simulation visits.

use playout_games::{Outcome, Side};

use super::{Backup, Decided, Index, Node, PathNode, Statistics, Tree};
use crate::mcts::ucb::{Bound, Exploration, highest};

/// What its children prove about a node, for the side to move there.
enum ProofStatus {
    Unknown,
    AtLeastDraw,
    Proven(Decided),
    /// Moves left out, here or at a node below, could still change it.
    Seeming(Outcome),
}

impl<M: Copy + PartialEq, S: Statistics> Tree<M, S> {
    /// Counts a visit with a reward at each node of a path except the first `above`. With `proofs`,
    /// it first proves every node of the path that its children now prove.
    pub(crate) fn back_up(
        &mut self,
        path: &[PathNode],
        above: usize,
        backup: Backup<S::Reward>,
        proofs: bool,
    ) {
        if proofs {
            self.prove_path(path, above);
        }
        let path = &path[above..];
        self.back_up_minimax(path);
        if proofs {
            self.count_from_leaf(path, backup);
        } else {
            self.count_from_root(path, backup);
        }
    }

    /// Backs up proofs along a path, from the leaf up, as far as possible, and outcomes that only seem
    /// so, but not to the first `above` nodes: a search that starts below those may open what it
    /// closed again.
    pub(crate) fn prove_path(&mut self, path: &[PathNode], above: usize) {
        let mut is_closed = path.last().is_some_and(|leaf| self.node(leaf.index).is_closed());
        for (depth, &node) in path.iter().enumerate().rev().skip(1) {
            if !is_closed {
                break;
            }
            is_closed = self.prove_by_children(node, depth >= above);
        }
    }

    /// Updates the minimax values on a path, in statistics that have them.
    pub(crate) fn back_up_minimax(&mut self, path: &[PathNode]) {
        if !S::HAS_MINIMAX {
            return;
        }
        for (depth, &PathNode { index, side }) in path.iter().enumerate().rev() {
            let node = self.node(index);
            let children = self.children(index).1.iter().map(|child| *child.statistics());
            let changed = node.statistics().with_minimax(node.outcome(), children, side);
            // If a value stays the same, so do those above. The leaf is an exception, because its
            // parent may have just been expanded.
            let is_leaf = depth + 1 == path.len();
            match changed {
                Some(changed) => self.nodes[index as usize].statistics = changed,
                None if is_leaf => {}
                None => break,
            }
        }
    }

    /// Counts a visit at each node of a path, without proofs. It starts at the root, because
    /// selection needs the bounds of the root's children first.
    fn count_from_root(&mut self, path: &[PathNode], backup: Backup<S::Reward>) {
        let mut parent_side = None;
        for &PathNode { index, side } in path {
            let chooser = parent_side.replace(side).unwrap_or(side);
            let statistics = &mut self.nodes[index as usize].statistics;
            statistics.count(backup.reward);
            let bound = &mut self.bounds[index as usize];
            *bound = statistics.bound(chooser, *bound, backup.minimax_weight);
        }
    }

    /// Counts a visit at each node of a path, with proofs. It starts at the leaf, because a proof
    /// changes the reward for the nodes above it.
    fn count_from_leaf(&mut self, path: &[PathNode], backup: Backup<S::Reward>) {
        let Backup { mut reward, minimax_weight } = backup;
        for (depth, &PathNode { index, side }) in path.iter().enumerate().rev() {
            let node = &mut self.nodes[index as usize];
            let outcome = node.outcome();
            if let Some(outcome) = outcome {
                reward = outcome.into();
            } else if node.has_at_least_draw() && S::is_below_draw(reward, side) {
                // The side would play for its draw instead.
                reward = Outcome::Draw.into();
            }
            node.statistics.count(reward);
            let chooser = path[depth.saturating_sub(1)].side;
            let bound = &mut self.bounds[index as usize];
            *bound = match outcome {
                Some(_) => Bound::CLOSED,
                None => node.statistics.bound(chooser, *bound, minimax_weight),
            };
        }
    }

    /// Records what its children prove about a node, and if `may_seem`, what it seems to be. Returns
    /// whether that closes it.
    fn prove_by_children(&mut self, PathNode { index, side }: PathNode, may_seem: bool) -> bool {
        if self.node(index).is_proven() {
            return true;
        }
        match self.proof_status(index, side) {
            ProofStatus::Proven(decided) => self.prove(index, decided),
            ProofStatus::Seeming(outcome) if may_seem => self.close(index, outcome),
            ProofStatus::AtLeastDraw => {
                self.set_at_least_draw(index);
                return false;
            }
            ProofStatus::Seeming(_) | ProofStatus::Unknown => return false,
        }
        true
    }

    /// A node is won if a child is won. Otherwise, once all children are closed, it has the outcome
    /// of the best one. That is proven only if theirs are, and no move is left out.
    fn proof_status(&self, index: Index, side: Side) -> ProofStatus {
        let (_, children) = self.children(index);
        let win = Outcome::Win(side);
        let node = self.node(index);
        let mut all = self.untried(index) == 0 && (!node.is_partial() || node.is_widened());
        let mut is_certain = !node.is_partial();
        let (mut seems_won, mut draw, mut proven_draw) = (false, false, false);
        for child in children {
            is_certain &= child.is_proven();
            match child.outcome() {
                Some(outcome) if outcome == win && child.is_proven() => {
                    return ProofStatus::Proven(decided_by(children, win, u32::min));
                }
                Some(outcome) if outcome == win => seems_won = true,
                Some(Outcome::Draw) => {
                    draw = true;
                    proven_draw |= child.is_proven();
                }
                Some(_) => {}
                None => all = false,
            }
        }
        let at_best = if draw { Outcome::Draw } else { Outcome::Win(side.other()) };
        if seems_won {
            ProofStatus::Seeming(win)
        } else if all && is_certain {
            ProofStatus::Proven(decided_by(children, at_best, u32::max))
        } else if all {
            ProofStatus::Seeming(at_best)
        } else if proven_draw {
            ProofStatus::AtLeastDraw
        } else {
            ProofStatus::Unknown
        }
    }

    /// Selects, at each node of a path, the child that the next simulation visits: the one with the
    /// highest bound for the side to move. Must be called whenever visits, the children's bounds,
    /// or the set of children with nodes change.
    ///
    /// Selecting during the next descent would give the same result, but there each selection
    /// depends on the one above it. Here they are independent, so the processor can overlap them.
    pub(crate) fn select(&mut self, path: &[PathNode], exploration: Exploration) {
        let (nodes, bounds) = (&mut self.nodes[..], &self.bounds[..]);
        let (families, weight_of) = (&self.families[..], S::weight());
        for visited in path {
            let node = &mut nodes[visited.index as usize];
            let Some(number) = node.family() else { continue };
            if node.is_closed() {
                continue;
            }
            let family = &families[number];
            let siblings = &bounds[family.node_range()];
            let weight = exploration.at(node.visits()) * weight_of(node.visits());
            // First play urgency: as if visited once, with the parent's mean reward.
            let unvisited = || node.statistics.mean(visited.side) as f32 + weight;
            let offset = highest(siblings, family.untried > 0, weight, unvisited);
            let has_node = offset < siblings.len();
            node.next = if has_node { family.first + offset as Index } else { 0 };
        }
    }

    /// The child with the highest bound among those that have nodes.
    pub(crate) fn highest_child(&self, parent: Index, exploration: Exploration) -> Option<Index> {
        let family = self.family(parent);
        let siblings = &self.bounds[family.node_range()];
        let visits = self.node(parent).visits();
        let weight = exploration.at(visits) * S::weight()(visits);
        let offset = highest(siblings, false, weight, || f32::NEG_INFINITY);
        (offset < siblings.len()).then_some(family.first + offset as Index)
    }
}

/// The outcome of a node that children with this proven outcome give it, with the shortest or longest
/// of theirs.
fn decided_by<M: Copy, S: Statistics>(
    children: &[Node<M, S>],
    outcome: Outcome,
    choose: fn(u32, u32) -> u32,
) -> Decided {
    let decided = children.iter().filter_map(Node::decided).filter(|it| it.outcome == outcome);
    let plies = decided.map(|it| it.before().plies).reduce(choose);
    Decided { outcome, plies: plies.unwrap_or(0) }
}
