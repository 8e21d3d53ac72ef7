//! Escapes, in the text of tags and in comments.

use std::fmt::Write;

use playout_games::Error;

use crate::cursor::Cursor;

/// Appends a character, with an escape if it is `special` or not printable.
pub(super) fn push(text: &mut String, written: char, special: &[char]) {
    if written == '\n' {
        text.push_str("\\n");
    } else if written == '\\' || special.contains(&written) {
        text.extend(['\\', written]);
    } else if written.is_control() {
        push_number(text, written);
    } else {
        text.push(written);
    }
}

/// Appends the escape with a character's number.
pub(super) fn push_number(text: &mut String, written: char) {
    write!(text, "\\u{{{:x}}}", u32::from(written)).expect("text can be written");
}

/// Reads the rest of an escape, after the backslash.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<char, Error> {
    let place = cursor.place();
    let wanted = "n, u{...} or a punctuation mark after \"\\\"";
    match cursor.peek() {
        Some('n') => {
            cursor.next();
            Ok('\n')
        }
        Some('u') => {
            cursor.next();
            cursor.expect('{')?;
            let digits = cursor.take_while(|read| read.is_ascii_hexdigit());
            cursor.expect('}')?;
            let number = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
            number.ok_or_else(|| {
                place.error("no_character", "there is no character with this number")
            })
        }
        Some(mark) if mark.is_ascii_punctuation() => {
            cursor.next();
            Ok(mark)
        }
        _ => Err(cursor.unexpected(wanted)),
    }
}
