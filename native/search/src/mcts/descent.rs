//! The way down: from the root to the leaf of a simulation, and the leaf's
//! children.

use playout_games::{Game, Outcome, Side, Urgency};

use super::Mcts;
use super::node::Index;
use super::tree::{ROOT, Tree};
use crate::game::SearchGame;

/// How a simulation came to its leaf. Kept from one to the next, for the
/// memory.
pub(super) struct Way<G> {
    /// The nodes from the root.
    pub(super) path: Vec<Passed>,
    /// Their positions, kept only where repetition matters.
    positions: Vec<G>,
}

impl<G> Default for Way<G> {
    fn default() -> Self {
        Self { path: Vec::new(), positions: Vec::new() }
    }
}

/// Where a simulation came to.
pub(super) enum Leaf<G> {
    /// A position that is to be played out, or judged.
    Open(G),
    /// A result that is known.
    Known(Outcome),
}

/// A node on the way.
#[derive(Clone, Copy)]
pub(super) struct Passed {
    pub(super) index: Index,
    /// The side to move there.
    pub(super) side: Side,
}

impl<G: SearchGame> Mcts<G> {
    /// Goes down to a leaf, and expands it if it is time.
    pub(super) fn descend(&mut self) -> Leaf<G> {
        self.way.path.clear();
        self.way.positions.clear();
        let c = self.settings.c as f32;
        let mut position = self.record.position().clone();
        let mut index = ROOT;
        loop {
            index = follow(&self.tree, index, &mut position, &mut self.way);
            let node = self.tree.node(index);
            if let Some(outcome) = node.proof() {
                return Leaf::Known(outcome);
            }
            if !node.has_children() {
                if let Some(outcome) = self.outcome(&position) {
                    self.prove(index, outcome);
                    return Leaf::Known(outcome);
                }
                if node.visits < self.settings.threshold {
                    return Leaf::Open(position);
                }
                let nodes = self.tree.len();
                let known = self.expand(index, &position);
                if self.tree.len() > nodes {
                    self.playouts_at_growth = self.playouts;
                }
                if let Some(outcome) = known {
                    self.prove(index, outcome);
                    return Leaf::Known(outcome);
                }
            }
            let untried = self.tree.try_child(index, |n| self.random.below(n));
            let Some(child) = untried.or_else(|| self.tree.highest_visited(index, c)) else {
                // No room: the search goes on in the tree it has.
                return Leaf::Open(position);
            };
            index = child;
            position.play(self.tree.node(index).mv.expect("a child has a move"));
        }
    }

    /// How a game ended with the position that a simulation has reached,
    /// repetition on its way and before it included.
    fn outcome(&self, position: &G) -> Option<Outcome> {
        if G::REPETITIONS_TO_DRAW > 0 && self.way.positions.len() > 1 {
            // The root is in the record already.
            let way = &self.way.positions[1..];
            let here = way.iter().filter(|passed| *passed == position);
            let occurrences = self.record.occurrences(position) + here.count() as u32;
            if occurrences >= G::REPETITIONS_TO_DRAW {
                return Some(position.outcome().unwrap_or(Outcome::Draw));
            }
        }
        position.outcome()
    }

    /// Gives a leaf its children, if there is room, and answers the result if
    /// one ply shows it.
    pub(super) fn expand(&mut self, index: Index, position: &G) -> Option<Outcome> {
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
                if self.tree.expand(index, &self.moves)
                    && let Some(child) = self.tree.try_child(index, |_| 0)
                {
                    self.tree.prove(child, Outcome::Win(side));
                }
                Some(Outcome::Win(side))
            }
            Urgency::Safe => {
                match self.settings.policy {
                    Some(_) => self.tree.expand(index, &self.moves),
                    None => self.expand_judged(index, position),
                };
                None
            }
            Urgency::Lost => Some(Outcome::Win(side.other())),
        }
    }
}

/// Goes down from a node, by what the visits before chose, as long as what is next has
/// a node, and answers where that ends: at a node without children, or one of which a
/// child is to be tried. It changes nothing in the tree.
fn follow<G: Game>(
    tree: &Tree<G::Move>,
    mut index: Index,
    position: &mut G,
    way: &mut Way<G>,
) -> Index {
    let mut node = tree.node(index);
    loop {
        let side = position.side_to_move();
        way.path.push(Passed { index, side });
        if G::REPETITIONS_TO_DRAW > 0 {
            way.positions.push(position.clone());
        }
        let Some(child) = node.next() else { return index };
        (index, node) = (child, tree.node(child));
        position.play(node.mv.expect("a child has a move"));
    }
}
