//! The `tables` command: makes, checks and describes tables of exact values.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;
use std::{process, thread};

use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use playout_games::animal_shogi::AnimalShogi;
use playout_games::{Error, GAMES, Game};
use playout_search::tables::animal_shogi::{Stats, Step, Table, Total, build};
use playout_search::tables::{Lock, path};

use crate::failure::Failure;
use crate::progress::bar_of;

/// How many positions of Animal Shogi have an entry, for the progress bar.
const POSITIONS: u64 = 109_213_027;

/// How much of the work is done when the first distance, or writing, begins, in percent.
const COUNTED: u64 = 15;
const WRITING: u64 = 90;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Make the table of a game. The old file, if any, is replaced once the new one is complete
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
    /// Check every entry of a table against those after each legal move
    Verify {
        #[command(flatten)]
        common: Common,
    },
    /// Count the positions at each distance from the end of the game
    Stats {
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Args)]
struct Common {
    /// The game: animal_shogi
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

    /// The path of the table, for a game that has one.
    fn path(&self) -> Result<PathBuf, Failure> {
        if !GAMES.contains(&self.game.as_str()) {
            return Err(Error::unknown_game(&self.game).into());
        }
        if self.game != AnimalShogi::NAME {
            let message = format!("{} has no table; only animal_shogi has one", self.game);
            return Err(Failure::Usage(message));
        }
        Ok(path(&self.game)?)
    }

    fn read(&self) -> Result<Table, Failure> {
        Table::read(&self.path()?).map_err(|error| Failure::Job(error.to_string()))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.action {
        Action::Build { common, out, piped } => build_table(common, out.clone(), *piped),
        Action::Verify { common } => verify(common),
        Action::Stats { common } => stats(common),
    }
}

fn build_table(common: &Common, out: Option<PathBuf>, piped: bool) -> Result<(), Failure> {
    let default = common.path();
    let path = match out {
        Some(path) => path,
        None => default?,
    };
    if piped {
        stop_with_input();
    }
    let cannot_write = |error| Failure::Job(format!("cannot write {}: {error}", path.display()));
    // Otherwise it would be noticed only once the table is made.
    if path.is_dir() {
        return Err(cannot_write(io::ErrorKind::IsADirectory.into()));
    }
    let Some(_lock) = Lock::take(&path).map_err(cannot_write)? else {
        let message = format!("another process is making {}", path.display());
        return Err(Failure::Job(message));
    };
    let begun = Instant::now();
    let bar = bar_of(POSITIONS, "{wide_bar} {msg}");
    let show = |step| {
        if piped {
            // Without a reader, standard input is closed too.
            let _ = writeln!(io::stdout(), "progress {}", percent(step));
        }
        match step {
            Step::Distance { plies, decided } => {
                bar.set_position(decided);
                bar.set_message(format!("distance {plies}"));
            }
            Step::Writing(fraction) => {
                bar.set_message(format!("writing, {:.0}%", 100.0 * fraction));
            }
        }
    };
    bar.set_message("moves");
    let table = build(common.threads(), show);
    let size = table.write(&path, common.threads(), show).map_err(cannot_write)?;
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: {} positions, {} bytes, {:.1} s{}",
        path.display(),
        grouped(table.positions()),
        grouped(size),
        begun.elapsed().as_secs_f64(),
        peak_memory().map_or_else(String::new, |it| format!(", peak memory {it}")),
    )?;
    Ok(out.flush()?)
}

/// Ends this process when standard input is closed. The system closes it when the program at its
/// other end is gone, even if that was killed.
fn stop_with_input() {
    thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        process::exit(1);
    });
}

/// About how much of the work is done when a step begins, in percent.
fn percent(step: Step) -> u64 {
    match step {
        Step::Distance { decided, .. } => COUNTED + (WRITING - COUNTED) * decided / POSITIONS,
        Step::Writing(fraction) => WRITING + ((100 - WRITING) as f64 * fraction) as u64,
    }
}

/// The largest size in memory that this process has had, where the system says so.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(format!("{:.0} MB", kib * 1024.0 / 1e6))
}

fn verify(common: &Common) -> Result<(), Failure> {
    let table = common.read()?;
    let begun = Instant::now();
    let checked = with_bar(|show| table.verify(common.threads(), show)).map_err(Failure::Job)?;
    let mut out = io::stdout().lock();
    let seconds = begun.elapsed().as_secs_f64();
    writeln!(out, "{} entries are right ({seconds:.0} s)", grouped(checked))?;
    Ok(out.flush()?)
}

/// Runs a job that reports a fraction, with a progress bar.
fn with_bar<T>(job: impl FnOnce(&mut (dyn FnMut(f64) + Send)) -> T) -> T {
    const PARTS: f64 = 1_000.0;

    let bar = bar_of(PARTS as u64, "{wide_bar} {percent}%");
    let shown: ProgressBar = bar.clone();
    let result = job(&mut move |fraction| shown.set_position((fraction * PARTS) as u64));
    bar.finish_and_clear();
    result
}

fn stats(common: &Common) -> Result<(), Failure> {
    let table = common.read()?;
    let stats = with_bar(|show| Stats::of(&table, common.threads(), show));
    let mut out = io::stdout().lock();
    out.write_all(stats_page(&stats).as_bytes())?;
    Ok(out.flush()?)
}

/// The beginning of the page with the counts.
const INTRODUCTION: &str = "\
# The table of Animal Shogi

This page is the output of

    bin/playout tables stats animal_shogi

It counts every position of the standard rules that has both lions, whether a game can reach it or
not, seen from the side to move. The distance is the number of plies to the end of the game if the
winner plays the shortest win and the loser resists as long as possible. Repetition is ignored:
[architecture.md](architecture.md#tables) says why. Finished positions have distance 0. The last
column counts a position and its mirror image once.
";

/// The counts as a page in Markdown.
fn stats_page(stats: &Stats) -> String {
    let mut page = String::new();
    let mut line = |text: String| {
        page.push_str(&text);
        page.push('\n');
    };
    let row = |name: &str, total: Total| {
        format!("| {name} | {} | {} |", grouped(total.all), grouped(total.folded))
    };
    line(INTRODUCTION.to_owned());
    line("| for the side to move | positions | mirror images as one |".to_owned());
    line("|---|---:|---:|".to_owned());
    line(row("won", stats.wins()));
    line(row("drawn", stats.draws));
    line(row("lost", stats.losses()));
    line(row("all", stats.all()));
    line(String::new());
    line("| plies to the end | positions | mirror images as one |".to_owned());
    line("|---|---:|---:|".to_owned());
    line(row("0, won", stats.won_already));
    for (plies, total) in stats.decided.iter().enumerate() {
        let result = if plies % 2 == 0 { "lost" } else { "won" };
        line(row(&format!("{plies}, {result}"), *total));
    }
    if let Some(longest) = stats.longest {
        let plies = stats.decided.len().saturating_sub(1);
        let _ = write!(page, "\nA position at distance {plies}: `{longest}`\n");
    }
    page
}

/// A number with commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
