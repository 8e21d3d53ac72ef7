//! Alpha-beta with a window, a transposition table and move ordering: one iteration of iterative
//! deepening.

use playout_games::{Outcome, Record, Side, mix};

use super::node::{Dependencies, Node, SearchResult, Window};
use super::ordering::Ordering;
use super::root::{RootMoves, Variation};
use super::settings::MinimaxSettings;
use super::transpositions::{Bound, Entry, Transpositions};
use super::value::{WIN, from_table, to_table};
use crate::certainty::{NearestClosed, Valued};
use crate::exact::{Exact, Value};
use crate::game::{Accumulator, MAX_POINTS, SearchGame, for_first};

/// Reasons why a value may not be a proof.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Caveats {
    /// Whether the search used a value from the table.
    pub(super) table: bool,
    /// For each side, whether some of its moves were left out.
    pub(super) left_out: [bool; 2],
}

impl Caveats {
    fn add(&mut self, other: Self) {
        self.table |= other.table;
        for (left_out, others) in self.left_out.iter_mut().zip(other.left_out) {
            *left_out |= others;
        }
    }
}

/// A search of one position, to increasing depths.
#[derive(Debug)]
pub(super) struct AlphaBeta<G: SearchGame> {
    path: Vec<Node<G>>,
    /// The ply of the node being searched.
    ply: usize,
    pub(super) root_moves: RootMoves<G::Move, Caveats>,
    ordering: Ordering<G::Move>,
    table: Transpositions,
    /// The exact values to use, if any.
    oracle: Exact<G>,
    /// The nearest closed position of the record.
    nearest_closed: NearestClosed,
    /// Whether the table may supply the results of finished games, not just evaluations.
    uses_table_results: bool,
    /// For each side, how far its candidates may be from the pieces on the board.
    radius: [u32; 2],
    /// The caveats about the values of the root moves searched.
    caveats: Caveats,
    /// The caveats about the value of the current root move.
    move_caveats: Caveats,
    /// The moves of the node being prepared. Kept here to reuse the memory.
    moves: Vec<G::Move>,
}

impl<G: SearchGame> AlphaBeta<G> {
    /// A search of a position with a transposition table of at most `bytes`.
    pub(super) fn new(
        position: G,
        bytes: usize,
        settings: &MinimaxSettings,
        oracle: Exact<G>,
    ) -> Self {
        Self {
            path: vec![Node::new(position)],
            ply: 0,
            root_moves: RootMoves::new(settings.margin),
            ordering: Ordering::new(),
            table: Transpositions::new(bytes),
            oracle,
            nearest_closed: NearestClosed::NONE,
            uses_table_results: true,
            radius: [0; 2],
            caveats: Caveats::default(),
            move_caveats: Caveats::default(),
            moves: Vec::new(),
        }
    }

    /// Switches to another position; `nearest_closed` comes from its history.
    pub(super) fn set_root(&mut self, position: G, nearest_closed: NearestClosed, lines: usize) {
        let root = &mut self.path[0];
        root.accumulator = G::Accumulator::new(&position);
        root.position = position;
        self.nearest_closed = nearest_closed;
        self.root_moves.set_lines(lines);
        self.uses_table_results = true;
    }

    /// Ages the table and the move ordering after a move of the game.
    pub(super) fn advance(&mut self) {
        self.table.next_generation();
        self.ordering.advance();
    }

    /// The candidates of the root.
    pub(super) fn root_candidates(&self) -> Vec<G::Move> {
        self.list_root().1
    }

    /// The root's candidates, and whether these are all its legal moves.
    fn list_root(&self) -> (bool, Vec<G::Move>) {
        let root = &self.path[0];
        let mut moves = Vec::new();
        let radius = self.radius[root.side() as usize];
        let is_complete = root.accumulator.candidates(&root.position, radius, &mut moves);
        (is_complete, moves)
    }

    pub(super) fn radius(&self) -> [u32; 2] {
        self.radius
    }

    pub(super) fn set_radius(&mut self, radius: [u32; 2]) {
        self.radius = radius;
    }

    /// Clears the table, and stops using results of finished games from it.
    pub(super) fn ignore_table_results(&mut self) {
        self.uses_table_results = false;
        self.table.clear();
    }

    /// Whether the search still uses results of finished games from the table.
    pub(super) fn uses_table_results(&self) -> bool {
        self.uses_table_results
    }

    /// Starts a search to a depth with a window.
    pub(super) fn begin(&mut self, depth: u32, window: Window) {
        self.ply = 0;
        self.root_moves.begin();
        let left_out = !self.list_root().0;
        self.caveats = Caveats::default();
        let root = &mut self.path[0];
        self.caveats.left_out[root.side() as usize] = left_out;
        root.prepare(depth, window);
        root.set_moves(self.root_moves.iter());
    }

    /// The root, with its results so far.
    pub(super) fn root(&self) -> &Node<G> {
        &self.path[0]
    }

    pub(super) fn caveats(&self) -> Caveats {
        self.caveats
    }

    #[cfg(test)]
    pub(super) fn table(&self) -> &Transpositions {
        &self.table
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The most bytes that may be in use after so many more visits, each of which adds one entry.
    pub(super) fn max_bytes_after(&self, visits: u64) -> usize {
        self.table.max_bytes_after(visits)
    }

    /// The index of the best move among a position's candidates, if the table has the position.
    pub(super) fn best_index(&self, key: u64) -> Option<u16> {
        self.table.get(key ^ radius_key(self.radius)).map(|entry| entry.best_index)
    }

    /// Visits the next position; returns `false` if the search is complete.
    pub(super) fn visit(&mut self, record: &Record<G>) -> bool {
        let (mv, window) = loop {
            if let Some(next) = self.path[self.ply].next() {
                break next;
            }
            if !self.finish_node() {
                return false;
            }
        };
        let ply = self.ply;
        if ply == 0 {
            self.move_caveats = Caveats::default();
        }
        self.root_moves.count(self.path[0].current_index());
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

        let terminal = terminal_result(record, above, child);
        let valued = match (&self.oracle, &terminal) {
            (Some(oracle), None) => {
                oracle.quick_value(&child.position).map(|value| self.nearest_closed.valued(value))
            }
            _ => None,
        };
        let result = if terminal.is_some() {
            terminal
        } else if let Some(valued) = valued
            && let Some(result) = result_of(valued, child.side(), ply as u32 + 1, depth == 0)
        {
            Some(result)
        } else if depth == 0 {
            let value = node.accumulator.evaluate_after(&node.position, mv, &child.position);
            let value = value.clamp(-MAX_POINTS, MAX_POINTS);
            Some(SearchResult { value, dependencies: Dependencies::EVALUATION, is_exact: true })
        } else {
            None
        };
        let entry = if result.is_none() { self.probe_table() } else { None };
        let result = result.or_else(|| self.result_from_entry(entry?, depth, window));
        match result {
            Some(result) => self.back_up(&result, window),
            None => self.descend(depth, window, entry),
        }
        true
    }

    /// Looks up the child of the current node in the table.
    fn probe_table(&mut self) -> Option<Entry> {
        let child = &mut self.path[self.ply + 1];
        child.key = child.accumulator.key(&child.position) ^ radius_key(self.radius);
        self.table.get(child.key)
    }

    /// The result of an entry, if it is deep enough and causes a cutoff.
    fn result_from_entry(
        &mut self,
        entry: Entry,
        depth: u32,
        window: Window,
    ) -> Option<SearchResult> {
        // A cutoff inside the principal variation would truncate it.
        if !window.is_null() {
            return None;
        }
        let value = from_table(entry.value, self.ply + 1);
        let is_win = match entry.bound {
            Bound::Lower => value > MAX_POINTS,
            Bound::Upper => value < -MAX_POINTS,
            Bound::Exact => value.abs() > MAX_POINTS,
        };
        let is_result = value.abs() > MAX_POINTS || entry.depth == Entry::TO_THE_END;
        let is_usable = self.uses_table_results || !is_result;
        let is_deep = u32::from(entry.depth) >= depth || is_win;
        let is_enough = match entry.bound {
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
            Bound::Exact => true,
        };
        if !(is_usable && is_deep && is_enough) {
            return None;
        }
        self.move_caveats.table = true;
        let to_the_end = is_win || entry.depth == Entry::TO_THE_END;
        let dependencies = Dependencies { to_the_end, ..Dependencies::RULES };
        Some(SearchResult { value, dependencies, is_exact: entry.bound == Bound::Exact })
    }

    /// Makes the child the current node.
    fn descend(&mut self, depth: u32, window: Window, entry: Option<Entry>) {
        self.ply += 1;
        let child = &mut self.path[self.ply];
        let side = child.side() as usize;
        self.moves.clear();
        let accumulator = &child.accumulator;
        let is_complete =
            accumulator.candidates(&child.position, self.radius[side], &mut self.moves);
        self.move_caveats.left_out[side] |= !is_complete;
        child.prepare(depth, window);
        child.set_ranked_moves(
            &self.moves,
            entry.map(|it| it.best_index),
            self.ply,
            &self.ordering,
        );
    }

    /// Stores the value of the current node, whose search is complete, in the table and backs it up
    /// to the parent; returns `false` at the root.
    fn finish_node(&mut self) -> bool {
        let ply = self.ply;
        let node = &self.path[ply];
        let (value, initial_window, dependencies) =
            (node.best, node.initial_window, node.dependencies);
        let bound = if value >= initial_window.beta {
            Bound::Lower
        } else if value <= initial_window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        if !dependencies.repetition && ply > 0 {
            let depth = if dependencies.to_the_end {
                Entry::TO_THE_END
            } else {
                node.depth.min(Entry::DEEPEST.into()) as u8
            };
            let value = to_table(value, ply);
            self.table.put(node.key, Entry { value, bound, depth, best_index: node.best_index });
        }
        if ply == 0 {
            return false;
        }
        self.ply -= 1;
        self.back_up(
            &SearchResult { value, dependencies, is_exact: bound == Bound::Exact },
            initial_window,
        );
        true
    }

    /// Backs up the result of the current move, which was searched with `window`.
    fn back_up(&mut self, result: &SearchResult, window: Window) {
        let ply = self.ply;
        if ply == 0 {
            self.caveats.add(self.move_caveats);
        }
        let (above, below) = self.path.split_at_mut(ply + 1);
        let (node, child) = (&mut above[ply], &below[0]);
        if node.needs_re_search(result, window) {
            return;
        }
        let (mv, side) = (node.current(), node.side());
        let improves_bound = match side {
            Side::First => result.value > node.window.alpha,
            Side::Second => result.value < node.window.beta,
        };
        let is_best = node.update_best(result);
        if is_best && improves_bound && (!node.window.is_null() || ply == 0) {
            node.line.clear();
            node.line.push(mv);
            node.line.extend_from_slice(&child.line);
        }
        if !improves_bound {
            return;
        }
        let to = if ply == 0 {
            let line = [&[mv][..], &child.line].concat();
            let caveats = self.move_caveats;
            let variation = Variation { value: result.value, line, caveats };
            self.root_moves.note(for_first(side, 1), variation)
        } else {
            result.value
        };
        node.narrow(to, result.dependencies);
        if node.window.is_closed() {
            self.ordering.record_cutoff(ply, side, mv, node.depth);
        }
    }
}

/// The result of a position at which the game is over, including draws by repetition on the path
/// or before it.
fn terminal_result<G: SearchGame>(
    record: &Record<G>,
    path: &[Node<G>],
    child: &Node<G>,
) -> Option<SearchResult> {
    let result = |value, repetition| {
        let dependencies = Dependencies { repetition, to_the_end: true };
        Some(SearchResult { value, dependencies, is_exact: true })
    };
    let ply = path.len() as i32;
    match child.position.outcome() {
        Some(Outcome::Win(Side::First)) => return result(WIN - ply, false),
        Some(Outcome::Win(Side::Second)) => return result(ply - WIN, false),
        Some(Outcome::Draw) => return result(0, false),
        None => {}
    }
    let passed = path[1..].iter().map(|node| &node.position);
    if record.draws_at(passed, &child.position) { result(0, true) } else { None }
}

/// The result for an exact value of a side that is to move at a ply; `None` if the value is not
/// certain, except at the depth limit, where a win that may become a draw counts as better than every
/// evaluation.
fn result_of(valued: Valued, side: Side, ply: u32, is_deepest: bool) -> Option<SearchResult> {
    if !valued.is_certain && !is_deepest {
        return None;
    }
    let top = if valued.is_certain { WIN - ply as i32 } else { MAX_POINTS };
    let value = match valued.value {
        Value::Win(plies) => top - plies as i32,
        Value::Draw => 0,
        Value::Loss(plies) => plies as i32 - top,
    };
    let dependencies =
        if valued.is_certain { Dependencies::RULES } else { Dependencies::EVALUATION };
    Some(SearchResult { value: for_first(side, value), dependencies, is_exact: true })
}

/// Part of every key, because move indices and values depend on the radius.
fn radius_key([first, second]: [u32; 2]) -> u64 {
    mix(0, u64::from(first) << 5 | u64::from(second))
}
