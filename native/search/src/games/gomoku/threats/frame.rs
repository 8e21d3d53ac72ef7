//! The path of an alpha-beta search, so that it needs no recursion.

use super::cells::Cell;
use crate::minimax::value::INFINITE;

/// How a move is searched: what is tried first is enough for most moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// With a null window and less depth.
    Reduced,
    /// With a null window.
    Null,
    /// With the whole window.
    Full,
}

/// A position on the path.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) moves: Vec<(Cell, i32)>,
    pub(super) next: usize,
    /// How to search the current move again.
    pub(super) again: Option<Stage>,
    pub(super) stage: Stage,
    pub(super) key: u64,
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) initial_alpha: i32,
    pub(super) best: i32,
    pub(super) best_move: Cell,
    pub(super) line: Vec<Cell>,
    /// Whether the moves are all that matter.
    pub(super) is_complete: bool,
    /// Whether every line so far reached the end of the game.
    pub(super) has_ended: bool,
    /// Whether moves late in the order may be searched less, or not at all.
    pub(super) is_open: bool,
}

impl Frame {
    pub(super) fn new() -> Self {
        Self {
            moves: Vec::new(),
            next: 0,
            again: None,
            stage: Stage::Full,
            key: 0,
            depth: 0,
            alpha: 0,
            beta: 0,
            initial_alpha: 0,
            best: -INFINITE,
            best_move: 0,
            line: Vec::new(),
            is_complete: false,
            has_ended: true,
            is_open: false,
        }
    }

    pub(super) fn begin(&mut self, depth: i32, alpha: i32, beta: i32) {
        self.moves.clear();
        self.next = 0;
        self.again = None;
        self.depth = depth;
        (self.alpha, self.beta, self.initial_alpha) = (alpha, beta, alpha);
        self.best = -INFINITE;
        self.best_move = 0;
        self.line.clear();
        self.has_ended = true;
    }

    /// The move that is being searched.
    pub(super) fn current(&self) -> Cell {
        self.moves[self.next - 1].0
    }

    /// Whether a value lies inside the window of the search.
    pub(super) fn is_inside(&self, value: i32) -> bool {
        self.initial_alpha < value && value < self.beta
    }

    /// Whether the position is off the principal variation.
    pub(super) fn is_null(&self) -> bool {
        self.beta - self.alpha <= 1
    }
}
