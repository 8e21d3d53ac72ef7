//! The player `mcts`: UCT (Kocsis and Szepesvári 2006) on a tree in an arena,
//! with proofs backed up as MCTS-Solver does (Winands, Björnsson and Saito
//! 2008).
//!
//! * **Selection** by UCB1 (Auer, Cesa-Bianchi and Fischer 2002): mean reward
//!   (1, 1/2, 0) plus `c * sqrt(ln N / n)`, N the parent's visits.
//! * **First play**: a child not visited yet counts as if it had been visited
//!   once with its parent's mean reward. Children are in random order, and of
//!   equals the first is taken.
//! * **Expansion**: a leaf gets all its children at once when it has been
//!   visited `threshold` times. With proofs on, a child that wins at once is
//!   the only one, and a move that lets the opponent win at once gets no node
//!   where there is another (decisive and anti-decisive moves, Teytaud and
//!   Teytaud 2010).
//! * **Proofs**: proven children are not visited again. A side that has a
//!   proven draw is never credited with less at that node, and goes on
//!   looking for more.
//! * **Playout** from the leaf's own position, credited to the side that won.
//! * **Final choice**: a proven win; else the most visited move that is not a
//!   proven loss (`choice=visits`), or the one with most wins less losses a
//!   visit (`choice=win_less_loss`). A proven draw is preferred to moves that
//!   promise less.

mod tree;
mod verdict;

use playout_games::{Game, Outcome, Record, Side, Urgency};

use crate::strategy::{Counts, Strategy, Verdict};
use crate::{Policy, Random, playout};
use tree::{Index, ROOT, Tree};

/// The memory that a node of a game's tree takes, in bytes.
#[must_use]
pub fn bytes_per_node<G: Game>() -> usize {
    size_of::<tree::Node<G::Move>>()
}

/// The keys of the player `mcts` but for its limits and seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsSettings {
    /// The weight of exploration in UCB1, on rewards 0, 1/2, 1.
    pub c: f64,
    /// The visits after which a leaf gets children.
    pub threshold: u32,
    /// How playouts draw moves.
    pub policy: Policy,
    /// What the final choice goes by.
    pub choice: FinalChoice,
    /// Whether wins, draws and losses are proven.
    pub proofs: bool,
    /// MiB of nodes at which the tree stops growing.
    pub memory: u32,
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self {
            c: 0.4,
            threshold: 4,
            policy: Policy::Decisive,
            choice: FinalChoice::Visits,
            proofs: true,
            memory: 64,
        }
    }
}

/// What the final choice of a move goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalChoice {
    /// The number of visits.
    #[default]
    Visits,
    /// Wins less losses, a visit.
    WinLessLoss,
}

pub(crate) struct Mcts<G: Game> {
    record: Record<G>,
    settings: MctsSettings,
    random: Random,
    tree: Tree<G::Move>,
    playouts: u64,
    path: Vec<Passed<G>>,
    moves: Vec<G::Move>,
}

/// A node that a simulation came through, and the side to move there.
struct Passed<G> {
    index: Index,
    side: Side,
    /// Its position, kept only where repetition matters.
    position: Option<G>,
}

impl<G: Game> Mcts<G> {
    pub(crate) fn new(record: &Record<G>, settings: MctsSettings, seed: u64) -> Self {
        let mut mcts = Self {
            record: record.clone(),
            settings,
            random: Random::new(seed),
            tree: Tree::new(settings.memory as usize * 1024 * 1024),
            playouts: 0,
            path: Vec::new(),
            moves: Vec::new(),
        };
        mcts.expand_root();
        mcts
    }

    /// One descent with its playout and the backup of what came out.
    fn simulate(&mut self) {
        self.path.clear();
        let mut position = self.record.position().clone();
        let mut index = ROOT;
        let outcome = loop {
            let side = position.side_to_move();
            let kept = (G::REPETITIONS_TO_DRAW > 0).then(|| position.clone());
            self.path.push(Passed { index, side, position: kept });

            let node = *self.tree.node(index);
            if let Some(outcome) = node.proof() {
                break outcome;
            }
            if !node.has_children() {
                if let Some(outcome) = self.outcome(&position) {
                    self.prove(index, outcome);
                    break outcome;
                }
                if node.visits < self.settings.threshold {
                    break playout(position, self.settings.policy, &mut self.random);
                }
                if let Some(outcome) = self.expand(index, &position) {
                    self.prove(index, outcome);
                    break outcome;
                }
                if !self.tree.node(index).has_children() {
                    // No room: the search goes on in the tree it has.
                    break playout(position, self.settings.policy, &mut self.random);
                }
            }
            index = self.select(index, side);
            position.play(self.tree.node(index).mv.expect("a child has a move"));
        };
        self.back_up(outcome);
    }

    /// How a game ended with the position that a simulation has reached,
    /// repetition on its path and before it included.
    fn outcome(&self, position: &G) -> Option<Outcome> {
        if G::REPETITIONS_TO_DRAW > 0 && self.path.len() > 1 {
            // The root is in the record already.
            let on_path = &self.path[1..];
            let here = on_path.iter().filter(|passed| passed.position.as_ref() == Some(position));
            let occurrences = self.record.occurrences(position) + here.count() as u32;
            if occurrences >= G::REPETITIONS_TO_DRAW {
                return Some(position.outcome().unwrap_or(Outcome::Draw));
            }
        }
        position.outcome()
    }

    /// The child with the highest upper confidence bound.
    fn select(&self, parent: Index, side: Side) -> Index {
        let node = self.tree.node(parent);
        let weight = self.settings.c * f64::from(node.visits.max(1)).ln().sqrt();

        let (first, children) = self.tree.children(parent);
        let mut best = (first, f64::NEG_INFINITY);
        for (index, child) in (first..).zip(children) {
            if child.proof().is_some() {
                // Nothing is to be found out there.
                continue;
            }
            let bound = match child.visits {
                0 => node.mean(side) + weight,
                visits => child.mean(side) + weight / f64::from(visits).sqrt(),
            };
            if bound > best.1 {
                best = (index, bound);
            }
            if child.visits == 0 {
                // Whatever was not visited yet has the same bound, and the
                // first of it is taken first: nothing behind was visited.
                break;
            }
        }
        best.0
    }

    /// Gives a leaf its children, if there is room, and answers the result if
    /// one ply shows it.
    fn expand(&mut self, index: Index, position: &G) -> Option<Outcome> {
        let side = position.side_to_move();
        self.moves.clear();
        let urgency = if self.settings.proofs {
            position.urgent_moves(&mut self.moves)
        } else {
            position.legal_moves(&mut self.moves);
            Urgency::Safe
        };
        match urgency {
            Urgency::Win => {
                self.moves.truncate(1);
                self.grow(index, Some(Outcome::Win(side)));
                Some(Outcome::Win(side))
            }
            Urgency::Safe => {
                self.random.shuffle(&mut self.moves);
                self.grow(index, None);
                None
            }
            Urgency::Lost => Some(Outcome::Win(side.other())),
        }
    }

    /// Gives a node children for `self.moves`, all of them proven or none.
    fn grow(&mut self, index: Index, proof: Option<Outcome>) {
        if !self.tree.expand(index, &self.moves) {
            return;
        }
        if let Some(outcome) = proof {
            let (first, children) = self.tree.children(index);
            for child in first..first + children.len() as Index {
                self.tree.node_mut(child).prove(outcome);
            }
        }
    }

    /// The root has children whenever there is a move, also where they were
    /// not worth a node so far: a choice is made among them.
    fn expand_root(&mut self) {
        if self.tree.node(ROOT).has_children() || self.record.outcome().is_some() {
            return;
        }
        let position = self.record.position().clone();
        if let Some(outcome) = self.expand(ROOT, &position) {
            self.prove(ROOT, outcome);
        }
        if !self.tree.node(ROOT).has_children() {
            self.moves.clear();
            position.legal_moves(&mut self.moves);
            self.random.shuffle(&mut self.moves);
            let proof = self.tree.node(ROOT).proof();
            self.grow(ROOT, proof);
        }
    }

    fn prove(&mut self, index: Index, outcome: Outcome) {
        if self.settings.proofs {
            self.tree.node_mut(index).prove(outcome);
        }
    }

    /// Credits the nodes of the path, and proves those of which the children
    /// now say enough.
    fn back_up(&mut self, mut outcome: Outcome) {
        self.playouts += 1;
        let mut child_proven = false;
        let path = std::mem::take(&mut self.path);
        for &Passed { index, side, .. } in path.iter().rev() {
            if child_proven {
                match self.best_proof(index, side) {
                    Known::Proven(proven) => {
                        self.tree.node_mut(index).prove(proven);
                        outcome = proven;
                    }
                    Known::AtLeastDraw => self.tree.node_mut(index).hold(side),
                    Known::Nothing => {}
                }
            }
            let node = self.tree.node_mut(index);
            if node.holder() == Some(side) && outcome == Outcome::Win(side.other()) {
                // It would rather take the draw that it has.
                outcome = Outcome::Draw;
            }
            node.count(outcome);
            child_proven = node.proof().is_some();
        }
        self.path = path;
    }

    /// What the children say of a node: a win if a child is one; else, once
    /// all are known, the best of them.
    fn best_proof(&self, parent: Index, side: Side) -> Known {
        let (_, children) = self.tree.children(parent);
        let win = Outcome::Win(side);
        let (mut all, mut draw) = (true, false);
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

/// What is known of a node through its children, for the side to move there.
enum Known {
    Nothing,
    AtLeastDraw,
    Proven(Outcome),
}

impl<G: Game> Strategy<G> for Mcts<G> {
    fn unit(&mut self) -> bool {
        let root = self.tree.node(ROOT);
        if root.proof().is_some() || !root.has_children() || root.visits == u32::MAX {
            return false;
        }
        self.simulate();
        self.tree.node(ROOT).proof().is_none()
    }

    fn counts(&self) -> Counts {
        Counts { playouts: self.playouts, nodes: self.tree.len() as u64 }
    }

    fn verdict(&self) -> Option<Verdict<G::Move>> {
        self.verdict_of_root()
    }

    fn advance(&mut self, mv: G::Move) {
        self.record.play(mv);
        self.tree.advance(mv);
        self.expand_root();
    }
}

#[cfg(test)]
mod tests {
    use playout_games::quarto::Quarto;

    use super::*;

    #[test]
    fn the_bound_goes_by_the_visits_of_the_parent() {
        let c = 0.989;
        let uct = MctsSettings { c, policy: Policy::Uniform, proofs: false, ..Default::default() };
        let start = Quarto::default();
        let mut mcts = Mcts::new(&Record::new(start), uct, 1);
        (0..20_000).for_each(|_| mcts.simulate());

        let visits_of_root = mcts.tree.node(ROOT).visits;
        let mut otherwise_by_the_root = 0;
        let mut open = vec![(ROOT, start)];
        while let Some((parent, position)) = open.pop() {
            let (first, children) = mcts.tree.children(parent);
            for (index, child) in (first..).zip(children) {
                let mut next = position;
                next.play(child.mv.expect("a child has a move"));
                open.push((index, next));
            }
            if children.is_empty() || children.iter().any(|child| child.visits == 0) {
                continue;
            }
            let side = position.side_to_move();
            let best = |visits: u32| {
                let bound = |child: &tree::Node<_>| {
                    let share = f64::from(visits).ln() / f64::from(child.visits);
                    child.mean(side) + c * share.sqrt()
                };
                let bounds = (first..).zip(children.iter().map(bound));
                bounds.reduce(|best, next| if next.1 > best.1 { next } else { best })
            };
            let (chosen, _) = best(mcts.tree.node(parent).visits).expect("there are children");
            assert_eq!(mcts.select(parent, side), chosen, "{position}");
            otherwise_by_the_root += u32::from(best(visits_of_root).map(|it| it.0) != Some(chosen));
        }
        assert!(otherwise_by_the_root > 0, "the visits of the root would do as well");
    }
}
