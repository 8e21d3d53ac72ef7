use super::cell::Cell;
use super::growth::Stage;
use super::moves::{PASS, Written};
use super::{Direction, Move, Point, Separo};
use crate::Error;

/// Why a move, or a step of one, is illegal.
#[derive(Clone, Copy, Debug)]
pub(super) enum StepError {
    Finished,
    CannotPass,
    MustPass,
    OffBoard { point: Point, size: u8 },
    NoStone(Point),
    NotYours(Point),
    Stuck(Point),
    NotDiagonal { from: Point, to: Point },
    NotForward { from: Point, to: Point },
    Occupied(Point),
    Opponents(Point),
    TooClose(Point),
    NoSecondRoot(Point),
}

impl Separo {
    /// Checks that the side to move has a stone on a point.
    fn check_start(&self, from: Point) -> Result<(), StepError> {
        match self.stone_at(from) {
            None => Err(StepError::NoStone(from)),
            Some(side) if side != self.side => Err(StepError::NotYours(from)),
            Some(_) => Ok(()),
        }
    }

    /// The legal move with these points, or the pass; or else the reason why it is illegal.
    pub(super) fn read_move(&self, written: Written) -> Result<Move, StepError> {
        use StepError::*;
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
        self.check_start(from)?;
        let first = Direction::between(from, via).filter(|direction| direction.is_diagonal());
        let first = first.ok_or(NotDiagonal { from, to: via })?;
        let second = Direction::between(via, to).ok_or(NotForward { from: via, to })?;
        let mv = Move::roots(from, first, second).ok_or(NotForward { from: via, to })?;
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

impl Separo {
    /// Why a step cannot follow the others.
    pub(super) fn step_refusal(&self, picked: &[&str], step: &str) -> Error {
        let point = Point::parse(step);
        let error =
            match (point, picked.iter().map(|step| Point::parse(step)).collect::<Option<Vec<_>>>())
            {
                (None, _) if step == PASS => Some(StepError::CannotPass),
                (Some(point), Some(picked)) => Some(self.step_error(&picked, point)),
                _ => None,
            };
        error.map_or_else(|| Error::no_step(step), |error| error.into_error(step))
    }

    /// Why a point cannot follow those picked so far, with which a legal move begins.
    fn step_error(&self, picked: &[Point], point: Point) -> StepError {
        use StepError::*;
        let size = self.size();
        if self.stage() == Stage::Pass {
            return MustPass;
        }
        if !point.is_within(size) {
            return OffBoard { point, size };
        }
        let is_close =
            |point, direction| !self.board.has_room(self.side, Cell::of(point), direction);
        let step = picked.last().and_then(|&last| Some((last, Direction::between(last, point)?)));
        match (picked, step) {
            ([], _) => self.check_start(point).err().unwrap_or(Stuck(point)),
            ([_], Some((from, first))) if first.is_diagonal() => {
                if self.stone_at(point).is_some() {
                    Occupied(point)
                } else if is_close(from, first) {
                    TooClose(from)
                } else {
                    NoSecondRoot(point)
                }
            }
            ([from, via], Some((_, second))) if is_forward(*from, *via, second) => {
                if self.has_stone(self.side.other(), point) {
                    Opponents(point)
                } else {
                    TooClose(point)
                }
            }
            // Players who press one of their own stones want to grow from there instead.
            _ if self.has_stone(self.side, point) && !self.grows_from(point) => Stuck(point),
            ([from], _) => NotDiagonal { from: *from, to: point },
            ([.., via], _) => NotForward { from: *via, to: point },
        }
    }

    fn grows_from(&self, point: Point) -> bool {
        self.board.shapes_from(self.side, Cell::of(point)) != 0
    }
}

/// Whether a second root can continue a first one in a direction.
fn is_forward(from: Point, via: Point, second: Direction) -> bool {
    Direction::between(from, via).is_some_and(|first| first.continuations().contains(&second))
}

impl StepError {
    pub(super) fn into_error(self, mv: &str) -> Error {
        match self.name_and_reason() {
            None => Error::finished(mv),
            Some((problem, reason)) => {
                let error = Error::illegal_move(mv, problem, &reason);
                match self.point() {
                    Some(point) => error.with("point", point.to_string().as_str()),
                    None => error,
                }
            }
        }
    }

    /// The point that the error is about.
    fn point(self) -> Option<Point> {
        match self {
            Self::Finished | Self::CannotPass | Self::MustPass => None,
            Self::OffBoard { point, .. }
            | Self::NotDiagonal { to: point, .. }
            | Self::NotForward { to: point, .. }
            | Self::NoStone(point)
            | Self::NotYours(point)
            | Self::Stuck(point)
            | Self::Occupied(point)
            | Self::Opponents(point)
            | Self::TooClose(point)
            | Self::NoSecondRoot(point) => Some(point),
        }
    }

    /// Its name and the reason in words; `None` once the game is over.
    fn name_and_reason(self) -> Option<(&'static str, String)> {
        Some(match self {
            Self::Finished => return None,
            Self::CannotPass => {
                ("cannot_pass", "you can pass only if you have no other move".to_owned())
            }
            Self::MustPass => {
                ("must_pass", "you cannot grow any roots, so you must pass".to_owned())
            }
            Self::OffBoard { point, size } => {
                ("off_board", format!("{point} is off the {size}x{size} board"))
            }
            Self::NoStone(point) => ("no_stone", format!("there is no stone on {point}")),
            Self::NotYours(point) => {
                ("not_yours", format!("the stone on {point} belongs to your opponent"))
            }
            Self::Stuck(point) => ("stuck", format!("no roots can grow from the stone on {point}")),
            Self::NotDiagonal { from, to } => {
                ("not_diagonal", format!("{to} is not one diagonal step away from {from}"))
            }
            Self::NotForward { from, to } => (
                "not_forward",
                format!("{to} is not one step forward from {from} in its column or row"),
            ),
            Self::Occupied(point) => ("occupied", format!("{point} is occupied")),
            Self::Opponents(point) => {
                ("opponents", format!("your opponent has a stone on {point}"))
            }
            Self::TooClose(point) => (
                "too_close",
                format!("at {point} the root would be less than 90 degrees from another root"),
            ),
            Self::NoSecondRoot(point) => {
                ("no_second_root", format!("no second root can grow from {point}"))
            }
        })
    }
}
