use super::{Gomoku, Move};
use crate::{Code, Error, Game};

impl Gomoku {
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
        let Some(point) = mv.point() else {
            return illegal(
                "no_choice",
                format!(
                    "{mv}: a colour is taken only in the opening swap2, after three stones or five"
                ),
            );
        };
        if !self.may_place() {
            return illegal(
                "choice_due",
                format!(
                    "{mv}: five stones are placed, so a colour has to be taken: black or white"
                ),
            );
        }
        if !point.is_within(self.size) {
            let size = self.size;
            return illegal("off_board", format!("{mv}: the board has {size} columns and rows"));
        }
        illegal("occupied", format!("{mv}: {point} is occupied"))
    }
}
