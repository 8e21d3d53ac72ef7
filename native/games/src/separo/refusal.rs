use super::{Direction, Move, Point, Separo, Stage};
use crate::{Code, Error};

/// What is against a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Objection {
    Finished,
    CannotPass,
    MustPass,
    OffBoard { point: Point, size: u8 },
    NotYours(Point),
    NotDiagonal { from: Point, to: Point },
    NotOnward { from: Point, to: Point },
    Occupied(Point),
    Opponents(Point),
    TooClose(Point),
}

impl Separo {
    /// What is against playing a move here, `None` if it is legal.
    pub(super) fn objection(&self, mv: Move) -> Option<Objection> {
        use Objection::*;
        let (from, via, to) = match (self.stage, mv) {
            (Stage::Over, _) => return Some(Finished),
            (Stage::Pass, Move::Pass) => return None,
            (Stage::Pass, _) => return Some(MustPass),
            (Stage::Roots, Move::Pass) => return Some(CannotPass),
            (Stage::Roots, Move::Roots { from, via, to }) => (from, via, to),
        };
        let size = self.size;
        if let Some(point) = [from, via, to].into_iter().find(|point| !point.is_within(size)) {
            return Some(OffBoard { point, size });
        }
        if !self.has_stone(self.side, from) {
            return Some(NotYours(from));
        }
        let first = Direction::between(from, via).filter(|direction| direction.is_diagonal());
        let Some(first) = first else { return Some(NotDiagonal { from, to: via }) };
        let second =
            Direction::between(via, to).filter(|direction| first.onward().contains(direction));
        let Some(second) = second else { return Some(NotOnward { from: via, to }) };
        if self.stone_at(via).is_some() {
            Some(Occupied(via))
        } else if self.has_stone(self.side.other(), to) {
            Some(Opponents(to))
        } else if !self.has_room(from, first) {
            Some(TooClose(from))
        } else if !self.has_room(to, second.reversed()) {
            Some(TooClose(to))
        } else {
            None
        }
    }
}

impl Objection {
    pub(super) fn into_error(self, mv: Move) -> Error {
        let (problem, message) = self.in_words();
        let (code, message) = match self {
            Self::Finished => (Code::Finished, message),
            _ => (Code::IllegalMove, format!("{mv}: {message}")),
        };
        Error::new(code, problem, message).with("move", mv.to_string().as_str())
    }

    fn in_words(self) -> (&'static str, String) {
        match self {
            Self::Finished => ("finished", "the game is over".to_owned()),
            Self::CannotPass => {
                ("cannot_pass", "only a side without another move passes".to_owned())
            }
            Self::MustPass => {
                ("must_pass", "there is no room for roots; the only move is the pass".to_owned())
            }
            Self::OffBoard { point, size } => {
                ("off_board", format!("{point} is off the board of {size} columns and rows"))
            }
            Self::NotYours(point) => {
                ("not_yours", format!("there is no stone of your own on {point}"))
            }
            Self::NotDiagonal { from, to } => {
                ("not_diagonal", format!("{to} is not one step diagonally from {from}"))
            }
            Self::NotOnward { from, to } => (
                "not_onward",
                format!("{to} is not one step straight on from {from}, along its column or row"),
            ),
            Self::Occupied(point) => ("occupied", format!("{point} is occupied")),
            Self::Opponents(point) => {
                ("opponents", format!("there is a stone of the other side on {point}"))
            }
            Self::TooClose(point) => (
                "too_close",
                format!("at {point} the root would be at less than 90 degrees to another"),
            ),
        }
    }
}
