use super::{Animal, AnimalShogi, Move};
use crate::{Code, Error, Game};

impl AnimalShogi {
    /// Why a move that is not legal here is refused.
    pub(super) fn refusal(&self, mv: Move) -> Error {
        let (code, problem, message) = self.complaint(mv);
        Error::new(code, problem, message).with("move", mv.to_string().as_str())
    }

    fn complaint(&self, mv: Move) -> (Code, &'static str, String) {
        let illegal = |problem, message| (Code::IllegalMove, problem, message);
        if self.outcome().is_some() {
            return (Code::Finished, "finished", "the game is over".to_owned());
        }
        let to = mv.to();
        let taken = self.piece_at(to);
        match mv {
            Move::Drop { animal, .. } if self.in_hand(self.side, animal) == 0 => {
                illegal("not_in_hand", format!("{mv}: there is no {} in hand", animal.letter()))
            }
            Move::Drop { .. } => illegal("occupied", format!("{mv}: {to} is occupied")),
            Move::Step { from, promotes, .. } => match self.piece_at(from) {
                None => illegal("no_piece", format!("{mv}: there is no piece on {from}")),
                Some(piece) if piece.side != self.side => {
                    illegal("not_yours", format!("{mv}: the piece on {from} is the other side's"))
                }
                Some(piece) if piece.attacks(from) & to.bit() == 0 => illegal(
                    "out_of_reach",
                    format!("{mv}: {piece} does not go from {from} to {to}"),
                ),
                Some(_) if taken.is_some_and(|taken| taken.side == self.side) => {
                    illegal("own_piece", format!("{mv}: on {to} stands a piece of your own"))
                }
                Some(piece) if promotes => illegal(
                    "no_promotion",
                    format!("{mv}: {piece} does not become anything else there; write {from}{to}"),
                ),
                Some(_) => illegal(
                    "must_promote",
                    format!(
                        "{mv}: a chick ({}) becomes a hen there; write {from}{to}+",
                        Animal::Chick.letter()
                    ),
                ),
            },
        }
    }
}
