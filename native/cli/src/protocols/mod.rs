//! Protocols through which other programs talk to the engine, line by line.
//!
//! [`serve`] reads the lines and passes them to a [`Protocol`]. A search runs in its own thread
//! ([`thinking`]), so lines are read and answered during a search.

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

/// Whether to read more lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    Quit,
}

/// Answers lines of input.
pub(crate) trait Protocol {
    /// Handles a line, without its line ending.
    fn line(&mut self, line: &str) -> io::Result<Flow>;

    /// Handles a line that could not be read because it was too long or not UTF-8.
    fn unreadable(&mut self, error: &Error) -> io::Result<()>;

    /// Handles the end of input: stops a running search.
    fn end(&mut self);
}

/// Lets a protocol answer the lines of standard input, until it quits or the input ends.
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

/// Writes a whole line at once, because two threads write.
pub(crate) fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
