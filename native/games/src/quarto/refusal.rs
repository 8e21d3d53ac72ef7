use super::position::{Quarto, Stage};
use super::{Cell, Move, Piece};
use crate::Error;

/// A step of a move.
enum Step {
    Cell(Cell),
    Piece(Piece),
}

impl Quarto {
    /// Why a move is illegal.
    pub(super) fn refusal(&self, mv: Move) -> Error {
        let text = mv.to_string();
        let illegal = |problem, reason: &str| Error::illegal_move(&text, problem, reason);
        match (self.stage, mv.cell(), mv.piece()) {
            (Stage::Won | Stage::Drawn, ..) => Error::finished(&text),
            (Stage::Opening, ..) => {
                illegal("nothing_in_hand", "no piece is in hand yet; start by giving one, as in -7")
            }
            (Stage::Playing, None, _) => {
                illegal("not_placed", "place the piece in hand first, as in c3-A")
            }
            (Stage::Playing, Some(cell), _) if self.occupied() & cell.bit() != 0 => {
                illegal("occupied", &format!("{cell} is occupied"))
            }
            (Stage::Playing, Some(cell), Some(_)) if self.ends_at(cell) => illegal(
                "game_ends",
                &format!("this ends the game, so no piece is given; write {cell}"),
            ),
            (Stage::Playing, Some(_), Some(piece)) => {
                illegal("piece_used", &format!("piece {piece} is no longer available"))
            }
            (Stage::Playing, Some(_), None) => {
                illegal("nothing_given", "this does not end the game, so give a piece, as in c3-A")
            }
        }
    }

    /// Why a step cannot come next, whether first or after a cell.
    pub(super) fn step_refusal(&self, step: &str) -> Error {
        let illegal = |problem, reason: &str| Error::illegal_move(step, problem, reason);
        let Some(parsed) = Step::parse(step) else { return Error::no_step(step) };
        match parsed {
            Step::Cell(_) if self.stage == Stage::Opening => {
                illegal("nothing_in_hand", "no piece is in hand yet; start by giving one")
            }
            Step::Cell(cell) if self.occupied() & cell.bit() != 0 => {
                illegal("occupied", "the cell is occupied")
            }
            Step::Cell(_) => illegal("nothing_given", "the cell has been chosen; give a piece"),
            Step::Piece(piece) if self.hand == Some(piece) => {
                illegal("in_hand", "this is the piece to place")
            }
            Step::Piece(piece) if self.remaining & piece.bit() == 0 => {
                illegal("piece_used", "this piece is already on the board")
            }
            Step::Piece(_) => illegal("not_placed", "place the piece in hand first"),
        }
    }
}

impl Step {
    fn parse(text: &str) -> Option<Self> {
        let mut digits = text.chars();
        let piece = digits.next().and_then(Piece::from_digit).filter(|_| digits.next().is_none());
        piece.map(Self::Piece).or_else(|| Cell::parse(text).map(Self::Cell))
    }
}
