//! The player `minimax`: alpha-beta (Knuth and Moore 1975) with iterative
//! deepening (Slate and Atkin 1977) and a static evaluator.
//!
//! * **Values** are `First`'s, whoever is to move, so a side that moves twice in a row needs no
//!   special case. A sooner win has a higher value.
//! * **Windows**: the first move of a node is searched with the whole window, the others with a
//!   null window (principal variation search, Marsland and Campbell 1982); the root starts with a
//!   narrow window around the last value (aspiration, Slate and Atkin 1977).
//! * **Move ordering**: the best move of the table, then killer moves, the history heuristic and a
//!   static score (`ordering.rs`).
//! * **Transpositions** (`table.rs`): the table stores no value that depends on a repetition of
//!   positions on the path or before it, because it holds only for this path.
//! * **Proofs** (`claim.rs`): a result that depends on the table, or on a search that left out
//!   moves, is called proven only after a search without either confirms it. If a win is refuted
//!   this way, the radius of the supposed loser is widened.
//!
//! The path of the search is in a `Vec` and not on the stack: a unit of work visits one
//! position, and slicing never changes the answer.

mod alpha_beta;
mod claim;
mod node;
mod ordering;
mod repetition;
mod table;

use playout_games::{Outcome, Record, Side};

use crate::game::{MOST_POINTS, SearchGame};
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Line, Proof, Random};
use alpha_beta::{AlphaBeta, INFINITE, Variation, WIN, winner};
use claim::{Claim, Goal};
use node::Window;

/// The depth of a search without a limit: more than any search can reach.
const MAX_DEPTH: u32 = 1_000;
/// With this radius, candidates are all legal moves on every board.
const MAX_RADIUS: u32 = 19;
/// A claim may take as many nodes as the search before it, but at least this many, before it is
/// abandoned.
const LEAST_CLAIM: u64 = 20_000;

/// The settings of `minimax`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimaxSettings {
    /// The depth in plies; `None` means until another limit ends the search.
    pub depth: Option<u32>,
    /// The maximum size of the transposition table in MiB; 0 for none.
    pub memory: u32,
    /// The initial distance of candidate moves from the pieces on the board, in games with a
    /// radius.
    pub radius: u32,
    /// A move at most this many points worse than the best may be chosen, so that games differ. The
    /// seed decides among such moves; 0 allows only the best. A win is always played.
    pub margin: u32,
}

impl MinimaxSettings {
    /// The default for every game.
    pub const COMMON: Self = Self { depth: None, memory: 64, radius: 2, margin: 0 };
}

/// The result of an iteration of iterative deepening.
#[derive(Clone, Debug)]
struct Iteration<M> {
    depth: u32,
    best: Variation<M>,
    /// The moves within the margin of the best, including it, the best first; empty without a
    /// margin, or if the game is decided.
    within_margin: Vec<Variation<M>>,
    /// As many moves as were requested, the best first.
    lines: Vec<Variation<M>>,
}

/// A proof about the position of the record.
#[derive(Clone, Debug)]
struct Proven<M> {
    outcome: Outcome,
    plies: Option<u32>,
    /// The variation that achieves it; `None` if every move does.
    best: Option<Variation<M>>,
}

/// The current phase of a search.
#[derive(Debug)]
enum Phase<G: SearchGame> {
    Searching,
    /// Checking a claim, up to a number of nodes.
    Confirming(Box<Claim<G>>, u64),
    Done,
}

#[derive(Debug)]
pub(crate) struct Minimax<G: SearchGame> {
    record: Record<G>,
    settings: MinimaxSettings,
    random: Random,
    /// The moves of the root in random order: the first of those within the margin is chosen.
    order: Vec<G::Move>,
    phase: Phase<G>,
    search: AlphaBeta<G>,
    /// The depth of the current iteration.
    depth: u32,
    /// The distance of the current window's bounds from the last value.
    reach: i32,
    /// The number of lines requested.
    lines: usize,
    /// The last complete iteration.
    last: Option<Iteration<G::Move>>,
    proven: Option<Proven<G::Move>>,
    nodes: u64,
}

impl<G: SearchGame> Minimax<G> {
    pub(crate) fn new(record: &Record<G>, settings: MinimaxSettings, seed: u64) -> Self {
        let bytes = settings.memory as usize * 1024 * 1024;
        let mut player = Self {
            record: record.clone(),
            settings,
            random: Random::new(seed),
            order: Vec::new(),
            phase: Phase::Done,
            search: AlphaBeta::new(record.position().clone(), bytes, settings.margin),
            depth: 0,
            reach: INFINITE,
            lines: 1,
            last: None,
            proven: None,
            nodes: 0,
        };
        player.begin();
        player
    }

    /// Starts to search the position of the record.
    fn begin(&mut self) {
        self.order.clear();
        self.last = None;
        self.proven = None;
        self.nodes = 0;
        if self.record.outcome().is_some() {
            self.phase = Phase::Done;
            return;
        }
        self.search.set_root(self.record.position().clone(), self.lines);
        self.search.set_radius([self.settings.radius; 2]);
        self.list_moves();
        self.begin_iteration(1);
    }

    /// Lists the moves of the root in random order, because the first among equals is played.
    fn list_moves(&mut self) {
        self.order = self.search.root_candidates();
        self.random.shuffle(&mut self.order);
        self.search.set_moves(&self.order);
    }

    fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        // The values of the first iterations vary widely, and every requested line needs its own
        // value.
        let is_narrow = depth > 3 && self.settings.margin == 0 && self.lines == 1;
        self.reach = if is_narrow { (G::POINTS_TO_LEAD / 8.0) as i32 } else { INFINITE };
        self.begin_window();
    }

    /// Starts the current iteration with its current window.
    fn begin_window(&mut self) {
        let middle = self.last.as_ref().map_or(0, |last| last.best.value);
        let is_narrow = self.reach < MOST_POINTS && middle.abs() <= MOST_POINTS;
        let reach = if is_narrow { self.reach } else { INFINITE };
        self.search.begin(self.depth, Window { alpha: middle - reach, beta: middle + reach });
        self.phase = Phase::Searching;
    }

    /// Continues the search, and returns whether that visited a position.
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
        let (value, line, asked) = (root.best, root.line.clone(), root.asked);
        if let Some(&best) = line.first() {
            // The next iteration searches the best move first, and the others in the same order as
            // before.
            self.search.search_first(best);
        }
        let is_decided = value.abs() > MOST_POINTS;
        if !asked.contains(value) {
            self.reach = if is_decided { INFINITE } else { self.reach.saturating_mul(4) };
            self.begin_window();
            return;
        }
        let margin = self.settings.margin as i32;
        let is_within = |it: &&Variation<_>| !is_decided && (it.value - value).abs() < margin;
        let exact = self.search.exact().iter();
        self.last = Some(Iteration {
            depth: self.depth,
            best: Variation { value, line },
            within_margin: exact.clone().filter(is_within).cloned().collect(),
            lines: exact.take(self.lines).cloned().collect(),
        });
        self.conclude();
    }

    /// Decides how to continue after a complete iteration.
    fn conclude(&mut self) {
        let Some(last) = &self.last else { return };
        let (value, doubts) = (last.best.value, self.search.doubts());
        if value.abs() > MOST_POINTS {
            let winner = winner(value);
            if doubts.table || doubts.left_out[winner.other() as usize] {
                self.claim(winner, Goal::Win((WIN - value.abs()) as u32));
            } else {
                self.win_is_proven(winner, None);
            }
        } else if !self.search.root().grounds.to_the_end {
            self.deepen();
        } else if doubts.table || doubts.left_out.contains(&true) {
            // The claim of one side first, then that of the other.
            self.claim(Side::First, Goal::Draw(MAX_DEPTH));
        } else {
            self.draw_is_proven(None);
        }
    }

    /// Starts to check a claim.
    fn claim(&mut self, side: Side, goal: Goal) {
        // The next iteration tries again with more nodes.
        let most = self.nodes + self.nodes.max(LEAST_CLAIM);
        let radius = self.search.radius()[side as usize];
        let best = |key| self.search.best_place(key);
        let claim = Claim::new(&self.record, side, goal, radius, best);
        self.phase = Phase::Confirming(Box::new(claim), most);
    }

    /// Continues with the current claim; this always visits a position.
    fn confirm(&mut self) {
        let Phase::Confirming(claim, most) = &mut self.phase else { return };
        self.nodes += 1;
        let Some(is_true) = claim.unit(&self.record, |key| self.search.best_place(key)) else {
            if self.nodes >= *most {
                self.deepen();
            }
            return;
        };
        let (side, goal) = (claim.side(), claim.goal());
        let first_move = if is_true { claim.first_move() } else { None };
        match (goal, is_true) {
            (Goal::Win(_), true) => self.win_is_proven(side, first_move),
            (Goal::Win(_), false) => self.is_refuted(&[side.other()]),
            (Goal::Lasts(plies), _) => self.length_is_known(is_true.then_some(plies + 1)),
            (Goal::Draw(plies), true) if side == Side::First => {
                self.keep_first(first_move);
                self.claim(Side::Second, Goal::Draw(plies));
            }
            (Goal::Draw(_), true) => self.draw_is_proven(first_move),
            (Goal::Draw(_), false) => self.is_refuted(&Side::BOTH),
        }
    }

    /// Moves the root's move that a claim proved to the front of the last iteration.
    fn keep_first(&mut self, first_move: Option<G::Move>) {
        if let (Some(mv), Some(last)) = (first_move, &mut self.last)
            && last.best.line.first() != Some(&mv)
        {
            last.best.line = vec![mv];
        }
    }

    /// The last value is a win, and it has been confirmed.
    fn win_is_proven(&mut self, winner: Side, first_move: Option<G::Move>) {
        self.keep_first(first_move);
        let Some(last) = &self.last else { return };
        let plies = (WIN - last.best.value.abs()) as u32;
        let side = self.record.position().side_to_move();
        let best = (winner == side).then(|| last.best.clone());
        self.proven = Some(Proven { outcome: Outcome::Win(winner), plies: None, best });
        let doubts = self.search.doubts();
        if plies > self.depth && !self.is_deepest() {
            // There may be a sooner one.
            self.deepen();
        } else if plies > 1 && (doubts.table || doubts.left_out[winner as usize]) {
            self.claim(winner.other(), Goal::Lasts(plies - 1));
        } else {
            self.length_is_known(Some(plies));
        }
    }

    /// The length of the proven win is known, or the win is shorter than was found.
    fn length_is_known(&mut self, plies: Option<u32>) {
        if let Some(proven) = &mut self.proven {
            proven.plies = plies;
        }
        if plies.is_some() {
            self.phase = Phase::Done;
        } else {
            self.deepen();
        }
    }

    fn draw_is_proven(&mut self, first_move: Option<G::Move>) {
        self.keep_first(first_move);
        let best = self.last.as_ref().map(|last| last.best.clone());
        self.proven = Some(Proven { outcome: Outcome::Draw, plies: None, best });
        self.phase = Phase::Done;
    }

    /// The last value was refuted. It depended on moves left out, and these sides now get more
    /// candidates, or on a table with values of another history.
    fn is_refuted(&mut self, sides: &[Side]) {
        let doubts = self.search.doubts();
        let mut radius = self.search.radius();
        for side in sides.iter().map(|&side| side as usize) {
            if doubts.left_out[side] && radius[side] < MAX_RADIUS {
                radius[side] += 1;
            }
        }
        if radius != self.search.radius() {
            self.search.set_radius(radius);
            self.list_moves();
            // As at the end of an iteration.
            if let Some(&best) = self.last.as_ref().and_then(|last| last.best.line.first()) {
                self.search.search_first(best);
            }
        } else if doubts.table && self.search.trusts_table() {
            self.search.distrust_table();
        } else {
            self.deepen();
            return;
        }
        self.begin_window();
    }

    fn is_deepest(&self) -> bool {
        self.depth >= self.settings.depth.unwrap_or(MAX_DEPTH)
    }

    /// Starts the next iteration, unless the limits forbid it.
    fn deepen(&mut self) {
        if self.is_deepest() {
            self.phase = Phase::Done;
        } else {
            self.begin_iteration(self.depth + 1);
        }
    }

    /// The nodes that the search of a move took.
    fn nodes_of(&self, mv: G::Move) -> u64 {
        self.search.moves().iter().find(|(root, _)| *root == mv).map_or(0, |(_, nodes)| *nodes)
    }

    /// The estimate and proof that follow if the move to be played has a value.
    fn known_of(&self, value: i32) -> (Estimate, Option<Proof>) {
        let side = self.record.position().side_to_move();
        let proof = self.proven.as_ref().map(|it| Proof::new(it.outcome, side, it.plies));
        let estimate = proof.map_or_else(
            || estimate_of(value, side),
            |proof| Estimate::certain(proof.outcome, side),
        );
        (estimate, proof)
    }

    /// The variation that it would play now.
    fn best(&self) -> Option<Variation<G::Move>> {
        if let Some(best) = self.proven.as_ref().and_then(|proven| proven.best.clone()) {
            return Some(best);
        }
        // An iteration searches the best move of the last one first, so the best move of an
        // incomplete iteration is at least as good. But only a complete iteration knows the moves
        // within the margin, or the best few.
        let is_single = self.settings.margin == 0 && self.lines == 1;
        let is_searching = matches!(self.phase, Phase::Searching);
        let root = self.search.root();
        if is_searching && (is_single || self.last.is_none()) && !root.line.is_empty() {
            return Some(Variation { value: root.best, line: root.line.clone() });
        }
        let Some(last) = &self.last else {
            return Some(Variation { value: 0, line: vec![*self.order.first()?] });
        };
        let place = |it: &&Variation<_>| self.order.iter().position(|mv| it.line[0] == *mv);
        Some(last.within_margin.iter().min_by_key(place).unwrap_or(&last.best).clone())
    }
}

impl<G: SearchGame> Strategy<G> for Minimax<G> {
    fn unit(&mut self) -> bool {
        loop {
            match self.phase {
                Phase::Searching => {
                    if self.search() {
                        return true;
                    }
                }
                Phase::Confirming(..) => {
                    self.confirm();
                    return true;
                }
                Phase::Done => return false,
            }
        }
    }

    fn counts(&self) -> Counts {
        Counts { playouts: 0, nodes: self.nodes }
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        let best = self.best()?;
        let mv = *best.line.first()?;
        let (estimate, proof) = self.known_of(best.value);
        let depth = Some(self.last.as_ref().map_or(0, |last| last.depth));
        let moves = self.record.legal_moves().into_iter();
        let visits = moves.map(|mv| (mv, self.nodes_of(mv))).collect();
        Some(Decision { mv, estimate, depth, visits, line: best.line, proof })
    }

    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        Some(self.known_of(self.best()?.value))
    }

    fn want_lines(&mut self, most: usize) {
        self.lines = most;
        self.begin();
    }

    fn lines(&self, most: usize) -> Vec<Line<G::Move>> {
        let Some(decision) = self.decision() else { return Vec::new() };
        let (side, chosen) = (self.record.position().side_to_move(), decision.mv);
        let mut lines = vec![Line::from(decision)];
        // Only in a lost position are the outcomes of the other moves known.
        let lost = self.proven.as_ref().filter(|it| it.outcome == Outcome::Win(side.other()));
        let others = self.last.iter().flat_map(|last| &last.lines);
        lines.extend(others.filter(|it| it.line[0] != chosen).map(|it| {
            let proof = lost.map(|lost| Proof::new(lost.outcome, side, None));
            let estimate = estimate_of(it.value, side);
            Line {
                mv: it.line[0],
                value: estimate.value(),
                estimate,
                visits: self.nodes_of(it.line[0]),
                line: it.line.clone(),
                proof,
            }
        }));
        lines.truncate(most);
        lines
    }

    fn advance(&mut self, moves: &[G::Move]) {
        for &mv in moves {
            self.record.play(mv);
            self.search.advance();
        }
        self.begin();
    }

    fn begin_turn(&mut self, depth: Option<u32>) {
        self.settings.depth = depth;
        self.begin();
    }
}

/// An evaluation as fractions of wins, draws and losses.
fn estimate_of(value: i32, side: Side) -> Estimate {
    let value = if side == Side::First { value } else { -value };
    let value = f64::from(value.clamp(-MOST_POINTS, MOST_POINTS)) / f64::from(MOST_POINTS);
    Estimate { win: value.max(0.0), draw: 1.0 - value.abs(), loss: (-value).max(0.0) }
}
