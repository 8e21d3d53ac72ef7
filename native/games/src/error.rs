use std::fmt;

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// No game has this name.
    UnknownGame,
    /// The game has no such variant.
    UnknownVariant,
    /// The text is not a position of the game.
    BadPosition,
    /// The text is not a move of the game.
    BadMove,
    /// The move is not legal in the position.
    IllegalMove,
    /// The game is over, so there is no move to play or choose.
    Finished,
    /// An option or a player spec is unknown or out of range.
    BadOption,
    /// The text is not the record of a game.
    BadRecord,
    /// The input is larger than the program accepts.
    TooLarge,
    /// The input is not UTF-8.
    NotUtf8,
    /// A player needs a table that is missing or damaged, or that the game or variant does not have.
    NoTable,
}

impl Code {
    /// The code that clients use, e.g. `bad_move`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::UnknownGame => "unknown_game",
            Self::UnknownVariant => "unknown_variant",
            Self::BadPosition => "bad_position",
            Self::BadMove => "bad_move",
            Self::IllegalMove => "illegal_move",
            Self::Finished => "finished",
            Self::BadOption => "bad_option",
            Self::BadRecord => "bad_record",
            Self::TooLarge => "too_large",
            Self::NotUtf8 => "not_utf8",
            Self::NoTable => "no_table",
        }
    }
}

/// A parameter of an error or of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A name or a part of the input.
    Text(String),
    /// A count or a limit.
    Number(u64),
    /// Several names.
    List(Vec<String>),
}

impl From<&str> for Detail {
    fn from(text: &str) -> Self {
        Self::Text(clip(text))
    }
}

impl From<u64> for Detail {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<&[&str]> for Detail {
    fn from(words: &[&str]) -> Self {
        Self::List(words.iter().map(|word| (*word).to_owned()).collect())
    }
}

/// Invalid input: what is wrong, and where.
///
/// The message (its `Display`) is in English. Clients can write it in other languages from `code`
/// and `details`, which always include a `problem` that is more specific than the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: Code,
    location: Option<usize>,
    details: Vec<(&'static str, Detail)>,
    /// The location for people, such as `move 3`; empty if there is none.
    prefix: String,
    message: String,
}

impl Error {
    /// Creates an error. Programs identify it by `problem`; people read `message`, which has no
    /// full stop and no location (see [`Error::at_character`] and [`Error::at_move`]).
    #[must_use]
    pub fn new(code: Code, problem: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            location: None,
            details: vec![("problem", problem.into())],
            prefix: String::new(),
            message: message.into(),
        }
    }

    /// The text is not a position.
    pub(crate) fn bad_position(problem: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::BadPosition, problem, message)
    }

    /// The text is not a move of a game, whose name for people is `game` and whose moves have these
    /// forms.
    pub(crate) fn unreadable_move(text: &str, game: &str, forms: &[&str]) -> Self {
        let forms = either(forms);
        let message =
            format!("\"{}\" is not a move in {game}; moves look like {forms}", shown(text));
        Self::new(Code::BadMove, "unreadable", message).with("move", text)
    }

    /// The text is not a step of any move.
    pub(crate) fn no_step(text: &str) -> Self {
        let message = format!("\"{}\" is not a step of any move", shown(text));
        Self::new(Code::BadMove, "no_step", message).with("move", text)
    }

    /// The game is over, so no move can be played.
    pub(crate) fn finished(mv: &str) -> Self {
        Self::new(Code::Finished, "finished", "the game is over").with("move", mv)
    }

    /// The move is illegal for the given reason.
    pub(crate) fn illegal_move(mv: &str, problem: &'static str, reason: &str) -> Self {
        Self::new(Code::IllegalMove, problem, format!("{mv}: {reason}")).with("move", mv)
    }

    /// The game has no variant of this name.
    pub(crate) fn unknown_variant(name: &str, known: &[&str]) -> Self {
        let message =
            format!("unknown variant \"{}\"; choose from: {}", shown(name), known.join(", "));
        Self::new(Code::UnknownVariant, "unknown_variant", message)
            .with("variant", name)
            .with("known", known)
    }

    /// Sets the location: the number of a character in the text, counted from 1.
    #[must_use]
    pub fn at_character(mut self, location: usize) -> Self {
        self.prefix = format!("character {location}: ");
        self.location = Some(location);
        self
    }

    /// Sets the location: the number of a move in a list, counted from 1.
    #[must_use]
    pub fn at_move(mut self, location: usize) -> Self {
        self.prefix = format!("move {location}: ");
        self.location = Some(location);
        self
    }

    /// Sets the location in a text of several lines: the numbers of the line, of the column and of
    /// the character, each counted from 1.
    #[must_use]
    pub fn at_place(mut self, line: usize, column: usize, character: usize) -> Self {
        self.prefix = format!("line {line}, column {column}: ");
        self.location = Some(character);
        self.with("line", line as u64).with("column", column as u64)
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, detail: impl Into<Detail>) -> Self {
        self.details.push((name, detail.into()));
        self
    }

    /// Adds an example of a legal move.
    pub(crate) fn with_example(mut self, mv: &str) -> Self {
        self.message = format!("{}; try {mv}", self.message);
        self.with("example", mv)
    }

    /// The kind of the error.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Where the error is, counted from 1: the number of a character in a position, an option, a
    /// spec or a record, or the number of a move in a list.
    #[must_use]
    pub fn location(&self) -> Option<usize> {
        self.location
    }

    /// The parameters, by name; the first is always `problem`.
    #[must_use]
    pub fn details(&self) -> &[(&'static str, Detail)] {
        &self.details
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.prefix, self.message)
    }
}

impl std::error::Error for Error {}

/// Joins alternatives: `a, b or c`.
fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [words @ .., last] => format!("{} or {last}", words.join(", ")),
    }
}

/// Prepares input to be quoted in a message: short, on one line and without control characters.
#[must_use]
pub fn shown(text: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\'' | '\\' => c.to_string(),
        _ => c.escape_debug().to_string(),
    };
    clip(text).chars().map(escape).collect()
}

/// Shortens input so that errors stay small.
fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}
