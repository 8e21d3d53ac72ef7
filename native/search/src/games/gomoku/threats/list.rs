//! The moves of a position that matter.

use playout_games::gomoku::Colour;

use super::board::Board;
use super::cells::{Cell, iterate};
use super::patterns::Shape;
use super::status::{Status, reply_to_four};

/// Appends the moves of a position that matter, or those at most `radius` away from stones, or the
/// centre of an empty board, and returns whether the others do not matter. None means that every move
/// loses.
pub(super) fn list_moves(
    board: &Board,
    status: Status,
    radius: u32,
    cells: &mut Vec<Cell>,
) -> bool {
    let (own, other) = (board.to_move(), board.to_move().other());
    match status {
        Status::Wins(1) => {
            let fives = iterate(board.fours(own));
            cells.extend(fives.filter(|&it| board.shape(own, it) == Shape::Five));
        }
        Status::Wins(_) => {
            let fours = iterate(board.fours(own));
            cells.extend(fours.filter(|&it| board.shape(own, it) == Shape::OpenFour));
        }
        Status::Loses(_) => {
            let fives = iterate(board.fours(other));
            cells.extend(fives.filter(|&it| board.shape(other, it) == Shape::Five));
        }
        Status::Forced => cells.push(reply_to_four(board)),
        Status::Threatened => replies_to_open_four(board, cells),
        Status::Open => {
            let from = cells.len();
            board.near_stones(radius, cells);
            if cells.len() == from {
                // There are no stones yet. The centre is in the most lines.
                let middle = board.size() / 2;
                cells.push((middle * board.size() + middle) as Cell);
            }
            return cells.len() - from == board.empty_count();
        }
    }
    true
}

/// Appends the replies to the threat of an open four: those that spoil it, and one's own fours.
/// Every other stone loses in four plies.
pub(super) fn replies_to_open_four(board: &Board, cells: &mut Vec<Cell>) {
    let from = cells.len();
    board.defences(board.to_move().other(), cells);
    let defences = cells.len();
    for four in iterate(board.fours(board.to_move())) {
        if !cells[from..defences].contains(&four) {
            cells.push(four);
        }
    }
}

/// The points where a colour completes its row, or else makes its open four.
pub(super) fn winning_points(board: &Board, winner: Colour) -> impl Iterator<Item = Cell> {
    let shape = move |cell: &Cell| board.shape(winner, *cell);
    let best = iterate(board.fours(winner)).map(|cell| shape(&cell)).max();
    let is_best = move |cell: &Cell| Some(shape(cell)) == best && best >= Some(Shape::OpenFour);
    iterate(board.fours(winner)).filter(is_best)
}
