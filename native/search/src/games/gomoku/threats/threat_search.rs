//! A search for wins by continuous threats that has a table of its own, for a few positions at a time.

use playout_games::gomoku::Colour;

use super::board::{Board, Cell};
use super::fours::Fours;
use super::proof::{Proof, Shared};
use crate::minimax::table::Table;

/// The search.
#[derive(Debug)]
pub(super) struct ThreatSearch {
    proof: Proof,
    table: Table,
    max_bytes: usize,
    is_searching: bool,
}

/// What it has found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A win, with its line.
    Win(Vec<Cell>),
    /// There is no such win, or it was not found.
    Nothing,
    /// Nothing so far.
    Unfinished,
}

impl ThreatSearch {
    /// A search whose table never takes more than `max_bytes`.
    pub(super) fn new(max_bytes: usize) -> Self {
        Self { proof: Proof::new(), table: Table::new(max_bytes), max_bytes, is_searching: false }
    }

    /// The most bytes that the table takes.
    pub(super) fn bytes(&self) -> usize {
        self.max_bytes
    }

    /// Starts a search for a win of a colour, if there may be one.
    pub(super) fn begin(&mut self, board: &mut Board, fours: &mut Fours, attacker: Colour) -> bool {
        self.proof.begin_for(attacker, &mut Shared { board, fours, table: &mut self.table });
        self.is_searching = !self.proof.is_disproven();
        self.is_searching
    }

    /// Gives the search up before the board goes to another position.
    pub(super) fn end(&mut self) {
        self.is_searching = false;
    }

    /// Gives the search up and takes its stones back.
    pub(super) fn stop(&mut self, board: &mut Board) {
        self.is_searching = false;
        self.proof.stop(board);
    }

    /// Visits so many positions more.
    pub(super) fn visit(&mut self, board: &mut Board, fours: &mut Fours, positions: u32) -> Found {
        if !self.is_searching {
            return Found::Nothing;
        }
        let mut with = Shared { board, fours, table: &mut self.table };
        if (0..positions).all(|_| self.proof.step(&mut with)) {
            return Found::Unfinished;
        }
        self.is_searching = false;
        let line = self.proof.plies().map(|_| self.proof.line(&mut with)).unwrap_or_default();
        if line.is_empty() { Found::Nothing } else { Found::Win(line) }
    }
}
