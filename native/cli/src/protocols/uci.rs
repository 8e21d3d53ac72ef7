//! What UGI and USI share: both derive from UCI, the protocol of chess engines.

use std::io;
use std::ops::RangeInclusive;

use playout_games::Error;
use playout_search::{Choice, SearchGame};

use super::engine::{DEFAULT_MEMORY, Engine};
use super::go::{ClockNames, Go};
use super::say;
use super::thinking::Thought;

/// The memory that can be set for a tree, in MiB.
const MEMORY: RangeInclusive<u32> = 1..=65_536;

/// The option line for the memory of a tree; its name differs between the protocols.
pub(super) fn memory_option(name: &str) -> String {
    let (least, most) = (MEMORY.start(), MEMORY.end());
    format!("option name {name} type spin default {DEFAULT_MEMORY} min {least} max {most}")
}

/// Reads the value of that option; the error says which values are valid.
pub(super) fn read_memory(value: &str) -> Result<u32, String> {
    let read = value.parse().ok().filter(|mib| MEMORY.contains(mib));
    read.ok_or_else(|| format!("a number from {} to {}", MEMORY.start(), MEMORY.end()))
}

/// Splits the words of `position` into the start position and the moves after it.
pub(super) fn split_moves<'a, 'b>(words: &'a [&'b str]) -> (&'a [&'b str], &'a [&'b str]) {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    (&words[..end], words.get(end + 1..).unwrap_or_default())
}

/// Starts a search with the limits of `go`, and prints `info` lines, with a score in the protocol's
/// format, and then `bestmove`.
///
/// # Errors
///
/// `finished`: there is no legal move.
pub(super) fn go<G: SearchGame>(
    engine: &mut Engine<G>,
    words: &[&str],
    clocks: &ClockNames,
    score: fn(&Choice<String>) -> String,
) -> io::Result<Result<(), Error>> {
    let go = match Go::read(words, clocks) {
        Ok(go) => go,
        Err(message) => return report_error(&message).map(Ok),
    };
    Ok(engine.go(&go, move |thought| {
        // If nobody reads the output any more, the main thread will notice too.
        let _ = report(&thought, score);
    }))
}

fn report(thought: &Thought, score: fn(&Choice<String>) -> String) -> io::Result<()> {
    let (Thought::Standing(choice) | Thought::Answer(choice)) = thought;
    let ms = (choice.seconds * 1_000.0).round() as u64;
    // A tree also contains nodes of earlier moves.
    let done = if choice.depth.is_some() { choice.nodes } else { choice.playouts };
    let a_second = (done as f64 / choice.seconds.max(1e-3)) as u64;
    let depth = choice.depth.map_or(String::new(), |depth| format!("depth {depth} "));
    let (score, line) = (score(choice), choice.line.join(" "));
    say(&format!("info {depth}time {ms} nodes {done} nps {a_second} score {score} pv {line}"))?;
    match thought {
        Thought::Standing(_) => Ok(()),
        Thought::Answer(choice) => say(&format!("bestmove {}", choice.mv)),
    }
}

/// The value of a position in hundredths of a win, as a score.
pub(super) fn hundredths(choice: &Choice<String>) -> String {
    format!("cp {}", (choice.value * 100.0).round() as i64)
}

/// Reports an error that the protocol has no reply for.
pub(super) fn report_error(message: &str) -> io::Result<()> {
    say(&format!("info string {message}"))
}

/// Reports the error of a refused command, if there is one.
pub(super) fn report_refusal(result: Result<(), Error>) -> io::Result<()> {
    result.or_else(|error| report_error(&error.to_string()))
}
