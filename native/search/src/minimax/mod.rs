//! The player `minimax`: alpha-beta (Knuth and Moore 1975) with iterative
//! deepening (Slate and Atkin 1977) and a static evaluator.
//!
//! * **Values** are `First`'s, whoever is to move, so a side that moves twice in a row
//!   needs no special care. A sooner win has a higher value.
//! * **Windows**: the first move of a node is searched with the whole window, the others
//!   with a null window (principal variation search, Marsland and Campbell 1982); the
//!   root begins with a narrow window around the last value (aspiration, Slate and Atkin
//!   1977).
//! * **Order**: the best move that the table knows, then by killer moves, the history
//!   heuristic and what moves promise at first sight (`ordering.rs`).
//! * **Transpositions** (`table.rs`): nothing is stored in which a repetition of positions
//!   on the path or before it had a part, because that is true of this path only.
//! * **Proofs** (`claim.rs`): what the table had a part in, or what was found where
//!   moves were left out, is called proven only after a search without both confirms it.
//!   A win that is refuted so widens the radius of the side that was said to lose.
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

/// The depth of a search without one: deeper than any that could be finished.
const MAX_DEPTH: u32 = 1_000;
/// The radius with which candidates are all legal moves on every board.
const MAX_RADIUS: u32 = 19;
/// A claim may take as many nodes as everything before it, and so many at least, before
/// the search goes on without it.
const LEAST_CLAIM: u64 = 20_000;

/// The settings of `minimax`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimaxSettings {
    /// The depth in plies; `None` means until another limit ends the search.
    pub depth: Option<u32>,
    /// The MiB of the transposition table, at most; 0 means without one.
    pub memory: u32,
    /// How far from the pieces on the board candidate moves are at first, in games that
    /// have a radius.
    pub radius: u32,
    /// The points by which a move may be worse than the best and still be chosen, so that
    /// games differ. The seed decides among such moves; 0 leaves only the best. A win is
    /// always played.
    pub margin: u32,
}

impl MinimaxSettings {
    /// What holds in every game where nothing is given.
    pub const COMMON: Self = Self { depth: None, memory: 64, radius: 2, margin: 0 };
}

/// What an iteration of iterative deepening found.
#[derive(Clone, Debug)]
struct Iteration<M> {
    depth: u32,
    best: Variation<M>,
    /// The moves within the margin of the best, which is one of them, the best first; none
    /// without a margin, or if the game is decided.
    within_margin: Vec<Variation<M>>,
    /// As many moves as are asked for, the best first.
    lines: Vec<Variation<M>>,
}

/// What is proven about the position of the record.
#[derive(Clone, Debug)]
struct Proven<M> {
    outcome: Outcome,
    plies: Option<u32>,
    /// The variation that keeps it; `None` where every move does.
    best: Option<Variation<M>>,
}

/// What a search is doing.
#[derive(Debug)]
enum Phase<G: SearchGame> {
    Searching,
    /// Trying a claim, until so many nodes.
    Confirming(Box<Claim<G>>, u64),
    Done,
}

#[derive(Debug)]
pub(crate) struct Minimax<G: SearchGame> {
    record: Record<G>,
    settings: MinimaxSettings,
    random: Random,
    /// The moves of the root in a random order: the first of those within the margin is
    /// chosen.
    order: Vec<G::Move>,
    phase: Phase<G>,
    search: AlphaBeta<G>,
    /// The depth of the current iteration.
    depth: u32,
    /// How far the window of the current iteration reaches from the last value.
    reach: i32,
    /// How many moves are asked for.
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

    /// Begins to search the position of the record.
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

    /// Lists the moves of the root in a random order: of equals the first is played.
    fn list_moves(&mut self) {
        self.order = self.search.root_candidates();
        self.random.shuffle(&mut self.order);
        self.search.set_moves(&self.order);
    }

    fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        // The values of the first iterations differ much, and of several moves each needs
        // its own.
        let is_narrow = depth > 3 && self.settings.margin == 0 && self.lines == 1;
        self.reach = if is_narrow { (G::POINTS_TO_LEAD / 8.0) as i32 } else { INFINITE };
        self.begin_window();
    }

    /// Begins the current iteration with the window that it has reached.
    fn begin_window(&mut self) {
        let middle = self.last.as_ref().map_or(0, |last| last.best.value);
        let is_narrow = self.reach < MOST_POINTS && middle.abs() <= MOST_POINTS;
        let reach = if is_narrow { self.reach } else { INFINITE };
        self.search.begin(self.depth, Window { alpha: middle - reach, beta: middle + reach });
        self.phase = Phase::Searching;
    }

    /// Goes on with the search, and says whether that visited a position.
    fn search(&mut self) -> bool {
        let has_visited = self.search.visit(&self.record);
        if has_visited {
            self.nodes += 1;
        } else {
            self.finish_iteration();
        }
        has_visited
    }

    /// Ends an iteration, or begins it again with a wider window.
    fn finish_iteration(&mut self) {
        let root = self.search.root();
        let (value, line, asked) = (root.best, root.line.clone(), root.asked);
        if let Some(&best) = line.first() {
            // The next iteration searches the best move first, and the others in the
            // same order as before.
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

    /// Decides what is to be done after a complete iteration.
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
            // One side's claim, and then the other's.
            self.claim(Side::First, Goal::Draw(MAX_DEPTH));
        } else {
            self.draw_is_proven(None);
        }
    }

    /// Begins to try a claim.
    fn claim(&mut self, side: Side, goal: Goal) {
        // The next iteration tries it again, with more.
        let most = self.nodes + self.nodes.max(LEAST_CLAIM);
        let radius = self.search.radius()[side as usize];
        let best = |key| self.search.best_place(key);
        let claim = Claim::new(&self.record, side, goal, radius, best);
        self.phase = Phase::Confirming(Box::new(claim), most);
    }

    /// Goes on with the claim that is being tried; it always visits a position.
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

    /// Has a move of the root that a claim proved stand first in the last iteration.
    fn keep_first(&mut self, first_move: Option<G::Move>) {
        if let (Some(mv), Some(last)) = (first_move, &mut self.last)
            && last.best.line.first() != Some(&mv)
        {
            last.best.line = vec![mv];
        }
    }

    /// The last value is a win, and true.
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

    /// It is known how long the proven win takes, or that it takes less than was found.
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

    /// The last value is not true: because of moves left out, of which these sides have
    /// more now, or of a table that knew another history.
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

    /// Begins the next iteration, if there may be one.
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

    /// What is known of the position, if the move to be played has a value.
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
        // An iteration searches the best move of the last one first, so the best of an
        // incomplete one is at least as good. Only a complete one, though, knows which
        // moves are within the margin, or the best few.
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
        // Only of a lost position it is known what the other moves come to.
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
