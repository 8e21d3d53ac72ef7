//! Positions as text, and which of it is accepted.

use std::fmt;

use super::point::{Colour, MAX_SIZE, MIN_SIZE, Point};
use super::rows::Rule;
use super::{Gomoku, Points};
use crate::text::{Reader, unexpected, write_row};
use crate::{Error, Game, Side};

/// How many stones are placed before a colour has to be chosen under swap2.
pub(super) const OPENING_STONES: u16 = 5;

/// What follows the name of the variant, and who has black then.
const OPENINGS: [(&str, Option<Side>); 3] =
    [("", Some(Side::First)), ("+swap2", None), ("+swapped", Some(Side::Second))];

/// What is wanted in a row.
const IN_A_ROW: &str = "a stone (x or o), a number of empty points, \"/\" or a space";

/// Who acts under swap2 once so many stones are placed.
pub(super) fn opening_side(stones: u16) -> Side {
    if matches!(stones, 3 | 4) { Side::Second } else { Side::First }
}

/// A stone as it is read: rows are counted from the top.
struct Stone {
    colour: Colour,
    column: u8,
    row: u8,
    place: usize,
}

/// Reads `5/5/2x2/5/5 o freestyle`.
pub(super) fn parse(text: &str) -> Result<Gomoku, Error> {
    let mut reader = Reader::new(text);
    let (size, stones) = read_board(&mut reader)?;
    let colour_place = reader.place();
    let colour = reader.read("\"x\" or \"o\"", Colour::of_letter)?;
    reader.expect(' ')?;
    let (rule, black) = read_variant(&reader)?;

    let mut position = Gomoku::empty(size, rule, black);
    let point = |stone: &Stone| {
        Point::new(stone.column, size - 1 - stone.row).expect("a row has so many points")
    };
    for stone in &stones {
        position.put(stone.colour, point(stone));
    }
    check_counts(&position, &stones)?;
    check_opening(&position, reader.place())?;
    check_turn(&position, colour, colour_place)?;
    check_rows(&position).map_err(|(culprit, error)| {
        let stone = stones.iter().find(|stone| point(stone) == culprit);
        error.at_character(stone.map_or(1, |stone| stone.place))
    })?;
    let moved_last = position.colour_to_move().other();
    let won = position.stones(moved_last).in_fives(rule).next().is_some();
    position.won = won;
    Ok(position)
}

/// The size, and the stones in the order in which they are written.
fn read_board(reader: &mut Reader<'_>) -> Result<(u8, Vec<Stone>), Error> {
    let mut stones = Vec::new();
    let mut size = None;
    let (mut row, mut column) = (0, 0);
    loop {
        let longest = size.unwrap_or(MAX_SIZE);
        let (place, read) = reader.next(IN_A_ROW)?;
        let stone = Colour::of_letter(read);
        match read {
            _ if let Some(colour) = stone => {
                stones.push(Stone { colour, column, row, place });
                column += 1;
            }
            '1'..='9' => column = column.saturating_add(reader.number(read)),
            '/' | ' ' => {
                let width = *size.get_or_insert(column);
                if width < MIN_SIZE {
                    let message =
                        format!("a board has {MIN_SIZE} to {MAX_SIZE} columns, not {width}");
                    return Err(Error::bad_position("bad_size", message)
                        .with("size", u64::from(width))
                        .at_character(place));
                }
                if column < width {
                    let message = format!("a row of {column} points, where the first has {width}");
                    return Err(Error::bad_position("row_too_short", message).at_character(place));
                }
                let is_last = row + 1 == width;
                if is_last != (read == ' ') {
                    let wanted = if is_last { "a space" } else { "\"/\"" };
                    return Err(wrong_end(read, place, wanted, width));
                }
                if is_last {
                    return Ok((width, stones));
                }
                (row, column) = (row + 1, 0);
            }
            _ => return Err(unexpected(read, place, IN_A_ROW)),
        }
        if column > longest {
            let message = match size {
                Some(width) => format!("a row of more points than the first, which has {width}"),
                None => format!("a board has {MIN_SIZE} to {MAX_SIZE} columns, not more"),
            };
            return Err(Error::bad_position("row_too_long", message).at_character(place));
        }
    }
}

/// How long a row wins, and who has black.
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
    Err(Error::unknown_variant(name, &known).at_character(reader.place()))
}

/// What follows the name of the variant.
fn opening(position: &Gomoku) -> &'static str {
    let of_black = OPENINGS.into_iter().find(|(_, black)| *black == position.black);
    of_black.map_or("", |(suffix, _)| suffix)
}

/// As many black stones as white, or one more.
fn check_counts(position: &Gomoku, stones: &[Stone]) -> Result<(), Error> {
    let [black, white] = Colour::ALL.map(|colour| position.stones(colour).len());
    if black == white || black == white + 1 {
        return Ok(());
    }
    let surplus = if black > white { Colour::Black } else { Colour::White };
    let last = stones.iter().rfind(|stone| stone.colour == surplus);
    let message = format!(
        "there are {black} black and {white} white stones; \
         black has as many as white, or one more"
    );
    Err(Error::bad_position("wrong_count", message)
        .with("black", u64::from(black))
        .with("white", u64::from(white))
        .at_character(last.map_or(1, |stone| stone.place)))
}

/// At most five stones under swap2, at least three where seats were swapped.
fn check_opening(position: &Gomoku, place: usize) -> Result<(), Error> {
    let count = position.count;
    let (problem, message) = match position.black {
        None if count > OPENING_STONES => (
            "opening_over",
            format!("under swap2 there are at most {OPENING_STONES} stones, not {count}"),
        ),
        Some(Side::Second) if count < 3 => (
            "opening_not_over",
            format!("nobody has swapped before there are three stones, and there are {count}"),
        ),
        _ => return Ok(()),
    };
    Err(Error::bad_position(problem, message).with("count", u64::from(count)).at_character(place))
}

/// The colour to move is that of the counts, under swap2 that of the seat.
fn check_turn(position: &Gomoku, read: Colour, place: usize) -> Result<(), Error> {
    let wanted = turn(position);
    if read == wanted {
        return Ok(());
    }
    let (wanted, read) = (wanted.letter().to_string(), read.letter());
    let message = format!("\"{read}\" where it is {wanted}'s turn after {} stones", position.count);
    Err(Error::bad_position("wrong_turn", message)
        .with("wanted", wanted.as_str())
        .at_character(place))
}

/// What the colour field says.
fn turn(position: &Gomoku) -> Colour {
    match position.black {
        Some(_) => position.colour_to_move(),
        None => Colour::ALL[position.side_to_move() as usize],
    }
}

/// Rows that win are of the colour that moved last, and some stone of it was
/// the last. The error comes with the point at fault.
fn check_rows(position: &Gomoku) -> Result<(), (Point, Error)> {
    let waiting = position.stones(position.colour_to_move());
    // What is written first: from the top left.
    let first = |points: &mut dyn Iterator<Item = Point>| {
        points.min_by_key(|point| (position.size - point.row(), point.column()))
    };
    if let Some(point) = first(&mut waiting.in_fives(position.rule)) {
        let message = "a row wins, but its colour is not the one that moved last";
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
    let message = "several rows win, and no stone could have been placed last";
    Err((point, Error::bad_position("rows_apart", message)))
}

fn wrong_end(read: char, place: usize, wanted: &str, size: u8) -> Error {
    let message =
        format!("\"{read}\" where {wanted} should be: a board of {size} columns has {size} rows");
    Error::bad_position("wrong_rows", message).with("size", u64::from(size)).at_character(place)
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
