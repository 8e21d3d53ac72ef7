//! Positions judged by the game's evaluation in place of playouts.
//!
//! * **Expansion**: a leaf gets a node for every move worth a look
//!   ([`SearchGame::candidates`]). Each has its worth, from 0, lost, to 1, won, by
//!   what the evaluation says of it. Where moves were left out, only a win is
//!   proven through the others.
//! * **Result** of a simulation is the worth of the leaf that it came to (a playout
//!   cut off before its first move, Lorentz 2008).
//! * **Selection** goes by the mean of the results, and by what the node is worth by
//!   minimax of the nodes below it (implicit minimax backups, Lanctot, Winands,
//!   Pepels and Sturtevant 2014). Exploration is for moves that promise much, as in
//!   PUCT (Rosin 2011, in the form of Silver and others 2017): `c * p * sqrt(N) / (1 +
//!   n)`, where p, the move's share, is a softmax of what siblings are worth.

use playout_games::{Outcome, Side};

use super::Mcts;
use super::descent::Passed;
use super::judged::{Judged, share_out};
use super::node::Index;
use crate::game::SearchGame;

/// How far from the stones on the board a move is worth a look.
const RADIUS: u32 = 1;

/// What a result is worth to `First`.
fn worth_of(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Win(Side::Second) => 0.0,
    }
}

/// What is worth so much to `First` is worth to a side.
pub(super) fn worth_to(side: Side, worth: f32) -> f32 {
    match side {
        Side::First => worth,
        Side::Second => 1.0 - worth,
    }
}

impl<G: SearchGame> Mcts<G> {
    /// Gives a leaf, of which the moves are known that do not lose at once, the
    /// children worth a look, if there is room.
    pub(super) fn expand_judged(&mut self, index: Index, position: &G) -> bool {
        let is_partial = self.leave_out(position);
        let side = position.side_to_move();
        self.points.clear();
        position.evaluate_moves(&self.moves, &mut self.points);
        for points in &mut self.points {
            *points += self.random.below(2 * G::CHANCE) as i32 - G::CHANCE as i32;
        }
        let worth = |&points: &i32| {
            worth_to(side, 1.0 / (1.0 + (-points as f32 / G::POINTS_TO_LEAD).exp()))
        };
        self.judged.clear();
        self.judged.extend(self.moves.iter().zip(&self.points).map(|(&mv, points)| Judged {
            mv,
            worth: worth(points),
            share: 0.0,
        }));
        share_out(&mut self.judged, G::PREFERENCE);
        let expanded = self.tree.expand_judged(index, &self.judged, side);
        if expanded && is_partial {
            self.tree.leave_out(index);
        }
        expanded
    }

    /// Leaves out those of the moves that are not worth a look, and says whether
    /// there are any. Where some moves only lose, the others all are.
    fn leave_out(&mut self, position: &G) -> bool {
        let mut candidates = Vec::new();
        let is_partial = !position.candidates(RADIUS, &mut candidates)
            && self.moves.len() == position.count_moves(&mut Vec::new());
        if is_partial {
            self.moves = candidates;
        }
        is_partial
    }

    /// Notes in the nodes of the path what a simulation came to: a known result, or
    /// else what its leaf is worth.
    pub(super) fn back_up_worth(&mut self, known: Option<Outcome>) {
        self.playouts += 1;
        let leaf = self.way.path.len() - 1;
        let mut worth = match known {
            Some(outcome) => worth_of(outcome),
            None => self.tree.node(self.way.path[leaf].index).value(),
        };
        let c = self.settings.c as f32;
        let (mut child_proven, mut value_changed) = (false, true);
        for place in (0..=leaf).rev() {
            let Passed { index, side } = self.way.path[place];
            if child_proven && let Some(outcome) = self.prove_by_children(index, side) {
                worth = worth_of(outcome);
            }
            if self.tree.node(index).holds_draw() && worth_to(side, worth) < 0.5 {
                // It would rather take the draw that it has.
                worth = 0.5;
            }
            let before = self.tree.node(index).value();
            let value = if value_changed { self.best_value(index, side) } else { before };
            // The parent of a new leaf has got its children just now.
            value_changed = value != before || place == leaf;
            let chooser = self.way.path[place.saturating_sub(1)].side;
            self.tree.count_worth(index, chooser, worth, value);
            child_proven = self.tree.node(index).is_proven();
        }
        self.tree.choose(&self.way.path, c);
    }

    /// What a node is worth to `First` by the best of its children for the side to
    /// move there.
    fn best_value(&self, index: Index, side: Side) -> f32 {
        let node = self.tree.node(index);
        if let Some(outcome) = node.proof() {
            return worth_of(outcome);
        }
        let (_, children) = self.tree.children(index);
        let values = children.iter().map(|child| child.value());
        // None is a NaN, for which `f32::max` would look each time.
        let best = match side {
            Side::First => values.reduce(|best, value| if value > best { value } else { best }),
            Side::Second => values.reduce(|best, value| if value < best { value } else { best }),
        };
        best.unwrap_or(node.value())
    }
}
