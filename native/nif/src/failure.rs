use std::any::Any;

use playout_games::{Code, Detail, Error, shown};

/// Why a call failed: an error of the rules or the searches, or one that occurs only at this
/// boundary.
pub(crate) struct Failure {
    pub(crate) code: &'static str,
    pub(crate) location: Option<usize>,
    pub(crate) details: Vec<(&'static str, Detail)>,
    pub(crate) message: String,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self {
            code: error.code().name(),
            location: error.location(),
            details: error.details().to_vec(),
            message: error.to_string(),
        }
    }
}

impl Failure {
    fn new(code: &'static str, problem: &'static str, message: impl Into<String>) -> Self {
        let details = vec![("problem", problem.into())];
        Self { code, location: None, details, message: message.into() }
    }

    /// A term is not text.
    pub(crate) fn not_text(what: &str) -> Self {
        Self::new("not_text", "not_text", format!("{what} must be text"))
    }

    /// Text is not valid UTF-8; the first invalid byte comes after `characters` characters.
    pub(crate) fn not_utf8(what: &str, characters: usize) -> Self {
        let location = characters + 1;
        let message = format!("character {location}: {what} is not valid UTF-8");
        Self { location: Some(location), ..Self::new("not_utf8", "not_utf8", message) }
    }

    /// A term is not a list.
    pub(crate) fn not_list(what: &str) -> Self {
        Self::new("not_list", "not_list", format!("{what} must be a list"))
    }

    /// There are more moves than a game can have.
    pub(crate) fn too_many_moves(limit: usize) -> Self {
        let message = format!("a game has at most {limit} moves");
        Error::new(Code::TooLarge, "too_many_moves", message).with("limit", limit as u64).into()
    }

    /// Adds the number of the move, counted from 1.
    pub(crate) fn at_move(mut self, number: usize) -> Self {
        self.message = format!("move {number}: {}", self.message);
        self.location = Some(number);
        self
    }

    /// The limit of a key is not a whole number.
    pub(crate) fn not_count(key: &str) -> Self {
        let message = format!("the limit {} must be a whole number", shown(key));
        Error::new(Code::BadOption, "limit_out_of_range", message).with("key", key).into()
    }

    /// A number of lines is not a whole number.
    pub(crate) fn not_lines() -> Self {
        let message = "the number of lines must be a whole number";
        Error::new(Code::BadOption, "out_of_range", message).with("key", "lines").into()
    }

    /// A clock time is not a whole number.
    pub(crate) fn not_clock() -> Self {
        let message = "a clock time must be a whole number of milliseconds, at least 0";
        Error::new(Code::BadRecord, "bad_clock", message).into()
    }

    /// A term is not a perft count.
    pub(crate) fn not_perft() -> Self {
        Self::new("not_perft", "not_perft", "expected a perft count")
    }

    /// A term is not a setup.
    pub(crate) fn not_setup() -> Self {
        Self::new("bad_position", "not_setup", "expected a setup")
    }

    /// A term is not a record.
    pub(crate) fn not_record() -> Self {
        Self::new("bad_position", "not_record", "expected a record")
    }

    /// A term is not a search.
    pub(crate) fn not_search() -> Self {
        Self::new("search_over", "not_search", "expected a search")
    }

    /// The search has been closed, or has panicked.
    pub(crate) fn search_over() -> Self {
        Self::new("search_over", "search_over", "the search is closed")
    }

    /// A function panicked.
    pub(crate) fn panic(payload: &(dyn Any + Send)) -> Self {
        let panic_message = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("panicked");
        let message = format!("internal error: {panic_message}");
        Self::new("internal", "panic", message)
    }
}
