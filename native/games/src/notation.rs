//! The coordinates of most boards: a letter for the column, from the left, and a number for the
//! row, from the bottom. `c2` is the third cell of the second row.

use std::fmt;

/// A column and a row, both counted from 0, on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coordinates {
    pub(crate) column: u8,
    pub(crate) row: u8,
}

impl Coordinates {
    /// Reads text like `c2`, in which the number has no leading zeros.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let column = column(text.chars().next()?)?;
        let number = &text[1..];
        let row: u8 = number.parse().ok()?;
        // Rejects signs and leading zeros.
        let is_canonical = row.to_string() == number;
        Some(Self { column, row: row.checked_sub(1)? }).filter(|_| is_canonical)
    }
}

/// The column for a letter.
pub(crate) fn column(letter: char) -> Option<u8> {
    letter.is_ascii_lowercase().then(|| letter as u8 - b'a')
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_round_trip() {
        for (text, column, row) in [("a1", 0, 0), ("c2", 2, 1), ("t20", 19, 19), ("z99", 25, 98)] {
            let at = Coordinates { column, row };
            assert_eq!((Coordinates::parse(text), at.to_string().as_str()), (Some(at), text));
        }
        for text in ["", "a", "1", "a0", "a01", "a+1", "a-1", "a1 ", "A1", "aa1", "ä1", "a256"] {
            assert_eq!(Coordinates::parse(text), None, "{text}");
        }
    }
}
