use super::board::Cell;
use super::moves::{PASS, Written};
use super::{Direction, Move, Point, Separo, Stage};
use crate::Error;

/// Why a move is refused.
#[derive(Clone, Copy, Debug)]
pub(super) enum Objection {
    Finished,
    CannotPass,
    MustPass,
    OffBoard { point: Point, size: u8 },
    NoStone(Point),
    NotYours(Point),
    Stuck(Point),
    NotDiagonal { from: Point, to: Point },
    NotOnward { from: Point, to: Point },
    Occupied(Point),
    Opponents(Point),
    TooClose(Point),
    NoWayOn(Point),
}

impl Separo {
    /// Whether there is a stone of the side to move on a point.
    fn check_start(&self, from: Point) -> Result<(), Objection> {
        match self.stone_at(from) {
            None => Err(Objection::NoStone(from)),
            Some(side) if side != self.side => Err(Objection::NotYours(from)),
            Some(_) => Ok(()),
        }
    }

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
        self.check_start(from)?;
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

impl Separo {
    /// Why a step cannot follow the others.
    pub(super) fn step_refusal(&self, picked: &[&str], step: &str) -> Error {
        let point = Point::parse(step);
        let objection =
            match (point, picked.iter().map(|step| Point::parse(step)).collect::<Option<Vec<_>>>())
            {
                (None, _) if step == PASS => Some(Objection::CannotPass),
                (Some(point), Some(picked)) => Some(self.objection_to(&picked, point)),
                _ => None,
            };
        objection.map_or_else(|| Error::no_step(step), |objection| objection.into_error(step))
    }

    /// Why a point cannot follow the others, which begin a legal move.
    fn objection_to(&self, picked: &[Point], point: Point) -> Objection {
        use Objection::*;
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
                    NoWayOn(point)
                }
            }
            ([from, via], Some((_, second))) if is_onward(*from, *via, second) => {
                if self.has_stone(self.side.other(), point) {
                    Opponents(point)
                } else {
                    TooClose(point)
                }
            }
            // Pressing one of their own stones means that the person wants to grow from there
            // instead.
            _ if self.has_stone(self.side, point) && !self.grows_from(point) => Stuck(point),
            ([from], _) => NotDiagonal { from: *from, to: point },
            ([.., via], _) => NotOnward { from: *via, to: point },
        }
    }

    fn grows_from(&self, point: Point) -> bool {
        self.board.shapes_from(self.side, Cell::of(point)) != 0
    }
}

/// Whether a second root can continue a first one in a direction.
fn is_onward(from: Point, via: Point, second: Direction) -> bool {
    Direction::between(from, via).is_some_and(|first| first.onward().contains(&second))
}

impl Objection {
    pub(super) fn into_error(self, mv: &str) -> Error {
        match self.in_words() {
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

    /// The point that it concerns.
    fn point(self) -> Option<Point> {
        match self {
            Self::Finished | Self::CannotPass | Self::MustPass => None,
            Self::OffBoard { point, .. }
            | Self::NotDiagonal { to: point, .. }
            | Self::NotOnward { to: point, .. }
            | Self::NoStone(point)
            | Self::NotYours(point)
            | Self::Stuck(point)
            | Self::Occupied(point)
            | Self::Opponents(point)
            | Self::TooClose(point)
            | Self::NoWayOn(point) => Some(point),
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
            Self::NoStone(point) => ("no_stone", format!("there is no stone on {point}")),
            Self::NotYours(point) => {
                ("not_yours", format!("the stone on {point} belongs to the other side"))
            }
            Self::Stuck(point) => ("stuck", format!("the stone on {point} cannot grow")),
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
            Self::NoWayOn(point) => ("no_way_on", format!("no second root can grow from {point}")),
        })
    }
}
