//! What UGI and USI have in common: both derive from UCI, the protocol of chess engines.

use std::io;
use std::ops::RangeInclusive;

use playout_games::Error;
use playout_search::{Choice, SearchGame};

use super::engine::{DEFAULT_MEMORY, Engine};
use super::go::{ClockNames, Go};
use super::search_thread::Report;
use super::send;

/// The valid memory limits for a search tree, in MiB.
const MEMORY: RangeInclusive<u32> = 1..=65_536;

/// The line that offers the memory option, whose name depends on the protocol.
pub(super) fn memory_option(name: &str) -> String {
    let (least, most) = (MEMORY.start(), MEMORY.end());
    format!("option name {name} type spin default {DEFAULT_MEMORY} min {least} max {most}")
}

/// Reads the value of the memory option.
pub(super) fn read_memory(value: &str) -> Result<u32, String> {
    let read = value.parse().ok().filter(|mib| MEMORY.contains(mib));
    read.ok_or_else(|| {
        format!("memory must be a number from {} to {}", MEMORY.start(), MEMORY.end())
    })
}

/// Splits the words after `position` into the start position and the moves.
pub(super) fn split_moves<'a, 'b>(words: &'a [&'b str]) -> (&'a [&'b str], &'a [&'b str]) {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    (&words[..end], words.get(end + 1..).unwrap_or_default())
}

/// How a protocol differs from the other one in `go` and its answers.
pub(super) struct Dialect {
    pub(super) clocks: ClockNames,
    pub(super) score: fn(&Choice<String>) -> String,
    /// What `bestmove` says if there is no move.
    pub(super) no_move: &'static str,
}

/// Starts a search with the limits of `go`. It prints `info` lines and finally `bestmove`.
pub(super) fn go<G: SearchGame>(
    engine: &mut Engine<G>,
    words: &[&str],
    dialect: &'static Dialect,
) -> io::Result<()> {
    let go = match Go::read(words, &dialect.clocks) {
        Ok(go) => go,
        Err(message) => return report_error(&message),
    };
    let started = engine.go(&go, |report| {
        // If the output is closed, the main thread will notice too.
        let _ = match report {
            Report::Progress(choice) => send_info(&choice, dialect),
            Report::Answer(choice) => {
                send_info(&choice, dialect).and_then(|()| send(&format!("bestmove {}", choice.mv)))
            }
            Report::Failure(error) => send_no_move(&error, dialect),
        };
    });
    started.or_else(|error| send_no_move(&error, dialect))
}

fn send_no_move(error: &Error, dialect: &Dialect) -> io::Result<()> {
    report_error(&error.to_string())?;
    send(&format!("bestmove {}", dialect.no_move))
}

fn send_info(choice: &Choice<String>, dialect: &Dialect) -> io::Result<()> {
    let ms = (choice.seconds * 1_000.0).round() as u64;
    // For a tree search the playouts, because its tree also contains nodes of earlier moves.
    let nodes = if choice.depth.is_some() { choice.nodes } else { choice.playouts };
    let nps = (nodes as f64 / choice.seconds.max(1e-3)) as u64;
    let depth = choice.depth.map_or(String::new(), |depth| format!("depth {depth} "));
    let (score, line) = ((dialect.score)(choice), choice.line.join(" "));
    send(&format!("info {depth}time {ms} nodes {nodes} nps {nps} score {score} pv {line}"))
}

/// The value as a `cp` score, in hundredths of a win: 100 and -100 only where that is proven.
pub(super) fn centiwins(choice: &Choice<String>) -> String {
    let most = if choice.proof.is_some() { 100.0 } else { 99.0 };
    format!("cp {}", (choice.value * 100.0).round().clamp(-most, most) as i64)
}

/// Sends an error for which the protocol has no reply of its own.
pub(super) fn report_error(message: &str) -> io::Result<()> {
    send(&format!("info string {message}"))
}

/// Sends the error of a rejected command, if there is one.
pub(super) fn report_if_rejected(result: Result<(), Error>) -> io::Result<()> {
    result.or_else(|error| report_error(&error.to_string()))
}
