use super::board::Cell;
use super::moves::Written;
use super::{Direction, Move, Point, Separo, Stage};
use crate::Error;

/// Why a move is refused.
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
    /// The legal move for these points, or the pass; or why it is refused.
    pub(super) fn read_move(&self, written: Written) -> Result<Move, Objection> {
        use Objection::*;
        let [from, via, to] = match (self.stage(), written) {
            (Stage::Over, _) => return Err(Finished),
            (Stage::Pass, None) => return Ok(Move::PASS),
            (Stage::Pass, Some(_)) => return Err(MustPass),
            (Stage::Roots, None) => return Err(CannotPass),
            (Stage::Roots, Some(points)) => points,
        };
        let size = self.size();
        if let Some(point) = [from, via, to].into_iter().find(|point| !point.is_within(size)) {
            return Err(OffBoard { point, size });
        }
        if !self.has_stone(self.side, from) {
            return Err(NotYours(from));
        }
        let first = Direction::between(from, via).filter(|direction| direction.is_diagonal());
        let first = first.ok_or(NotDiagonal { from, to: via })?;
        let second = Direction::between(via, to).ok_or(NotOnward { from: via, to })?;
        let mv = Move::roots(from, first, second).ok_or(NotOnward { from: via, to })?;
        let has_room =
            |point, direction| self.board.has_room(self.side, Cell::of(point), direction);
        if self.stone_at(via).is_some() {
            Err(Occupied(via))
        } else if self.has_stone(self.side.other(), to) {
            Err(Opponents(to))
        } else if !has_room(from, first) {
            Err(TooClose(from))
        } else if !has_room(to, second.reversed()) {
            Err(TooClose(to))
        } else {
            Ok(mv)
        }
    }
}

impl Objection {
    pub(super) fn into_error(self, mv: &str) -> Error {
        match self.in_words() {
            None => Error::finished(mv),
            Some((problem, reason)) => Error::illegal_move(mv, problem, &reason),
        }
    }

    /// Its name and its sentence; `None` once the game is over.
    fn in_words(self) -> Option<(&'static str, String)> {
        Some(match self {
            Self::Finished => return None,
            Self::CannotPass => {
                ("cannot_pass", "a side can pass only if it has no other move".to_owned())
            }
            Self::MustPass => {
                ("must_pass", "no root can grow, so the only move is to pass".to_owned())
            }
            Self::OffBoard { point, size } => {
                ("off_board", format!("{point} is off the board of {size} columns and rows"))
            }
            Self::NotYours(point) => ("not_yours", format!("you have no stone on {point}")),
            Self::NotDiagonal { from, to } => {
                ("not_diagonal", format!("{to} is not one step diagonally from {from}"))
            }
            Self::NotOnward { from, to } => (
                "not_onward",
                format!("{to} is not one step on from {from} along its column or row"),
            ),
            Self::Occupied(point) => ("occupied", format!("{point} is occupied")),
            Self::Opponents(point) => {
                ("opponents", format!("there is a stone of the other side on {point}"))
            }
            Self::TooClose(point) => (
                "too_close",
                format!("at {point} the root would be at less than 90 degrees to another one"),
            ),
        })
    }
}
