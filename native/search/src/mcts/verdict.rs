//! What one tree says in the end, or several that began at the same position.

use std::cmp::Ordering;

use playout_games::{Outcome, Side};

use super::node::{Index, Node};
use super::tree::ROOT;
use super::{FinalChoice, Mcts};
use crate::game::SearchGame;
use crate::strategy::Verdict;
use crate::{Estimate, Proof};

impl<G: SearchGame> Mcts<G> {
    /// What trees say that began at the same position.
    pub(super) fn verdict_of(trees: &[Self]) -> Option<Verdict<G::Move>> {
        let (tree, others) = trees.split_first()?;
        let position = tree.record.position();
        let side = position.side_to_move();
        let mut children = tree.tree.children(ROOT).1.to_vec();
        for theirs in others.iter().flat_map(|other| other.tree.children(ROOT).1) {
            match children.iter_mut().find(|ours| ours.mv == theirs.mv) {
                Some(ours) => ours.add(theirs),
                None => children.push(*theirs),
            }
        }
        let child = children[tree.best_of(&children, side)?];
        let mv = child.mv?;

        let visits = tree.record.legal_moves().into_iter().map(|mv| {
            let child = children.iter().find(|child| child.mv == Some(mv));
            (mv, child.map_or(0, |child| u64::from(child.visits)))
        });
        let estimate = match child.proof() {
            Some(outcome) => Estimate::certain(outcome, side),
            None => child.estimate(side),
        };
        Some(Verdict {
            mv,
            estimate,
            visits: visits.collect(),
            line: trees.iter().map(|tree| tree.line(mv)).max_by_key(Vec::len)?,
            proof: trees.iter().find_map(|tree| tree.tree.node(ROOT).proof()).map(|outcome| {
                let mut next = position.clone();
                next.play(mv);
                let ends = next.outcome() == Some(outcome);
                Proof::new(outcome, side, ends.then_some(1))
            }),
        })
    }

    /// A move at the root and those that the tree expects after it, as far as it
    /// was looked at.
    fn line(&self, mv: G::Move) -> Vec<G::Move> {
        let mut position = self.record.position().clone();
        let mut line = Vec::new();
        let (first, children) = self.tree.children(ROOT);
        let mut next = children
            .iter()
            .position(|child| child.mv == Some(mv))
            .map(|place| first + place as Index);
        while let Some(index) = next {
            let node = self.tree.node(index);
            let Some(mv) = node.mv else { break };
            if !line.is_empty() && node.visits == 0 && node.proof().is_none() {
                break;
            }
            line.push(mv);
            position.play(mv);
            let (first, children) = self.tree.children(index);
            let best = self.best_of(children, position.side_to_move());
            next = best.map(|place| first + place as Index);
        }
        line
    }

    /// The place of the child to choose for a side; of equals the first.
    fn best_of(&self, children: &[Node<G::Move>], side: Side) -> Option<usize> {
        let among = |wanted: fn(Option<Outcome>, Side) -> bool| {
            children
                .iter()
                .enumerate()
                .rev()
                .filter(|(_, child)| wanted(child.proof(), side))
                .max_by(|(_, a), (_, b)| self.compare(a, b, side))
        };
        let won = among(|proof, side| proof == Some(Outcome::Win(side)));
        let open = among(|proof, _| proof.is_none());
        let drawn = among(|proof, _| proof == Some(Outcome::Draw));
        let lost = || among(|proof, side| proof == Some(Outcome::Win(side.other())));
        // The visits of a proven draw say nothing: it is worth a draw.
        let promising = open.filter(|(_, child)| child.mean(side) > 0.5);
        let best = won.or(promising).or(drawn).or(open).or_else(lost);
        best.map(|(place, _)| place)
    }

    fn compare(&self, a: &Node<G::Move>, b: &Node<G::Move>, side: Side) -> Ordering {
        let by_visits = a.visits.cmp(&b.visits);
        let by_mean = a.mean(side).total_cmp(&b.mean(side));
        match self.settings.choice {
            FinalChoice::Visits => by_visits.then(by_mean),
            FinalChoice::WinLessLoss => {
                (a.visits > 0).cmp(&(b.visits > 0)).then(by_mean).then(by_visits)
            }
        }
    }
}
