//! Points as two letters.

use playout_games::gomoku::Point;
use playout_games::{Code, Error};

use crate::cursor::Place;

/// Reads two letters as a point.
pub(super) fn read(text: &str, size: u8, place: Place) -> Result<Point, Error> {
    let index = |letter: Option<u8>| {
        let index = letter.filter(u8::is_ascii_lowercase)? - b'a';
        (index < size).then_some(index)
    };
    let mut letters = text.trim().bytes();
    let point = match (index(letters.next()), index(letters.next()), letters.next()) {
        (Some(column), Some(row), None) => Point::new(column, size - 1 - row),
        _ => None,
    };
    point.ok_or_else(|| {
        let last = char::from(b'a' + size - 1);
        let message = format!("a point must be two letters from a to {last}, column and row");
        place.of(Error::new(Code::BadMove, "unreadable", message).with("move", text))
    })
}

/// Writes a point as two letters.
pub(super) fn write(point: Point, size: u8) -> String {
    let letter = |index: u8| char::from(b'a' + index);
    [letter(point.column()), letter(size - 1 - point.row())].iter().collect()
}
