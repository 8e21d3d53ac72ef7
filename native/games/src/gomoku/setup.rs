//! Positions as text, and the checks that it must pass.

use std::fmt;

use super::point::{Colour, MAX_SIZE, MIN_SIZE, Point};
use super::rows::Rule;
use super::{Gomoku, Points};
use crate::text::{Reader, unexpected, write_row};
use crate::{Error, Game, Side};

/// How many stones are placed in the swap2 opening before a colour must be chosen.
pub(super) const OPENING_STONES: u16 = 5;

/// The suffix after the variant's name, and who has black.
const OPENINGS: [(&str, Option<Side>); 3] =
    [("", Some(Side::First)), ("+swap2", None), ("+swapped", Some(Side::Second))];

/// The characters expected in a row.
const IN_A_ROW: &str = "a stone (x or o), a number of empty points, \"/\" or a space";

/// The side to move in the swap2 opening after a number of stones.
pub(super) fn opening_side(stones: u16) -> Side {
    if matches!(stones, 3 | 4) { Side::Second } else { Side::First }
}

/// A stone as read, with rows counted from the top.
struct Stone {
    colour: Colour,
    column: u8,
    row: u8,
    location: usize,
}

/// Reads `5/5/2x2/5/5 o freestyle`.
pub(super) fn parse(text: &str) -> Result<Gomoku, Error> {
    let mut reader = Reader::new(text);
    let (size, stones) = read_board(&mut reader)?;
    let colour_location = reader.location();
    let colour = reader.read("\"x\" or \"o\"", Colour::of_letter)?;
    reader.expect(' ')?;
    let (rule, black) = read_variant(&reader)?;

    let mut position = Gomoku::empty(size, rule, black);
    let point = |stone: &Stone| {
        Point::new(stone.column, size - 1 - stone.row).expect("the column is on the board")
    };
    for stone in &stones {
        position.put(stone.colour, point(stone));
    }
    check_counts(&position, &stones)?;
    check_opening(&position, reader.location())?;
    check_turn(&position, colour, colour_location)?;
    check_rows(&position).map_err(|(culprit, error)| {
        let stone = stones.iter().find(|stone| point(stone) == culprit);
        error.at_character(stone.map_or(1, |stone| stone.location))
    })?;
    let moved_last = position.colour_to_move().other();
    let won = position.stones(moved_last).in_fives(rule).next().is_some();
    position.won = won;
    Ok(position)
}

/// The size, and the stones in reading order.
fn read_board(reader: &mut Reader<'_>) -> Result<(u8, Vec<Stone>), Error> {
    let mut stones = Vec::new();
    let mut size = None;
    let (mut row, mut column) = (0, 0);
    loop {
        let longest = size.unwrap_or(MAX_SIZE);
        let (location, read) = reader.next(IN_A_ROW)?;
        let stone = Colour::of_letter(read);
        match read {
            _ if let Some(colour) = stone => {
                stones.push(Stone { colour, column, row, location });
                column += 1;
            }
            '1'..='9' => column = column.saturating_add(reader.number(read)),
            '/' | ' ' => {
                let width = *size.get_or_insert(column);
                if width < MIN_SIZE {
                    let message =
                        format!("a board must have {MIN_SIZE} to {MAX_SIZE} columns, not {width}");
                    return Err(Error::bad_position("bad_size", message)
                        .with("size", u64::from(width))
                        .at_character(location));
                }
                if column < width {
                    let message =
                        format!("this row has {column} points, but the first row has {width}");
                    return Err(
                        Error::bad_position("row_too_short", message).at_character(location)
                    );
                }
                let is_last = row + 1 == width;
                if is_last != (read == ' ') {
                    let wanted = if is_last { "a space" } else { "\"/\"" };
                    return Err(wrong_end(read, location, wanted, width));
                }
                if is_last {
                    return Ok((width, stones));
                }
                (row, column) = (row + 1, 0);
            }
            _ => return Err(unexpected(read, location, IN_A_ROW)),
        }
        if column > longest {
            let message = match size {
                Some(width) => {
                    format!("this row is longer than the first row, which has {width} points")
                }
                None => format!("a board can have at most {MAX_SIZE} columns"),
            };
            return Err(Error::bad_position("row_too_long", message).at_character(location));
        }
    }
}

/// The length of a winning row, and who has black.
fn read_variant(reader: &Reader<'_>) -> Result<(Rule, Option<Side>), Error> {
    let name = reader.rest();
    if name.is_empty() {
        return Err(reader.too_short("a variant"));
    }
    for (suffix, black) in OPENINGS {
        let variant = name.strip_suffix(suffix).unwrap_or_default();
        if Gomoku::VARIANTS.contains(&variant) {
            return Ok((Rule::of_variant(variant), black));
        }
    }
    let names = |(suffix, _)| Gomoku::VARIANTS.iter().map(move |name| format!("{name}{suffix}"));
    let known: Vec<_> = OPENINGS.into_iter().flat_map(names).collect();
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    Err(Error::unknown_variant(name, &known).at_character(reader.location()))
}

/// The suffix after the variant's name.
fn opening(position: &Gomoku) -> &'static str {
    let of_black = OPENINGS.into_iter().find(|(_, black)| *black == position.black);
    of_black.map_or("", |(suffix, _)| suffix)
}

/// Checks that there are as many black stones as white ones, or one more.
fn check_counts(position: &Gomoku, stones: &[Stone]) -> Result<(), Error> {
    let [black, white] = Colour::ALL.map(|colour| position.stones(colour).len());
    if black == white || black == white + 1 {
        return Ok(());
    }
    let surplus = if black > white { Colour::Black } else { Colour::White };
    let last = stones.iter().rfind(|stone| stone.colour == surplus);
    let message = format!(
        "there are {black} black and {white} white stones; \
         black must have as many as white, or one more"
    );
    Err(Error::bad_position("wrong_count", message)
        .with("black", u64::from(black))
        .with("white", u64::from(white))
        .at_character(last.map_or(1, |stone| stone.location)))
}

/// Checks that there are at most five stones in the swap2 opening, and at least three once the
/// players have swapped colours.
fn check_opening(position: &Gomoku, location: usize) -> Result<(), Error> {
    let count = position.count;
    let (problem, message) = match position.black {
        None if count > OPENING_STONES => (
            "opening_over",
            format!("the swap2 opening has at most {OPENING_STONES} stones, not {count}"),
        ),
        Some(Side::Second) if count < 3 => (
            "opening_not_over",
            format!("colours can be swapped only after three stones, but there are {count}"),
        ),
        _ => return Ok(()),
    };
    Err(Error::bad_position(problem, message)
        .with("count", u64::from(count))
        .at_character(location))
}

/// Checks the colour to move. It follows from the number of stones or, in the swap2 opening, from
/// the side to move.
fn check_turn(position: &Gomoku, read: Colour, location: usize) -> Result<(), Error> {
    let wanted = turn(position);
    if read == wanted {
        return Ok(());
    }
    let (wanted, read) = (wanted.letter().to_string(), read.letter());
    let message = format!("expected \"{wanted}\", found \"{read}\": it is {wanted}'s turn");
    Err(Error::bad_position("wrong_turn", message)
        .with("wanted", wanted.as_str())
        .at_character(location))
}

/// The colour to move, as written in the text of a position.
fn turn(position: &Gomoku) -> Colour {
    match position.black {
        Some(_) => position.colour_to_move(),
        None => Colour::ALL[position.side_to_move() as usize],
    }
}

/// Checks that winning rows belong to the colour that moved last and share a stone that could have
/// been the last. The error comes with the point that it is about.
fn check_rows(position: &Gomoku) -> Result<(), (Point, Error)> {
    let waiting = position.stones(position.colour_to_move());
    // The first in the text: from the top left.
    let first = |points: &mut dyn Iterator<Item = Point>| {
        points.min_by_key(|point| (position.size - point.row(), point.column()))
    };
    if let Some(point) = first(&mut waiting.in_fives(position.rule)) {
        let message = "a winning row must belong to the colour that moved last";
        return Err((point, Error::bad_position("row_of_other", message)));
    }
    let moved = position.stones(position.colour_to_move().other());
    let Some(point) = first(&mut moved.in_fives(position.rule)) else { return Ok(()) };
    let may_be_last = |last: Point| {
        let mut one = Points::default();
        one.insert(last);
        moved.without(&one).in_fives(position.rule).next().is_none()
    };
    if moved.in_fives(position.rule).any(may_be_last) {
        return Ok(());
    }
    let message = "no single stone can have completed all the winning rows";
    Err((point, Error::bad_position("rows_apart", message)))
}

fn wrong_end(read: char, location: usize, wanted: &str, size: u8) -> Error {
    let message =
        format!("expected {wanted}, found \"{read}\": a board of {size} columns has {size} rows");
    Error::bad_position("wrong_rows", message).with("size", u64::from(size)).at_character(location)
}

impl fmt::Display for Gomoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.size).rev() {
            let points = (0..self.size).filter_map(|column| Point::new(column, row));
            write_row(f, points.map(|point| self.stone_at(point).map(Colour::letter)))?;
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        write!(f, "{} {}{}", turn(self).letter(), self.variant(), opening(self))
    }
}
