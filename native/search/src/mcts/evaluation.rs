//! Leaves evaluated by the game's static evaluation instead of playouts.
//!
//! * **Expansion** creates a node for each move to search ([`Knowledge::urgent_moves`]) and
//!   evaluates it, from 0 (lost) to 1 (won). If these leave out moves, the children can
//!   only prove a win. A node gets more after some visits, or once all children are closed and none wins
//!   (`search/widening.rs`).
//! * **Result**: the value of the leaf that a simulation reaches (like a playout that is cut off
//!   before its first move, Lorentz 2008).
//! * **Selection** uses the mean of the results and the minimax value of the nodes below (implicit
//!   minimax backups, Lanctot, Winands, Pepels and Sturtevant 2014). Exploration favours promising
//!   moves, as in PUCT (Rosin 2011, in the form of Silver and others 2017):
//!   `c * p * sqrt(N) / (1 + n)`, where the prior p is a softmax over the values of the siblings,
//!   divided by a temperature, plus the game's own terms ([`Knowledge::prior_terms`]), and not less
//!   than a minimum. `c` can grow with N ([`Exploration`](super::ucb::Exploration)).

use playout_games::{Outcome, Side};

use super::evaluator::Evaluator;
use super::knowledge::Knowledge;
use super::tree::{Index, Statistics, Tree};
use super::ucb::{Bound, puct_weight};
use crate::game::{POINTS_TO_LEAD, SearchGame};
use crate::{Estimate, Random};

/// A value for `First`, from 0 (lost) to 1 (won).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value(f32);

impl Value {
    const DRAW: Self = Self(0.5);

    /// Converts an evaluation in points.
    fn of(points: i32) -> Self {
        Self(1.0 / (1.0 + (-points as f32 / POINTS_TO_LEAD).exp()))
    }

    /// Converts the value for a side.
    fn new(side: Side, value: f32) -> Self {
        match side {
            Side::First => Self(value),
            Side::Second => Self(1.0 - value),
        }
    }

    /// The value for a side.
    fn value_for(self, side: Side) -> f32 {
        match side {
            Side::First => self.0,
            Side::Second => 1.0 - self.0,
        }
    }
}

impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(side) => Self::new(side, 1.0),
            Outcome::Draw => Self::DRAW,
        }
    }
}

/// The results of the simulations through a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct EvaluationStatistics {
    visits: u32,
    /// The mean result; before the first simulation, the evaluation.
    mean: Value,
    /// The minimax value of the nodes below; if there are none, the evaluation.
    minimax: Value,
}

impl EvaluationStatistics {
    fn new(value: Value) -> Self {
        Self { visits: 0, mean: value, minimax: value }
    }
}

/// For nodes that are not evaluated: the root of a new tree, and children proven without
/// evaluation.
impl Default for EvaluationStatistics {
    fn default() -> Self {
        Self::new(Value::DRAW)
    }
}

impl Statistics for EvaluationStatistics {
    type Reward = Value;

    const HAS_MINIMAX: bool = true;

    fn visits(&self) -> u32 {
        self.visits
    }

    fn is_below_draw(reward: Value, side: Side) -> bool {
        reward.value_for(side) < Value::DRAW.value_for(side)
    }

    fn mean(&self, side: Side) -> f64 {
        f64::from(self.mean.value_for(side))
    }

    fn estimate(&self, side: Side) -> Estimate {
        let win = self.mean(side);
        Estimate { win, draw: 0.0, loss: 1.0 - win }
    }

    fn mean_reward(&self) -> Option<Value> {
        Some(self.mean)
    }

    fn count(&mut self, reward: Value) {
        self.visits += 1;
        self.mean.0 += (reward.0 - self.mean.0) / self.visits as f32;
    }

    fn recounted(self, counts: Self) -> Self {
        Self { minimax: self.minimax, ..counts }
    }

    fn with_minimax(
        self,
        outcome: Option<Outcome>,
        children: impl Iterator<Item = Self>,
        side: Side,
    ) -> Option<Self> {
        let minimax = match outcome {
            Some(outcome) => outcome.into(),
            None => best(children.map(|it| it.minimax), side).unwrap_or(self.minimax),
        };
        (minimax != self.minimax).then_some(Self { minimax, ..self })
    }

    fn add(&mut self, other: &Self) {
        let visits = self.visits.saturating_add(other.visits);
        let fraction = other.visits as f32 / visits.max(1) as f32;
        self.mean.0 += fraction * (other.mean.0 - self.mean.0);
        self.visits = visits;
    }

    fn bound(&self, side: Side, before: Bound, minimax_weight: f32) -> Bound {
        let [mean, minimax] = [self.mean, self.minimax].map(|value| value.value_for(side));
        before.puct_visited(mean + minimax_weight * (minimax - mean), self.visits)
    }

    fn weight() -> impl Fn(u32) -> f32 {
        puct_weight()
    }
}

/// The best value for a side.
fn best(values: impl Iterator<Item = Value>, side: Side) -> Option<Value> {
    // Not `f32::max`, which also handles NaN: no value is NaN.
    match side {
        Side::First => values.reduce(|best, value| if value.0 > best.0 { value } else { best }),
        Side::Second => values.reduce(|best, value| if value.0 < best.0 { value } else { best }),
    }
}

/// Evaluates leaves by the value that they got when their parents were expanded.
pub(super) struct StaticEvaluator<G: SearchGame> {
    /// The evaluations of the moves. Kept here, like the children, to reuse the memory.
    points: Vec<i32>,
    /// What is added to the logarithms of their priors.
    terms: Vec<f32>,
    children: Vec<Child<G::Move>>,
}

/// A child before its first visit.
struct Child<M> {
    mv: M,
    /// The value for the side to move at the parent.
    value: f32,
    /// The prior; before [`set_priors`], its logarithm plus any number.
    prior: f32,
}

impl<G: SearchGame> Default for StaticEvaluator<G> {
    fn default() -> Self {
        Self { points: Vec::new(), terms: Vec::new(), children: Vec::new() }
    }
}

impl<G: SearchGame, K: Knowledge<G>> Evaluator<G, K> for StaticEvaluator<G> {
    type Statistics = EvaluationStatistics;

    fn expand(
        &mut self,
        knowledge: &mut K,
        tree: &mut Tree<G::Move, EvaluationStatistics>,
        leaf: Index,
        position: &G,
        moves: &[G::Move],
        random: &mut Random,
    ) -> bool {
        let side = position.side_to_move();
        self.points.clear();
        knowledge.evaluate_moves(position, moves, &mut self.points);
        for points in &mut self.points {
            *points += random.below(2 * G::EVALUATION_NOISE) as i32 - G::EVALUATION_NOISE as i32;
        }
        self.terms.clear();
        let temperature = knowledge.prior_terms(position, moves, &mut self.terms);
        self.terms.resize(moves.len(), 0.0);
        self.children.clear();
        let valued = moves.iter().zip(&self.points).zip(&self.terms);
        self.children.extend(valued.map(|((&mv, &points), term)| {
            let value = Value::of(points).value_for(side);
            Child { mv, value, prior: value / temperature + term }
        }));
        set_priors(&mut self.children, K::MIN_PRIOR);
        let children = self.children.iter().map(|&Child { mv, value, prior }| {
            let statistics = EvaluationStatistics::new(Value::new(side, value));
            (mv, statistics, Bound::puct(value, prior))
        });
        tree.expand_with_nodes(leaf, children)
    }

    fn left_out(
        &mut self,
        knowledge: &mut K,
        position: &G,
        mv: G::Move,
        prior: f32,
    ) -> (EvaluationStatistics, Bound) {
        self.points.clear();
        knowledge.evaluate_moves(position, &[mv], &mut self.points);
        let value = Value::of(self.points[0]);
        let for_mover = value.value_for(position.side_to_move());
        (EvaluationStatistics::new(value), Bound::puct(for_mover, prior))
    }

    fn evaluate(&mut self, _: G, leaf: &EvaluationStatistics, _: &mut Random) -> Value {
        leaf.minimax
    }
}

/// Turns logarithms into priors by a softmax, none of them less than `least`.
fn set_priors<M>(children: &mut [Child<M>], least: f32) {
    let best = children.iter().map(|child| child.prior).fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for child in children.iter_mut() {
        child.prior = (child.prior - best).exp();
        total += child.prior;
    }
    for child in children {
        child.prior = (child.prior / total).max(least);
    }
}

#[cfg(test)]
mod tests {
    use playout_games::animal_shogi::AnimalShogi;
    use playout_games::{Game, Options, Playouts, Record};

    use super::super::MctsSettings;
    use super::super::knowledge::{General, Listed};
    use super::super::search::Mcts;
    use super::super::tree::ROOT;
    use super::super::ucb::MIN_PRIOR;
    use super::*;
    use crate::strategy::Strategy;

    /// Knowledge whose first move is likelier than its value says.
    struct LikelyFirst;

    const TEMPERATURE: f32 = 0.2;
    const FIRST: f32 = 3.0;

    impl Knowledge<AnimalShogi> for LikelyFirst {
        fn urgent_moves(
            &mut self,
            position: &AnimalShogi,
            moves: &mut Vec<<AnimalShogi as Game>::Move>,
        ) -> Listed {
            Listed::at_once((position.urgent_moves(moves), false))
        }

        fn moves(
            &mut self,
            position: &AnimalShogi,
            moves: &mut Vec<<AnimalShogi as Game>::Move>,
        ) -> bool {
            position.legal_moves(moves);
            false
        }

        fn prior_terms(
            &mut self,
            _: &AnimalShogi,
            moves: &[<AnimalShogi as Game>::Move],
            terms: &mut Vec<f32>,
        ) -> f32 {
            terms.push(FIRST);
            terms.resize(moves.len(), 0.0);
            TEMPERATURE
        }
    }

    #[test]
    fn the_game_adds_its_terms_to_priors() {
        let start = AnimalShogi::start(&Options::default()).expect("the default start is valid");
        let settings = MctsSettings { policy: None, threshold: 1, ..MctsSettings::COMMON };
        let evaluator = StaticEvaluator::default();
        let mcts = Mcts::new(&Record::new(start), settings, None, LikelyFirst, evaluator, 1);
        let (first, children) = mcts.tree.children(ROOT);
        let values: Vec<_> = children
            .iter()
            .map(|it| it.statistics().mean.value_for(start.side_to_move()))
            .collect();
        let mut expected: Vec<_> = values
            .iter()
            .map(|&value| Child { mv: (), value, prior: value / TEMPERATURE })
            .collect();
        expected[0].prior += FIRST;
        set_priors(&mut expected, MIN_PRIOR);
        for (index, Child { value, prior, .. }) in (first..).zip(expected) {
            assert_eq!(mcts.tree.bound(index), Bound::puct(value, prior));
        }
    }

    #[test]
    fn minimax_values_are_backed_up() {
        let start = AnimalShogi::start(&Options::default()).expect("the default start is valid");
        let settings = MctsSettings { policy: None, threshold: 1, ..MctsSettings::COMMON };
        let mut mcts =
            Mcts::new(&Record::new(start), settings, None, General, StaticEvaluator::default(), 1);
        (0..5_000).for_each(|_| assert!(mcts.unit()));

        let tree = &mcts.tree;
        let mut with_children = 0;
        let mut open = vec![(ROOT, start)];
        while let Some((parent, position)) = open.pop() {
            let (first, children) = tree.children(parent);
            for (index, child) in (first..).zip(children) {
                let mut next = position;
                next.play(child.mv().expect("a child has a move"));
                open.push((index, next));
            }
            let node = tree.node(parent);
            if children.is_empty() || node.is_closed() {
                continue;
            }
            let values = children.iter().map(|child| child.statistics().minimax);
            let best = best(values, position.side_to_move()).expect("a node has children");
            assert_eq!(node.statistics().minimax, best, "{position}");
            with_children += 1;
        }
        assert!(with_children > 500, "{with_children} nodes were compared");
    }

    #[test]
    fn bounds_weigh_the_mean_and_the_minimax_value() {
        let statistics =
            EvaluationStatistics { visits: 3, mean: Value(0.75), minimax: Value(0.25) };
        for (weight, value) in [(0.0, 0.75), (1.0, 0.25), (0.25, 0.625)] {
            let bound = statistics.bound(Side::First, Bound::puct(0.0, 0.4), weight);
            assert_eq!(bound, Bound::puct(0.0, 0.4).puct_visited(value, 3));
        }
    }

    #[test]
    fn priors_are_a_softmax() {
        let values = [0.5, 0.6, 0.4, 0.0];
        let at_temperature = |temperature: f32| -> Vec<_> {
            let child = |&value: &f32| Child { mv: (), value, prior: value / temperature };
            values.iter().map(child).collect()
        };
        let mut children = at_temperature(0.1);
        set_priors(&mut children, MIN_PRIOR);
        let priors: Vec<_> = children.iter().map(|child| child.prior).collect();
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{priors:?}");
        for (ratio, expected) in [
            (priors[1] / priors[0], 1.0),
            (priors[0] / priors[2], 1.0),
            (priors[0] / priors[3], 5.0),
        ] {
            assert!((ratio.ln() - expected).abs() < 1e-5, "{priors:?}");
        }

        let mut children = at_temperature(0.001);
        set_priors(&mut children, MIN_PRIOR);
        assert_eq!(children[3].prior, MIN_PRIOR, "no prior is 0");
    }
}
