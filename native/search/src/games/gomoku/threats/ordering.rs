//! Move ordering by what a stone makes for either colour, and by the moves that caused cutoffs.

use playout_games::gomoku::MAX_SIZE;

use super::board::{Board, Cell};
use super::patterns::{Class, Shape};

const CELLS: usize = MAX_SIZE as usize * MAX_SIZE as usize;
/// When a counter exceeds this, all are halved, so that old cutoffs fade.
const MAX_HISTORY: i32 = 1 << 14;
/// How much of the history counts.
const HISTORY_SHIFT: u32 = 8;
const KILLER: i32 = 40;

/// By the shape that a stone makes for its own colour, and takes from the other.
const OWN: [i32; Shape::COUNT] = [0, 20, 45, 90, 400, 60, 110, 2_000, 5_000, 10_000];
const OTHER: [i32; Shape::COUNT] = [0, 15, 35, 70, 250, 60, 90, 1_000, 4_000, 9_000];
/// By the class of each line.
const CLASSES: [i32; Class::COUNT] = [0, 1, 3, 5, 8, 11, 12, 18, 22, 24, 30, 30];

/// Statistics of moves that caused cutoffs: for each colour, how many (the history heuristic,
/// Schaeffer 1983), and for each ply, the last two moves (killer moves, Akl and Newborn 1977).
#[derive(Debug)]
pub(super) struct Ordering {
    history: [Box<[i32; CELLS]>; 2],
    killers: Vec<[Option<Cell>; 2]>,
}

impl Ordering {
    pub(super) fn new() -> Self {
        Self { history: [0, 1].map(|_| Box::new([0; CELLS])), killers: Vec::new() }
    }

    /// Clears the killer moves, whose plies no longer match, and halves the history.
    pub(super) fn advance(&mut self) {
        self.killers.clear();
        self.halve();
    }

    fn halve(&mut self) {
        self.history.iter_mut().flat_map(|counters| counters.iter_mut()).for_each(|it| *it /= 2);
    }

    /// Moves with higher ranks are searched first.
    pub(super) fn rank(&self, board: &Board, ply: usize, cell: Cell) -> i32 {
        let killer = match self.killers.get(ply) {
            Some([last, _]) if *last == Some(cell) => 2 * KILLER,
            Some([_, before]) if *before == Some(cell) => KILLER,
            _ => 0,
        };
        let history = self.history[board.to_move() as usize][usize::from(cell)] >> HISTORY_SHIFT;
        static_rank(board, cell) + killer + history
    }

    /// Records that a move of the side to move caused a cutoff at a ply, with `depth` plies left.
    pub(super) fn record_cutoff(&mut self, board: &Board, ply: usize, cell: Cell, depth: i32) {
        let colour = board.to_move();
        if board.shape(colour, cell) >= Shape::Three {
            return;
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cell) {
            *killers = [Some(cell), killers[0]];
        }
        let counter = &mut self.history[colour as usize][usize::from(cell)];
        *counter += (depth * depth).min(1 << 10);
        if *counter > MAX_HISTORY {
            self.halve();
        }
    }
}

/// The rank of a move by what is on the board.
pub(super) fn static_rank(board: &Board, cell: Cell) -> i32 {
    let own = board.to_move();
    let lines = |colour| -> i32 {
        board.classes(colour, cell).iter().map(|&class| CLASSES[class as usize]).sum()
    };
    let shape = |colour| board.shape(colour, cell) as usize;
    OWN[shape(own)] + OTHER[shape(own.other())] + lines(own) + lines(own.other())
}
