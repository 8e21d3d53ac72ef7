//! Positions as text, and the checks that it must pass.

use std::fmt;

use super::board::Cell;
use super::point::{Direction, MAX_SIZE, MIN_SIZE, Point};
use super::{Separo, corners};
use crate::notation::{Coordinates, column};
use crate::text::{Reader, unexpected};
use crate::{Error, Side};

const SIZE: &str = "a size from 4 to 19";
const TURN: &str = "\"r\" or \"b\"";
const POINT: &str = "a point";

/// A root as it is read.
#[derive(Clone, Copy)]
struct Root {
    from: Point,
    to: Point,
    direction: Direction,
    location: usize,
}

/// Reads `9 b a9b8,b8c8 -`.
pub(super) fn parse(text: &str) -> Result<Separo, Error> {
    let mut reader = Reader::new(text);
    let size = read_size(&mut reader)?;
    let mut position = Separo::of_size(size);
    reader.expect(' ')?;
    position.side = reader.read(TURN, |read| match read {
        'r' => Some(Side::First),
        'b' => Some(Side::Second),
        _ => None,
    })?;
    let mut read_side = |side| {
        reader.expect(' ')?;
        Ok((side, reader.location(), read_roots(&mut reader, size)?))
    };
    let sides = [read_side(Side::First)?, read_side(Side::Second)?];
    reader.end()?;
    for (side, start, roots) in sides {
        check_points(&position, side, &roots)?;
        check_angles(&roots)?;
        check_counts(&roots, start)?;
        draw_all(&mut position, side, &roots)?;
    }
    Ok(position)
}

fn read_size(reader: &mut Reader<'_>) -> Result<u8, Error> {
    let (location, digit) = reader.next(SIZE)?;
    if !digit.is_ascii_digit() {
        return Err(unexpected(digit, location, SIZE));
    }
    let size = reader.number(digit);
    if digit == '0' || !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        let message = format!("a board must have {MIN_SIZE} to {MAX_SIZE} columns and rows");
        return Err(Error::bad_position("bad_size", message).at_character(location));
    }
    Ok(size)
}

/// The roots of a side, in order, or `-`.
fn read_roots(reader: &mut Reader<'_>, size: u8) -> Result<Vec<Root>, Error> {
    let mut roots: Vec<Root> = Vec::new();
    if reader.peek() == Some('-') {
        reader.next(POINT)?;
        return Ok(roots);
    }
    loop {
        let location = reader.location();
        let wanted = if roots.is_empty() { "a point or \"-\"" } else { POINT };
        let from = read_point(reader, size, wanted)?;
        let to = read_point(reader, size, POINT)?;
        let Some(direction) = Direction::between(from, to) else {
            let message = format!("{from} and {to} are not one step apart");
            return Err(Error::bad_position("not_a_step", message).at_character(location));
        };
        if to < from {
            let message = format!("a root must start with its smaller point: {to}{from}");
            return Err(Error::bad_position("root_order", message).at_character(location));
        }
        let last = roots.last().map(|last| (last.from, last.to));
        if last == Some((from, to)) {
            let message = format!("{from}{to} appears twice");
            return Err(Error::bad_position("root_twice", message).at_character(location));
        }
        if last > Some((from, to)) {
            let message = "roots must be sorted by their points";
            return Err(Error::bad_position("roots_order", message).at_character(location));
        }
        roots.push(Root { from, to, direction, location });
        if reader.peek() != Some(',') {
            return Ok(roots);
        }
        reader.expect(',')?;
    }
}

fn read_point(reader: &mut Reader<'_>, size: u8, wanted: &str) -> Result<Point, Error> {
    let location = reader.location();
    let column =
        reader.read(wanted, |letter| column(letter).filter(|&column| column < MAX_SIZE))?;
    let digit = reader.read("a row", |read| ('1'..='9').contains(&read).then_some(read))?;
    let row = reader.number(digit) - 1;
    let point = Point::new(column, row).filter(|point| point.is_within(size));
    point.ok_or_else(|| {
        let at = Coordinates { column, row };
        let message = format!("{at} is off the {size}x{size} board");
        Error::bad_position("off_board", message)
            .with("size", u64::from(size))
            .at_character(location)
    })
}

/// Checks that no root touches the opponent's corners or a point with the opponent's roots.
fn check_points(position: &Separo, side: Side, roots: &[Root]) -> Result<(), Error> {
    for root in roots {
        for point in [root.from, root.to] {
            let corner = corners(side.other(), position.size()).contains(&point);
            let (problem, message) = if corner {
                ("opponents_corner", format!("{point} is a corner of the other side"))
            } else if position.has_stone(side.other(), point) {
                ("both_sides", format!("{point} has roots of both sides"))
            } else {
                continue;
            };
            return Err(Error::bad_position(problem, message).at_character(root.location));
        }
    }
    Ok(())
}

/// Checks that no two roots are less than 90 degrees apart.
fn check_angles(roots: &[Root]) -> Result<(), Error> {
    let mut leaving = [[0_u8; MAX_SIZE as usize]; MAX_SIZE as usize];
    for root in roots {
        let ends = [(root.from, root.direction), (root.to, root.direction.reversed())];
        for (point, direction) in ends {
            let here = &mut leaving[usize::from(point.column())][usize::from(point.row())];
            let close = [7, 0, 1].map(|by| 1_u8 << direction.turned(by).index());
            if close.into_iter().any(|bit| *here & bit != 0) {
                let message = format!("two roots at {point} are less than 90 degrees apart");
                return Err(Error::bad_position("too_close", message).at_character(root.location));
            }
            *here |= 1 << direction.index();
        }
    }
    Ok(())
}

/// Checks that there are as many diagonal roots as straight ones.
fn check_counts(roots: &[Root], location: usize) -> Result<(), Error> {
    let diagonal = roots.iter().filter(|root| root.direction.is_diagonal()).count();
    let straight = roots.len() - diagonal;
    if diagonal == straight {
        return Ok(());
    }
    let message = format!(
        "a side must have as many diagonal roots as straight ones, \
         but there are {diagonal} and {straight}"
    );
    Err(Error::bad_position("wrong_count", message)
        .with("diagonal", diagonal as u64)
        .with("straight", straight as u64)
        .at_character(location))
}

/// Draws the roots starting at the corners, each from an existing stone. Roots that are never
/// reached are not connected to a corner.
fn draw_all(position: &mut Separo, side: Side, roots: &[Root]) -> Result<(), Error> {
    let mut by_point: Vec<_> = roots
        .iter()
        .flat_map(|root| [(root.from, root.direction), (root.to, root.direction.reversed())])
        .collect();
    by_point.sort_unstable_by_key(|&(point, _)| point);
    let mut reached = Vec::from(corners(side, position.size()));
    while let Some(point) = reached.pop() {
        let first = by_point.partition_point(|&(other, _)| other < point);
        for &(_, direction) in by_point[first..].iter().take_while(|(other, _)| *other == point) {
            if !position.has_root(point, direction) {
                position.board.draw(side, Cell::of(point), direction);
                if let Some(stone) = point.neighbour(direction, position.size()) {
                    position.stones[side as usize].insert(Cell::of(stone));
                    reached.push(stone);
                }
            }
        }
    }
    match roots.iter().find(|root| !position.has_root(root.from, root.direction)) {
        None => Ok(()),
        Some(Root { from, to, location, .. }) => {
            let message = format!("{from}{to} is not connected to a corner of its side");
            Err(Error::bad_position("not_joined", message).at_character(*location))
        }
    }
}

impl fmt::Display for Separo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.size(), if self.side == Side::First { 'r' } else { 'b' })?;
        for side in Side::BOTH {
            let mut separator = ' ';
            for (from, to) in self.roots(side) {
                write!(f, "{separator}{from}{to}")?;
                separator = ',';
            }
            if separator == ' ' {
                f.write_str(" -")?;
            }
        }
        Ok(())
    }
}
