use playout_games::{Code, Error};

/// A place in a text, all counted from 1. Lines end with LF or CR LF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number of the line.
    pub line: usize,
    /// The number of the character in its line.
    pub column: usize,
    /// The number of the character in the whole text.
    pub character: usize,
}

impl Place {
    const FIRST: Self = Self { line: 1, column: 1, character: 1 };

    /// Adds the place to an error.
    pub(crate) fn of(self, error: Error) -> Error {
        error.at_place(self.line, self.column, self.character)
    }

    /// An error in a record at this place.
    pub(crate) fn error(self, problem: &'static str, message: impl Into<String>) -> Error {
        self.of(Error::new(Code::BadRecord, problem, message))
    }
}

/// Reads text character by character and knows where it is.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    place: Place,
}

impl<'a> Cursor<'a> {
    /// Starts at the beginning of a text, but after a byte order mark.
    pub(crate) fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { text, offset: 0, place: Place::FIRST }
    }

    /// A copy whose text ends after so many more bytes and the next character. Whoever reads
    /// beyond these bytes notices it, but reads no further.
    pub(crate) fn limited(&self, bytes: usize) -> Self {
        let end = self.text.ceil_char_boundary(self.offset + bytes + 1);
        Self { text: &self.text[..end], ..*self }
    }

    /// Moves to the next character of a copy.
    pub(crate) fn follow(&mut self, copy: &Self) {
        (self.offset, self.place) = (copy.offset, copy.place);
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// The number of bytes before the next character.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// The text from an offset to the next character.
    pub(crate) fn since(&self, offset: usize) -> &'a str {
        &self.text[offset..self.offset]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let read = self.peek()?;
        self.offset += read.len_utf8();
        self.place.character += 1;
        if read == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(read)
    }

    /// Skips a character if it is the next one.
    pub(crate) fn eat(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.next();
        }
        is_next
    }

    /// The characters up to the first one that does not fit.
    pub(crate) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let begun = self.offset;
        while self.peek().is_some_and(&fits) {
            self.next();
        }
        self.since(begun)
    }

    /// Skips spaces, tabs and ends of lines.
    pub(crate) fn skip_space(&mut self) {
        self.take_while(is_space);
    }

    /// # Errors
    ///
    /// `bad_record` if another character is next.
    pub(crate) fn expect(&mut self, wanted: char) -> Result<(), Error> {
        if self.eat(wanted) { Ok(()) } else { Err(self.unexpected(&format!("\"{wanted}\""))) }
    }

    /// The error if the next character is not what was wanted.
    pub(crate) fn unexpected(&self, wanted: &str) -> Error {
        let (problem, found) = match self.peek() {
            Some(read) => ("unexpected", format!("\"{}\"", read.escape_debug())),
            None => ("too_short", "the end of the text".to_owned()),
        };
        let message = format!("expected {wanted}, found {found}");
        self.place.of(Error::new(Code::BadRecord, problem, message).with("wanted", wanted))
    }
}

/// What separates words in a text. Other white space is part of what people write.
pub(crate) fn is_space(read: char) -> bool {
    matches!(read, ' ' | '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters() {
        let mut cursor = Cursor::new("\u{feff}ä\r\n一b");
        let mut places = Vec::new();
        while let Some(read) = cursor.next() {
            let Place { line, column, character } = cursor.place();
            places.push((read, line, column, character));
        }
        let expected =
            [('ä', 1, 2, 2), ('\r', 1, 3, 3), ('\n', 2, 1, 4), ('一', 2, 2, 5), ('b', 2, 3, 6)];
        assert_eq!(places, expected);
    }

    #[test]
    fn errors_say_what_was_found() {
        let mut cursor = Cursor::new("a\n\u{1}");
        cursor.take_while(|read| read != '\u{1}');
        let error = cursor.expect('b').expect_err("another character");
        assert_eq!(error.to_string(), r#"line 2, column 1: expected "b", found "\u{1}""#);
        assert_eq!(error.location(), Some(3));
        cursor.next();
        let error = cursor.expect('b').expect_err("the end");
        assert_eq!(
            error.to_string(),
            r#"line 2, column 2: expected "b", found the end of the text"#
        );
    }
}
