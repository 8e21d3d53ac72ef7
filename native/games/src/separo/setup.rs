//! Positions as text and as setups, and the checks that they must pass.

use std::fmt;

use super::cell::Cell;
use super::diagram::{KINDS, vertex};
use super::point::{Direction, MAX_SIZE, MIN_SIZE, Point};
use super::position::{Separo, corners};
use crate::notation::{Coordinates, column};
use crate::text::{Reader, unexpected};
use crate::{
    Chosen, Diagram, Editable, Error, Game, Hands, Locations, Palette, Place, Refusal, Setup, Side,
    Vertex,
};

const SIZE: &str = "a size from 4 to 19";
const TURN: &str = "\"r\" or \"b\"";
const POINT: &str = "a point";

/// A root of a setup.
#[derive(Clone, Copy)]
struct Root {
    from: Point,
    to: Point,
    direction: Direction,
    place: Place,
}

impl Editable for Separo {
    /// Stones follow from the roots.
    const PALETTE: Palette = Palette {
        options: Self::OPTIONS,
        pieces: &[],
        singles: &[],
        held: &[],
        hands: Hands::None,
        roots: true,
        side: true,
    };

    fn size_of(options: &Chosen) -> (u8, u8) {
        let size = options.number("size");
        (size, size)
    }

    /// Never used: a setup has no cells.
    fn cell_name(_options: &Chosen, _index: usize) -> String {
        String::new()
    }

    /// Reads `9 b a9b8,b8c8 -`.
    fn read(text: &str) -> Result<(Setup, Locations), Error> {
        let mut reader = Reader::new(text);
        let size = read_size(&mut reader)?;
        let mut setup = Setup::with::<Self>(&[("size", &size.to_string())]);
        let mut locations = Locations { board: 1, options: 1, ..Locations::default() };
        reader.expect(' ')?;
        locations.side = reader.location();
        setup.side = Some(reader.read(TURN, |read| match read {
            'r' => Some(Side::First),
            'b' => Some(Side::Second),
            _ => None,
        })?);
        for side in Side::BOTH.map(|side| side as usize) {
            reader.expect(' ')?;
            locations.all_roots[side] = reader.location();
            for (from, to, location) in read_roots(&mut reader, size)? {
                setup.roots[side].push([from, to].map(vertex));
                locations.roots[side].push(location);
            }
        }
        reader.end()?;
        Ok((setup, locations))
    }

    fn write(setup: &Setup) -> String {
        Written(setup).to_string()
    }

    fn check(setup: &Setup) -> Result<Self, Refusal> {
        let mut position = Self::of_size(setup.options.number("size"));
        position.side = setup.side.unwrap_or(Side::First);
        for side in Side::BOTH {
            let roots = roots(setup, side);
            check_points(&position, side, &roots)?;
            check_angles(&roots)?;
            check_counts(&roots, side)?;
            draw_all(&mut position, side, &roots)?;
        }
        Ok(position)
    }

    fn setup(&self) -> Setup {
        let mut setup = Setup::with::<Self>(&[("size", &self.size().to_string())]);
        setup.side = Some(self.side);
        for side in Side::BOTH {
            let roots = self.roots(side).map(|(from, to)| [from, to].map(vertex));
            setup.roots[side as usize].extend(roots);
        }
        setup
    }

    /// Where roots of both sides meet, the stone is the second side's.
    fn draw(setup: &Setup) -> Diagram {
        let size = setup.options.number("size");
        let mut diagram = Diagram::of_setup::<Self>(setup, setup.side.unwrap_or(Side::First));
        diagram.kinds = &KINDS;
        for side in Side::BOTH {
            let ends = roots(setup, side).into_iter().flat_map(|root| [root.from, root.to]);
            for point in ends.chain(corners(side, size)) {
                let row = usize::from(size - 1 - point.row());
                diagram.cells[row * usize::from(size) + usize::from(point.column())] =
                    side as u8 + 1;
            }
        }
        diagram.regions = Some([const { Vec::new() }; 2]);
        diagram
    }
}

/// The roots of a side in the order of the text: each with its smaller point first, sorted by points.
/// None of them is malformed.
fn roots(setup: &Setup, side: Side) -> Vec<Root> {
    let read = |&root: &[Vertex; 2]| {
        let [one, other] = root;
        let (one, other) = (point(one)?, point(other)?);
        let (from, to) = (one.min(other), one.max(other));
        let direction = Direction::between(from, to)?;
        Some(Root { from, to, direction, place: Place::Root(side, root) })
    };
    let mut roots: Vec<_> = setup.roots[side as usize].iter().filter_map(read).collect();
    roots.sort_unstable_by_key(|root| (root.from, root.to));
    roots
}

fn point((x, y): Vertex) -> Option<Point> {
    Point::new(x / 2, y / 2)
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

/// The ends of a side's roots, in order, with their locations; or `-`.
fn read_roots(reader: &mut Reader<'_>, size: u8) -> Result<Vec<(Point, Point, usize)>, Error> {
    let mut roots: Vec<(Point, Point, usize)> = Vec::new();
    if reader.peek() == Some('-') {
        reader.next(POINT)?;
        return Ok(roots);
    }
    loop {
        let location = reader.location();
        let wanted = if roots.is_empty() { "a point or \"-\"" } else { POINT };
        let from = read_point(reader, size, wanted)?;
        let to = read_point(reader, size, POINT)?;
        if Direction::between(from, to).is_none() {
            let message = format!("{from} and {to} are not one step apart");
            return Err(Error::bad_position("not_a_step", message).at_character(location));
        }
        if to < from {
            let message = format!("a root must start with its smaller point: {to}{from}");
            return Err(Error::bad_position("root_order", message).at_character(location));
        }
        let last = roots.last().map(|&(from, to, _)| (from, to));
        if last == Some((from, to)) {
            let message = format!("{from}{to} appears twice");
            return Err(Error::bad_position("root_twice", message).at_character(location));
        }
        if last > Some((from, to)) {
            let message = "roots must be sorted by their points";
            return Err(Error::bad_position("roots_order", message).at_character(location));
        }
        roots.push((from, to, location));
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
fn check_points(position: &Separo, side: Side, roots: &[Root]) -> Result<(), Refusal> {
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
            return Err(Refusal::new(root.place, problem, message));
        }
    }
    Ok(())
}

/// Checks that no two roots are less than 90 degrees apart.
fn check_angles(roots: &[Root]) -> Result<(), Refusal> {
    let mut leaving = [[0_u8; MAX_SIZE as usize]; MAX_SIZE as usize];
    for root in roots {
        let ends = [(root.from, root.direction), (root.to, root.direction.reversed())];
        for (point, direction) in ends {
            let here = &mut leaving[usize::from(point.column())][usize::from(point.row())];
            let close = [7, 0, 1].map(|by| 1_u8 << direction.turned(by).index());
            if close.into_iter().any(|bit| *here & bit != 0) {
                let message = format!("two roots at {point} are less than 90 degrees apart");
                return Err(Refusal::new(root.place, "too_close", message));
            }
            *here |= 1 << direction.index();
        }
    }
    Ok(())
}

/// Checks that there are as many diagonal roots as straight ones.
fn check_counts(roots: &[Root], side: Side) -> Result<(), Refusal> {
    let diagonal = roots.iter().filter(|root| root.direction.is_diagonal()).count();
    let straight = roots.len() - diagonal;
    if diagonal == straight {
        return Ok(());
    }
    let message = format!(
        "a side must have as many diagonal roots as straight ones, \
         but there are {diagonal} and {straight}"
    );
    let mut refusal = Refusal::new(Place::Roots(side), "wrong_count", message);
    refusal.error =
        refusal.error.with("diagonal", diagonal as u64).with("straight", straight as u64);
    Err(refusal)
}

/// Draws the roots starting at the corners, each from an existing stone. Roots that are never
/// reached are not connected to a corner.
fn draw_all(position: &mut Separo, side: Side, roots: &[Root]) -> Result<(), Refusal> {
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
        Some(Root { from, to, place, .. }) => {
            let message = format!("{from}{to} is not connected to a corner of its side");
            Err(Refusal::new(*place, "not_joined", message))
        }
    }
}

/// A setup that displays its text.
struct Written<'a>(&'a Setup);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.0;
        let turn = if setup.side == Some(Side::Second) { 'b' } else { 'r' };
        write!(f, "{} {turn}", setup.options.number("size"))?;
        for side in Side::BOTH {
            let mut separator = ' ';
            for Root { from, to, .. } in roots(setup, side) {
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

impl fmt::Display for Separo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Written(&self.setup()).fmt(f)
    }
}
