//! Positions whose value needs no search by alpha-beta: by what is known of threats, the table, a
//! search for VCF, or the evaluation.

use super::super::board::Board;
use super::super::cells::{Cell, iterate};
use super::super::patterns::Shape;
use super::super::status::{Status, win_at_once};
use super::{AlphaBeta, Found, MAX_PLY, VCF_AT_HORIZON, VCF_INSIDE};
use crate::game::MAX_POINTS;
use crate::minimax::transpositions::{Bound, Entry};
use crate::minimax::value::{WIN, from_table};

impl AlphaBeta {
    /// The value after a move at the horizon, without placing its stone, which takes longer: by the
    /// table, or by the evaluation. `None` if the game has ended, or more than counting what the stone
    /// changes is needed, such as a search for VCF.
    pub(super) fn leaf_after(
        &mut self,
        cell: Cell,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Option<Found> {
        if depth > 0 || self.board.empty_count() <= 1 {
            return None;
        }
        let to_move = self.board.to_move().other();
        let counts = self.board.counts_after(cell);
        if counts.are_dead(self.board.empty_count() - 1) {
            return Some(Found { value: 0, has_ended: true });
        }
        let is_evaluated =
            matches!(self.seen(Status::by(&counts, to_move)), Status::Open | Status::Threatened);
        if !is_evaluated || self.overlooked.is_none() && counts.has_fours(to_move) {
            return None;
        }
        let key = self.board.key() ^ self.board.key_change(cell) ^ self.key_change;
        if beta - alpha <= 1
            && let Some(entry) = self.table.get(key)
            && let Some(found) = from_entry(entry, depth, alpha, beta, self.ply + 1)
        {
            return Some(found);
        }
        let value = self.evaluator.evaluate_after(&self.board, cell, &counts, self.overlooked);
        Some(Found { value, has_ended: false })
    }

    /// The value of the position on the board if it needs no search; otherwise prepares the frame.
    pub(super) fn leaf(&mut self, depth: i32, alpha: i32, beta: i32) -> Option<Found> {
        let ply = self.ply + 1;
        let is_null = beta - alpha <= 1;
        if self.board.is_dead() {
            return Some(Found { value: 0, has_ended: true });
        }
        let status = self.status();
        match status {
            Status::Wins(plies) => {
                if !is_null {
                    self.record_line(ply, win_at_once);
                }
                return Some(Found { value: WIN - ply as i32 - plies as i32, has_ended: true });
            }
            Status::Loses(plies) => {
                if !is_null {
                    let other = self.board.to_move().other();
                    let block = self.board.find(other, Shape::Five);
                    self.record_line(ply, |board| {
                        block.into_iter().for_each(|block| board.play(block));
                        win_at_once(board);
                    });
                }
                return Some(Found { value: ply as i32 + plies as i32 - WIN, has_ended: true });
            }
            _ => {}
        }
        let key = self.board.key();
        let entry = self.table.get(key ^ self.key_change);
        if is_null
            && let Some(entry) = entry
            && let Some(found) = from_entry(entry, depth, alpha, beta, ply)
        {
            return Some(found);
        }
        let is_forced = status == Status::Forced;
        if ply >= MAX_PLY {
            let value = self.evaluator.evaluate(&self.board, self.overlooked);
            return Some(Found { value, has_ended: false });
        }
        let own = self.board.to_move();
        if self.overlooked.is_none() && self.board.counts().has_fours(own) {
            let most = if depth <= 0 { VCF_AT_HORIZON } else { VCF_INSIDE };
            if let Some(plies) = self.vcf.find(&mut self.board, most) {
                let line = &mut self.frames[ply].line;
                line.extend_from_slice(self.vcf.line());
                let best_index = self.vcf.line()[0];
                let (bound, depth) = (Bound::Lower, Entry::TO_THE_END);
                let entry = Entry { value: WIN - plies as i32, bound, depth, best_index };
                self.table.put(key ^ self.key_change, entry);
                return Some(Found { value: WIN - ply as i32 - plies as i32, has_ended: true });
            }
        }
        if depth <= 0 && !is_forced {
            let value = self.evaluator.evaluate(&self.board, self.overlooked);
            return Some(Found { value, has_ended: false });
        }
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        let is_complete = self.list(status, &mut cells);
        if cells.is_empty() {
            // There is no defence against an open four.
            self.cells = cells;
            if !is_null {
                let other = own.other();
                let four = self.board.find(other, Shape::OpenFour);
                let pass = iterate(self.board.empty()).find(|&it| Some(it) != four);
                self.record_line(ply, |board| {
                    // Any stone that is neither a defence nor a four.
                    pass.into_iter().for_each(|pass| board.play(pass));
                    win_at_once(board);
                });
            }
            return Some(Found { value: ply as i32 + 4 - WIN, has_ended: true });
        }
        let frame = &mut self.frames[ply];
        frame.key = key;
        // The reply to a four costs no depth.
        frame.depth = if is_forced { depth + 1 } else { depth };
        frame.is_complete = is_complete;
        frame.is_open = status == Status::Open;
        let best = entry.map(|entry| entry.best_index);
        for &cell in &cells {
            let rank = if best == Some(cell) {
                i32::MAX
            } else {
                self.ordering.rank(&self.board, ply, cell)
            };
            frame.moves.push((cell, rank));
        }
        self.cells = cells;
        None
    }

    /// Records the stones that `play` places as the line of a ply, and takes them back.
    fn record_line(&mut self, ply: usize, play: impl FnOnce(&mut Board)) {
        let placed = self.board.placed();
        play(&mut self.board);
        let line = &mut self.frames[ply].line;
        line.clear();
        line.extend(self.board.stones_since(placed));
        self.board.undo_to(placed);
    }
}

/// The result of a table entry, if it is deep enough and causes a cutoff.
fn from_entry(entry: Entry, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<Found> {
    let value = from_table(entry.value, ply);
    let is_decided = match entry.bound {
        Bound::Lower => value > MAX_POINTS,
        Bound::Upper => value < -MAX_POINTS,
        Bound::Exact => value.abs() > MAX_POINTS,
    };
    let is_deep = i32::from(entry.depth) >= depth || is_decided;
    let is_enough = match entry.bound {
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
        Bound::Exact => true,
    };
    let has_ended = is_decided || entry.depth == Entry::TO_THE_END;
    (is_deep && is_enough).then_some(Found { value, has_ended })
}
