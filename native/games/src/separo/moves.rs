use std::fmt;

use super::point::Point;
use crate::error::shown;
use crate::{Code, Error};

/// The text of the pass.
const PASS: &str = "--";

/// A move: `a9-b8-c8` (two roots), or `--` (the pass).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A diagonal root and a straight one that goes on from it.
    Roots {
        /// The own stone where the first root starts.
        from: Point,
        /// Where it ends and the second starts.
        via: Point,
        /// Where the second ends.
        to: Point,
    },
    /// Nothing, as nothing else is legal.
    Pass,
}

impl Move {
    /// Reads a move, legal or not.
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        read(text).ok_or_else(|| {
            let message = format!(
                "\"{}\" is no move of SEPARO; moves look like a9-b8-c8, and the pass is {PASS}",
                shown(text)
            );
            Error::new(Code::BadMove, "unreadable", message).with("move", text)
        })
    }

    /// What a person picks, one after the other.
    pub(super) fn steps(self) -> Vec<String> {
        match self {
            Self::Roots { from, via, to } => [from, via, to].map(|point| point.to_string()).into(),
            Self::Pass => vec![PASS.to_owned()],
        }
    }
}

fn read(text: &str) -> Option<Move> {
    if text == PASS {
        return Some(Move::Pass);
    }
    let mut points = text.split('-').map(Point::parse);
    let (from, via, to) = (points.next()??, points.next()??, points.next()??);
    points.next().is_none().then_some(Move::Roots { from, via, to })
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roots { from, via, to } => write!(f, "{from}-{via}-{to}"),
            Self::Pass => f.write_str(PASS),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}
