//! Alpha-beta on a [`Board`]: one iteration of iterative deepening.
//!
//! Values are for the colour to move (negamax, Knuth and Moore 1975). A value beyond [`MAX_POINTS`]
//! is a proven win or loss: on the way up, a loss counts as proven only where every move that matters
//! was searched. Otherwise it becomes a value next to [`SEEMING`].
//!
//! No value depends on how its position was reached, because no position of Gomoku occurs twice.

mod leaf;

use super::board::Board;
use super::cells::{Cell, Cells, iterate};
use super::evaluation::Overlooked;
use super::frame::{Frame, Stage};
use super::list::list_moves;
use super::network::Evaluator;
use super::ordering::Ordering;
use super::patterns::Shape;
use super::status::Status;
use super::vcf::Vcf;
use super::vct::{Shared, Vct};
use crate::game::MAX_POINTS;
use crate::minimax::root::{RootMoves, Variation};
use crate::minimax::transpositions::{Bound, Entry, Transpositions};
use crate::minimax::value::{INFINITE, WIN, to_table};
use crate::{MinimaxSettings, Threats};

/// The value of a win now that is not proven, because the loser's moves were not all searched.
pub(super) const SEEMING: i32 = MAX_POINTS - 10;
/// A path longer than this is not extended, nor searched.
const MAX_PLY: usize = 400;

/// The most positions of a search for VCF at the horizon, and above it.
const VCF_AT_HORIZON: u64 = 200;
const VCF_INSIDE: u64 = 1_000;

/// The least depth at which a position is searched for VCT, and the most
/// positions of such a search at that depth; each ply more doubles them, up to a maximum.
const VCT_DEPTH: i32 = 3;
const VCT_NODES: u64 = 16;
const MAX_VCT_DOUBLINGS: i32 = 6;
/// A visit adds at most so many entries to the table.
const ENTRIES_PER_VISIT: u64 = 3;
/// The positions of these searches are at most this fraction of all others, plus a few to begin
/// with.
const VCT_FRACTION: u64 = 3;
const FREE_VCT_NODES: u64 = 500;

/// A value for the side to move, and whether every line reached the end of the game.
#[derive(Clone, Copy, Debug)]
struct Found {
    value: i32,
    has_ended: bool,
}

/// A search of one position, to increasing depths.
#[derive(Debug)]
pub(super) struct AlphaBeta {
    pub(super) board: Board,
    vcf: Vcf,
    vct: Vct,
    /// The positions left for the search for VCT that is going on.
    probe: Option<u64>,
    /// The positions visited by these searches, and by alpha-beta, since the root was set.
    probed: u64,
    visited: u64,
    table: Transpositions,
    ordering: Ordering,
    frames: Vec<Frame>,
    ply: usize,
    radius: u32,
    pub(super) root_moves: RootMoves<Cell, ()>,
    /// The root move being searched.
    root_index: usize,
    threats: Threats,
    /// What it overlooks of the opponent of the colour to move at the root.
    overlooked: Option<Overlooked>,
    evaluator: Evaluator,
    /// What tells the table's keys apart from those of searches that overlook another colour.
    key_change: u64,
    /// Kept to reuse the memory.
    cells: Vec<Cell>,
}

/// What a search for VCT shares with alpha-beta, borrowed field by field.
macro_rules! shared {
    ($search:ident) => {
        Shared { board: &mut $search.board, vcf: &mut $search.vcf, table: &mut $search.table }
    };
}

impl AlphaBeta {
    pub(super) fn new(board: Board, settings: &MinimaxSettings) -> Self {
        let MinimaxSettings { memory, radius, margin, threats, network, .. } = *settings;
        Self {
            ordering: Ordering::new(),
            evaluator: Evaluator::new(network && threats == Threats::All),
            board,
            table: Transpositions::new((memory as usize) << 20),
            vcf: Vcf::new(),
            vct: Vct::new(),
            probe: None,
            probed: 0,
            visited: 0,
            frames: vec![Frame::new()],
            ply: 0,
            radius,
            root_moves: RootMoves::new(margin),
            root_index: 0,
            threats,
            overlooked: None,
            key_change: 0,
            cells: Vec::new(),
        }
    }

    /// Switches to another position.
    pub(super) fn set_root(&mut self, board: Board, lines: usize) {
        self.board = board;
        let other = self.board.to_move().other();
        self.overlooked = Overlooked::by(self.threats, other);
        let by_colour = self.overlooked.map_or(0, |overlooked| 1 << 8 << overlooked.colour as u32);
        self.key_change = u64::from(self.radius) ^ by_colour;
        self.probe = None;
        (self.probed, self.visited) = (0, 0);
        self.ply = 0;
        self.root_moves.set_lines(lines);
        self.frames[0].begin(0, -INFINITE, INFINITE);
    }

    /// Ages what was learned after a move of the game.
    pub(super) fn advance(&mut self) {
        self.table.next_generation();
        self.ordering.advance();
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The most bytes that may be in use after so many more visits.
    pub(super) fn max_bytes_after(&self, visits: u64) -> usize {
        let entries = visits.saturating_mul(ENTRIES_PER_VISIT);
        self.table.max_bytes_after(entries)
    }

    pub(super) fn root(&self) -> &Frame {
        &self.frames[0]
    }

    /// The empty points of the root.
    pub(super) fn empty_at_root(&mut self) -> &Cells {
        self.board.undo_to(0);
        self.board.empty()
    }

    /// Starts a search of the root moves to a depth, with a window. `is_complete` means that no
    /// other moves matter.
    pub(super) fn begin(&mut self, depth: u32, alpha: i32, beta: i32, is_complete: bool) {
        self.board.undo_to(0);
        self.ply = 0;
        self.root_moves.begin();
        let status = self.status();
        let root = &mut self.frames[0];
        root.begin(depth as i32, alpha, beta);
        root.is_complete = is_complete;
        root.is_open = status == Status::Open;
        root.key = self.board.key();
        // Only the order matters.
        root.moves.extend(self.root_moves.iter().zip((0..).map(|index| -index)));
        self.probe = None;
        if self.root_moves.is_single() {
            self.begin_probe(depth as i32 + 2);
        }
    }

    /// Starts a search for VCT in the current position, if it is allowed.
    fn begin_probe(&mut self, depth: i32) {
        if self.threats != Threats::All
            || depth < VCT_DEPTH
            || self.probed * VCT_FRACTION > self.visited + FREE_VCT_NODES
            || iterate(self.board.threes(self.board.to_move())).next().is_none()
        {
            return;
        }
        self.vct.begin(&mut shared!(self));
        if !self.vct.is_disproven() {
            self.probe = Some(VCT_NODES << (depth - VCT_DEPTH).min(MAX_VCT_DOUBLINGS));
        }
    }

    /// Visits a position of the search for VCT.
    fn probe(&mut self, left: u64) {
        self.probed += 1;
        let goes_on = self.vct.step(&mut shared!(self));
        if goes_on && left > 1 {
            self.probe = Some(left - 1);
            return;
        }
        self.probe = None;
        if goes_on {
            self.vct.stop(&mut self.board);
        }
        let Some(plies) = self.vct.plies() else { return };
        let ply = self.ply;
        let value = WIN - ply as i32 - plies as i32;
        if ply == 0 || !self.frames[ply].is_null() {
            let line = self.vct.line(&mut shared!(self));
            if ply == 0 && line.is_empty() {
                // The table has lost the first move, so the search has to find it.
                return;
            }
            self.frames[ply].line = line;
        }
        let frame = &mut self.frames[ply];
        frame.best = value;
        frame.best_move = frame.line.first().copied().unwrap_or(frame.best_move);
        // Nothing else needs to be searched.
        frame.next = frame.moves.len();
        frame.has_ended = true;
    }

    /// What is known without a search.
    pub(super) fn status(&self) -> Status {
        self.seen(Status::of(&self.board))
    }

    /// What the player sees of a status.
    fn seen(&self, status: Status) -> Status {
        match status {
            Status::Wins(3) | Status::Threatened if self.overlooked.is_some() => Status::Open,
            status => status,
        }
    }

    /// Appends the moves of the position on the board that matter, and returns whether the others do
    /// not matter.
    pub(super) fn list(&mut self, status: Status, cells: &mut Vec<Cell>) -> bool {
        list_moves(&self.board, status, self.radius, cells)
    }

    /// Visits the next position; returns `false` if the search is complete.
    pub(super) fn visit(&mut self) -> bool {
        if let Some(left) = self.probe {
            self.probe(left);
            return true;
        }
        self.visited += 1;
        loop {
            if let Some((cell, depth, alpha, beta)) = self.next_child() {
                if self.ply == 0 {
                    self.root_index = self.root_moves.index_of(cell).unwrap_or(0);
                }
                self.root_moves.count(self.root_index);
                self.enter(cell, depth, alpha, beta);
                return true;
            }
            if self.ply == 0 {
                return false;
            }
            let found = self.finish();
            self.ply -= 1;
            self.board.undo();
            self.back_up(found);
        }
    }

    /// The next move to search, with the child's depth and window; `None` if the position is done.
    fn next_child(&mut self) -> Option<(Cell, i32, i32, i32)> {
        let ply = self.ply;
        let board = &self.board;
        let frame = &mut self.frames[ply];
        if let Some(stage) = frame.again.take() {
            frame.stage = stage;
            let beta = if stage == Stage::Full { frame.beta } else { frame.alpha + 1 };
            return Some((frame.current(), frame.depth - 1, -beta, -frame.alpha));
        }
        if frame.alpha >= frame.beta {
            return None;
        }
        let rest = &mut frame.moves[frame.next..];
        let best = (0..rest.len()).max_by_key(|&at| (rest[at].1, std::cmp::Reverse(at)))?;
        rest[..=best].rotate_right(1);
        let index = frame.next;
        let (cell, _) = rest[0];
        let own = board.to_move();
        let is_quiet =
            board.shape(own, cell) < Shape::Three && board.shape(own.other(), cell) < Shape::Three;
        if frame.is_open && ply > 0 && frame.is_null() && is_quiet && frame.best > -SEEMING + 500 {
            let most = most_moves(frame.depth);
            if index >= most {
                frame.is_complete = false;
                frame.has_ended = false;
                frame.next = frame.moves.len();
                return None;
            }
        }
        frame.next += 1;
        let is_first = index == 0 || frame.alpha < -WIN;
        if is_first {
            frame.stage = Stage::Full;
            return Some((cell, frame.depth - 1, -frame.beta, -frame.alpha));
        }
        let reduction = if frame.is_open && is_quiet { reduction(frame.depth, index) } else { 0 };
        frame.stage = if reduction > 0 { Stage::Reduced } else { Stage::Null };
        Some((cell, frame.depth - 1 - reduction, -frame.alpha - 1, -frame.alpha))
    }

    /// Plays a move of the current position. Its child becomes the current position or is backed up
    /// at once.
    fn enter(&mut self, cell: Cell, depth: i32, alpha: i32, beta: i32) {
        let ply = self.ply + 1;
        if self.frames.len() == ply {
            self.frames.push(Frame::new());
        }
        self.frames[ply].begin(depth, alpha, beta);
        if let Some(found) = self.leaf_after(cell, depth, alpha, beta) {
            self.back_up(found);
            return;
        }
        self.board.play(cell);
        let leaf = self.leaf(depth, alpha, beta);
        match leaf {
            Some(found) => {
                self.board.undo();
                self.back_up(found);
            }
            None => {
                self.ply = ply;
                if self.frames[ply].is_open {
                    self.begin_probe(depth);
                }
            }
        }
    }

    /// The result of the current position, whose search is complete, which is stored in the table.
    fn finish(&mut self) -> Found {
        let ply = self.ply;
        let frame = &self.frames[ply];
        let mut value = frame.best;
        if value < -MAX_POINTS && !frame.is_complete {
            value = (WIN + value).min(500) - SEEMING;
        }
        let bound = if value >= frame.beta {
            Bound::Lower
        } else if value <= frame.initial_alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        // A cutoff needs one move; otherwise all moves have to be known.
        let has_ended = frame.has_ended && (frame.is_complete || bound == Bound::Lower);
        let depth = if has_ended {
            Entry::TO_THE_END
        } else {
            frame.depth.clamp(0, Entry::DEEPEST.into()) as u8
        };
        let entry =
            Entry { value: to_table(value, ply), bound, depth, best_index: frame.best_move };
        self.table.put(frame.key ^ self.key_change, entry);
        Found { value, has_ended }
    }

    /// Backs up the result of the current move.
    fn back_up(&mut self, found: Found) {
        let (ply, value) = (self.ply, -found.value);
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let (frame, child) = (&mut above[ply], &below[0]);
        frame.again = match frame.stage {
            Stage::Reduced if value > frame.alpha => Some(Stage::Null),
            Stage::Null if value > frame.alpha && value < frame.beta => Some(Stage::Full),
            _ => None,
        };
        // A win with a null window is as good as one with the full window, but it has no line.
        if frame.again.is_some() {
            return;
        }
        let cell = frame.current();
        frame.has_ended &= found.has_ended;
        if value > frame.best {
            frame.best = value;
            frame.best_move = cell;
        }
        if value <= frame.alpha {
            return;
        }
        frame.line.clear();
        frame.line.push(cell);
        frame.line.extend_from_slice(&child.line);
        if ply == 0 {
            let variation = Variation { value, line: frame.line.clone(), caveats: () };
            frame.alpha = frame.alpha.max(self.root_moves.note(1, variation));
            frame.line.clone_from(&self.root_moves.exact()[0].line);
        } else {
            frame.alpha = value;
        }
        if frame.alpha >= frame.beta {
            frame.has_ended = found.has_ended;
            let depth = frame.depth;
            self.ordering.record_cutoff(&self.board, ply, cell, depth);
        }
    }
}

/// How many plies less a late quiet move is searched.
fn reduction(depth: i32, index: usize) -> i32 {
    if depth < 2 || index < 3 {
        return 0;
    }
    let product = f64::from(depth).ln() * (index as f64).ln();
    ((0.4 + product / 1.8) as i32).min(depth - 1)
}

/// How many moves are searched at most with so little depth.
fn most_moves(depth: i32) -> usize {
    match depth {
        ..=1 => 12,
        2 => 20,
        3 => 30,
        _ => usize::MAX,
    }
}

#[cfg(test)]
mod tests;
