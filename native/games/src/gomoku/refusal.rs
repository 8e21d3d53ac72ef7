use super::{Gomoku, Move};
use crate::{Error, Game};

impl Gomoku {
    /// Why a move is illegal.
    pub(super) fn refusal(&self, mv: Move) -> Error {
        let text = mv.to_string();
        let illegal = |problem, reason: &str| Error::illegal_move(&text, problem, reason);
        if self.outcome().is_some() {
            return Error::finished(&text);
        }
        let Some(point) = mv.point() else {
            return illegal(
                "no_choice",
                "a colour can be chosen only in the swap2 opening, after three or five stones",
            );
        };
        if !self.may_place() {
            return illegal("choice_due", "five stones have been placed; choose black or white");
        }
        if !point.is_within(self.size) {
            return illegal("off_board", &format!("{point} is off the {0}x{0} board", self.size));
        }
        illegal("occupied", &format!("{point} is occupied"))
    }
}
