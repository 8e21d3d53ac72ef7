//! Positions as text and as setups, and the checks that they must pass.

use std::fmt;

use super::diagram::KINDS;
use super::point::{Colour, MAX_SIZE, MIN_SIZE, Point};
use super::points::Points;
use super::position::{Gomoku, OPENING_STONES, opening_side};
use super::rows::Rule;
use crate::text::{Reader, unexpected, write_row};
use crate::{
    Chosen, Detail, Diagram, Editable, Error, Game, GameOption, Hands, Locations, Palette, Place,
    Refusal, Setup, Side, Values,
};

/// The value of the option `opening` of a setup, the suffix after the variant's name, and who has
/// black. After an opening in which nobody has swapped, a position is like one without an opening.
const OPENINGS: [(&str, &str, Option<Side>); 3] = [
    ("none", "", Some(Side::First)),
    ("swap2", "+swap2", None),
    ("swapped", "+swapped", Some(Side::Second)),
];

/// The characters expected in a row.
const IN_A_ROW: &str = "a stone (x or o), a number of empty points, \"/\" or a space";

/// A stone as read, with rows counted from the top.
struct Stone {
    colour: Colour,
    column: u8,
    row: u8,
    location: usize,
}

impl Editable for Gomoku {
    const PALETTE: Palette = Palette {
        options: &[
            Self::OPTIONS[0],
            Self::OPTIONS[1],
            GameOption {
                name: "opening",
                values: Values::OneOf(&["none", "swap2", "swapped"]),
                about: "swap2: the colours have not been chosen yet; swapped: the second side has \
                        black",
            },
        ],
        pieces: &KINDS,
        singles: &[],
        held: &[],
        hands: Hands::None,
        roots: false,
        side: false,
    };

    fn size_of(options: &Chosen) -> (u8, u8) {
        let size = options.number("size");
        (size, size)
    }

    fn cell_name(options: &Chosen, index: usize) -> String {
        point_at(options.number("size"), index).to_string()
    }

    /// Reads `5/5/2x2/5/5 o freestyle`.
    fn read(text: &str) -> Result<(Setup, Locations), Error> {
        let mut reader = Reader::new(text);
        let (size, stones) = read_board(&mut reader)?;
        let mut locations = Locations { board: 1, side: reader.location(), ..Locations::default() };
        let colour = reader.read("\"x\" or \"o\"", Colour::of_letter)?;
        reader.expect(' ')?;
        locations.options = reader.location();
        let (variant, opening, black) = read_variant(&reader)?;
        let mut setup = Setup::with::<Self>(&[
            ("variant", variant),
            ("size", &size.to_string()),
            ("opening", opening),
        ]);
        locations.cells = vec![1; setup.cells.len()];
        for Stone { colour, column, row, location } in stones {
            let index = usize::from(row) * usize::from(size) + usize::from(column);
            setup.cells[index] = colour as u8 + 1;
            locations.cells[index] = location;
        }
        // In the opening, the letter stands for the side.
        let black = black.unwrap_or(Side::First);
        setup.side = Some(if colour == Colour::Black { black } else { black.other() });
        Ok((setup, locations))
    }

    fn write(setup: &Setup) -> String {
        Written(setup).to_string()
    }

    fn check(setup: &Setup) -> Result<Self, Refusal> {
        let size = setup.options.number("size");
        let rule = Rule::of_variant(setup.options.choice("variant"));
        let mut position = Self::empty(size, rule, opening(setup).2);
        for (index, &number) in setup.cells.iter().enumerate() {
            if let Some(colour) = colour(number) {
                position.put(colour, point_at(size, index));
            }
        }
        check_counts(&position, setup)?;
        check_opening(&position)?;
        check_turn(&position, setup.side)?;
        check_rows(&position)?;
        let moved_last = position.colour_to_move().other();
        let won = position.stones(moved_last).in_fives(rule).next().is_some();
        position.won = won;
        Ok(position)
    }

    fn setup(&self) -> Setup {
        let (opening, ..) = opening_of(self.black);
        let mut setup = Setup::with::<Self>(&[
            ("variant", self.variant()),
            ("size", &self.size.to_string()),
            ("opening", opening),
        ]);
        for (index, cell) in setup.cells.iter_mut().enumerate() {
            *cell = self.stone_at(point_at(self.size, index)).map_or(0, |colour| colour as u8 + 1);
        }
        setup.side = Some(self.side_to_move());
        setup
    }

    fn draw(setup: &Setup) -> Diagram {
        let (count, black) = (count(setup), opening(setup).2);
        let colour = next_colour(count);
        let mut diagram = Diagram::of_setup::<Self>(setup, side(count, black));
        let mut detail = |name, detail: Detail| diagram.details.push((name, detail));
        if black.is_some() || count < OPENING_STONES {
            detail("places", colour.name().into());
        }
        match black {
            None => detail("opening", u64::from(count).into()),
            Some(black) => {
                detail(black.name(), Colour::Black.name().into());
                detail(black.other().name(), Colour::White.name().into());
            }
        }
        diagram
    }
}

/// The point of an index in a setup.
fn point_at(size: u8, index: usize) -> Point {
    let size = usize::from(size);
    let (row, column) = (index / size, index % size);
    Point::new(column as u8, (size - 1).saturating_sub(row) as u8).expect("it is on the board")
}

fn colour(number: u8) -> Option<Colour> {
    Colour::ALL.into_iter().find(|&colour| colour as u8 + 1 == number)
}

fn count(setup: &Setup) -> u16 {
    setup.cells.iter().filter(|&&number| number != 0).count() as u16
}

fn next_colour(count: u16) -> Colour {
    if count.is_multiple_of(2) { Colour::Black } else { Colour::White }
}

/// The side to move after a number of stones.
fn side(count: u16, black: Option<Side>) -> Side {
    match (black, next_colour(count)) {
        (None, _) => opening_side(count),
        (Some(black), Colour::Black) => black,
        (Some(black), Colour::White) => black.other(),
    }
}

/// The opening of a setup: its name, its suffix, and who has black.
fn opening(setup: &Setup) -> (&'static str, &'static str, Option<Side>) {
    let chosen = setup.options.choice("opening");
    *OPENINGS.iter().find(|(name, ..)| *name == chosen).unwrap_or(&OPENINGS[0])
}

fn opening_of(black: Option<Side>) -> (&'static str, &'static str, Option<Side>) {
    *OPENINGS.iter().find(|(.., of)| *of == black).unwrap_or(&OPENINGS[0])
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

/// The variant, the opening, and who has black.
fn read_variant(reader: &Reader<'_>) -> Result<(&'static str, &'static str, Option<Side>), Error> {
    let name = reader.rest();
    if name.is_empty() {
        return Err(reader.too_short("a variant"));
    }
    for (opening, suffix, black) in OPENINGS {
        let read = name.strip_suffix(suffix).unwrap_or_default();
        if let Some(variant) = Gomoku::VARIANTS.iter().find(|variant| **variant == read) {
            return Ok((variant, opening, black));
        }
    }
    let names = |(_, suffix, _)| Gomoku::VARIANTS.iter().map(move |name| format!("{name}{suffix}"));
    let known: Vec<_> = OPENINGS.into_iter().flat_map(names).collect();
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    Err(Error::unknown_variant(name, &known).at_character(reader.location()))
}

/// Checks that there are as many black stones as white ones, or one more.
fn check_counts(position: &Gomoku, setup: &Setup) -> Result<(), Refusal> {
    let [black, white] = Colour::ALL.map(|colour| position.stones(colour).len());
    if black == white || black == white + 1 {
        return Ok(());
    }
    let surplus = if black > white { Colour::Black } else { Colour::White };
    let last = setup.cells.iter().rposition(|&number| colour(number) == Some(surplus));
    let message = format!(
        "there are {black} black and {white} white stones; \
         black must have as many as white, or one more"
    );
    let mut refusal = Refusal::new(Place::Cell(last.unwrap_or(0)), "wrong_count", message);
    refusal.error = refusal.error.with("black", u64::from(black)).with("white", u64::from(white));
    Err(refusal)
}

/// Checks that there are at most five stones in the swap2 opening, and at least three once the
/// players have swapped colours.
fn check_opening(position: &Gomoku) -> Result<(), Refusal> {
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
    let mut refusal = Refusal::new(Place::Option("opening"), problem, message);
    refusal.error = refusal.error.with("count", u64::from(count));
    Err(refusal)
}

/// Checks the side to move. It follows from the number of stones.
fn check_turn(position: &Gomoku, read: Option<Side>) -> Result<(), Refusal> {
    let side = position.side_to_move();
    if read.is_none_or(|read| read == side) {
        return Ok(());
    }
    let wanted = letter(side, position.black);
    let read = letter(side.other(), position.black);
    let message = format!("expected \"{wanted}\", found \"{read}\": it is {wanted}'s turn");
    let mut refusal = Refusal::new(Place::Side, "wrong_turn", message);
    refusal.error = refusal.error.with("wanted", wanted.to_string().as_str());
    Err(refusal)
}

/// How the side to move is written: as its colour, or in the swap2 opening, where it has none yet, as
/// the colour that it would have without the opening.
fn letter(side: Side, black: Option<Side>) -> char {
    let is_black = side == black.unwrap_or(Side::First);
    Colour::ALL[usize::from(!is_black)].letter()
}

/// Checks that winning rows belong to the colour that moved last and share a stone that could have
/// been the last.
fn check_rows(position: &Gomoku) -> Result<(), Refusal> {
    let size = position.size;
    let place = |point: Point| {
        let row = usize::from(size - 1 - point.row());
        Place::Cell(row * usize::from(size) + usize::from(point.column()))
    };
    let waiting = position.stones(position.colour_to_move());
    // The first in the text: from the top left.
    let first = |points: &mut dyn Iterator<Item = Point>| {
        points.min_by_key(|point| (position.size - point.row(), point.column()))
    };
    if let Some(point) = first(&mut waiting.in_fives(position.rule)) {
        let message = "a winning row must belong to the colour that moved last";
        return Err(Refusal::new(place(point), "row_of_other", message));
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
    Err(Refusal::new(place(point), "rows_apart", message))
}

fn wrong_end(read: char, location: usize, wanted: &str, size: u8) -> Error {
    let message =
        format!("expected {wanted}, found \"{read}\": a board of {size} columns has {size} rows");
    Error::bad_position("wrong_rows", message).with("size", u64::from(size)).at_character(location)
}

/// A setup that displays its text.
struct Written<'a>(&'a Setup);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.0;
        let size = usize::from(setup.options.number("size"));
        for (row, numbers) in setup.cells.chunks(size).enumerate() {
            write_row(f, numbers.iter().map(|&number| colour(number).map(Colour::letter)))?;
            f.write_str(if row + 1 < size { "/" } else { " " })?;
        }
        let (_, suffix, black) = opening(setup);
        let side = setup.side.unwrap_or_else(|| side(count(setup), black));
        let variant = setup.options.choice("variant");
        write!(f, "{} {variant}{suffix}", letter(side, black))
    }
}

impl fmt::Display for Gomoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Written(&self.setup()).fmt(f)
    }
}
