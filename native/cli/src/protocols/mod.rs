//! Line-based protocols through which other programs talk to the engine.
//!
//! [`serve`] reads lines and passes them to a [`Protocol`]. A search runs in its own thread
//! ([`search_thread`]), so lines are read and answered during a search.

pub(crate) mod engine;
pub(crate) mod go;
pub(crate) mod gomocup;
mod search_thread;
mod stones;
mod swap2;
mod times;
mod uci;
pub(crate) mod ugi;
pub(crate) mod usi;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use playout_games::Error;

use crate::failure::Failure;
use crate::lines::next_line;

/// A protocol that answers lines of input.
pub(crate) trait Protocol {
    /// Handles a line, given without its line ending. `Break` means that the other program quits.
    fn line(&mut self, line: &str) -> io::Result<ControlFlow<()>>;

    /// Handles a line that could not be read because it was too long or not UTF-8.
    fn unreadable(&mut self, error: &Error) -> io::Result<()>;

    /// Handles the end of input: stops a running search.
    fn end(&mut self);
}

/// Answers the lines of standard input until the other program quits or the input ends.
pub(crate) fn serve(mut protocol: impl Protocol) -> Result<(), Failure> {
    let answered = answer(&mut io::stdin().lock(), &mut protocol);
    protocol.end();
    answered
}

fn answer(input: &mut impl BufRead, protocol: &mut impl Protocol) -> Result<(), Failure> {
    while let Some(line) = next_line(input).map_err(|error| Failure::input(&error))? {
        match line {
            Ok(line) => {
                if protocol.line(&line)?.is_break() {
                    break;
                }
            }
            Err(error) => protocol.unreadable(&error)?,
        }
    }
    Ok(())
}

/// Sends a line to the other program. Locked as a whole, because two threads write.
pub(crate) fn send(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
