//! What is known about a position without a search, and how such a win goes on.

use playout_games::gomoku::Colour;

use super::board::{Board, Counts};
use super::cells::Cell;
use super::patterns::Shape;

/// What is known about a side to move without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// It wins in this many plies, and no sooner.
    Wins(u32),
    /// It loses in this many plies, and no later.
    Loses(u32),
    /// It must reply to a four ([`reply_to_four`]).
    Forced,
    /// Neither side has four stones in a row to complete. The other side threatens an open four.
    Threatened,
    /// Neither side has four stones in a row to complete, and there is no threat of an open four.
    Open,
}

impl Status {
    /// The plies within which a side loses that stops neither an open four nor the next one.
    pub(super) const OPEN_FOUR_PLIES: u32 = 4;

    /// The status of the side to move.
    pub(super) fn of(board: &Board) -> Self {
        Self::by(board.counts(), board.to_move())
    }

    /// The status by the counts of a board.
    pub(super) fn by(counts: &Counts, to_move: Colour) -> Self {
        let (own, other) = (to_move, to_move.other());
        if counts.count(own, Shape::Five) > 0 {
            return Self::Wins(1);
        }
        match counts.count(other, Shape::Five) {
            0 => {}
            1 => return Self::Forced,
            _ => return Self::Loses(2),
        }
        if counts.count(own, Shape::OpenFour) > 0 {
            Self::Wins(3)
        } else if counts.count(other, Shape::OpenFour) > 0 {
            Self::Threatened
        } else {
            Self::Open
        }
    }
}

/// The point where the opponent of the side to move completes a row, which must have one.
pub(super) fn reply_to_four(board: &Board) -> Cell {
    board.find(board.to_move().other(), Shape::Five).expect("a four can be completed")
}

/// Plays out a win that [`Status`] knows, or a forced stone that makes an open four.
pub(super) fn win_at_once(board: &mut Board) {
    let attacker = board.to_move();
    if let Some(five) = board.find(attacker, Shape::Five) {
        board.play(five);
        return;
    }
    let four = match Status::of(board) {
        Status::Forced => Some(reply_to_four(board)),
        _ => board.find(attacker, Shape::OpenFour),
    };
    board.play(four.expect("a win in three plies"));
    complete_open_four(board);
}

/// Plays a reply to an open four and the stone that completes the row.
pub(super) fn complete_open_four(board: &mut Board) {
    let attacker = board.to_move().other();
    for _ in 0..2 {
        let five = board.find(attacker, Shape::Five).expect("an open four has two completions");
        board.play(five);
    }
}
