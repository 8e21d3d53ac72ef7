use super::{Move, Quarto, Stage};
use crate::{Code, Error};

impl Quarto {
    /// Why a move that is not legal here is refused.
    pub(super) fn refusal(&self, mv: Move) -> Error {
        let refuse = |code, problem, message: String| {
            Error::new(code, problem, message).with("move", mv.to_string().as_str())
        };
        let illegal = |problem, message| refuse(Code::IllegalMove, problem, message);
        match (self.stage, mv.cell(), mv.piece()) {
            (Stage::Won | Stage::Drawn, ..) => {
                refuse(Code::Finished, "finished", "the game is over".to_owned())
            }
            (Stage::Opening, ..) => illegal(
                "nothing_in_hand",
                format!("{mv}: nothing is in hand yet; begin by handing a piece over, as in -7"),
            ),
            (Stage::Playing, None, _) => illegal(
                "not_placed",
                format!("{mv}: the piece in hand has to be placed first, as in c3-A"),
            ),
            (Stage::Playing, Some(cell), _) if self.occupied() & cell.bit() != 0 => {
                illegal("occupied", format!("{mv}: {cell} is occupied"))
            }
            (Stage::Playing, Some(cell), Some(_)) if self.ends_at(cell) => illegal(
                "game_ends",
                format!("{mv}: the game ends with {cell}, so nothing is handed over"),
            ),
            (Stage::Playing, Some(_), Some(piece)) => illegal(
                "piece_gone",
                format!("{mv}: piece {piece} is no longer there to hand over"),
            ),
            (Stage::Playing, Some(_), None) => illegal(
                "nothing_handed_over",
                format!("{mv}: the game goes on, so a piece has to be handed over, as in c3-A"),
            ),
        }
    }
}
