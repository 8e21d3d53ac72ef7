//! Move ordering by what a stone makes for either colour, and by the moves that caused cutoffs.

use playout_games::Side;
use playout_games::gomoku::Colour;

use super::board::Board;
use super::cells::Cell;
use super::patterns::{Class, Shape};
use crate::minimax::ordering::Ordering as Cutoffs;

/// How much of the history counts.
const HISTORY_SHIFT: u32 = 8;
const KILLER: i32 = 40;

/// By the shape that a stone makes for its own colour, and takes from the other.
const OWN: [i32; Shape::COUNT] = [0, 20, 45, 90, 400, 60, 110, 2_000, 5_000, 10_000];
const OTHER: [i32; Shape::COUNT] = [0, 15, 35, 70, 250, 60, 90, 1_000, 4_000, 9_000];
/// By the class of each line.
const CLASSES: [i32; Class::COUNT] = [0, 1, 3, 5, 8, 11, 12, 18, 22, 24, 30, 30];

/// Ranks by what is on the board, and by the quiet moves that caused cutoffs.
#[derive(Debug)]
pub(super) struct Ordering {
    cutoffs: Cutoffs<Cell>,
}

impl Ordering {
    pub(super) fn new() -> Self {
        Self { cutoffs: Cutoffs::new() }
    }

    /// Ages the statistics after a move of the game.
    pub(super) fn advance(&mut self) {
        self.cutoffs.advance();
    }

    /// Moves with higher ranks are searched first.
    pub(super) fn rank(&self, board: &Board, ply: usize, cell: Cell) -> i32 {
        let killer = KILLER * self.cutoffs.killer(ply, cell);
        let history = self.cutoffs.history(side_of(board.to_move()), cell) >> HISTORY_SHIFT;
        static_rank(board, cell) + killer + history
    }

    /// Records that a move of the side to move caused a cutoff at a ply, with `depth` plies left.
    pub(super) fn record_cutoff(&mut self, board: &Board, ply: usize, cell: Cell, depth: i32) {
        let colour = board.to_move();
        if board.shape(colour, cell) < Shape::Three {
            self.cutoffs.record_cutoff(ply, side_of(colour), cell, depth.unsigned_abs());
        }
    }
}

/// The counters to use for a colour.
fn side_of(colour: Colour) -> Side {
    Side::BOTH[colour as usize]
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
