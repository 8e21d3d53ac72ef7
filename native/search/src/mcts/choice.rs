//! The final choice, by one tree or by several that began at the same position.

use std::cmp::Ordering;

use playout_games::{Game, Outcome, Record, Side};

use super::settings::FinalChoice;
use super::tree::{Index, Node, ROOT, Statistics, Tree};
use crate::strategy::Decision;
use crate::{Estimate, Proof};

/// What trees say together about the position of a record.
pub(super) fn decide<G: Game, S: Statistics>(
    record: &Record<G>,
    trees: &[&Tree<G::Move, S>],
    by: FinalChoice,
) -> Option<Decision<G::Move>> {
    let (position, side) = (record.position(), record.position().side_to_move());
    let children = merged_children(trees);
    let child = &children[best_of(&children, side, by)?];
    let mv = child.mv()?;

    let visits = record.legal_moves().into_iter().map(|mv| {
        let child = children.iter().find(|child| child.mv() == Some(mv));
        (mv, child.map_or(0, |child| u64::from(child.visits())))
    });
    let estimate = match child.proof() {
        Some(outcome) => Estimate::certain(outcome, side),
        None => child.statistics().estimate(side),
    };
    let lines = trees.iter().map(|tree| principal_variation(tree, position, mv, by));
    Some(Decision {
        mv,
        estimate,
        visits: visits.collect(),
        line: lines.max_by_key(Vec::len)?,
        proof: trees.iter().find_map(|tree| tree.node(ROOT).proof()).map(|outcome| {
            let mut next = position.clone();
            next.play(mv);
            let ends = next.outcome() == Some(outcome);
            Proof::new(outcome, side, ends.then_some(1))
        }),
    })
}

/// The children of the roots, with what all trees counted about them.
fn merged_children<M: Copy + PartialEq, S: Statistics>(trees: &[&Tree<M, S>]) -> Vec<Node<M, S>> {
    let mut merged: Vec<Node<M, S>> = Vec::new();
    for child in trees.iter().flat_map(|tree| tree.children(ROOT).1) {
        match merged.iter_mut().find(|same| same.mv() == child.mv()) {
            Some(same) => same.add(child),
            None => merged.push(*child),
        }
    }
    merged
}

/// A move at the root and those that the tree expects after it, as far as it has
/// looked at them.
fn principal_variation<G: Game, S: Statistics>(
    tree: &Tree<G::Move, S>,
    position: &G,
    mv: G::Move,
    by: FinalChoice,
) -> Vec<G::Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    let (first, children) = tree.children(ROOT);
    let mut next = children
        .iter()
        .position(|child| child.mv() == Some(mv))
        .map(|place| first + place as Index);
    while let Some(index) = next {
        let node = tree.node(index);
        let Some(mv) = node.mv() else { break };
        if !line.is_empty() && node.visits() == 0 && !node.is_proven() {
            break;
        }
        line.push(mv);
        position.play(mv);
        let (first, children) = tree.children(index);
        let best = best_of(children, position.side_to_move(), by);
        next = best.map(|place| first + place as Index);
    }
    line
}

/// The place of the child that a side chooses, the first among equals.
fn best_of<M: Copy, S: Statistics>(
    children: &[Node<M, S>],
    side: Side,
    by: FinalChoice,
) -> Option<usize> {
    let among = |wanted: fn(Option<Outcome>, Side) -> bool| {
        children
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, child)| wanted(child.proof(), side))
            .max_by(|(_, a), (_, b)| compare(a, b, side, by))
    };
    let won = among(|proof, side| proof == Some(Outcome::Win(side)));
    let open = among(|proof, _| proof.is_none());
    let drawn = among(|proof, _| proof == Some(Outcome::Draw));
    let lost = || among(|proof, side| proof == Some(Outcome::Win(side.other())));
    // Visits stop at a proof, so open moves are compared with a draw by their means.
    let better_than_draw = open.filter(|(_, child)| child.statistics().mean(side) > 0.5);
    let best = won.or(better_than_draw).or(drawn).or(open).or_else(lost);
    best.map(|(place, _)| place)
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
