//! Answers whether a side reaches a score, by depth-first search.
//!
//! At a node, one side gives a piece, and the other places it and then gives one itself. The *goal* of
//! a node is the score that the giver has to reach: it needs one piece after which, wherever the
//! opponent places it, the opponent does not reach the score above the negated goal. (So this is
//! alpha-beta with windows of width 0.) Pieces that lose at once are never given, and placements that
//! leave no safe piece need no answer, because they lose at once.
//!
//! Pieces that leave the fewest replies come first, and among the cells those that leave the giver
//! the fewest. While many cells are empty, cells are compared one ply deeper, and results are kept in
//! the transposition table. Near the end, neither pays for itself.

use playout_games::set_bits;

use super::board::{Board, Replies, Sets, Threats};
use super::score::{Score, later_win, opposing, soonest_loss, soonest_win};
use super::symmetry::Symmetries;
use super::table::{Bounds, Hash, Table};

/// With fewer empty cells, a node is searched to the end in one unit of work, without the table. That
/// takes some 20 µs at most.
const MIN_FRAME_CELLS: u32 = 8;

/// With as many empty cells, all nodes two plies below are looked up before any is searched (enhanced
/// transposition cutoffs, Plaat and others 1996).
const MIN_LOOKED_UP_CELLS: u32 = 10;

/// A board from which a piece is to be given, and the pieces that do not lose at once, of which there
/// is at least one.
pub(super) type Start<const N: usize> = (Board<N>, u16);

/// The search.
#[derive(Debug)]
pub(super) struct Prover<const N: usize> {
    symmetries: &'static Symmetries,
    /// From the root down.
    frames: Vec<Frame<N>>,
    nodes: u64,
}

/// A node on the path of the search.
#[derive(Debug)]
struct Frame<const N: usize> {
    board: Board<N>,
    threats: Threats,
    hash: Hash,
    goal: Score,
    /// The pieces that have not been tried; a key is the number of replies times 16, plus the piece.
    pieces: List<u16>,
    /// The piece that is being tried.
    piece: u8,
    /// Whether no placement of this piece has refuted the goal so far; false before the first piece.
    holds: bool,
    /// The cells where it has not been placed, in the same form.
    cells: List<u32>,
    sets: Sets,
}

/// What the table knows about a node from the nodes below it.
enum LookedUp {
    Known(bool),
    /// These pieces remain. Their keys count the replies that are still unknown.
    Open(List<u16>),
}

/// What a frame does next.
enum Next<const N: usize> {
    Try(Start<N>, Score),
    Done(bool),
}

impl<const N: usize> Prover<N> {
    pub(super) fn new() -> Self {
        Self { symmetries: Symmetries::of::<N>(), frames: Vec::new(), nodes: 0 }
    }

    /// The number of nodes looked at so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether nothing is being searched.
    pub(super) fn is_idle(&self) -> bool {
        self.frames.is_empty()
    }

    /// Begins to ask whether the giver reaches the goal; returns the answer if it is known at once.
    pub(super) fn begin(&mut self, start: &Start<N>, goal: Score, table: &Table) -> Option<bool> {
        self.frames.clear();
        self.descend(start, goal, table)
    }

    /// Does one unit of work, and returns the answer once it is known.
    pub(super) fn unit(&mut self, table: &Table) -> Option<bool> {
        let frame = self.frames.last_mut()?;
        let answer = match frame.next() {
            Next::Try(start, goal) => self.descend(&start, goal, table)?,
            Next::Done(reaches) => {
                frame.store(reaches, table);
                self.frames.pop();
                reaches
            }
        };
        match self.frames.last_mut() {
            Some(above) => above.hear(answer),
            None => return Some(answer),
        }
        None
    }

    /// Enters a node; returns the answer if it needs no frame.
    fn descend(&mut self, start: &Start<N>, goal: Score, table: &Table) -> Option<bool> {
        let (board, safe) = start;
        let empty = board.empty_count();
        if empty < MIN_FRAME_CELLS {
            return Some(self.reaches(board, *safe, goal));
        }
        self.nodes += 1;
        if let Some(known) = foreseen(empty, goal) {
            return Some(known);
        }
        let hash = self.hash(board);
        if let Some(known) = table.get(hash, empty).answer(goal) {
            return Some(known);
        }
        let threats = board.threats();
        let Some(mut pieces) = pieces(board, &threats, *safe) else {
            let score = soonest_win(empty);
            table.put(hash, empty, Bounds { low: score, high: score });
            return Some(true);
        };
        if goal > later_win(empty) {
            return Some(false);
        }
        if empty >= MIN_LOOKED_UP_CELLS {
            match self.look_up(board, &threats, *safe, goal, table) {
                LookedUp::Known(reaches) => {
                    table.put(hash, empty, table.get(hash, empty).with(goal, reaches));
                    return Some(reaches);
                }
                LookedUp::Open(open) => pieces = open,
            }
        }
        self.frames.push(Frame {
            board: *board,
            threats,
            hash,
            goal,
            pieces,
            piece: 0,
            holds: false,
            cells: List::new(),
            sets: Sets::NONE,
        });
        None
    }

    fn hash(&self, board: &Board<N>) -> Hash {
        Hash::new(self.symmetries.key(board.lanes(), board.occupied()))
    }

    /// What the table knows about whether the giver reaches the goal.
    pub(super) fn known(&self, start: &Start<N>, goal: Score, table: &Table) -> Option<bool> {
        let (board, _) = start;
        let empty = board.empty_count();
        let stored = || table.get(self.hash(board), empty).answer(goal);
        foreseen(empty, goal).or_else(|| if empty < MIN_FRAME_CELLS { None } else { stored() })
    }

    /// What the table knows about the nodes below. Pieces that it refutes are left out.
    fn look_up(
        &self,
        board: &Board<N>,
        threats: &Threats,
        safe: u16,
        goal: Score,
        table: &Table,
    ) -> LookedUp {
        let mut open = List::new();
        'pieces: for piece in set_bits(safe) {
            let replies = board.replies(threats, piece as u8);
            let sets = replies.sets();
            let mut unknown = 0;
            for cell in set_bits(replies.cells()) {
                let cell = cell as usize;
                let start = (board.with(piece as u8, cell), sets.at(cell));
                match self.known(&start, opposing(goal), table) {
                    Some(true) => continue 'pieces,
                    Some(false) => {}
                    None => unknown += start.1.count_ones(),
                }
            }
            if unknown == 0 {
                return LookedUp::Known(true);
            }
            open.insert((unknown << 4 | piece) as u16);
        }
        if open.len == 0 { LookedUp::Known(false) } else { LookedUp::Open(open) }
    }

    /// Whether the giver reaches the goal, near the end of the game. The recursion is never deeper
    /// than the number of empty cells.
    fn reaches(&mut self, board: &Board<N>, safe: u16, goal: Score) -> bool {
        self.nodes += 1;
        let empty = board.empty_count();
        if let Some(known) = foreseen(empty, goal) {
            return known;
        }
        let threats = board.threats();
        let Some(mut pieces) = pieces(board, &threats, safe) else { return true };
        if goal > later_win(empty) {
            return false;
        }
        while let Some(key) = pieces.pop() {
            let piece = (key & 0xF) as u8;
            if self.holds(board, piece, &board.replies(&threats, piece), goal) {
                return true;
            }
        }
        false
    }

    /// Whether the giver reaches the goal with this piece.
    #[inline(always)]
    fn holds(&mut self, board: &Board<N>, piece: u8, replies: &Replies, goal: Score) -> bool {
        let sets = replies.sets();
        let mut left = replies.cells();
        let mut count = 1;
        while left != 0 {
            let cells = replies.with_count(count);
            for cell in set_bits(cells) {
                let cell = cell as usize;
                if self.reaches(&board.with(piece, cell), sets.at(cell), opposing(goal)) {
                    return false;
                }
            }
            left &= !cells;
            count += 1;
        }
        true
    }
}

impl<const N: usize> Frame<N> {
    fn next(&mut self) -> Next<N> {
        loop {
            if let Some(key) = self.cells.pop() {
                let cell = (key & 0xF) as usize;
                let start = (self.board.with(self.piece, cell), self.sets.at(cell));
                return Next::Try(start, opposing(self.goal));
            }
            if self.holds {
                return Next::Done(true);
            }
            let Some(key) = self.pieces.pop() else { return Next::Done(false) };
            self.piece = (key & 0xF) as u8;
            self.holds = self.list_cells();
        }
    }

    /// Takes the answer for the node below: whether the opponent reaches its goal.
    fn hear(&mut self, reaches: bool) {
        if reaches {
            self.holds = false;
            self.cells.clear();
        }
    }

    /// Lists the cells where the opponent can place the piece; returns false if it wins from one of
    /// them with its next piece but one.
    fn list_cells(&mut self) -> bool {
        let replies = self.board.replies(&self.threats, self.piece);
        self.sets = replies.sets();
        self.cells.clear();
        for cell in set_bits(replies.cells()) {
            let safe = self.sets.at(cell as usize);
            let board = self.board.with(self.piece, cell as usize);
            let least = fewest_replies(&board, safe);
            if least == 0 {
                self.cells.clear();
                return false;
            }
            self.cells.insert((least * 16 + safe.count_ones()) << 4 | cell);
        }
        true
    }

    fn store(&self, reaches: bool, table: &Table) {
        let empty = self.board.empty_count();
        let bounds = table.get(self.hash, empty);
        table.put(self.hash, empty, bounds.with(self.goal, reaches));
    }
}

/// Whether a giver that has a safe piece reaches the goal, if the number of empty cells tells.
#[inline(always)]
fn foreseen(empty: u32, goal: Score) -> Option<bool> {
    if goal > soonest_win(empty) {
        return Some(false);
    }
    (goal <= soonest_loss(empty)).then_some(true)
}

/// The safe pieces to try; `None` if one of them leaves no safe reply anywhere, and so wins.
#[inline(always)]
fn pieces<const N: usize>(board: &Board<N>, threats: &Threats, safe: u16) -> Option<List<u16>> {
    let mut list = List::new();
    for piece in set_bits(safe) {
        let total = board.replies(threats, piece as u8).total();
        if total == 0 {
            return None;
        }
        list.insert((total << 4 | piece) as u16);
    }
    Some(list)
}

/// The number of replies after the piece that leaves the fewest.
pub(super) fn fewest_replies<const N: usize>(board: &Board<N>, safe: u16) -> u32 {
    let threats = board.threats();
    let totals = set_bits(safe).map(|piece| board.replies(&threats, piece as u8).total());
    totals.min().unwrap_or(0)
}

/// At most sixteen things, the least of which comes first.
#[derive(Clone, Copy, Debug)]
struct List<T> {
    /// From the greatest to the least.
    items: [T; 16],
    len: usize,
}

impl<T: Copy + Default + PartialOrd> List<T> {
    #[inline(always)]
    fn new() -> Self {
        Self { items: [T::default(); 16], len: 0 }
    }

    #[inline(always)]
    fn insert(&mut self, item: T) {
        let mut at = self.len;
        while at > 0 && self.items[at - 1] < item {
            self.items[at] = self.items[at - 1];
            at -= 1;
        }
        self.items[at] = item;
        self.len += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len])
    }

    fn clear(&mut self) {
        self.len = 0;
    }
}
