use super::{Animal, AnimalShogi, Move, Piece, Square};
use crate::{Error, Game};

impl AnimalShogi {
    /// Why a move is illegal.
    pub(super) fn refusal(&self, mv: Move) -> Error {
        let text = mv.to_string();
        if self.outcome().is_some() {
            return Error::finished(&text);
        }
        let to = mv.to();
        let illegal = |problem, reason: &str| Error::illegal_move(&text, problem, reason);
        let of = |animal: Animal, refusal: Error| refusal.with("piece", animal.name());
        match mv {
            Move::Drop { animal, .. } if self.in_hand(self.side, animal) == 0 => {
                of(animal, illegal("not_in_hand", &format!("no {} in hand", animal.name())))
            }
            Move::Drop { .. } => illegal("occupied", &format!("{to} is occupied")),
            Move::Step { from, promotes, .. } => match self.piece_at(from) {
                None => illegal("no_piece", &format!("there is no piece on {from}")),
                Some(Piece { animal, side }) if side != self.side => of(
                    animal,
                    illegal(
                        "not_yours",
                        &format!("the {} there belongs to your opponent", animal.name()),
                    ),
                ),
                Some(piece) if piece.attacks(from) & to.bit() == 0 => {
                    let animal = piece.animal;
                    let reason = format!("the {} cannot move there", animal.name());
                    of(animal, illegal("out_of_reach", &reason))
                }
                Some(piece) => match self.piece_at(to) {
                    Some(Piece { animal, side }) if side == self.side => {
                        let reason = format!("your own {} is on {to}", animal.name());
                        of(animal, illegal("own_piece", &reason))
                    }
                    _ if promotes => {
                        let reason = format!(
                            "only a chick that reaches the far rank becomes a hen; write {from}{to}"
                        );
                        of(piece.animal, illegal("no_promotion", &reason))
                    }
                    _ => {
                        let reason = format!("the chick becomes a hen there; write {from}{to}+");
                        of(piece.animal, illegal("must_promote", &reason))
                    }
                },
            },
        }
    }

    /// Why a step cannot follow the others.
    pub(super) fn step_refusal(&self, picked: &[&str], step: &str) -> Error {
        let illegal = |problem, reason: &str, animal: Animal| {
            Error::illegal_move(step, problem, reason).with("piece", animal.name())
        };
        let Some(square) = Square::parse(step) else {
            let mut letters = step.chars();
            let animal = letters.next().and_then(Animal::from_letter);
            let held = animal.filter(|it| it.hand_index().is_some() && letters.next().is_none());
            return held.map_or_else(
                || Error::no_step(step),
                |animal| illegal("not_in_hand", &format!("no {} in hand", animal.name()), animal),
            );
        };
        let there = self.piece_at(square);
        let ours = there.filter(|piece| piece.side == self.side).map(|piece| piece.animal);
        let Some(first) = picked.first() else {
            return match (ours, there) {
                (Some(animal), _) => {
                    illegal("blocked", &format!("the {} there cannot move", animal.name()), animal)
                }
                (None, Some(Piece { animal, .. })) => illegal(
                    "not_yours",
                    &format!("the {} there belongs to your opponent", animal.name()),
                    animal,
                ),
                (None, None) => {
                    Error::illegal_move(step, "no_piece", "there is no piece on this square")
                }
            };
        };
        if let Some(animal) = ours {
            return if self.can_leave(square) {
                illegal("own_piece", &format!("your own {} is there", animal.name()), animal)
            } else {
                let reason = format!("your own {} is there, and it cannot move", animal.name());
                illegal("own_piece_blocked", &reason, animal)
            };
        }
        if there.is_some() && Square::parse(first).is_none() {
            return Error::illegal_move(
                step,
                "occupied",
                "pieces can be dropped only on empty squares",
            );
        }
        match Square::parse(first).and_then(|from| self.piece_at(from)) {
            Some(Piece { animal, .. }) => {
                let reason = format!("the {} on {first} cannot move there", animal.name());
                illegal("out_of_reach", &reason, animal)
            }
            None => Error::no_step(step),
        }
    }

    /// Whether the piece of the side to move on a square has a move.
    fn can_leave(&self, square: Square) -> bool {
        self.choices()
            .all()
            .map(|choice| self.move_of(choice))
            .any(|mv| matches!(mv, Move::Step { from, .. } if from == square))
    }
}
