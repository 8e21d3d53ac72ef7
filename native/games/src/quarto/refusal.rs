use super::{Move, Quarto, Stage};
use crate::Error;

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
                "nothing_handed_over",
                "the game goes on, so a piece has to be given, as in c3-A",
            ),
        }
    }
}
