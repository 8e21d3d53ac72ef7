//! A search with one tree. Each simulation descends to a leaf, expands it if it has enough visits,
//! evaluates it, and backs up the result.

mod exact;
mod probing;
#[cfg(test)]
mod tests;
mod walk;
mod widening;

use playout_games::{Game, Outcome, Record};

use super::choice::Roots;
use super::evaluator::Evaluator;
use super::focus::{Focus, Focused};
use super::knowledge::{Knowledge, Listed};
use super::settings::MctsSettings;
use super::transpositions::Transpositions;
use super::tree::{Backup, Decided, Growth, Index, PathNode, Statistics, Tree};
use super::ucb::Exploration;
use crate::certainty::{NearestClosed, Valued};
use crate::exact::Exact;
use crate::game::SearchGame;
use crate::repetition::{Lookahead, Repeated, look_ahead};
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Limits, Line, Proof, Random};

/// The player `mcts` on one thread.
pub(super) struct Mcts<G: SearchGame, K: Knowledge<G>, E: Evaluator<G, K>> {
    record: Record<G>,
    settings: MctsSettings,
    exact: Exact<G>,
    random: Random,
    pub(super) tree: Tree<G::Move, E::Statistics>,
    knowledge: K,
    evaluator: E,
    playouts: u64,
    /// The number of playouts and of nodes when the tree had last grown by one [part](GROWTH).
    playouts_at_growth: u64,
    nodes_at_growth: usize,
    /// The node at which simulations start; the record leads to its position.
    focus: Focus<E::Statistics>,
    path: Path<G>,
    /// The repetitions in the record.
    repeated: Repeated<G>,
    /// The nearest closed position of the record, in a search with exact values.
    nearest_closed: NearestClosed,
    /// Whether the focus seems to be decided, and there is nothing that could change that.
    is_settled: bool,
    /// The search for a forced win that is going on.
    probing: Option<Probing>,
    /// How many moves of the focus to compare, at least.
    lines: usize,
    /// The moves of the leaf being expanded. Kept here to reuse the memory.
    moves: Vec<G::Move>,
    transpositions: Transpositions<E::Statistics>,
}

/// The part of the memory that the transposition table may take.
const TRANSPOSITIONS_PART: usize = 32;

/// The number of nodes that are prepared for a search before its first playout, at most: those that
/// the moves since the last turn lead to.
const PREPARED: usize = 8;

/// The part of a tree by which it has to grow now and then. A tree without memory still gets a few
/// nodes when others are decided.
const GROWTH: usize = 256;

/// The path of a simulation. Kept between simulations to reuse the memory.
struct Path<G> {
    /// The nodes from the root.
    nodes: Vec<PathNode>,
    /// The keys of the positions from the focus on, in a search with transpositions.
    keys: Vec<u64>,
    /// The positions from the focus on, in games with draws by repetition.
    positions: Vec<G>,
}

/// A search of a node on the path of the last simulation for a forced win.
#[derive(Clone, Copy, Debug)]
struct Probing {
    depth: usize,
    /// The number of positions left.
    left: u32,
}

/// The leaf that a simulation reaches.
enum Leaf<G> {
    /// A position to evaluate.
    Open(G),
    /// A position with a known outcome, which need not be proven.
    Known(Outcome),
}

impl<G: SearchGame, K: Knowledge<G>, E: Evaluator<G, K>> Mcts<G, K, E> {
    pub(super) fn new(
        record: &Record<G>,
        settings: MctsSettings,
        exact: Exact<G>,
        knowledge: K,
        evaluator: E,
        seed: u64,
    ) -> Self {
        let max_bytes = settings.memory as usize * 1024 * 1024;
        let part = if K::HAS_TRANSPOSITIONS { max_bytes / TRANSPOSITIONS_PART } else { 0 };
        let transpositions = Transpositions::new(part);
        let taken = knowledge.bytes() + transpositions.max_bytes();
        let mut mcts = Self {
            record: record.clone(),
            settings,
            exact,
            random: Random::new(seed),
            tree: Tree::new(max_bytes.saturating_sub(taken)),
            knowledge,
            evaluator,
            playouts: 0,
            playouts_at_growth: 0,
            nodes_at_growth: 0,
            focus: Focus::at_root(record.ply()),
            path: Path { nodes: Vec::new(), keys: Vec::new(), positions: Vec::new() },
            repeated: Repeated::of(record),
            nearest_closed: NearestClosed::NONE,
            is_settled: false,
            probing: None,
            lines: 1,
            moves: Vec::new(),
            transpositions,
        };
        mcts.prepare_focus();
        mcts
    }

    /// Whether the focus is decided, or seems so and nothing more can be found out.
    pub(super) fn is_done(&self) -> bool {
        self.is_decided() || self.is_settled
    }

    /// Whether the focus is proven, the game is over, or the visit counter is full.
    pub(super) fn is_decided(&self) -> bool {
        let focus = self.tree.node(self.focus.index);
        focus.is_proven() || !focus.has_children() || focus.visits() == u32::MAX
    }

    /// The combined results of one or more searches of the same position.
    pub(super) fn roots(searches: &[Self]) -> Roots<'_, G, E::Statistics> {
        let first = &searches[0];
        let distances = first.exact.as_deref().map(|oracle| (oracle, first.nearest_closed));
        let trees = searches.iter().map(Self::focused).collect();
        Roots::new(&first.record, trees, first.settings.choice, distances, K::finish_line)
    }

    fn focused(&self) -> Focused<'_, G::Move, E::Statistics> {
        Focused { tree: &self.tree, index: self.focus.index }
    }

    fn own_root(&self) -> Roots<'_, G, E::Statistics> {
        Self::roots(std::slice::from_ref(self))
    }

    fn simulate(&mut self) {
        let reward = match self.descend() {
            Leaf::Known(outcome) => outcome.into(),
            Leaf::Open(position) => self.evaluate(position),
        };
        self.playouts += 1;
        let above = self.focus.above.len();
        let backup = Backup { reward, minimax_weight: self.knowledge.minimax_weight() };
        self.tree.back_up(&self.path.nodes, above, backup, self.settings.proofs);
        self.note_path();
        self.tree.select(&self.path.nodes[above..], self.exploration());
    }

    /// Notes the results of the nodes on the path in the transposition table.
    fn note_path(&mut self) {
        let nodes = &self.path.nodes[self.focus.above.len()..];
        for (node, &key) in nodes.iter().zip(&self.path.keys) {
            self.transpositions.note(key, self.tree.node(node.index));
        }
    }

    /// The result of a simulation that ends at an open leaf, the last node of the path: at its first visit
    /// that of another node of the position, if there is one.
    fn evaluate(&mut self, position: G) -> <E::Statistics as Statistics>::Reward {
        let leaf = self.path.nodes[self.path.nodes.len() - 1].index;
        let statistics = self.tree.node(leaf).statistics();
        let key = self.path.keys.last().filter(|_| statistics.visits() == 0);
        let known = key.and_then(|&key| self.transpositions.get(key));
        known.unwrap_or_else(|| self.evaluator.evaluate(position, statistics, &mut self.random))
    }

    /// Descends to a leaf, and expands it if it has enough visits.
    fn descend(&mut self) -> Leaf<G> {
        self.path.clear();
        self.path.nodes.extend_from_slice(&self.focus.above);
        let exploration = self.exploration();
        let mut position = self.record.position().clone();
        let mut index = self.focus.index;
        loop {
            index = self.path.follow(&self.tree, index, &mut position, K::HAS_TRANSPOSITIONS);
            let node = self.tree.node(index);
            if let Some(outcome) = node.outcome() {
                return Leaf::Known(outcome);
            }
            if !node.has_children() {
                if let Some(outcome) = self.outcome(&position) {
                    self.prove(index, Decided::now(outcome));
                    return Leaf::Known(outcome);
                }
                let valued = self.exact_value(&position);
                if let Some(Valued { value, is_certain: true }) = valued {
                    let outcome = value.outcome(position.side_to_move());
                    self.prove(index, Decided { outcome, plies: value.plies().unwrap_or(0) });
                    return Leaf::Known(outcome);
                }
                if self.tree.node(index).visits() < self.settings.threshold {
                    return match valued {
                        Some(it) => Leaf::Known(it.value.outcome(position.side_to_move())),
                        None => Leaf::Open(position),
                    };
                }
                let decided = self.expand(index, &position);
                self.note_growth();
                if let Some(decided) = decided {
                    self.prove(index, decided);
                    return Leaf::Known(decided.outcome);
                }
            }
            let tried = self.tree.try_child(index, |n| self.random.below(n));
            let Some(child) = tried.or_else(|| self.tree.highest_child(index, exploration)) else {
                // Memory is full: evaluate here and keep searching the existing tree.
                return Leaf::Open(position);
            };
            index = child;
            position.play(self.tree.node(index).mv().expect("a child has a move"));
        }
    }

    /// Notes when the tree has grown enough.
    pub(super) fn note_growth(&mut self) {
        let nodes = self.tree.len();
        if nodes > self.nodes_at_growth + self.nodes_at_growth / GROWTH {
            (self.playouts_at_growth, self.nodes_at_growth) = (self.playouts, nodes);
        }
    }

    /// The outcome at the end of a simulation's path, including draws by repetition on the path or
    /// before it.
    fn outcome(&self, position: &G) -> Option<Outcome> {
        position.outcome().or_else(|| {
            // The record already includes the focus.
            let [_, passed @ .., _] = &self.path.positions[..] else { return None };
            self.record.draws_at(passed, position).then_some(Outcome::Draw)
        })
    }

    /// Adds the children of a leaf, if there is enough memory. Returns the outcome if one ply of
    /// lookahead, or the knowledge, proves it.
    fn expand(&mut self, leaf: Index, position: &G) -> Option<Decided> {
        let side = position.side_to_move();
        let moves = &mut self.moves;
        moves.clear();
        let (lookahead, plies, is_partial) = if !self.settings.proofs {
            (Lookahead::Open, 0, self.knowledge.moves(position, moves))
        } else if self.knowledge.is_dead(position) {
            position.legal_moves(moves);
            (Lookahead::Draw, 0, false)
        } else {
            let Listed { urgency, plies, is_partial } =
                self.knowledge.urgent_moves(position, moves);
            (look_ahead(position, &self.repeated, urgency, moves), plies, is_partial)
        };
        let decided = match lookahead {
            Lookahead::Win => Decided { outcome: Outcome::Win(side), plies },
            Lookahead::Draw => Decided::now(Outcome::Draw),
            Lookahead::Loss => return Some(Decided { outcome: Outcome::Win(side.other()), plies }),
            Lookahead::Open => {
                let Self { evaluator, knowledge, tree, random, .. } = self;
                let is_expanded = evaluator.expand(knowledge, tree, leaf, position, moves, random);
                if is_expanded && is_partial {
                    tree.mark_partial(leaf);
                }
                return None;
            }
        };
        // All these moves are equally good, so one child is enough.
        if self.tree.expand(leaf, &self.moves[..1])
            && let Some(child) = self.tree.try_child(leaf, |_| 0)
        {
            self.tree.prove(child, decided.after());
        }
        Some(decided)
    }

    fn exploration(&self) -> Exploration {
        Exploration { c: self.settings.c as f32, growth: K::EXPLORATION_GROWTH }
    }

    fn prove(&mut self, index: Index, decided: Decided) {
        if self.settings.proofs {
            self.tree.prove(index, decided);
        }
    }
}

impl<G: Game> Path<G> {
    fn clear(&mut self) {
        self.nodes.clear();
        self.keys.clear();
        self.positions.clear();
    }

    /// Descends along the children that the last backup selected, and returns the node at which
    /// that ends: one without children, or one whose selected child has no node yet. The tree does
    /// not change. With `has_keys`, the path gets the keys of the positions.
    fn follow<S: Statistics>(
        &mut self,
        tree: &Tree<G::Move, S>,
        mut index: Index,
        position: &mut G,
        has_keys: bool,
    ) -> Index {
        let mut node = tree.node(index);
        loop {
            let side = position.side_to_move();
            self.nodes.push(PathNode { index, side });
            if has_keys {
                self.keys.push(position.key());
            }
            if Record::<G>::COUNTS_POSITIONS {
                self.positions.push(position.clone());
            }
            let Some(child) = node.next() else { return index };
            (index, node) = (child, tree.node(child));
            position.play(node.mv().expect("a child has a move"));
        }
    }
}

impl<G: SearchGame, K: Knowledge<G>, E: Evaluator<G, K>> Strategy<G> for Mcts<G, K, E> {
    fn unit(&mut self) -> bool {
        if self.is_done() {
            return false;
        }
        if let Some(probing) = self.probing {
            self.probe(probing);
        } else if self.tree.node(self.focus.index).is_closed() {
            self.reopen_focus();
        } else {
            self.simulate();
            let unmoved = self.widen();
            self.begin_probe(unmoved);
        }
        !self.is_done()
    }

    fn is_forced(&self) -> bool {
        let focus = self.focus.index;
        let is_complete = !self.tree.node(focus).is_partial() && self.tree.untried(focus) == 0;
        is_complete && self.tree.children(focus).1.len() == 1
    }

    /// After so many playouts with hardly any growth, some leaf has more visits than the threshold but
    /// was not expanded, because the game ends there or memory is full.
    fn may_grow(&self) -> bool {
        let without_growth = self.playouts - self.playouts_at_growth;
        without_growth <= self.tree.len() as u64 * (u64::from(self.settings.threshold) + 1)
    }

    fn counts(&self) -> Counts {
        Counts { playouts: self.playouts, nodes: self.tree.len() as u64 }
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        self.own_root().decision()
    }

    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        self.own_root().verdict()
    }

    fn set_multi_pv(&mut self, max: usize) {
        self.lines = max;
        self.complete_focus();
    }

    fn lines(&self, max: usize) -> Vec<Line<G::Move>> {
        self.own_root().lines(max)
    }

    fn advance(&mut self, moves: &[G::Move]) {
        self.advance_focus(moves);
    }

    fn focus(&mut self, record: &Record<G>, moves: usize) -> bool {
        self.move_focus(record, moves)
    }

    fn bytes_to_compact(&self) -> usize {
        Strategy::bytes(self)
    }

    fn bytes(&self) -> usize {
        self.tree.bytes() + self.transpositions.bytes() + self.knowledge.bytes()
    }

    fn max_bytes(&self, limits: &Limits) -> usize {
        // Without a threshold, a playout may expand nodes down to the end of the game.
        let playouts = limits.playouts.filter(|_| self.settings.threshold > 0);
        let playouts = playouts.map_or(usize::MAX, |it| usize::try_from(it).unwrap_or(usize::MAX));
        let width = self.record.position().max_moves();
        // A leaf is expanded once it has enough visits, which it may have from earlier turns.
        let is_new = self.playouts == 0;
        let per_expansion = if is_new { self.settings.threshold.max(1) as usize } else { 1 };
        let expansions = playouts / per_expansion;
        let has_nodes_at_once = self.settings.policy.is_none();
        // A family that is widened moves to another block, and once more if it gets all moves.
        let is_partial = self.knowledge.leaves_moves_out();
        let is_widened = is_partial || self.lines > 1;
        // With playouts, its children only all have nodes then.
        let is_counted = !is_partial || has_nodes_at_once;
        let widened = if is_counted { 0 } else { expansions.saturating_mul(width) };
        let blocks = if is_widened { 3 } else { 1 };
        // In a new search a playout adds its leaf, if that is proven, and the leaf's parent; later, every
        // position of its path.
        let positions = playouts.saturating_mul(if is_new { 2 } else { width + 1 });
        self.knowledge.bytes()
            + self.transpositions.max_bytes_after(positions)
            + self.tree.max_bytes_after(Growth {
                families: expansions.saturating_add(PREPARED),
                // One at each playout, all children of the prepared nodes, and those of the widened.
                nodes: playouts.saturating_add(PREPARED * width).saturating_add(widened),
                children: expansions.saturating_add(PREPARED).saturating_mul(blocks * width),
                has_nodes_at_once,
            })
    }
}
