use super::{Animal, AnimalShogi, Move};
use crate::{Error, Game};

impl AnimalShogi {
    /// Why an illegal move is refused.
    pub(super) fn refusal(&self, mv: Move) -> Error {
        let text = mv.to_string();
        if self.outcome().is_some() {
            return Error::finished(&text);
        }
        let (problem, reason) = self.objection(mv);
        Error::illegal_move(&text, problem, &reason)
    }

    fn objection(&self, mv: Move) -> (&'static str, String) {
        let to = mv.to();
        let taken = self.piece_at(to);
        match mv {
            Move::Drop { animal, .. } if self.in_hand(self.side, animal) == 0 => {
                ("not_in_hand", format!("there is no {} in hand", animal.letter()))
            }
            Move::Drop { .. } => ("occupied", format!("{to} is occupied")),
            Move::Step { from, promotes, .. } => match self.piece_at(from) {
                None => ("no_piece", format!("there is no piece on {from}")),
                Some(piece) if piece.side != self.side => {
                    ("not_yours", format!("the piece on {from} belongs to the other side"))
                }
                Some(piece) if piece.attacks(from) & to.bit() == 0 => {
                    ("out_of_reach", format!("{piece} cannot move from {from} to {to}"))
                }
                Some(_) if taken.is_some_and(|taken| taken.side == self.side) => {
                    ("own_piece", format!("your own piece is on {to}"))
                }
                Some(piece) if promotes => {
                    ("no_promotion", format!("{piece} does not promote there; write {from}{to}"))
                }
                Some(_) => (
                    "must_promote",
                    format!(
                        "a chick ({}) becomes a hen there; write {from}{to}+",
                        Animal::Chick.letter()
                    ),
                ),
            },
        }
    }
}
