//! The `tables` command: makes, checks and describes tables of exact values.

mod animal_shogi;
mod quarto;
mod report;

use std::io;
use std::path::PathBuf;
use std::{process, thread};

use clap::{Args, Subcommand};
use playout_games::animal_shogi::AnimalShogi;
use playout_games::quarto::Quarto;
use playout_games::{Error, GAMES, Game};
use playout_search::tables::{Lock, path};

use crate::failure::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Make the table of a game. The old file, if any, is replaced once the new one is complete. In
    /// Quarto, a build that was interrupted continues where it was
    Build {
        #[command(flatten)]
        common: Common,
        /// The file to write [default: GAME.table in the directory of the tables]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// For programs that run this one: report progress on standard output, in lines such as
        /// "progress 42" (percent), and stop when standard input is closed
        #[arg(long)]
        piped: bool,
    },
    /// Check a table: in Animal Shogi, every entry against those after each legal move; in Quarto,
    /// those that follow from others, and a sample of the rest, which is solved anew
    Verify {
        #[command(flatten)]
        common: Common,
    },
    /// Count the positions of each value
    Stats {
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Args)]
struct Common {
    /// The game: animal_shogi or quarto
    game: String,
    /// The number of threads, up to the number of cores [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Common {
    fn threads(&self) -> usize {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or(cores, |threads| cores.min(threads.into()))
    }

    /// The game, if it has a table.
    fn game(&self) -> Result<Of, Failure> {
        let game = self.game.as_str();
        if !GAMES.contains(&game) {
            return Err(Error::unknown_game(game).into());
        }
        match game {
            AnimalShogi::NAME => Ok(Of::AnimalShogi),
            Quarto::NAME => Ok(Of::Quarto),
            _ => {
                let message = format!("{game} has no table; only animal_shogi and quarto have one");
                Err(Failure::Usage(message))
            }
        }
    }
}

/// A game with a table.
#[derive(Clone, Copy)]
enum Of {
    AnimalShogi,
    Quarto,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.action {
        Action::Build { common, out, piped } => build(common, out.clone(), *piped),
        Action::Verify { common } => match common.game()? {
            Of::AnimalShogi => animal_shogi::verify(common.threads()),
            Of::Quarto => quarto::verify(),
        },
        Action::Stats { common } => match common.game()? {
            Of::AnimalShogi => animal_shogi::stats(common.threads()),
            Of::Quarto => quarto::stats(),
        },
    }
}

fn build(common: &Common, out: Option<PathBuf>, piped: bool) -> Result<(), Failure> {
    let game = common.game()?;
    let path = match out {
        Some(path) => path,
        None => path(&common.game)?,
    };
    if piped {
        stop_with_input();
    }
    // Otherwise it would be noticed only once the table is made.
    if path.is_dir() {
        return Err(Failure::cannot_write(&path)(io::ErrorKind::IsADirectory.into()));
    }
    let Some(_lock) = Lock::take(&path).map_err(Failure::cannot_write(&path))? else {
        let message = format!("another process is making {}", path.display());
        return Err(Failure::Job(message));
    };
    if piped {
        report::progress(0);
    }
    match game {
        Of::AnimalShogi => animal_shogi::build_table(&path, common.threads(), piped),
        Of::Quarto => quarto::build_book(&path, common.threads(), piped),
    }
}

/// Ends this process when standard input is closed. The system closes it when the program at its
/// other end is gone, even if that was killed.
fn stop_with_input() {
    thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        process::exit(1);
    });
}
