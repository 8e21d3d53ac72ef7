//! The program `playout`: a client of the search for the terminal.
//!
//! Each command is a module of [`commands`] with its arguments and a `run`.
//! Answers go to standard output; errors, one line each, and progress bars to
//! standard error.
#![forbid(unsafe_code)]

mod boards;
mod commands;
mod failure;
mod json;
mod lines;
mod player;
mod progress;
mod protocols;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use commands::Command;
use failure::Failure;

/// The version, with the processors that this build is for unless it is the plain one. A "native"
/// build uses more than the level x86-64-v3, or less than all of it.
const VERSION: &str = if cfg!(not(all(target_arch = "x86_64", target_feature = "sse3"))) {
    env!("CARGO_PKG_VERSION")
} else if cfg!(all(target_feature = "avx2", not(target_feature = "aes"))) {
    concat!(env!("CARGO_PKG_VERSION"), " (x86-64-v3)")
} else {
    concat!(env!("CARGO_PKG_VERSION"), " (native)")
};

/// Board games and Monte Carlo players in a terminal.
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
            // A closed output is not an error when printing help.
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
        Failure::Unread => return ExitCode::SUCCESS,
        Failure::Job(message) => (1, message),
        Failure::Usage(message) => (2, message),
    };
    // A closed standard error leaves nowhere to report to.
    let _ = writeln!(io::stderr(), "playout: {message}");
    ExitCode::from(status)
}

/// The part of clap's message that says what is wrong, on one line. The rest are hints over several
/// lines.
fn first_paragraph(error: &str) -> String {
    let error = error.strip_prefix("error: ").unwrap_or(error);
    let paragraph = error.split("\n\n").next().unwrap_or(error);
    let words: Vec<_> = paragraph.split_whitespace().collect();
    let line = words.join(" ").chars().filter(|c| !c.is_control()).collect::<String>();
    format!("{line} (see playout --help)")
}
