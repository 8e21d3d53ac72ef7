//! Exact values from the game's table.

use playout_games::{Game, Record};

use super::Mcts;
use crate::certainty::{NearestClosed, Valued};
use crate::exact::{Oracle, Value};
use crate::game::SearchGame;
use crate::mcts::evaluator::Evaluator;
use crate::mcts::knowledge::Knowledge;
use crate::mcts::tree::{Decided, PathNode};
use crate::mcts::ucb::MIN_PRIOR;

impl<G: SearchGame, K: Knowledge<G>, E: Evaluator<G, K>> Mcts<G, K, E> {
    /// The exact value of the position at the end of a simulation's path, where the game goes on;
    /// `None` in a search without exact values, or if it is not known at once.
    pub(super) fn exact_value(&self, position: &G) -> Option<Valued> {
        let oracle = self.exact.as_deref()?;
        let value = oracle.quick_value(position)?;
        let valued = self.nearest_closed.valued(value);
        if !valued.is_certain || value == Value::Draw {
            return Some(valued);
        }
        // The focus may have been below positions whose values are certain from here, so a path can
        // pass any position twice. The record already includes the focus.
        let below = self.path.positions.get(1..).unwrap_or_default();
        Some(closed_on_path(self.nearest_closed, &self.record, below, oracle).valued(value))
    }

    /// Proves the children of the focus whose exact values are certain, so that the choice does not
    /// depend on which of them simulations have visited.
    pub(super) fn prove_children(&mut self) {
        let focus = self.focus.index;
        let Some(oracle) = self.exact.clone().filter(|_| self.settings.proofs) else { return };
        let unproven = self.tree.children(focus).1.iter().filter(|child| !child.is_proven());
        let moves: Vec<_> = unproven.filter_map(|child| child.mv()).collect();
        let position = self.record.position().clone();
        for mv in moves {
            let mut next = position.clone();
            next.play(mv);
            // Simulations notice draws by repetition.
            if next.outcome().is_some() || self.record.draws_at([], &next) {
                continue;
            }
            let Some(value) = oracle.quick_value(&next) else { continue };
            let valued = self.nearest_closed.valued(value);
            let Self { evaluator, knowledge, tree, .. } = self;
            let left_out = || evaluator.left_out(knowledge, &position, mv, MIN_PRIOR);
            if valued.is_certain
                && let Some(child) = tree.child_for_move(focus, mv, left_out)
            {
                let side = next.side_to_move();
                let outcome = valued.value.outcome(side);
                let plies = valued.value.plies().unwrap_or(0);
                self.tree.prove(child, Decided { outcome, plies });
                let parent = PathNode { index: focus, side: position.side_to_move() };
                self.tree.prove_path(&[parent, PathNode { index: child, side }], 0);
            }
        }
    }
}

/// The nearest closed position after the positions of a path have occurred, too.
fn closed_on_path<G: Game>(
    mut nearest: NearestClosed,
    record: &Record<G>,
    path: &[G],
    oracle: &dyn Oracle<G>,
) -> NearestClosed {
    for (index, position) in path.iter().enumerate() {
        if record.draws_at(&path[..=index], position) {
            nearest = nearest.or(oracle.value(position));
        }
    }
    nearest
}
