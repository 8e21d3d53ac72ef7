//! Reading and writing positions as text, shared by several games.

use std::fmt;

use crate::Error;

/// Reads text character by character and keeps track of the location.
pub(crate) struct Reader<'a> {
    rest: &'a str,
    location: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text, location: 1 }
    }

    /// Reads the name of the variant in front of a position that begins with its board: `squares
    /// ..../…`. The default variant, the first one, is never written.
    ///
    /// # Errors
    ///
    /// `unknown_variant`.
    pub(crate) fn after_variant(
        text: &'a str,
        variants: &[&'static str],
    ) -> Result<(&'static str, Self), Error> {
        let (usual, named) = (variants[0], &variants[1..]);
        let all = Self::new(text);
        let Some((word, rest)) = text.split_once(' ') else { return Ok((usual, all)) };
        if let Some(variant) = named.iter().find(|variant| **variant == word) {
            return Ok((variant, Self { rest, location: word.chars().count() + 2 }));
        }
        // If a board follows (only boards contain slashes), a word made of letters and other
        // characters of variant names is taken for an unknown variant.
        let in_names =
            |c: char| c.is_ascii_alphabetic() || named.iter().any(|name| name.contains(c));
        if rest.contains('/') && !word.is_empty() && word.chars().all(in_names) {
            return Err(Error::unknown_variant(word, named).at_character(1));
        }
        Ok((usual, all))
    }

    /// The location of the next character, counted from 1.
    pub(crate) fn location(&self) -> usize {
        self.location
    }

    /// The rest of the text.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The next character and its location.
    ///
    /// # Errors
    ///
    /// `bad_position` at the end of the text; `wanted` is what was expected.
    pub(crate) fn next(&mut self, wanted: &str) -> Result<(usize, char), Error> {
        let read = self.peek().ok_or_else(|| self.too_short(wanted))?;
        let location = self.location;
        self.rest = &self.rest[read.len_utf8()..];
        self.location += 1;
        Ok((location, read))
    }

    /// Reads the next character as a value.
    ///
    /// # Errors
    ///
    /// `bad_position` for a character without a value, and at the end of the text.
    pub(crate) fn read<T>(
        &mut self,
        wanted: &str,
        meaning: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, Error> {
        let (location, read) = self.next(wanted)?;
        meaning(read).ok_or_else(|| unexpected(read, location, wanted))
    }

    /// Reads a required character.
    ///
    /// # Errors
    ///
    /// `bad_position` for any other character, and at the end of the text.
    pub(crate) fn expect(&mut self, wanted: char) -> Result<(), Error> {
        let name = if wanted == ' ' { "a space".to_owned() } else { format!("\"{wanted}\"") };
        self.read(&name, |read| (read == wanted).then_some(()))
    }

    /// Reads the rest of a number that begins with a digit. Numbers above 255 become 255.
    pub(crate) fn number(&mut self, digit: char) -> u8 {
        let value = |digit: char| digit.to_digit(10).map(|value| value as u8);
        let mut number = value(digit).unwrap_or(0);
        while let Some(next) = self.peek().and_then(value) {
            number = number.saturating_mul(10).saturating_add(next);
            self.rest = &self.rest[1..];
            self.location += 1;
        }
        number
    }

    /// # Errors
    ///
    /// `bad_position` if there is more to read.
    pub(crate) fn end(&self) -> Result<(), Error> {
        self.peek()
            .map_or(Ok(()), |read| Err(unexpected(read, self.location, "the end of the text")))
    }

    /// The error for text that ends too early.
    pub(crate) fn too_short(&self, wanted: &str) -> Error {
        let message = format!("expected {wanted}, found the end of the text");
        Error::bad_position("too_short", message).with("wanted", wanted).at_character(self.location)
    }
}

/// The error for an unexpected character.
pub(crate) fn unexpected(read: char, location: usize, wanted: &str) -> Error {
    let message = format!("expected {wanted}, found \"{}\"", read.escape_debug());
    Error::bad_position("unexpected", message)
        .with("read", read.to_string().as_str())
        .with("wanted", wanted)
        .at_character(location)
}

/// Writes a row of a board with numbers for runs of empty cells: `xo2`.
pub(crate) fn write_row<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    cells: impl IntoIterator<Item = Option<T>>,
) -> fmt::Result {
    let mut empty = 0;
    for cell in cells {
        match cell {
            None => empty += 1,
            Some(piece) if empty == 0 => write!(f, "{piece}")?,
            Some(piece) => write!(f, "{}{piece}", std::mem::take(&mut empty))?,
        }
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}
