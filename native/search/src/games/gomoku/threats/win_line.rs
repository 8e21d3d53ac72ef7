//! How a proven result goes on to the end of the game.

use playout_games::gomoku::{Gomoku, Move};

use super::board::Board;
use super::cells::{Cell, move_at};
use super::list::{replies_to_open_four, winning_points};
use super::patterns::Shape;
use super::status::{Status, win_at_once};
use super::threat_search::{Found, ThreatSearch};
use super::vcf::Vcf;

/// The most positions of a search for VCF, for a line and for the proofs of tree search.
pub(super) const VCF_POSITIONS: u64 = 1_000;
/// The most positions of a search for VCT, and the most bytes of its table.
const VCT_POSITIONS: u32 = 20_000;
const BYTES: usize = 1 << 20;

/// Completes a line that ends in this position, where a result is proven. It may end sooner, where
/// finding the rest takes too long.
pub(super) fn finish_line(position: Gomoku, line: &mut Vec<Move>) {
    let mut board = Board::new(&position);
    let placed = board.placed();
    win(&mut board);
    let size = Cell::from(position.size());
    line.extend(board.stones_since(placed).map(|cell| move_at(cell, size)));
}

/// Plays a result that the knowledge has proven to its end: a win by VCF or VCT, the
/// rest of one, or a loss at once.
fn win(board: &mut Board) {
    let other = board.to_move().other();
    let status = Status::of(board);
    if let Status::Wins(_) = status {
        return win_at_once(board);
    }
    if let Status::Loses(_) | Status::Forced = status
        && let Some(block) = board.find(other, Shape::Five)
        && !play_vcf(board)
    {
        board.play(block);
        if !play_vcf(board) {
            play_threats(board);
        }
        return;
    }
    if matches!(status, Status::Loses(_) | Status::Forced) || play_vcf(board) {
        return;
    }
    let mut replies = Vec::new();
    if status == Status::Threatened {
        replies_to_open_four(board, &mut replies);
    }
    if status == Status::Open || !replies.is_empty() {
        return play_threats(board);
    }
    // Whatever is done against one open four, there is another.
    let four = winning_points(board, other).next();
    if let Some(four) = four {
        board.play(four);
        win_at_once(board);
    }
}

/// Plays a win by VCF of the side to move, if there is one.
fn play_vcf(board: &mut Board) -> bool {
    let mut vcf = Vcf::new();
    let is_won = board.empty_count() > 0 && vcf.find(board, VCF_POSITIONS).is_some();
    if is_won {
        vcf.line().iter().for_each(|&cell| board.play(cell));
    }
    is_won
}

/// Plays a win of either side by VCT, or the rest of one, if there is one.
fn play_threats(board: &mut Board) {
    let (mut vcf, mut threats) = (Vcf::new(), ThreatSearch::new(BYTES));
    for attacker in [board.to_move(), board.to_move().other()] {
        if threats.begin(board, &mut vcf, attacker)
            && let Found::Win { line, .. } = threats.visit(board, &mut vcf, VCT_POSITIONS)
        {
            return line.into_iter().for_each(|cell| board.play(cell));
        }
        threats.stop(board);
    }
}
