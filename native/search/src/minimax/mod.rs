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
//! * **Transpositions** (`table.rs`): nothing in which a repetition had a part is stored,
//!   because it is true of one path only.
//! * **Proofs** (`claim.rs`): what the table had a part in, or what was found where
//!   moves were left out, is called proven only after a search without both confirms it.
//!   A win that is refuted so widens the radius of the side that was said to lose.
//!
//! The path of the search is in a `Vec` and not on the stack: a unit of work visits one
//! position, and slicing never changes the answer.

mod claim;
mod node;
mod ordering;
mod repetition;
mod table;

use playout_games::{Outcome, Record, Side};

use crate::game::{Accumulator, MOST_POINTS, SearchGame};
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Line, Proof, Random};
use claim::{Claim, Goal};
use node::{Grounds, Known, NO_REPETITION, Node, Window};
use ordering::Ordering;
use repetition::occurrences;
use table::{Bound, Entry, Table};

/// The value of a win at once; one ply later it is one less. It is far above every
/// evaluation.
const WIN: i32 = 1_000_000;
/// A bound above every value.
const INFINITE: i32 = 2 * WIN;
/// The depth of a search without one: deeper than any that could be finished.
const MAX_DEPTH: u32 = 1_000;
/// The radius with which candidates are all legal moves on every board.
const MAX_RADIUS: u32 = 19;
/// A claim may take as many nodes as everything before it, and so many at least, before
/// the search goes on without it.
const LEAST_CLAIM: u64 = 1_000;

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

/// A value with the moves that lead to it.
#[derive(Clone, Debug)]
struct Variation<M> {
    value: i32,
    line: Vec<M>,
}

/// What an iteration of iterative deepening found.
#[derive(Clone, Debug)]
struct Iteration<M> {
    depth: u32,
    best: Variation<M>,
    /// The moves within the margin of the best, which is one of them, in the order of the
    /// search; none without a margin, or if the game is decided.
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
    /// The moves of the root in the order of the search, with the nodes that each took.
    root: Vec<(G::Move, u64)>,
    /// The moves of the root in a random order: the first of those within the margin is
    /// chosen.
    order: Vec<G::Move>,
    phase: Phase<G>,
    path: Vec<Node<G>>,
    /// The place on the path of the node that is being searched.
    ply: usize,
    ordering: Ordering<G::Move>,
    table: Table,
    /// By side, how far from the pieces on the board candidates are.
    radius: [u32; 2],
    /// What this iteration rests on.
    doubts: Doubts,
    /// Whether wins in the table may cut nodes off: not after one was refuted.
    trusts_wins: bool,
    /// The depth of the current iteration.
    depth: u32,
    /// How far the window of the current iteration reaches from the last value.
    reach: i32,
    /// How many of the best moves need exact values.
    lines: usize,
    /// The moves of the root whose exact values the current iteration knows, the best
    /// first.
    exact: Vec<Variation<G::Move>>,
    /// The last complete iteration.
    last: Option<Iteration<G::Move>>,
    proven: Option<Proven<G::Move>>,
    nodes: u64,
    /// Of the node being prepared. Kept for the memory.
    moves: Vec<G::Move>,
}

/// Why a value may be no proof.
#[derive(Clone, Copy, Debug, Default)]
struct Doubts {
    /// A value of the table was taken.
    table: bool,
    /// By side, whether some of its moves were left out.
    left_out: [bool; 2],
}

impl<G: SearchGame> Minimax<G> {
    pub(crate) fn new(record: &Record<G>, settings: MinimaxSettings, seed: u64) -> Self {
        let mut player = Self {
            record: record.clone(),
            settings,
            random: Random::new(seed),
            root: Vec::new(),
            order: Vec::new(),
            phase: Phase::Done,
            path: Vec::new(),
            ply: 0,
            ordering: Ordering::new(),
            table: Table::new(settings.memory as usize * 1024 * 1024),
            radius: [settings.radius; 2],
            doubts: Doubts::default(),
            trusts_wins: true,
            depth: 0,
            reach: INFINITE,
            lines: 1,
            exact: Vec::new(),
            last: None,
            proven: None,
            nodes: 0,
            moves: Vec::new(),
        };
        player.begin();
        player
    }

    /// Begins to search the position of the record.
    fn begin(&mut self) {
        self.root.clear();
        self.last = None;
        self.proven = None;
        self.nodes = 0;
        self.radius = [self.settings.radius; 2];
        if self.record.outcome().is_some() {
            self.phase = Phase::Done;
            return;
        }
        let position = self.record.position().clone();
        match self.path.first_mut() {
            Some(root) => {
                root.accumulator = G::Accumulator::new(&position);
                root.position = position;
            }
            None => self.path.push(Node::new(position)),
        }
        self.list_root();
        self.begin_iteration(1);
    }

    /// Lists the moves of the root in a random order: of equals the first is played.
    fn list_root(&mut self) {
        let (_, mut moves) = self.root_candidates();
        self.random.shuffle(&mut moves);
        self.order = moves.clone();
        self.root = moves.into_iter().map(|mv| (mv, 0)).collect();
    }

    /// Whether the candidates of the root are all legal moves, and which they are.
    fn root_candidates(&self) -> (bool, Vec<G::Move>) {
        let root = &self.path[0];
        let mut moves = Vec::new();
        let radius = self.radius[root.side() as usize];
        let is_complete = root.accumulator.candidates(&root.position, radius, &mut moves);
        (is_complete, moves)
    }

    fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        // Evaluations of one ply and of two say different things.
        let is_narrow = self.settings.margin == 0 && self.lines == 1 && depth > 3;
        self.reach = if is_narrow { (G::POINTS_TO_LEAD / 8.0) as i32 } else { INFINITE };
        self.begin_window();
    }

    /// Begins the current iteration with the window that it has reached.
    fn begin_window(&mut self) {
        let middle = self.last.as_ref().map_or(0, |last| last.best.value);
        let is_narrow = self.reach < MOST_POINTS && middle.abs() <= MOST_POINTS;
        let reach = if is_narrow { self.reach } else { INFINITE };
        self.phase = Phase::Searching;
        self.ply = 0;
        self.doubts = Doubts::default();
        self.doubts.left_out[self.path[0].side() as usize] = !self.root_candidates().0;
        self.exact.clear();
        let root = &mut self.path[0];
        root.prepare(self.depth, Window { alpha: middle - reach, beta: middle + reach });
        root.take_in_order(self.root.iter().map(|(mv, _)| *mv));
    }

    /// Goes on with the search, and says whether that visited a position.
    fn search(&mut self) -> bool {
        let ply = self.ply;
        let Some((mv, window)) = self.path[ply].next() else {
            self.leave();
            return false;
        };
        self.nodes += 1;
        self.root[self.path[0].current_place()].1 += 1;
        if self.path.len() == ply + 1 {
            self.path.push(Node::new(self.path[ply].position.clone()));
        }
        let (above, below) = self.path.split_at_mut(ply + 1);
        let (node, child) = (&above[ply], &mut below[0]);
        child.position.clone_from(&node.position);
        child.position.play(mv);
        child.line.clear();
        let depth = node.depth - 1;
        if depth > 0 {
            child.accumulator.clone_from(&node.accumulator);
            child.accumulator.play(&node.position, mv);
        }

        let known = if let Some(known) = end(&self.record, above, child) {
            Some(known)
        } else if depth == 0 {
            let value = node.accumulator.evaluate_after(&node.position, mv, &child.position);
            let value = value.clamp(-MOST_POINTS, MOST_POINTS);
            Some(Known { value, grounds: Grounds::EVALUATION, is_exact: true })
        } else {
            None
        };
        let entry = if known.is_none() { self.look_up() } else { None };
        let known = known.or_else(|| self.known_from_table(entry?, depth, window));
        match known {
            Some(known) => self.receive(&known, window),
            None => self.enter(depth, window, entry),
        }
        true
    }

    /// The table's entry of the position below the current node.
    fn look_up(&mut self) -> Option<Entry> {
        let child = &mut self.path[self.ply + 1];
        child.key = child.accumulator.key(&child.position) ^ radius_key(self.radius);
        self.table.get(child.key)
    }

    /// What an entry says, where that is enough for a window.
    fn known_from_table(&mut self, entry: Entry, depth: u32, window: Window) -> Option<Known> {
        // A principal variation is to be seen to its end.
        if !window.is_null() {
            return None;
        }
        let value = from_table(entry.value, self.ply + 1);
        let is_win = match entry.bound {
            Bound::Lower => value > MOST_POINTS,
            Bound::Upper => value < -MOST_POINTS,
            Bound::Exact => value.abs() > MOST_POINTS,
        };
        let is_trusted = self.trusts_wins || value.abs() <= MOST_POINTS;
        let is_deep = u32::from(entry.depth) >= depth || is_win;
        let is_enough = match entry.bound {
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
            Bound::Exact => true,
        };
        if !(is_trusted && is_deep && is_enough) {
            return None;
        }
        self.doubts.table = true;
        let to_the_end = is_win || entry.depth == Entry::TO_THE_END;
        let grounds = Grounds { repetition: NO_REPETITION, to_the_end };
        Some(Known { value, grounds, is_exact: entry.bound == Bound::Exact })
    }

    /// Goes one ply deeper.
    fn enter(&mut self, depth: u32, window: Window, entry: Option<Entry>) {
        self.ply += 1;
        let child = &mut self.path[self.ply];
        let side = child.side() as usize;
        self.moves.clear();
        let accumulator = &child.accumulator;
        let is_complete =
            accumulator.candidates(&child.position, self.radius[side], &mut self.moves);
        self.doubts.left_out[side] |= !is_complete;
        child.prepare(depth, window);
        child.take_ranked(&self.moves, entry.map(|it| it.place), self.ply, &self.ordering);
    }

    /// Passes the value of the current node, which is done, to the one above it.
    fn leave(&mut self) {
        let ply = self.ply;
        let node = &self.path[ply];
        let (value, asked, grounds) = (node.best, node.asked, node.grounds);
        let bound = if value >= asked.beta {
            Bound::Lower
        } else if value <= asked.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let is_of_this_path =
            grounds.repetition != NO_REPETITION && grounds.repetition as usize <= ply;
        if !is_of_this_path && ply > 0 {
            let depth = if grounds.to_the_end {
                Entry::TO_THE_END
            } else {
                node.depth.min(Entry::DEEPEST.into()) as u8
            };
            let value = to_table(value, ply);
            self.table.put(node.key, Entry { value, bound, depth, place: node.best_place });
        }
        if ply == 0 {
            self.finish_iteration();
            return;
        }
        self.ply -= 1;
        self.receive(&Known { value, grounds, is_exact: bound == Bound::Exact }, asked);
    }

    /// Takes the value of the current move, which was searched with a window.
    fn receive(&mut self, known: &Known, window: Window) {
        let ply = self.ply;
        let (above, below) = self.path.split_at_mut(ply + 1);
        let (node, child) = (&mut above[ply], &below[0]);
        if node.asks_again(known, window) {
            return;
        }
        let (mv, side) = (node.current(), node.side());
        let beats = match side {
            Side::First => known.value > node.window.alpha,
            Side::Second => known.value < node.window.beta,
        };
        let is_best = node.take(known);
        if is_best && beats && (!node.window.is_null() || ply == 0) {
            node.line.clear();
            node.line.push(mv);
            node.line.extend_from_slice(&child.line);
        }
        if !beats {
            return;
        }
        let to = if ply == 0 {
            let line = [&[mv][..], &child.line].concat();
            let place = self.exact.partition_point(|it| match side {
                Side::First => it.value >= known.value,
                Side::Second => it.value <= known.value,
            });
            self.exact.insert(place, Variation { value: known.value, line });
            threshold(&self.exact, side, self.settings.margin, self.lines)
        } else {
            known.value
        };
        node.narrow(to, known.grounds);
        if node.window.is_closed() {
            self.ordering.cut(ply, side, mv, node.depth);
        }
    }

    /// Ends an iteration, or begins it again with a wider window.
    fn finish_iteration(&mut self) {
        let root = &self.path[0];
        if let Some(&best) = root.line.first() {
            // The next iteration searches the best move first, and the others in the
            // same order as before.
            let at = self.root.iter().position(|(mv, _)| *mv == best).unwrap_or(0);
            self.root[..=at].rotate_right(1);
        }
        if !root.asked.contains(root.best) {
            let is_decided = root.best.abs() > MOST_POINTS;
            self.reach = if is_decided { INFINITE } else { self.reach.saturating_mul(4) };
            self.begin_window();
            return;
        }
        let best = Variation { value: root.best, line: root.line.clone() };
        let has_margin = best.value.abs() <= MOST_POINTS;
        let is_within = |it: &&Variation<_>| {
            has_margin && (it.value - best.value).abs() < self.settings.margin as i32
        };
        let within_margin = self.exact.iter().filter(is_within).cloned().collect();
        let lines = self.exact.iter().take(self.lines).cloned().collect();
        self.last = Some(Iteration { depth: self.depth, best, within_margin, lines });
        self.conclude();
    }

    /// Decides what is to be done after a complete iteration.
    fn conclude(&mut self) {
        let Some(last) = &self.last else { return };
        let (value, doubts) = (last.best.value, self.doubts);
        if value.abs() > MOST_POINTS {
            let winner = winner(value);
            let loser = winner.other();
            if doubts.table || doubts.left_out[loser as usize] {
                self.claim(winner, Goal::Win((WIN - value.abs()) as u32));
            } else {
                self.win_is_proven(winner, None);
            }
        } else if !self.path[0].grounds.to_the_end {
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
        let (table, radius) = (&self.table, self.radius);
        let best = |key| best_place(table, radius, key);
        let claim = Claim::new(&self.record, side, goal, radius[side as usize], best);
        self.phase = Phase::Confirming(Box::new(claim), most);
    }

    /// Goes on with the claim that is being tried; it always visits a position.
    fn confirm(&mut self) {
        let Phase::Confirming(claim, most) = &mut self.phase else { return };
        self.nodes += 1;
        let (table, radius) = (&self.table, self.radius);
        let best = |key| best_place(table, radius, key);
        let Some(is_true) = claim.unit(&self.record, best) else {
            if self.nodes >= *most {
                self.deepen();
            }
            return;
        };
        let (side, goal) = (claim.side(), claim.goal());
        let first_move = if is_true { claim.first_move() } else { None };
        match (goal, is_true) {
            (Goal::Win(_), true) => self.win_is_proven(side, first_move),
            (Goal::Win(_), false) => self.is_refuted([side.other()].into_iter()),
            (Goal::Lasts(plies), _) => self.length_is_known(is_true.then_some(plies + 1)),
            (Goal::Draw(plies), true) if side == Side::First => {
                let second_to_move = self.path[0].side() == Side::Second;
                if !second_to_move {
                    self.keep_first(first_move);
                }
                self.claim(Side::Second, Goal::Draw(plies));
            }
            (Goal::Draw(_), true) => self.draw_is_proven(first_move),
            (Goal::Draw(_), false) => self.is_refuted(Side::BOTH.into_iter()),
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
        let best = (winner == self.path[0].side()).then(|| last.best.clone());
        self.proven = Some(Proven { outcome: Outcome::Win(winner), plies: None, best });
        if plies > self.depth && !self.is_deepest() {
            // There may be a sooner one.
            self.deepen();
        } else if plies > 1 && (self.doubts.table || self.doubts.left_out[winner as usize]) {
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

    /// The last value is not true: because of moves left out, which some sides now have
    /// too, or of a table that knew another history.
    fn is_refuted(&mut self, sides: impl Iterator<Item = Side>) {
        let mut has_widened = false;
        for side in sides.map(|side| side as usize) {
            if self.doubts.left_out[side] && self.radius[side] < MAX_RADIUS {
                self.radius[side] += 1;
                has_widened = true;
            }
        }
        if has_widened {
            self.list_root();
        } else if self.trusts_wins && self.doubts.table {
            self.trusts_wins = false;
            self.table.clear();
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

    /// The nodes that the search of each legal move took, in the order of the rules.
    fn visits(&self) -> Vec<(G::Move, u64)> {
        let nodes = |mv| self.root.iter().find(|(root, _)| *root == mv).map_or(0, |(_, n)| *n);
        self.record.legal_moves().into_iter().map(|mv| (mv, nodes(mv))).collect()
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
        // moves are within the margin.
        let root = self.path.first().filter(|root| {
            let is_searching = matches!(self.phase, Phase::Searching);
            let may_be_chosen = self.settings.margin == 0 && self.lines == 1 || self.last.is_none();
            is_searching && may_be_chosen && !root.line.is_empty()
        });
        if let Some(root) = root {
            return Some(Variation { value: root.best, line: root.line.clone() });
        }
        let Some(last) = &self.last else {
            return Some(Variation { value: 0, line: vec![self.root.first()?.0] });
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
        self.table.bytes()
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        if self.root.is_empty() {
            return None;
        }
        let best = self.best()?;
        let mv = *best.line.first()?;
        let (estimate, proof) = self.known_of(best.value);
        let depth = Some(self.last.as_ref().map_or(0, |last| last.depth));
        Some(Decision { mv, estimate, depth, visits: self.visits(), line: best.line, proof })
    }

    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        if self.root.is_empty() {
            return None;
        }
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
            let visits = self.root.iter().find(|(mv, _)| *mv == it.line[0]);
            let proof = lost.map(|lost| Proof::new(lost.outcome, side, None));
            let estimate = estimate_of(it.value, side);
            Line {
                mv: it.line[0],
                value: estimate.value(),
                estimate,
                visits: visits.map_or(0, |(_, nodes)| *nodes),
                line: it.line.clone(),
                proof,
            }
        }));
        lines.truncate(most);
        lines
    }

    fn advance(&mut self, mv: G::Move) {
        self.record.play(mv);
        self.table.grow_older();
        self.ordering.advance();
        self.begin();
    }

    fn begin_turn(&mut self, depth: Option<u32>) {
        self.settings.depth = depth;
        self.begin();
    }
}

/// How the game ends at the position below a path, with repetitions on the path and before
/// it.
fn end<G: SearchGame>(record: &Record<G>, path: &[Node<G>], child: &Node<G>) -> Option<Known> {
    let known = |value, repetition| {
        let grounds = Grounds { repetition, to_the_end: true };
        Some(Known { value, grounds, is_exact: true })
    };
    let ply = path.len() as i32;
    match child.position.outcome() {
        Some(Outcome::Win(Side::First)) => return known(WIN - ply, NO_REPETITION),
        Some(Outcome::Win(Side::Second)) => return known(ply - WIN, NO_REPETITION),
        Some(Outcome::Draw) => return known(0, NO_REPETITION),
        None => {}
    }
    if G::REPETITIONS_TO_DRAW == 0 {
        return None;
    }
    let passed = path[1..].iter().map(|node| &node.position);
    let (count, first) = occurrences(record, passed, &child.position);
    if count >= G::REPETITIONS_TO_DRAW { known(0, first) } else { None }
}

/// What the moves of the root still to be searched have to beat, if the best so far have
/// these values, the best first: the best one less the margin, and as many as are asked
/// for.
fn threshold<M>(exact: &[Variation<M>], side: Side, margin: u32, lines: usize) -> i32 {
    let sign = if side == Side::First { 1 } else { -1 };
    let of_margin = exact.first().map_or(-INFINITE, |it| sign * it.value - margin as i32);
    let of_lines = exact.get(lines - 1).map_or(-INFINITE, |it| sign * it.value);
    sign * of_margin.min(of_lines)
}

/// The side for which a value is a win.
fn winner(value: i32) -> Side {
    if value > 0 { Side::First } else { Side::Second }
}

/// The place of the best move among the candidates of the position with a key, if the
/// table has it.
fn best_place(table: &Table, radius: [u32; 2], key: u64) -> Option<u16> {
    table.get(key ^ radius_key(radius)).map(|entry| entry.place)
}

/// Makes keys differ where the radius does: with another radius moves have other places,
/// and positions other values.
fn radius_key([first, second]: [u32; 2]) -> u64 {
    (u64::from(first) << 5 | u64::from(second)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A value as the table has it: wins count from the position itself.
fn to_table(value: i32, ply: usize) -> i32 {
    if value.abs() > MOST_POINTS { value + value.signum() * ply as i32 } else { value }
}

fn from_table(value: i32, ply: usize) -> i32 {
    if value.abs() > MOST_POINTS { value - value.signum() * ply as i32 } else { value }
}

/// An evaluation as fractions of wins, draws and losses.
fn estimate_of(value: i32, side: Side) -> Estimate {
    let value = if side == Side::First { value } else { -value };
    let value = f64::from(value.clamp(-MOST_POINTS, MOST_POINTS)) / f64::from(MOST_POINTS);
    Estimate { win: value.max(0.0), draw: 1.0 - value.abs(), loss: (-value).max(0.0) }
}
