//! Alpha-beta with a window, a transposition table and move ordering: one iteration of iterative
//! deepening.

use playout_games::{Outcome, Record, Side, mix};

use super::node::{Grounds, Known, NO_REPETITION, Node, Window};
use super::ordering::Ordering;
use super::repetition::occurrences;
use super::table::{Bound, Entry, Table};
use crate::game::{Accumulator, MOST_POINTS, SearchGame};

/// The value of a win at once; one ply later it is one less. It is far above every
/// evaluation.
pub(super) const WIN: i32 = 1_000_000;
/// A bound above every value.
pub(super) const INFINITE: i32 = 2 * WIN;

/// A value with the moves that lead to it.
#[derive(Clone, Debug)]
pub(super) struct Variation<M> {
    pub(super) value: i32,
    pub(super) line: Vec<M>,
}

/// Why a value may not be a proof.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Doubts {
    /// The search used a value from the table.
    pub(super) table: bool,
    /// By side, whether some of its moves were left out.
    pub(super) left_out: [bool; 2],
}

/// A search of one position, to increasing depths.
#[derive(Debug)]
pub(super) struct AlphaBeta<G: SearchGame> {
    path: Vec<Node<G>>,
    /// The ply of the node being searched.
    ply: usize,
    /// The moves of the root in search order, with the nodes that each took.
    root: Vec<(G::Move, u64)>,
    ordering: Ordering<G::Move>,
    table: Table,
    /// Whether values in the table from lines that reached the end of the game may cause cut-offs.
    trusts_results: bool,
    /// By side, the maximum distance of candidates from the pieces on the board.
    radius: [u32; 2],
    /// A move of the root gets an exact value if it is at most this many points worse than the
    /// best.
    margin: u32,
    /// How many of the best moves of the root get exact values in any case.
    lines: usize,
    /// The moves of the root whose exact values are known, the best first.
    exact: Vec<Variation<G::Move>>,
    doubts: Doubts,
    /// The moves of the node being prepared. Kept to reuse the memory.
    moves: Vec<G::Move>,
}

impl<G: SearchGame> AlphaBeta<G> {
    /// A search of a position with a table of a maximum size.
    pub(super) fn new(position: G, bytes: usize, margin: u32) -> Self {
        Self {
            path: vec![Node::new(position)],
            ply: 0,
            root: Vec::new(),
            ordering: Ordering::new(),
            table: Table::new(bytes),
            trusts_results: true,
            radius: [0; 2],
            margin,
            lines: 1,
            exact: Vec::new(),
            doubts: Doubts::default(),
            moves: Vec::new(),
        }
    }

    /// Switches to another position, which has not been searched.
    pub(super) fn set_root(&mut self, position: G, lines: usize) {
        let root = &mut self.path[0];
        root.accumulator = G::Accumulator::new(&position);
        root.position = position;
        self.lines = lines;
        self.trusts_results = true;
    }

    /// Advances to the position after a move of the game.
    pub(super) fn advance(&mut self) {
        self.table.grow_older();
        self.ordering.advance();
    }

    /// The candidates of the root.
    pub(super) fn root_candidates(&self) -> Vec<G::Move> {
        self.list_root().1
    }

    /// Whether the candidates of the root are all legal moves, and which they are.
    fn list_root(&self) -> (bool, Vec<G::Move>) {
        let root = &self.path[0];
        let mut moves = Vec::new();
        let radius = self.radius[root.side() as usize];
        let is_complete = root.accumulator.candidates(&root.position, radius, &mut moves);
        (is_complete, moves)
    }

    /// Sets the search order of the root's moves.
    pub(super) fn set_moves(&mut self, moves: &[G::Move]) {
        self.root.clear();
        self.root.extend(moves.iter().map(|&mv| (mv, 0)));
    }

    /// The moves of the root in search order, with the nodes that each took.
    pub(super) fn moves(&self) -> &[(G::Move, u64)] {
        &self.root
    }

    /// Moves a move of the root to the front of the search order.
    pub(super) fn search_first(&mut self, mv: G::Move) {
        let at = self.root.iter().position(|(known, _)| *known == mv).unwrap_or(0);
        self.root[..=at].rotate_right(1);
    }

    pub(super) fn radius(&self) -> [u32; 2] {
        self.radius
    }

    pub(super) fn set_radius(&mut self, radius: [u32; 2]) {
        self.radius = radius;
    }

    /// Clears the table, and accepts no results of finished games from it any more.
    pub(super) fn distrust_table(&mut self) {
        self.trusts_results = false;
        self.table.clear();
    }

    /// Whether it still accepts such results from the table.
    pub(super) fn trusts_table(&self) -> bool {
        self.trusts_results
    }

    /// Starts a search to a depth with a window.
    pub(super) fn begin(&mut self, depth: u32, window: Window) {
        self.ply = 0;
        self.exact.clear();
        let left_out = !self.list_root().0;
        self.doubts = Doubts::default();
        let root = &mut self.path[0];
        self.doubts.left_out[root.side() as usize] = left_out;
        root.prepare(depth, window);
        root.take_in_order(self.root.iter().map(|(mv, _)| *mv));
    }

    /// The root, with its results so far.
    pub(super) fn root(&self) -> &Node<G> {
        &self.path[0]
    }

    /// The moves of the root whose exact values are known, the best first.
    pub(super) fn exact(&self) -> &[Variation<G::Move>] {
        &self.exact
    }

    pub(super) fn doubts(&self) -> Doubts {
        self.doubts
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The index of the best move among the candidates of the position with a key, if the table has
    /// it.
    pub(super) fn best_place(&self, key: u64) -> Option<u16> {
        self.table.get(key ^ radius_key(self.radius)).map(|entry| entry.place)
    }

    /// Visits a position, and returns whether there is more to do.
    pub(super) fn visit(&mut self, record: &Record<G>) -> bool {
        let (mv, window) = loop {
            if let Some(next) = self.path[self.ply].next() {
                break next;
            }
            if !self.leave() {
                return false;
            }
        };
        let ply = self.ply;
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

        let known = if let Some(known) = end(record, above, child) {
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

    /// The value of an entry, if it is sufficient for a window.
    fn known_from_table(&mut self, entry: Entry, depth: u32, window: Window) -> Option<Known> {
        // Search a principal variation to its end, so that all its moves are known.
        if !window.is_null() {
            return None;
        }
        let value = from_table(entry.value, self.ply + 1);
        let is_win = match entry.bound {
            Bound::Lower => value > MOST_POINTS,
            Bound::Upper => value < -MOST_POINTS,
            Bound::Exact => value.abs() > MOST_POINTS,
        };
        let is_result = value.abs() > MOST_POINTS || entry.depth == Entry::TO_THE_END;
        let is_trusted = self.trusts_results || !is_result;
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

    /// Passes the value of the current node, which is complete, to its parent; `false` at the root.
    fn leave(&mut self) -> bool {
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
            return false;
        }
        self.ply -= 1;
        self.receive(&Known { value, grounds, is_exact: bound == Bound::Exact }, asked);
        true
    }

    /// Takes the value of the current move from a search with a window.
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
            threshold(&self.exact, side, self.margin, self.lines)
        } else {
            known.value
        };
        node.narrow(to, known.grounds);
        if node.window.is_closed() {
            self.ordering.cut(ply, side, mv, node.depth);
        }
    }
}

/// The outcome at the position after a path, including repetitions on the path and before it.
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

/// The value that the remaining moves of the root have to beat, given the values so far, the best
/// first: that of the best move minus the margin, or of the last line requested.
fn threshold<M>(exact: &[Variation<M>], side: Side, margin: u32, lines: usize) -> i32 {
    let sign = if side == Side::First { 1 } else { -1 };
    let of_margin = exact.first().map_or(-INFINITE, |it| sign * it.value - margin as i32);
    let of_lines = exact.get(lines - 1).map_or(-INFINITE, |it| sign * it.value);
    sign * of_margin.min(of_lines)
}

/// The side for which a value is a win.
pub(super) fn winner(value: i32) -> Side {
    if value > 0 { Side::First } else { Side::Second }
}

/// Makes keys depend on the radius, because another radius gives moves other indices and positions
/// other values.
fn radius_key([first, second]: [u32; 2]) -> u64 {
    mix(0, u64::from(first) << 5 | u64::from(second))
}

/// A value as stored in the table: wins count plies from the position itself.
fn to_table(value: i32, ply: usize) -> i32 {
    if value.abs() > MOST_POINTS { value + value.signum() * ply as i32 } else { value }
}

fn from_table(value: i32, ply: usize) -> i32 {
    if value.abs() > MOST_POINTS { value - value.signum() * ply as i32 } else { value }
}
