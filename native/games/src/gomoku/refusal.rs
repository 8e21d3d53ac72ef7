use super::{Gomoku, Move};
use crate::{Error, Game};

impl Gomoku {
    /// Why an illegal move is refused.
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
            return illegal("choice_due", "all five stones are placed; choose black or white");
        }
        if !point.is_within(self.size) {
            return illegal("off_board", &format!("the board has {0} columns and rows", self.size));
        }
        illegal("occupied", &format!("{point} is occupied"))
    }
}
