use std::fmt;

/// What kind of mistake an [`Error`] is about.
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
    /// A move, but not a legal one here.
    IllegalMove,
    /// The game is over: there is nothing to play or to choose.
    Finished,
    /// An option or player spec that is unknown or out of range.
    BadOption,
    /// More than this program is willing to read.
    TooLarge,
    /// Bytes that are not text.
    NotUtf8,
}

impl Code {
    /// The code as clients know it, e.g. `bad_move`.
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
            Self::TooLarge => "too_large",
            Self::NotUtf8 => "not_utf8",
        }
    }
}

/// A parameter of an error or of an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A word or a piece of the input.
    Text(String),
    /// A count or a limit.
    Number(u64),
    /// Several words.
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

/// A refused input: what is wrong with it, and where.
///
/// The sentence (its `Display`) is English; `code` and `details` (always with
/// a `problem`, which says more exactly than the code what is wrong) let a
/// client say it in another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: Code,
    place: Option<usize>,
    details: Vec<(&'static str, Detail)>,
    message: String,
}

impl Error {
    /// An error of a kind; `problem` names it for machines, `message` for
    /// people (without a full stop and without its place, which is added).
    #[must_use]
    pub fn new(code: Code, problem: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            place: None,
            details: vec![("problem", problem.into())],
            message: message.into(),
        }
    }

    /// No game has this name.
    #[must_use]
    pub fn unknown_game(name: &str) -> Self {
        let message =
            format!("unknown game \"{}\"; there are: {}", shown(name), crate::GAMES.join(", "));
        Self::new(Code::UnknownGame, "unknown_game", message)
            .with("game", name)
            .with("known", crate::GAMES)
    }

    /// A text is no position.
    pub(crate) fn bad_position(problem: &'static str, message: impl Into<String>) -> Self {
        Self::new(Code::BadPosition, problem, message)
    }

    /// A text is no move: it is no `what`, of which the moves look as it says.
    pub(crate) fn unreadable_move(text: &str, what: &str) -> Self {
        let message = format!("\"{}\" is no {what}", shown(text));
        Self::new(Code::BadMove, "unreadable", message).with("move", text)
    }

    /// There is nothing to play: the game is over.
    pub(crate) fn finished(mv: &str) -> Self {
        Self::new(Code::Finished, "finished", "the game is over").with("move", mv)
    }

    /// A move is not legal, for a reason.
    pub(crate) fn illegal_move(mv: &str, problem: &'static str, reason: &str) -> Self {
        Self::new(Code::IllegalMove, problem, format!("{mv}: {reason}")).with("move", mv)
    }

    /// The game has no variant of this name.
    pub(crate) fn unknown_variant(name: &str, known: &[&str]) -> Self {
        let there_are = if known.len() == 1 { "there is" } else { "there are" };
        let message =
            format!("unknown variant \"{}\"; {there_are}: {}", shown(name), known.join(", "));
        Self::new(Code::UnknownVariant, "unknown_variant", message)
            .with("variant", name)
            .with("known", known)
    }

    /// Says where: the character of a text, counted from 1.
    #[must_use]
    pub fn at_character(mut self, place: usize) -> Self {
        self.message = format!("character {place}: {}", self.message);
        self.place = Some(place);
        self
    }

    /// Says where: the number of the move in a list, counted from 1.
    #[must_use]
    pub fn at_move(mut self, place: usize) -> Self {
        self.message = format!("move {place}: {}", self.message);
        self.place = Some(place);
        self
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, detail: impl Into<Detail>) -> Self {
        self.details.push((name, detail.into()));
        self
    }

    /// What kind of mistake it is.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The place in the text, counted from 1: a character of a position, an
    /// option or a spec, the number of a move in a list of moves.
    #[must_use]
    pub fn place(&self) -> Option<usize> {
        self.place
    }

    /// The parameters, by name; the first is always `problem`.
    #[must_use]
    pub fn details(&self) -> &[(&'static str, Detail)] {
        &self.details
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// A piece of somebody's input as a message repeats it: short, on one line and
/// without anything that a terminal would obey.
#[must_use]
pub fn shown(text: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\'' | '\\' => c.to_string(),
        _ => c.escape_debug().to_string(),
    };
    clip(text).chars().map(escape).collect()
}

/// A piece of somebody's input, short enough to be kept.
fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}
