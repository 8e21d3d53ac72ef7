//! Forced wins at nodes of the tree, found by a search that belongs to the game's knowledge.
//!
//! Simulations explore what seems likely, so they overlook a long forced win that begins with a move
//! that does not. A node is searched for one each time its visits have grown fourfold, with a number
//! of positions that grows with them: near the root such searches are long, and all of them together
//! take a small part of the time.

use playout_games::Outcome;

use super::{Mcts, Probing};
use crate::game::SearchGame;
use crate::mcts::evaluator::Evaluator;
use crate::mcts::knowledge::{Knowledge, Probe};
use crate::mcts::tree::{Decided, PathNode};
use crate::mcts::ucb::MIN_PRIOR;

/// The visits after which a node is first searched.
const FIRST: u32 = 64;
/// The visits of a node for each position of its search.
const VISITS_PER_POSITION: u32 = 4;
/// The most positions in one unit of work.
const UNIT: u32 = 8;

/// Whether a node is searched after so many visits.
fn is_due(visits: u32) -> bool {
    visits >= FIRST && visits.is_power_of_two() && visits.ilog2() % 2 == FIRST.ilog2() % 2
}

impl<G: SearchGame, K: Knowledge<G>, E: Evaluator<G, K>> Mcts<G, K, E> {
    /// After a simulation, starts the search of the deepest node of its path that is due, among those
    /// at less than this depth.
    pub(super) fn begin_probe(&mut self, below: usize) {
        if !self.settings.proofs || !self.knowledge.has_probes() {
            return;
        }
        let focus = self.focus.above.len();
        let due = (focus..below).rev().find(|&depth| {
            let node = self.tree.node(self.path.nodes[depth].index);
            is_due(node.visits()) && !node.is_closed()
        });
        let Some(depth) = due else { return };
        let position = self.position_at(depth);
        let visits = self.tree.node(self.path.nodes[depth].index).visits();
        if self.knowledge.begin_probe(&position) {
            self.probing = Some(Probing { depth, left: visits / VISITS_PER_POSITION });
        } else {
            self.begin_probe(depth);
        }
    }

    /// Goes on with a search.
    pub(super) fn probe(&mut self, Probing { depth, left }: Probing) {
        let positions = left.min(UNIT);
        let found = self.knowledge.probe(positions);
        self.probing = match found {
            Probe::Unfinished if left > positions => {
                Some(Probing { depth, left: left - positions })
            }
            _ => None,
        };
        if self.probing.is_some() {
            return;
        }
        if let Probe::Win(mv, plies) = found {
            self.win(depth, mv, plies);
        }
        self.begin_probe(depth);
    }

    /// Proves that the side to move wins with a move within so many plies.
    fn win(&mut self, depth: usize, mv: G::Move, plies: u32) {
        let position = self.position_at(depth);
        let PathNode { index, side } = self.path.nodes[depth];
        let Self { evaluator, knowledge, tree, .. } = self;
        let left_out = || evaluator.left_out(knowledge, &position, mv, MIN_PRIOR);
        // Without memory for the winning move, the win is of no use.
        let Some(child) = tree.child_for_move(index, mv, left_out) else { return };
        let decided = Decided { outcome: Outcome::Win(side), plies };
        self.tree.prove(child, decided.after());
        self.path.nodes.truncate(depth + 1);
        self.path.nodes.push(PathNode { index: child, side: side.other() });
        self.tree.prove_path(&self.path.nodes, self.focus.above.len());
        self.path.nodes.pop();
        self.note_path();
        self.select_again(depth);
    }
}
