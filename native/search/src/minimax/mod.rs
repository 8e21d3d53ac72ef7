//! The player `minimax`: alpha-beta (Knuth and Moore 1975) with iterative
//! deepening (Slate and Atkin 1977) and a static evaluator.
//!
//! * **Values** are from `First`'s point of view, whoever is to move, so a side that moves twice in
//!   a row needs no special case. Faster wins have higher values.
//! * **Windows**: the first move of a node is searched with the full window, the others with a null
//!   window (principal variation search, Marsland and Campbell 1982). The root starts with a narrow
//!   window around the value of the previous iteration (aspiration, Slate and Atkin 1977).
//! * **Move ordering**: the transposition table's best move first, then killer moves, the history
//!   heuristic and a static score (`ordering.rs`).
//! * **Transpositions** (`transpositions.rs`): a value in which a draw by repetition had a part may be
//!   wrong on another path, so it is not stored, and neither are those of the nodes above that follow
//!   from it.
//! * **Exact values**, with `exact=on`: where a table's value is certain with the history
//!   (`certainty.rs`), it ends the line as the end of the game does. Elsewhere the search goes on,
//!   and at its depth limit such a win counts as better than every evaluation, but as no win.
//! * **Proofs** (`claim.rs`): a result that depends on the transposition table, or on a search that
//!   left out moves, counts as proven only after a search without either confirms it. If that search
//!   refutes a win, or takes too long at the last depth, the supposed loser's candidate radius grows.
//!
//! The path is kept in a `Vec`, not on the call stack, so the search can pause after any position.
//! A unit of work visits one position, and slicing never changes the result.

mod alpha_beta;
pub(crate) mod deepening;
mod node;
pub(crate) mod ordering;
mod results;
pub(crate) mod root;
mod settings;
pub(crate) mod transpositions;
pub(crate) mod value;

use playout_games::{Outcome, Record, Side};

use crate::Random;
use crate::certainty::NearestClosed;
use crate::claim::{Claim, Goal};
use crate::exact::Exact;
use crate::game::{MAX_POINTS, POINTS_TO_LEAD, SearchGame};
use alpha_beta::{AlphaBeta, Caveats};
use deepening::{Aspiration, Deepening, MAX_DEPTH};
use node::Window;
use root::Variation;
pub use settings::{MinimaxSettings, Threats};
use value::{WIN, winner};

/// With this radius, every legal move is a candidate on any board.
const MAX_RADIUS: u32 = 19;
/// A claim is abandoned after as many nodes as the search before it took, but not before this many.
const MIN_CLAIM_NODES: u64 = 20_000;

/// A proof about the position of the record.
#[derive(Clone, Debug)]
struct Proven<M> {
    outcome: Outcome,
    plies: Option<u32>,
    /// The variation that achieves the outcome; `None` if every move does.
    best: Option<Variation<M, Caveats>>,
}

/// The current phase of a search.
#[derive(Debug)]
enum Phase<G: SearchGame> {
    Searching,
    /// Checking a claim until the search has visited this many nodes.
    Confirming(Box<Claim<G>>, u64),
    Done,
}

#[derive(Debug)]
pub(crate) struct Minimax<G: SearchGame> {
    record: Record<G>,
    settings: MinimaxSettings,
    exact: Exact<G>,
    random: Random,
    phase: Phase<G>,
    search: AlphaBeta<G>,
    deepening: Deepening<G::Move, Caveats>,
    /// The number of lines requested.
    lines: usize,
    proven: Option<Proven<G::Move>>,
    nodes: u64,
}

impl<G: SearchGame> Minimax<G> {
    const ASPIRATION: Aspiration =
        Aspiration { above: 3, within: MAX_POINTS, delta: (POINTS_TO_LEAD / 8.0) as i32 };

    /// A player at the position of a record, which uses exact values if there are any.
    pub(crate) fn new(
        record: &Record<G>,
        settings: MinimaxSettings,
        exact: Exact<G>,
        seed: u64,
    ) -> Self {
        let bytes = settings.memory as usize * 1024 * 1024;
        let mut player = Self {
            record: record.clone(),
            settings,
            random: Random::new(seed),
            phase: Phase::Done,
            search: AlphaBeta::new(record.position().clone(), bytes, &settings, exact.clone()),
            exact,
            deepening: Deepening::new(Self::ASPIRATION),
            lines: 1,
            proven: None,
            nodes: 0,
        };
        player.begin();
        player
    }

    /// Starts searching the record's position.
    fn begin(&mut self) {
        self.deepening = Deepening::new(Self::ASPIRATION);
        self.proven = None;
        self.nodes = 0;
        if self.record.outcome().is_some() {
            self.phase = Phase::Done;
            return;
        }
        let nearest_closed = NearestClosed::known_in(&self.record, &self.exact);
        self.search.set_root(self.record.position().clone(), nearest_closed, self.lines);
        self.search.set_radius([self.settings.radius; 2]);
        self.list_moves();
        self.begin_iteration(1);
    }

    /// Lists the root moves in random order, because the first of equally good moves is played.
    fn list_moves(&mut self) {
        let mut moves = self.search.root_candidates();
        if moves.len() < self.lines {
            moves = self.record.legal_moves();
        }
        self.random.shuffle(&mut moves);
        self.search.root_moves.set(moves.iter().copied());
        self.deepening.order = moves;
    }

    fn begin_iteration(&mut self, depth: u32) {
        self.deepening.begin(depth, &self.search.root_moves);
        self.begin_window();
    }

    /// Starts the current iteration, or restarts it with a new window.
    fn begin_window(&mut self) {
        let (alpha, beta) = self.deepening.window();
        self.search.begin(self.deepening.depth(), Window { alpha, beta });
        self.phase = Phase::Searching;
    }

    /// Visits the next position; returns `false` if the iteration had none left.
    fn search(&mut self) -> bool {
        let has_visited = self.search.visit(&self.record);
        if has_visited {
            self.nodes += 1;
        } else {
            self.finish_iteration();
        }
        has_visited
    }

    /// Ends an iteration, or restarts it with a wider window.
    fn finish_iteration(&mut self) {
        let root = self.search.root();
        let (value, line, initial_window) = (root.best, root.line.clone(), root.initial_window);
        if let Some(&best) = line.first() {
            // The next iteration searches the best move first; the other moves keep their order.
            self.search.root_moves.search_first(best);
        }
        if !initial_window.contains(value) {
            if value.abs() > MAX_POINTS {
                self.deepening.open();
            } else {
                self.deepening.widen();
            }
            self.begin_window();
            return;
        }
        let best = Variation { value, line, caveats: self.search.caveats() };
        self.deepening.finish(best, &self.search.root_moves);
        self.conclude();
    }

    /// Decides what to do after a complete iteration: finish, check a claim, or go deeper.
    fn conclude(&mut self) {
        let Some(last) = &self.deepening.last else { return };
        let (value, caveats) = (last.best.value, self.search.caveats());
        if value.abs() > MAX_POINTS {
            let winner = winner(value);
            if caveats.table || caveats.left_out[winner.other() as usize] {
                self.claim(winner, Goal::Win((WIN - value.abs()) as u32));
            } else {
                self.prove_win(winner, None);
            }
        } else if !self.search.root().dependencies.to_the_end {
            self.deepen();
        } else if caveats.table || caveats.left_out.contains(&true) {
            // Each side must be able to draw: first check one, then the other.
            self.claim(Side::First, Goal::Draw(MAX_DEPTH));
        } else {
            self.prove_draw(None);
        }
    }

    /// Starts checking a claim.
    fn claim(&mut self, side: Side, goal: Goal) {
        // If these are not enough, the next iteration tries again with more.
        let max_nodes = self.nodes + self.nodes.max(MIN_CLAIM_NODES);
        let radius = self.search.radius()[side as usize];
        let best = |key| self.search.best_index(key);
        let claim = Claim::new(&self.record, (side, goal), self.exact.clone(), radius, best);
        self.phase = Phase::Confirming(Box::new(claim), max_nodes);
    }

    /// Visits the next position of the current claim.
    fn confirm(&mut self) {
        let Phase::Confirming(claim, max_nodes) = &mut self.phase else { return };
        self.nodes += 1;
        let (side, goal) = (claim.side(), claim.goal());
        let Some(is_true) = claim.visit(&self.record, |key| self.search.best_index(key)) else {
            if self.nodes >= *max_nodes {
                self.abandon_claim(side, goal);
            }
            return;
        };
        let first_move = if is_true { claim.first_move() } else { None };
        match (goal, is_true) {
            (Goal::Win(_), true) => self.prove_win(side, first_move),
            (Goal::Win(_), false) => self.handle_doubt(&[side.other()], 1),
            (Goal::Survive(plies), _) => self.set_proof_length(is_true.then_some(plies + 1)),
            (Goal::Draw(plies), true) if side == Side::First => {
                self.set_best_move(first_move);
                self.claim(Side::Second, Goal::Draw(plies));
            }
            (Goal::Draw(_), true) => self.prove_draw(first_move),
            (Goal::Draw(_), false) => self.handle_doubt(&Side::BOTH, 1),
        }
    }

    /// Makes the move that a claim proved the best move of the last iteration.
    fn set_best_move(&mut self, first_move: Option<G::Move>) {
        if let (Some(mv), Some(last)) = (first_move, &mut self.deepening.last)
            && last.best.line.first() != Some(&mv)
        {
            last.best.line = vec![mv];
        }
    }

    /// Records a confirmed win, and continues until its length is known.
    fn prove_win(&mut self, winner: Side, first_move: Option<G::Move>) {
        self.set_best_move(first_move);
        let Some(last) = &self.deepening.last else { return };
        let plies = (WIN - last.best.value.abs()) as u32;
        let side = self.record.position().side_to_move();
        let best = (winner == side).then(|| last.best.clone());
        self.proven = Some(Proven { outcome: Outcome::Win(winner), plies: None, best });
        let caveats = self.search.caveats();
        // A win beyond the depth is known from exact values or from the transposition table. There may
        // be a shorter one, unless every line ended with its exact value.
        let is_final = self.exact.is_some() && self.search.root().dependencies.to_the_end;
        if plies > self.deepening.depth() && !is_final && !self.is_deepest() {
            self.deepen();
        } else if plies > 1 && (caveats.table || caveats.left_out[winner as usize]) {
            self.claim(winner.other(), Goal::Survive(plies - 1));
        } else {
            self.set_proof_length(Some(plies));
        }
    }

    /// Records the length of the proven win; `None` if a shorter win than the one found exists.
    fn set_proof_length(&mut self, plies: Option<u32>) {
        if let Some(proven) = &mut self.proven {
            proven.plies = plies;
        }
        if plies.is_some() {
            self.phase = Phase::Done;
        } else {
            self.deepen();
        }
    }

    fn prove_draw(&mut self, first_move: Option<G::Move>) {
        self.set_best_move(first_move);
        let best = self.deepening.last.as_ref().map(|last| last.best.clone());
        self.proven = Some(Proven { outcome: Outcome::Draw, plies: None, best });
        self.phase = Phase::Done;
    }

    /// Handles a claim that takes too many nodes. The next iteration tries again. The last one does
    /// without the claim: it searches every reply to a win.
    fn abandon_claim(&mut self, side: Side, goal: Goal) {
        if self.is_deepest() && matches!(goal, Goal::Win(_)) {
            self.handle_doubt(&[side.other()], MAX_RADIUS);
        } else {
            self.deepen();
        }
    }

    /// Handles a claim that was refuted or takes too many nodes. If the value depended on moves left
    /// out, `sides` get candidates that are `more` points further away; if it depended on table
    /// entries, which may be from another history, they are ignored from now on.
    fn handle_doubt(&mut self, sides: &[Side], more: u32) {
        let caveats = self.search.caveats();
        let mut radius = self.search.radius();
        for side in sides.iter().map(|&side| side as usize) {
            if caveats.left_out[side] && radius[side] < MAX_RADIUS {
                radius[side] = (radius[side] + more).min(MAX_RADIUS);
            }
        }
        if radius != self.search.radius() {
            self.search.set_radius(radius);
            self.list_moves();
            if let Some(&best) =
                self.deepening.last.as_ref().and_then(|last| last.best.line.first())
            {
                self.search.root_moves.search_first(best);
            }
        } else if caveats.table && self.search.uses_table_results() {
            self.search.ignore_table_results();
        } else {
            self.deepen();
            return;
        }
        self.begin_window();
    }

    fn is_deepest(&self) -> bool {
        self.deepening.depth() >= self.settings.depth.unwrap_or(MAX_DEPTH)
    }

    /// Starts the next iteration, unless the depth limit is reached.
    fn deepen(&mut self) {
        if self.is_deepest() {
            self.phase = Phase::Done;
        } else {
            self.begin_iteration(self.deepening.depth() + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use playout_games::Game;
    use playout_games::animal_shogi::AnimalShogi;

    use super::transpositions::Entry;
    use super::*;
    use crate::strategy::Strategy;

    /// Only repetitions draw in Animal Shogi.
    #[test]
    fn no_value_that_depends_on_repetitions_is_stored() {
        let moves = ["1d1c", "3a3b", "1c1d", "3b3a", "1d1c", "3a3b"];
        let record = Record::<AnimalShogi>::from_texts(None, moves).expect("legal moves");
        let settings = MinimaxSettings { depth: Some(7), memory: 1, ..MinimaxSettings::COMMON };
        let mut player = Minimax::new(&record, settings, None, 1);
        let mut entries = 0;
        for mv in ["1c1d", "3b3a"] {
            while player.unit() {}
            for entry in player.search.table().entries() {
                let is_draw = entry.depth == Entry::TO_THE_END && entry.value.abs() <= MAX_POINTS;
                assert!(!is_draw, "{entry:?}");
                entries += 1;
            }
            let mv = player.record.position().parse_move(mv).expect("a move");
            player.advance(&[mv]);
        }
        assert!(entries > 1_000, "{entries}");
    }
}
