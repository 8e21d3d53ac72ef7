//! The program `playout`: a terminal client of the search.
//!
//! Each command is a module of [`commands`] with its arguments and a `run`.
//! Results go to standard output; one-line errors and progress bars go to
//! standard error.
#![forbid(unsafe_code)]

mod boards;
mod commands;
mod failure;
mod json;
mod lines;
mod mean;
mod player;
mod progress;
mod protocols;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use commands::Command;
use failure::Failure;

/// The version and, unless this is the plain build, the processors it is built for. A "native"
/// build uses more features than x86-64-v3, or only some of them.
const VERSION: &str = if cfg!(not(all(target_arch = "x86_64", target_feature = "sse3"))) {
    env!("CARGO_PKG_VERSION")
} else if cfg!(all(target_feature = "avx2", not(target_feature = "aes"))) {
    concat!(env!("CARGO_PKG_VERSION"), " (x86-64-v3)")
} else {
    concat!(env!("CARGO_PKG_VERSION"), " (native)")
};

/// Play and analyse board games in the terminal
#[derive(Parser)]
#[command(name = "playout", version = VERSION, arg_required_else_help = false)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error)
            if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) =>
        {
            // Help that nobody reads to the end is not an error.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => return report(Failure::Usage(first_paragraph(&error.to_string()))),
    };
    match arguments.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report(failure),
    }
}

/// Prints the error on one line and returns the exit status for it.
fn report(failure: Failure) -> ExitCode {
    let (status, message) = match failure {
        Failure::OutputClosed => return ExitCode::SUCCESS,
        Failure::Job(message) => (1, message),
        Failure::Usage(message) => (2, message),
    };
    // If standard error is closed, there is nowhere to report that.
    let _ = writeln!(io::stderr(), "playout: {message}");
    ExitCode::from(status)
}

/// The first paragraph of clap's message, on one line. The others are only hints.
fn first_paragraph(error: &str) -> String {
    let error = error.strip_prefix("error: ").unwrap_or(error);
    let paragraph = error.split("\n\n").next().unwrap_or(error);
    let words: Vec<_> = paragraph.split_whitespace().collect();
    let line = words.join(" ").chars().filter(|c| !c.is_control()).collect::<String>();
    format!("{line} (see playout --help)")
}
