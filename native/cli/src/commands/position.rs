//! The position that a command is about: given as arguments or, many at a time, on standard input.

use std::io;

use clap::Args;
use playout_games::{Error, Game, Record};
use serde::Serialize;

use crate::failure::Failure;
use crate::json::{self, ErrorLine};
use crate::lines::next_line;

/// The value of `--position` that means standard input.
const PIPED: &str = "-";

/// How help shows the moves. The quotes remind people that the shell would otherwise split them
/// into several arguments.
const MOVES: &str = "\"M M ...\"";

/// The position that a command is about.
#[derive(Args)]
pub(crate) struct PositionArguments {
    /// The game, e.g. quarto
    pub(crate) game: String,
    /// The position, or "-" to read positions from standard input, one per line, each optionally
    /// followed by " | " and moves; each gets one line of JSON [default: the start of the game]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves to play from the position: one quoted argument, separated by spaces
    #[arg(long, value_name = MOVES, allow_hyphen_values = true)]
    moves: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl PositionArguments {
    /// Whether positions come from standard input.
    ///
    /// # Errors
    ///
    /// If `--moves` is given too: with piped positions, moves belong on the lines.
    pub(crate) fn is_piped(&self) -> Result<bool, Failure> {
        let piped = self.position.as_deref() == Some(PIPED);
        if piped && self.moves.is_some() {
            let message = "--moves cannot be used with --position -; \
                           put the moves after each position: POSITION | MOVES";
            return Err(Failure::Usage(message.to_owned()));
        }
        Ok(piped)
    }

    /// The given position after the given moves.
    pub(crate) fn record<G: Game>(&self) -> Result<Record<G>, Failure> {
        let mut record = start_record(self.position.as_deref())?;
        record
            .play_texts(self.moves.as_deref().unwrap_or_default().split_whitespace())
            .map_err(|error| Failure::argument("--moves", &error))?;
        Ok(record)
    }
}

/// The start position of commands that take no moves.
#[derive(Args)]
pub(crate) struct StartArguments {
    /// The position to start from [default: the start of the game]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
}

impl StartArguments {
    pub(crate) fn is_given(&self) -> bool {
        self.position.is_some()
    }

    pub(crate) fn record<G: Game>(&self) -> Result<Record<G>, Failure> {
        start_record(self.position.as_deref())
    }
}

/// The given position, or the game's initial position.
pub(crate) fn start_record<G: Game>(position: Option<&str>) -> Result<Record<G>, Failure> {
    Record::from_texts(position, []).map_err(|error| Failure::argument("--position", &error))
}

/// Answers each line of standard input (a position, optionally with moves) with a line of JSON, or
/// with an error object if the line is invalid.
pub(crate) fn answer_lines<G: Game, A: Serialize>(
    answer: impl Fn(&Record<G>) -> Result<A, Error>,
) -> Result<(), Failure> {
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    while let Some(line) = next_line(&mut input).map_err(|error| Failure::input(&error))? {
        match line.and_then(|line| answer(&Record::from_line(&line)?)) {
            Ok(answer) => json::write_line(&mut out, &answer)?,
            Err(error) => json::write_line(&mut out, &ErrorLine::from(&error))?,
        }
    }
    Ok(())
}
