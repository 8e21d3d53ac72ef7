//! What the tree says in the end.

use std::cmp::Ordering;

use playout_games::{Game, Outcome, Side};

use super::node::{Index, Node};
use super::tree::ROOT;
use super::{FinalChoice, Mcts};
use crate::strategy::Verdict;
use crate::{Estimate, Proof};

impl<G: Game> Mcts<G> {
    pub(super) fn verdict_of_root(&self) -> Option<Verdict<G::Move>> {
        let position = self.record.position();
        let side = position.side_to_move();
        let best = self.best_child(ROOT, side)?;
        let child = self.tree.node(best);
        let mv = child.mv?;

        let (_, children) = self.tree.children(ROOT);
        let visits = self.record.legal_moves().into_iter().map(|mv| {
            let child = children.iter().find(|child| child.mv == Some(mv));
            (mv, child.map_or(0, |child| u64::from(child.visits)))
        });
        let estimate = match child.proof() {
            Some(outcome) => Estimate::certain(outcome, side),
            None => Estimate::from_counts(child.wins(side), child.wins(side.other()), child.visits),
        };
        Some(Verdict {
            mv,
            estimate,
            visits: visits.collect(),
            line: self.line(),
            proof: self.tree.node(ROOT).proof().map(|outcome| {
                let mut next = position.clone();
                next.play(mv);
                let ends = next.outcome() == Some(outcome);
                Proof::new(outcome, side, ends.then_some(1))
            }),
        })
    }

    /// The moves that the tree expects, as far as it was looked at.
    fn line(&self) -> Vec<G::Move> {
        let mut position = self.record.position().clone();
        let mut index = ROOT;
        let mut line = Vec::new();
        while let Some(child) = self.best_child(index, position.side_to_move()) {
            let node = self.tree.node(child);
            let Some(mv) = node.mv else { break };
            if !line.is_empty() && node.visits == 0 && node.proof().is_none() {
                break;
            }
            line.push(mv);
            position.play(mv);
            index = child;
        }
        line
    }

    /// The child to choose for a side; of equals the first.
    fn best_child(&self, parent: Index, side: Side) -> Option<Index> {
        let (first, children) = self.tree.children(parent);
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
        best.map(|(place, _)| first + place as Index)
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
