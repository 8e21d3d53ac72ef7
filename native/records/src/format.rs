use std::fmt;

use playout_games::{Code, Error};

use crate::cursor::{Cursor, Place};
use crate::{GameTree, MAX_BYTES, MAX_RECORDS, pgn, sgf, usi};

/// The text of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// See [`pgn`].
    Pgn,
    /// See [`sgf`].
    Sgf,
    /// See [`usi`].
    Usi,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Pgn, Self::Sgf, Self::Usi];

    /// Its name: `pgn`, `sgf` or `usi`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Sgf => "sgf",
            Self::Usi => "usi",
        }
    }

    /// The format with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A record in a text, and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The place of its first character.
    pub place: Place,
    /// The record.
    pub tree: GameTree,
}

/// Reads the records of a text one after another. After an error, nothing more is read.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    cursor: Cursor<'a>,
    /// `None` after an error.
    format: Option<Format>,
}

impl<'a> Reader<'a> {
    /// A reader of a text in the given format, or else in the one that the text begins like.
    ///
    /// # Errors
    ///
    /// `bad_record` if the text is empty, or begins like none of the formats.
    pub fn new(text: &'a str, format: Option<Format>) -> Result<Self, Error> {
        let mut cursor = Cursor::new(text);
        cursor.skip_space();
        let guess = || match cursor.peek() {
            Some('[') => Some(Format::Pgn),
            Some('(') => Some(Format::Sgf),
            Some('p') => Some(Format::Usi),
            _ => None,
        };
        let format = if cursor.peek().is_some() { format.or_else(guess) } else { None };
        let wanted = "a record: PGN begins with a tag such as [Game \"quarto\"], SGF with \"(;\", \
                      and USI with \"position\"";
        let format = format.ok_or_else(|| cursor.unexpected(wanted))?;
        Ok(Self { cursor, format: Some(format) })
    }

    fn read(&mut self, format: Format) -> Result<Option<Entry>, Error> {
        self.cursor.skip_space();
        if self.cursor.peek().is_none() {
            return Ok(None);
        }
        let (place, offset) = (self.cursor.place(), self.cursor.offset());
        let mut cursor = self.cursor.limited(MAX_BYTES);
        let read = match format {
            Format::Pgn => pgn::read(&mut cursor),
            Format::Sgf => sgf::read(&mut cursor),
            Format::Usi => usi::read(&mut cursor),
        };
        // The rest of a longer record is not read, so what is wrong with it is only its length.
        if cursor.offset() - offset > MAX_BYTES {
            return Err(place.of(too_many_bytes()));
        }
        let tree = read?;
        self.cursor.follow(&cursor);
        Ok(Some(Entry { place, tree }))
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Entry, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let format = self.format?;
        let read = self.read(format).transpose();
        if !matches!(read, Some(Ok(_))) {
            self.format = None;
        }
        read
    }
}

/// Reads all records of a text, at least one: in the given format, or else in the one that the text
/// begins like.
///
/// # Errors
///
/// Those of [`Reader`], which have a place: the details `line` and `column`, and the number of the
/// character as location; so does `too_large` beyond [`MAX_RECORDS`], but not beyond [`MAX_BYTES`].
pub fn read(text: &str, format: Option<Format>) -> Result<Vec<GameTree>, Error> {
    if text.len() > MAX_BYTES {
        return Err(too_many_bytes());
    }
    let mut trees = Vec::new();
    for entry in Reader::new(text, format)? {
        let Entry { place, tree } = entry?;
        if trees.len() == MAX_RECORDS {
            let message = format!("a text has at most {MAX_RECORDS} records");
            let error = Error::new(Code::TooLarge, "too_many_records", message);
            return Err(place.of(error.with("limit", MAX_RECORDS as u64)));
        }
        trees.push(tree);
    }
    Ok(trees)
}

/// Writes a record, and ends its last line.
///
/// # Errors
///
/// Those of [`GameTree::check`]; `bad_record` if the format cannot express the game or its start;
/// `too_large` if the text would be longer than [`MAX_BYTES`].
pub fn write(tree: &GameTree, format: Format) -> Result<String, Error> {
    tree.check()?;
    let text = match format {
        Format::Pgn => pgn::write(tree),
        Format::Sgf => sgf::write(tree),
        Format::Usi => usi::write(tree),
    }?;
    if text.len() > MAX_BYTES { Err(too_many_bytes()) } else { Ok(text) }
}

fn too_many_bytes() -> Error {
    let message = format!("a record has at most {MAX_BYTES} bytes");
    Error::new(Code::TooLarge, "too_many_bytes", message).with("limit", MAX_BYTES as u64)
}
