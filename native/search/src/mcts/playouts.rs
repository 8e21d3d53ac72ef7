//! Leaves evaluated by playouts: nodes count wins, and selection uses UCB1.

use playout_games::{Game, MastTable, Outcome, Side};

use super::evaluator::Evaluator;
use super::knowledge::Knowledge;
use super::tree::{Index, Statistics, Tree};
use super::ucb::{Bound, ucb1_weight};
use crate::game::SearchGame;
use crate::playout::playout_with_mast;
use crate::{Estimate, Policy, Random, playout};

/// The size of a tree node in a game, in bytes.
#[must_use]
pub fn bytes_per_node<G: Game>() -> usize {
    Tree::<G::Move, PlayoutStatistics>::NODE_BYTES
}

/// The results of the playouts through a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayoutStatistics {
    visits: u32,
    /// The wins of `First` and of `Second`; all other visits were draws.
    wins: [u32; 2],
}

impl PlayoutStatistics {
    /// The sum of a side's rewards, counted in halves, and its maximum.
    fn half_rewards(&self, side: Side) -> [i64; 2] {
        let [wins, losses] = [self.wins[side as usize], self.wins[side.other() as usize]];
        let [visits, wins, losses] = [self.visits, wins, losses].map(i64::from);
        [visits + wins - losses, 2 * visits]
    }
}

impl Statistics for PlayoutStatistics {
    type Reward = Outcome;

    fn visits(&self) -> u32 {
        self.visits
    }

    fn is_below_draw(reward: Outcome, side: Side) -> bool {
        reward == Outcome::Win(side.other())
    }

    fn mean(&self, side: Side) -> f64 {
        let [rewards, max] = self.half_rewards(side);
        if max == 0 { 0.5 } else { rewards as f64 / max as f64 }
    }

    fn estimate(&self, side: Side) -> Estimate {
        let [wins, losses] = [side, side.other()].map(|side| self.wins[side as usize]);
        Estimate::from_counts(wins, losses, self.visits)
    }

    fn count(&mut self, reward: Outcome) {
        self.visits += 1;
        if let Outcome::Win(side) = reward {
            self.wins[side as usize] += 1;
        }
    }

    fn recounted(self, counts: Self) -> Self {
        counts
    }

    fn add(&mut self, other: &Self) {
        self.visits = self.visits.saturating_add(other.visits);
        for (wins, more) in self.wins.iter_mut().zip(other.wins) {
            *wins = wins.saturating_add(more);
        }
    }

    fn bound(&self, side: Side, _: Bound, _: f32) -> Bound {
        let [rewards, max] = self.half_rewards(side);
        Bound::ucb1(rewards as f32 / max as f32, self.visits)
    }

    fn weight() -> impl Fn(u32) -> f32 {
        ucb1_weight()
    }
}

/// Evaluates leaves by playouts.
pub(super) struct PlayoutEvaluator {
    policy: Policy,
    /// The averages of this tree's playouts, kept across turns; empty for other policies.
    mast: MastTable,
}

impl PlayoutEvaluator {
    pub(super) fn new<G: SearchGame>(policy: Policy) -> Self {
        let moves = if policy == Policy::Mast { G::MAST_MOVES } else { 0 };
        Self { policy, mast: MastTable::new(moves) }
    }
}

impl<G: SearchGame, K: Knowledge<G>> Evaluator<G, K> for PlayoutEvaluator {
    type Statistics = PlayoutStatistics;

    fn expand(
        &mut self,
        _: &mut K,
        tree: &mut Tree<G::Move, PlayoutStatistics>,
        leaf: Index,
        _: &G,
        moves: &[G::Move],
        _: &mut Random,
    ) -> bool {
        tree.expand(leaf, moves)
    }

    fn left_out(&mut self, _: &mut K, _: &G, _: G::Move, _: f32) -> (PlayoutStatistics, Bound) {
        (PlayoutStatistics::default(), Bound::UNVISITED)
    }

    fn evaluate(&mut self, position: G, _: &PlayoutStatistics, random: &mut Random) -> Outcome {
        match self.policy {
            Policy::Mast => playout_with_mast(position, &mut self.mast, random),
            policy => playout(position, policy, random),
        }
    }
}

#[cfg(test)]
mod tests {
    use playout_games::Record;
    use playout_games::quarto::Quarto;

    use super::super::MctsSettings;
    use super::super::knowledge::General;
    use super::super::search::Mcts;
    use super::super::tree::{Node, ROOT};
    use super::*;
    use crate::strategy::Strategy;

    #[test]
    fn the_bound_uses_the_visits_of_the_parent() {
        let c = 0.989;
        let uct = MctsSettings { c, proofs: false, ..Default::default() };
        let start = Quarto::default();
        let evaluator = PlayoutEvaluator::new::<Quarto>(Policy::Uniform);
        let mut mcts = Mcts::new(&Record::new(start), uct, None, General, evaluator, 1);
        (0..20_000).for_each(|_| assert!(mcts.unit()));

        let tree = &mcts.tree;
        let visits_of_root = tree.node(ROOT).visits();
        let mut differ_by_root = 0;
        let mut open = vec![(ROOT, start)];
        while let Some((parent, position)) = open.pop() {
            let (first, children) = tree.children(parent);
            for (index, child) in (first..).zip(children) {
                let mut next = position;
                next.play(child.mv().expect("a child has a move"));
                open.push((index, next));
            }
            let all_visited = children.iter().all(|child| child.visits() > 0);
            if children.is_empty() || !all_visited || tree.untried(parent) > 0 {
                continue;
            }
            let side = position.side_to_move();
            let best = |visits: u32| {
                let bound = |child: &Node<_, PlayoutStatistics>| {
                    let radicand = f64::from(visits).ln() / f64::from(child.visits());
                    child.statistics().mean(side) + c * radicand.sqrt()
                };
                let bounds = (first..).zip(children.iter().map(bound));
                bounds.reduce(|best, next| if next.1 > best.1 { next } else { best })
            };
            let (selected, _) = best(tree.node(parent).visits()).expect("there are children");
            assert_eq!(tree.node(parent).next(), Some(selected), "{position}");
            let by_the_root = best(visits_of_root).map(|(index, _)| index);
            differ_by_root += u32::from(by_the_root != Some(selected));
        }
        assert!(differ_by_root > 0, "the root's visits would select the same children");
    }
}
