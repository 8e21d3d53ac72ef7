use super::{Cell, Move, Piece, Quarto, Stage};
use crate::Error;

/// A step of a move.
enum Step {
    Cell(Cell),
    Piece(Piece),
}

impl Quarto {
    /// Why an illegal move is refused.
    pub(super) fn refusal(&self, mv: Move) -> Error {
        let text = mv.to_string();
        let illegal = |problem, reason: &str| Error::illegal_move(&text, problem, reason);
        match (self.stage, mv.cell(), mv.piece()) {
            (Stage::Won | Stage::Drawn, ..) => Error::finished(&text),
            (Stage::Opening, ..) => {
                illegal("nothing_in_hand", "no piece is in hand yet; begin by giving one, as in -7")
            }
            (Stage::Playing, None, _) => {
                illegal("not_placed", "the piece in hand has to be placed first, as in c3-A")
            }
            (Stage::Playing, Some(cell), _) if self.occupied() & cell.bit() != 0 => {
                illegal("occupied", &format!("{cell} is occupied"))
            }
            (Stage::Playing, Some(cell), Some(_)) if self.ends_at(cell) => {
                illegal("game_ends", &format!("the game ends with {cell}, so no piece is given"))
            }
            (Stage::Playing, Some(_), Some(piece)) => {
                illegal("piece_gone", &format!("piece {piece} is no longer available"))
            }
            (Stage::Playing, Some(_), None) => illegal(
                "nothing_given",
                "the game is not over, so a piece has to be given, as in c3-A",
            ),
        }
    }

    /// Why a step cannot come next, after a cell or as the first.
    pub(super) fn step_refusal(&self, step: &str) -> Error {
        let illegal = |problem, reason: &str| Error::illegal_move(step, problem, reason);
        let Some(parsed) = Step::parse(step) else { return Error::no_step(step) };
        match parsed {
            Step::Cell(_) if self.stage == Stage::Opening => {
                illegal("nothing_in_hand", "nothing is in hand yet; begin by giving a piece")
            }
            Step::Cell(cell) if self.occupied() & cell.bit() != 0 => {
                illegal("occupied", "the cell is occupied")
            }
            Step::Cell(_) => {
                illegal("nothing_given", "the cell is chosen, so a piece has to be given")
            }
            Step::Piece(piece) if self.hand == Some(piece) => {
                illegal("in_hand", "this piece is the one to place")
            }
            Step::Piece(piece) if self.remaining & piece.bit() == 0 => {
                illegal("piece_gone", "the piece is on the board")
            }
            Step::Piece(_) => illegal("not_placed", "the piece in hand has to be placed first"),
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
