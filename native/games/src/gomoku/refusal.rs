use super::{Gomoku, Move};
use crate::{Error, Game};

impl Gomoku {
    /// Why a move that is not legal here is refused.
    pub(super) fn refusal(&self, mv: Move) -> Error {
        let text = mv.to_string();
        let illegal = |problem, reason: &str| Error::illegal_move(&text, problem, reason);
        if self.outcome().is_some() {
            return Error::finished(&text);
        }
        let Some(point) = mv.point() else {
            return illegal(
                "no_choice",
                "a colour is chosen only in the opening swap2, after three stones or five",
            );
        };
        if !self.may_place() {
            return illegal(
                "choice_due",
                "five stones are placed, so a colour has to be chosen: black or white",
            );
        }
        if !point.is_within(self.size) {
            return illegal("off_board", &format!("the board has {0} columns and rows", self.size));
        }
        illegal("occupied", &format!("{point} is occupied"))
    }
}
