//! The values of properties.

/// A text on several lines, as it is written.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for written in text.chars() {
        match written {
            ']' | '\\' => escaped.extend(['\\', written]),
            '\n' => escaped.push('\n'),
            _ if written.is_control() => escaped.push(' '),
            _ => escaped.push(written),
        }
    }
    escaped
}

/// A text on one line, as it is written; also within a pair, where a colon would end it.
pub(super) fn escape_line(text: &str) -> String {
    escape(&text.replace(char::is_control, " ")).replace(':', "\\:")
}

/// Reads a text on several lines. A backslash makes the next character an ordinary one, and removes
/// the end of a line.
pub(super) fn read(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(read) = characters.next() {
        let (read, is_escaped) = match read {
            '\\' => match characters.next() {
                Some(escaped) => (escaped, true),
                None => break,
            },
            _ => (read, false),
        };
        if matches!(read, '\n' | '\r') {
            // The end of a line is one of these, or both of them in any order.
            characters.next_if(|next| matches!(next, '\n' | '\r') && *next != read);
            if !is_escaped {
                text.push('\n');
            }
        } else {
            text.push(if read.is_control() { ' ' } else { read });
        }
    }
    text
}

/// Reads a text on one line, in which the end of a line is a space.
pub(super) fn read_line(value: &str) -> String {
    read(value).replace('\n', " ")
}

/// Divides a pair at its first colon that has no backslash.
pub(super) fn split_pair(value: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    for (index, read) in value.char_indices() {
        match read {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ':' => return Some((&value[..index], &value[index + 1..])),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_were_written() {
        for text in ["", "a]b\\c:d", "two\nlines\n", "\\", " 一 ", "\n\n", "a\n\u{3000}b"] {
            assert_eq!(read(&escape(text)), text);
            assert_eq!(read_line(&escape_line(text)), text.replace('\n', " "));
        }
        assert_eq!(read(&escape("a\tb\rc\u{7f}")), "a b c ");
    }

    #[test]
    fn ends_of_lines_are_read_like_the_standard_says() {
        for value in ["a\nb", "a\r\nb", "a\n\rb", "a\rb"] {
            assert_eq!((read(value).as_str(), read_line(value).as_str()), ("a\nb", "a b"));
        }
        for value in ["a\\\nb", "a\\\r\nb", "a\\\n\rb", "a\\b"] {
            assert_eq!(read(value), "ab");
        }
        assert_eq!(read("a\n\nb"), "a\n\nb");
    }

    #[test]
    fn pairs_are_divided_at_the_first_colon() {
        assert_eq!(split_pair("a:b:c"), Some(("a", "b:c")));
        assert_eq!(split_pair("a\\:b:c"), Some(("a\\:b", "c")));
        assert_eq!(split_pair("a\\\\:b"), Some(("a\\\\", "b")));
        assert_eq!(split_pair("a\\:b"), None);
    }
}
