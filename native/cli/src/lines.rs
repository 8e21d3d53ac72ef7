//! Lines of untrusted input, of any length and in any encoding.

use std::io::{self, BufRead, Read};

use playout_games::{Code, Error};

/// The longest accepted line, in bytes without its line ending. Every possible game is shorter.
pub(crate) const MAX_LENGTH: usize = 1 << 20;

/// Reads the next line and removes its ending (LF or CR LF); `None` at the end of input. The inner
/// error is `too_large` or `not_utf8`. It affects only this line: the next ones can still be read.
/// Memory use is bounded by [`MAX_LENGTH`].
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, Error>>> {
    let mut line = Vec::new();
    // Two more bytes for the line ending.
    input.by_ref().take(MAX_LENGTH as u64 + 2).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    let ended = line.pop_if(|byte| *byte == b'\n').is_some();
    if line.len() > MAX_LENGTH && !ended {
        input.skip_until(b'\n')?;
    }
    if ended {
        line.pop_if(|byte| *byte == b'\r');
    }
    Ok(Some(if line.len() > MAX_LENGTH { Err(too_large()) } else { text(line) }))
}

fn too_large() -> Error {
    let message = format!("the line is longer than {MAX_LENGTH} bytes");
    Error::new(Code::TooLarge, "line_too_long", message).with("limit", MAX_LENGTH as u64)
}

fn text(line: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(line).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).chars().count();
        Error::new(Code::NotUtf8, "not_utf8", "the line is not valid UTF-8")
            .at_character(before + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(mut input: &[u8]) -> Vec<Result<String, Code>> {
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).expect("memory can be read") {
            lines.push(line.map_err(|error| error.code()));
        }
        lines
    }

    #[test]
    fn line_endings_are_removed() {
        let lines = read_all(b"a\r\nb\n\n\r\nc\rd\ne");
        let texts: Vec<_> = lines.into_iter().map(|line| line.expect("text")).collect();
        assert_eq!(texts, ["a", "b", "", "", "c\rd", "e"]);
        assert!(read_all(b"").is_empty());
    }

    #[test]
    fn invalid_utf8_is_reported_with_its_position() {
        let mut input: &[u8] = b"\xc3\xa4\xffb\nnext\n";
        let error =
            next_line(&mut input).expect("readable").expect("a line").expect_err("not text");
        assert_eq!((error.code(), error.location()), (Code::NotUtf8, Some(2)));
        assert_eq!(read_all(input), [Ok("next".to_owned())]);
    }

    #[test]
    fn lines_are_read_up_to_the_limit() {
        let longest = "x".repeat(MAX_LENGTH);
        for end in ["", "\n", "\r\n"] {
            assert_eq!(read_all(format!("{longest}{end}").as_bytes()), [Ok(longest.clone())]);
        }
        for excess in [1, 2, 3, 100_000] {
            let text = format!("{longest}{}\nnext", "x".repeat(excess));
            assert_eq!(read_all(text.as_bytes()), [Err(Code::TooLarge), Ok("next".to_owned())]);
        }
    }
}
