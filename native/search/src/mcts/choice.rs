//! The final choice, from one tree or from several trees that focus on the same position.

use std::cmp::Ordering;
use std::iter;

use playout_games::{Game, Outcome, Record, Side};

use super::focus::Focused;
use super::settings::FinalChoice;
use super::tree::{Index, Node, Statistics};
use crate::certainty::NearestClosed;
use crate::exact::Oracle;
use crate::strategy::Decision;
use crate::{Estimate, Line, Proof};

/// Trees that focus on the position of a record, and their combined statistics for its moves.
pub(super) struct Roots<'a, G: Game, S> {
    record: &'a Record<G>,
    trees: Vec<Focused<'a, G::Move, S>>,
    /// The children of the focus, with the counts of all trees added up.
    children: Vec<Node<G::Move, S>>,
    by: FinalChoice,
    distances: Option<Distances<'a, G>>,
    /// Completes a line that ends where the result was proven without a tree.
    finish_line: fn(G, &mut Vec<G::Move>),
}

/// Exact values, and the nearest closed position of the record, in a search that uses them.
pub(super) type Distances<'a, G> = (&'a dyn Oracle<G>, NearestClosed);

impl<'a, G: Game, S: Statistics> Roots<'a, G, S> {
    pub(super) fn new(
        record: &'a Record<G>,
        trees: Vec<Focused<'a, G::Move, S>>,
        by: FinalChoice,
        distances: Option<Distances<'a, G>>,
        finish_line: fn(G, &mut Vec<G::Move>),
    ) -> Self {
        let children = merged_children(&trees);
        Self { record, trees, children, by, distances, finish_line }
    }

    fn side(&self) -> Side {
        self.record.position().side_to_move()
    }

    fn best(&self) -> Option<&Node<G::Move, S>> {
        self.best_among(&self.children).map(|index| &self.children[index])
    }

    /// The index of the final choice among children. With exact values, these say which of several
    /// proven wins is the shortest, or which loss the longest.
    fn best_among(&self, children: &[Node<G::Move, S>]) -> Option<usize> {
        let best = best_of(children, self.side(), self.by)?;
        let Some(Outcome::Win(winner)) = children[best].proof() else { return Some(best) };
        if self.distances.is_none() {
            return Some(best);
        }
        let equal =
            (0..children.len()).filter(|&it| children[it].proof() == children[best].proof());
        let known = equal.filter_map(|it| Some((it, self.plies(&children[it])?)));
        let found = if winner == self.side() {
            known.min_by_key(|(_, plies)| *plies)
        } else {
            known.rev().max_by_key(|(_, plies)| *plies)
        };
        Some(found.map_or(best, |(it, _)| it))
    }

    /// The plies within which the game ends if it begins with the move of a proven child. With exact
    /// values they are exact, and known if the value after the move is certain.
    fn plies(&self, child: &Node<G::Move, S>) -> Option<u32> {
        let mut next = self.record.position().clone();
        next.play(child.mv()?);
        if next.outcome().is_some() {
            return Some(1);
        }
        let Some((oracle, nearest_closed)) = self.distances else {
            let decided = child.decided()?.before();
            return (decided.outcome != Outcome::Draw).then_some(decided.plies);
        };
        if self.record.draws_at([], &next) {
            return None;
        }
        let after = nearest_closed.valued(oracle.quick_value(&next)?);
        after.value.plies().filter(|_| after.is_certain).map(|plies| plies + 1)
    }

    /// The estimate for the final choice, and what is proven about the position.
    pub(super) fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        let best = self.best()?;
        let proof = self.trees.iter().find_map(|tree| tree.node().proof());
        let proof = proof.map(|outcome| {
            let proof = self.proof(best, outcome);
            Proof { plies: self.plies_here(proof), ..proof }
        });
        Some((self.estimate(best), proof))
    }

    /// How many plies the proven result of the position takes with best play, given the proof of
    /// the final choice.
    fn plies_here(&self, of_choice: Proof) -> Option<u32> {
        let Some((oracle, nearest_closed)) = self.distances else { return of_choice.plies };
        // The history may delay the end, but not bring it nearer.
        let here = nearest_closed.valued(oracle.quick_value(self.record.position())?);
        let is_won = of_choice.outcome == Outcome::Win(self.side());
        here.value.plies().filter(|plies| {
            let is_shortest = is_won && of_choice.plies == Some(*plies);
            here.value.outcome(self.side()) == of_choice.outcome && (here.is_certain || is_shortest)
        })
    }

    /// The final choice.
    pub(super) fn decision(&self) -> Option<Decision<G::Move>> {
        let mv = self.best()?.mv()?;
        let (estimate, proof) = self.verdict()?;
        let visits = self.record.legal_moves().into_iter().map(|mv| {
            let child = self.children.iter().find(|child| child.mv() == Some(mv));
            (mv, child.map_or(0, |child| u64::from(child.visits())))
        });
        Some(Decision {
            mv,
            estimate,
            visits: visits.collect(),
            line: self.principal_variation(mv),
            proof,
        })
    }

    /// At most `max` moves, in the order in which the final choice prefers them.
    pub(super) fn lines(&self, max: usize) -> Vec<Line<G::Move>> {
        let mut others = self.children.clone();
        let best = iter::from_fn(|| {
            let index = self.best_among(&others)?;
            // Keep the order of the others, which decides ties.
            Some(others.remove(index))
        });
        let line = |child: Node<G::Move, S>| {
            let mv = child.mv()?;
            let estimate = self.estimate(&child);
            Some(Line {
                mv,
                value: estimate.value(),
                estimate,
                visits: child.visits().into(),
                line: self.principal_variation(mv),
                proof: child.proof().map(|outcome| self.proof(&child, outcome)),
            })
        };
        best.take(max).filter_map(line).collect()
    }

    fn estimate(&self, child: &Node<G::Move, S>) -> Estimate {
        match child.proof() {
            Some(outcome) => Estimate::certain(outcome, self.side()),
            None => child.statistics().estimate(self.side()),
        }
    }

    /// The proof of an outcome that the move of a child leads to.
    fn proof(&self, child: &Node<G::Move, S>, outcome: Outcome) -> Proof {
        Proof::new(outcome, self.side(), self.plies(child))
    }

    /// The longest principal variation of any tree for a move.
    fn principal_variation(&self, mv: G::Move) -> Vec<G::Move> {
        let position = self.record.position();
        let line = |tree| principal_variation(tree, position, mv, self.by, self.finish_line);
        self.trees.iter().map(line).max_by_key(Vec::len).unwrap_or_default()
    }
}

/// The children of the focus, with the counts of all trees added up.
fn merged_children<M: Copy + PartialEq, S: Statistics>(
    trees: &[Focused<'_, M, S>],
) -> Vec<Node<M, S>> {
    let Some((first, others)) = trees.split_first() else { return Vec::new() };
    let mut merged = first.children().1.to_vec();
    for child in others.iter().flat_map(|tree| tree.children().1) {
        match merged.iter_mut().find(|same| same.mv() == child.mv()) {
            Some(same) => same.add(child),
            None => merged.push(*child),
        }
    }
    merged
}

/// The principal variation of a tree, starting with a move from the focus.
fn principal_variation<G: Game, S: Statistics>(
    focused: &Focused<'_, G::Move, S>,
    position: &G,
    mv: G::Move,
    by: FinalChoice,
    finish_line: fn(G, &mut Vec<G::Move>),
) -> Vec<G::Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    let tree = focused.tree;
    let (first, children) = focused.children();
    let mut next = children
        .iter()
        .position(|child| child.mv() == Some(mv))
        .map(|index| first + index as Index);
    let mut is_proven = false;
    while let Some(index) = next {
        let node = tree.node(index);
        let Some(mv) = node.mv() else { break };
        if !line.is_empty() && node.visits() == 0 && !node.is_closed() {
            break;
        }
        // The knowledge has proven the result, and goes on with it.
        if is_proven && !node.is_proven() {
            break;
        }
        line.push(mv);
        position.play(mv);
        is_proven = node.is_proven();
        let (first, children) = tree.children(index);
        let best = best_of(children, position.side_to_move(), by);
        next = best.map(|index| first + index as Index);
    }
    if is_proven && position.outcome().is_none() {
        finish_line(position, &mut line);
    }
    line
}

/// The index of the child that a side chooses. Ties go to the first.
fn best_of<M: Copy, S: Statistics>(
    children: &[Node<M, S>],
    side: Side,
    by: FinalChoice,
) -> Option<usize> {
    let best_where = |outcome: Option<Outcome>| {
        children
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, child)| child.outcome() == outcome)
            // What is proven is better than what seems so, except a loss; and a short win and a long
            // loss are better.
            .max_by(|(_, a), (_, b)| {
                let is_loss = outcome == Some(Outcome::Win(side.other()));
                let [a_first, b_first] = [a, b].map(|it| it.is_proven() != is_loss);
                let [a_plies, b_plies] = [a, b].map(|it| it.decided().map_or(0, |it| it.plies));
                let by_plies = a_plies.cmp(&b_plies);
                let by_plies = if is_loss { by_plies } else { by_plies.reverse() };
                a_first.cmp(&b_first).then(by_plies).then_with(|| compare(a, b, side, by))
            })
    };
    let won = best_where(Some(Outcome::Win(side)));
    let open = best_where(None);
    let drawn = best_where(Some(Outcome::Draw));
    let lost = best_where(Some(Outcome::Win(side.other())));
    // A move that only seems to lose has been searched, and is better than one that has not.
    let seems_lost = lost.filter(|(_, child)| !child.is_proven());
    let open = open.filter(|(_, child)| child.visits() > 0 || seems_lost.is_none());
    // A closed move gets no more visits, so open moves are compared with a draw by their means.
    let better_than_draw = open.filter(|(_, child)| child.statistics().mean(side) > 0.5);
    let best = won.or(better_than_draw).or(drawn).or(open).or(lost);
    best.map(|(index, _)| index)
}

fn compare<M: Copy, S: Statistics>(
    a: &Node<M, S>,
    b: &Node<M, S>,
    side: Side,
    by: FinalChoice,
) -> Ordering {
    let [mean_a, mean_b] = [a, b].map(|node| node.statistics().mean(side));
    let (by_visits, by_mean) = (a.visits().cmp(&b.visits()), mean_a.total_cmp(&mean_b));
    match by {
        FinalChoice::Visits => by_visits.then(by_mean),
        FinalChoice::WinLessLoss => {
            (a.visits() > 0).cmp(&(b.visits() > 0)).then(by_mean).then(by_visits)
        }
    }
}
