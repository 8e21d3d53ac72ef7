//! What the tags of a record may be.

use playout_games::{Code, Error, shown};

use crate::{MAX_TAG_NAME, MAX_TAG_TEXT, MAX_TAGS};

/// The tags that say what is being played. They follow from the start position, so a tree does not
/// store them.
pub(crate) const GAME: &str = "Game";
pub(crate) const VARIANT: &str = "Variant";
pub(crate) const POSITION: &str = "Position";
const OF_START: [&str; 3] = [GAME, VARIANT, POSITION];

/// The tag for the result of the game, which may have been resigned.
pub(crate) const RESULT: &str = "Result";

/// The values of [`RESULT`]: the first side won, the second side won, a draw, and no result.
pub(crate) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Checks a tag that is to be added to others.
pub(crate) fn check(others: &[(String, String)], name: &str, text: &str) -> Result<(), Error> {
    let bad = |problem, message: String| {
        Err(Error::new(Code::BadRecord, problem, message).with("tag", name))
    };
    check_name(name)?;
    if OF_START.contains(&name) {
        let message = format!("the tag {name} follows from the start position; leave it out");
        return bad("tag_of_start", message);
    }
    if others.iter().any(|(other, _)| other == name) {
        return bad("tag_twice", format!("there are two tags {name}"));
    }
    if name == RESULT && !RESULTS.contains(&text) {
        let known = RESULTS.join(", ");
        let message = format!("\"{}\" is not a result; choose from: {known}", shown(text));
        return bad("unknown_result", message);
    }
    if others.len() >= MAX_TAGS {
        return Err(too_many());
    }
    if text.chars().count() > MAX_TAG_TEXT {
        let message = format!("the text of a tag has at most {MAX_TAG_TEXT} characters");
        return Err(too_large("tag_too_long", message, MAX_TAG_TEXT));
    }
    Ok(())
}

/// Checks that a name is a letter followed by letters, digits and underscores.
pub(crate) fn check_name(name: &str) -> Result<(), Error> {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_word || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let message = format!(
            "\"{}\" is not the name of a tag: a letter, then letters, digits or \"_\"",
            shown(name)
        );
        return Err(Error::new(Code::BadRecord, "bad_tag_name", message).with("tag", name));
    }
    if name.len() > MAX_TAG_NAME {
        let message = format!("the name of a tag has at most {MAX_TAG_NAME} characters");
        return Err(too_large("tag_name_too_long", message, MAX_TAG_NAME));
    }
    Ok(())
}

/// The error beyond [`MAX_TAGS`].
pub(crate) fn too_many() -> Error {
    too_large("too_many_tags", format!("a record has at most {MAX_TAGS} tags"), MAX_TAGS)
}

fn too_large(problem: &'static str, message: String, limit: usize) -> Error {
    Error::new(Code::TooLarge, problem, message).with("limit", limit as u64)
}
