//! Protocols: other people's tools talk to the engine line by line.
//!
//! [`serve`] reads the lines; what a protocol makes of them is a [`Protocol`].
//! A search runs in a thread of its own ([`thinking`]), so a line is heard, and
//! answered, while one is at work.

pub(crate) mod engine;
pub(crate) mod go;
pub(crate) mod gomocup;
mod stones;
mod swap2;
mod thinking;
mod times;
mod uci;
pub(crate) mod ugi;
pub(crate) mod usi;

use std::io::{self, BufRead, Write};

use playout_games::Error;

use crate::failure::Failure;
use crate::lines::next_line;

/// Whether there will be more lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    Quit,
}

/// What answers lines.
pub(crate) trait Protocol {
    /// Hears a line, without its end.
    fn line(&mut self, line: &str) -> io::Result<Flow>;

    /// Hears that a line could not be read: it was too long, or no text.
    fn unreadable(&mut self, error: &Error) -> io::Result<()>;

    /// There are no more lines: what is at work has to stop.
    fn end(&mut self);
}

/// Lets a protocol answer the lines of standard input, until it is told to
/// quit or the input ends.
pub(crate) fn serve(mut protocol: impl Protocol) -> Result<(), Failure> {
    let answered = answer(&mut io::stdin().lock(), &mut protocol);
    protocol.end();
    answered
}

fn answer(input: &mut impl BufRead, protocol: &mut impl Protocol) -> Result<(), Failure> {
    while let Some(line) = next_line(input).map_err(|error| Failure::input(&error))? {
        match line {
            Ok(line) => {
                if protocol.line(&line)? == Flow::Quit {
                    break;
                }
            }
            Err(error) => protocol.unreadable(&error)?,
        }
    }
    Ok(())
}

/// Writes a whole line at once: two threads write.
pub(crate) fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
