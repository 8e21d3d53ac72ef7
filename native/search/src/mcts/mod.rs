//! The player `mcts`: UCT (Kocsis and Szepesvári 2006) on a tree in an arena,
//! with proofs backed up as MCTS-Solver does (Winands, Björnsson and Saito
//! 2008).
//!
//! * **Selection** by UCB1 (Auer, Cesa-Bianchi and Fischer 2002): mean reward
//!   (1, 1/2, 0) plus `c * sqrt(ln N / n)`, N the parent's visits.
//! * **First play**: a child not visited yet counts as if it had been visited
//!   once with its parent's mean reward; which of them is tried next is drawn.
//!   Of equals the first is taken.
//! * **Expansion**: a leaf gets all its children at once when it has been
//!   visited `threshold` times (each a node in memory when it is visited
//!   itself). With proofs on, a child that wins at once is
//!   the only one, and a move that lets the opponent win at once gets no node
//!   where there is another (decisive and anti-decisive moves, Teytaud and
//!   Teytaud 2010).
//! * **Proofs**: proven children are not visited again. A side that has a
//!   proven draw is never credited with less at that node, and goes on
//!   looking for more.
//! * **Playout** from the leaf's own position, credited to the side that won; with
//!   `policy=mast` its moves are too, for later ones to go by (MAST, Finnsson and
//!   Björnsson 2008), each tree for itself; with
//!   `policy=evaluation` the game's evaluation of it instead, and what that means
//!   for selection and expansion is told in `mcts/judge.rs`.
//! * **Final choice**: a proven win; else the most visited move that is not a
//!   proven loss (`choice=visits`), or the one with most wins less losses a
//!   visit (`choice=win_less_loss`). A proven draw is preferred to moves that
//!   promise less.

mod backup;
mod bound;
mod compact;
mod descent;
mod family;
mod judge;
mod judged;
mod node;
mod settings;
mod threads;
mod tree;
mod verdict;
mod visits;

use std::num::NonZero;

use playout_games::{Game, MastTable, Outcome, Record};

use crate::game::SearchGame;
use crate::playout::playout_with_mast;
use crate::strategy::{Counts, Strategy, Verdict};
use crate::{Policy, Random, playout};
use descent::{Leaf, Passed, Way};
use judged::Judged;
use node::Index;
pub use settings::{FinalChoice, MctsSettings};
use threads::Threaded;
use tree::{ROOT, Tree};

/// The memory that a node of a game's tree takes, in bytes.
#[must_use]
pub fn bytes_per_node<G: Game>() -> usize {
    Tree::<G::Move>::NODE_BYTES
}

pub(crate) struct Mcts<G: SearchGame> {
    record: Record<G>,
    settings: MctsSettings,
    random: Random,
    tree: Tree<G::Move>,
    playouts: u64,
    /// The playouts that there were when the tree grew last.
    playouts_at_growth: u64,
    way: Way<G>,
    moves: Vec<G::Move>,
    points: Vec<i32>,
    judged: Vec<Judged<G::Move>>,
    /// Of this tree's playouts, kept from move to move.
    mast: MastTable,
}

impl<G: SearchGame> Mcts<G> {
    pub(crate) fn new(record: &Record<G>, settings: MctsSettings, seed: u64) -> Self {
        let is_mast = settings.policy == Some(Policy::Mast);
        let mut mcts = Self {
            mast: MastTable::new(if is_mast { G::MAST_MOVES } else { 0 }),
            record: record.clone(),
            settings,
            random: Random::new(seed),
            tree: Tree::new(settings.memory as usize * 1024 * 1024, settings.policy.is_none()),
            playouts: 0,
            playouts_at_growth: 0,
            way: Way::default(),
            moves: Vec::new(),
            points: Vec::new(),
            judged: Vec::new(),
        };
        mcts.expand_root();
        mcts
    }

    /// The player with its settings, on one thread or on several.
    pub(crate) fn strategy(
        record: &Record<G>,
        settings: MctsSettings,
        seed: u64,
    ) -> Box<dyn Strategy<G>> {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        // A tree takes a MiB at least.
        match cores.min(settings.threads.min(settings.memory) as usize) {
            0 | 1 => Box::new(Self::new(record, settings, seed)),
            threads => Box::new(Threaded::new(record, settings, seed, threads)),
        }
    }

    /// Whether there is nothing left to find out, or to count with.
    fn is_done(&self) -> bool {
        let root = self.tree.node(ROOT);
        root.is_proven() || !root.has_children() || root.visits == u32::MAX
    }

    /// One descent with its playout and the backup of what came out.
    fn simulate(&mut self) {
        match (self.descend(), self.settings.policy) {
            (Leaf::Open(position), Some(policy)) => {
                let outcome = match policy {
                    Policy::Mast => playout_with_mast(position, &mut self.mast, &mut self.random),
                    _ => playout(position, policy, &mut self.random),
                };
                self.back_up(outcome);
            }
            (Leaf::Known(outcome), Some(_)) => self.back_up(outcome),
            (Leaf::Open(_), None) => self.back_up_worth(None),
            (Leaf::Known(outcome), None) => self.back_up_worth(Some(outcome)),
        }
    }

    /// The root has children whenever there is a move, also where they were
    /// not worth a node so far: a choice is made among them.
    fn expand_root(&mut self) {
        if self.record.outcome().is_some() {
            return;
        }
        if !self.tree.node(ROOT).has_children() {
            let position = self.record.position().clone();
            if let Some(outcome) = self.expand(ROOT, &position) {
                self.prove(ROOT, outcome);
            }
            if !self.tree.node(ROOT).has_children() {
                self.moves.clear();
                position.legal_moves(&mut self.moves);
                self.tree.expand(ROOT, &self.moves);
            }
        }
        // What is proven of a root whose children have no node holds for all.
        let proof = self.tree.node(ROOT).proof().filter(|_| self.tree.children(ROOT).1.is_empty());
        while self.tree.untried(ROOT) > 0 {
            let Some(child) = self.tree.try_child(ROOT, |n| self.random.below(n)) else { break };
            if let Some(outcome) = proof {
                self.tree.prove(child, outcome);
            }
        }
        let side = self.record.position().side_to_move();
        self.tree.choose(&[Passed { index: ROOT, side }], self.settings.c as f32);
    }

    fn prove(&mut self, index: Index, outcome: Outcome) {
        if self.settings.proofs {
            self.tree.prove(index, outcome);
        }
    }
}

impl<G: SearchGame> Strategy<G> for Mcts<G> {
    fn unit(&mut self) -> bool {
        if self.is_done() {
            return false;
        }
        self.simulate();
        !self.is_done()
    }

    /// With so many playouts since it grew, some leaf was visited more often than a leaf
    /// is before it expands: the game ends there, or there is no room.
    fn may_grow(&self) -> bool {
        let barren = self.playouts - self.playouts_at_growth;
        barren <= self.tree.len() as u64 * (u64::from(self.settings.threshold) + 1)
    }

    fn counts(&self) -> Counts {
        Counts { playouts: self.playouts, nodes: self.tree.len() as u64 }
    }

    fn verdict(&self) -> Option<Verdict<G::Move>> {
        Self::verdict_of(std::slice::from_ref(self))
    }

    fn advance(&mut self, mv: G::Move) {
        self.record.play(mv);
        self.tree.advance(mv);
        self.playouts_at_growth = self.playouts;
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
        let policy = Some(Policy::Uniform);
        let uct = MctsSettings { c, policy, proofs: false, ..Default::default() };
        let start = Quarto::default();
        let mut mcts = Mcts::new(&Record::new(start), uct, 1);
        (0..20_000).for_each(|_| mcts.simulate());

        let visits_of_root = mcts.tree.node(ROOT).visits;
        let mut otherwise_by_the_root = 0;
        let mut open = vec![(ROOT, start)];
        while let Some((parent, position)) = open.pop() {
            let (first, children) = mcts.tree.children(parent);
            let children = children.to_vec();
            for (index, child) in (first..).zip(&children) {
                let mut next = position;
                next.play(child.mv.expect("a child has a move"));
                open.push((index, next));
            }
            let all_visited = children.iter().all(|child| child.visits > 0);
            if children.is_empty() || !all_visited || mcts.tree.untried(parent) > 0 {
                continue;
            }
            let side = position.side_to_move();
            let best = |visits: u32| {
                let bound = |child: &node::Node<_>| {
                    let share = f64::from(visits).ln() / f64::from(child.visits);
                    child.mean(side) + c * share.sqrt()
                };
                let bounds = (first..).zip(children.iter().map(bound));
                bounds.reduce(|best, next| if next.1 > best.1 { next } else { best })
            };
            let (chosen, _) = best(mcts.tree.node(parent).visits).expect("there are children");
            assert_eq!(mcts.tree.node(parent).next(), Some(chosen), "{position}");
            otherwise_by_the_root += u32::from(best(visits_of_root).map(|it| it.0) != Some(chosen));
        }
        assert!(otherwise_by_the_root > 0, "the visits of the root would do as well");
    }
}
