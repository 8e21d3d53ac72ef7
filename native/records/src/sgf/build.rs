//! The start of a game in SGF.

use playout_games::gomoku::{Colour, Gomoku, MAX_SIZE, MIN_SIZE, Point};
use playout_games::{Code, Error, Game};

use super::properties::properties;
use super::syntax::{RawNode, Value};
use super::{point, text};

/// The size of the board if SZ is missing.
const USUAL_SIZE: u8 = 15;

/// The position in which a game with this root starts.
pub(super) fn start(root: &RawNode<'_>) -> Result<Gomoku, Error> {
    let size = read_size(root)?;
    if let Some(property) = root.property("AE") {
        return Err(property.place.error("late_setup", "there are no stones to take away"));
    }
    let mut stones = Stones { size, colours: vec![None; usize::from(size).pow(2)] };
    stones.read(root, "AB", Colour::Black)?;
    stones.read(root, "AW", Colour::White)?;
    let rule = root.value("RU")?;
    let variant = rule.map_or_else(String::new, |rule| text::read_line(rule.text));
    let variant = if variant.trim().is_empty() { "freestyle" } else { variant.trim() };
    // The rules know whose turn it is.
    let parse = |turn| Gomoku::parse(&format!("{} {turn} {variant}", stones.text()));
    let start = parse('x').or_else(|error| parse('o').map_err(|_| error));
    let start = start.map_err(|error| {
        let is_variant = error.code() == Code::UnknownVariant;
        let place = rule.filter(|_| is_variant).map(|rule| rule.place);
        let stones = || ["AB", "AW"].into_iter().find_map(|name| root.property(name));
        let place = place.or_else(|| stones().map(|property| property.place));
        place.unwrap_or(root.place).of(error)
    })?;
    check_turn(root, &start)?;
    Ok(start)
}

fn read_size(root: &RawNode<'_>) -> Result<u8, Error> {
    let Some(Value { text, place }) = root.value("SZ")? else { return Ok(USUAL_SIZE) };
    let size = text.trim().parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
    size.ok_or_else(|| {
        let message = format!("the size must be a number from {MIN_SIZE} to {MAX_SIZE}");
        place.error("bad_size", message)
    })
}

/// The stones of the start.
struct Stones {
    size: u8,
    /// By row, from the bottom, and column.
    colours: Vec<Option<Colour>>,
}

impl Stones {
    fn at(&mut self, column: u8, row: u8) -> &mut Option<Colour> {
        &mut self.colours[usize::from(row) * usize::from(self.size) + usize::from(column)]
    }

    /// Reads the stones that a property places: points, or rectangles such as `aa:cc`.
    fn read(&mut self, root: &RawNode<'_>, name: &str, colour: Colour) -> Result<(), Error> {
        let values = root.property(name).map_or(&[][..], |property| &property.values);
        for &Value { text, place } in values {
            let (from, to) = text::split_pair(text).unwrap_or((text, text));
            let point = |text| point::read(text, self.size, place);
            let (from, to): (Point, Point) = (point(from)?, point(to)?);
            for column in from.column()..=to.column() {
                // The first corner of a rectangle is above the second.
                for row in to.row()..=from.row() {
                    if self.at(column, row).replace(colour).is_some() {
                        let message = "there is a stone on this point already";
                        return Err(place.error("stone_twice", message));
                    }
                }
            }
        }
        Ok(())
    }

    /// The rows of a position's text.
    fn text(&self) -> String {
        let row = |colours: &[Option<Colour>]| {
            let mut text = String::new();
            for run in colours.chunk_by(|one, other| one.is_none() && other.is_none()) {
                match run[0] {
                    Some(Colour::Black) => text.push('x'),
                    Some(Colour::White) => text.push('o'),
                    None => text.push_str(&run.len().to_string()),
                }
            }
            text
        };
        let rows = self.colours.chunks(usize::from(self.size)).rev().map(row);
        rows.collect::<Vec<_>>().join("/")
    }
}

/// PL must agree with the stones. In the opening swap2, it can only say who has which colour.
fn check_turn(root: &RawNode<'_>, start: &Gomoku) -> Result<(), Error> {
    let Some(Value { text, place }) = root.value("PL")? else { return Ok(()) };
    let wanted = properties(start.colour_to_move()).0;
    let is_open = start.side_of(Colour::Black).is_none();
    if is_open || text.trim().to_ascii_uppercase().starts_with(wanted) {
        return Ok(());
    }
    let message = format!("by the number of stones, it is {wanted}'s turn");
    Err(place.error("wrong_turn", message))
}
