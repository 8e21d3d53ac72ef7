//! Animal Shogi's table.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use playout_games::Game;
use playout_games::animal_shogi::AnimalShogi;
use playout_search::tables::animal_shogi::{Stats, Step, Table, Total, build};
use playout_search::tables::path;

use super::report::{self, grouped};
use crate::failure::Failure;
use crate::progress::{bar_of, with_bar};

/// How many positions of Animal Shogi have an entry, for the progress bar.
const POSITIONS: u64 = 109_213_027;

/// How much of the work is done when the first distance, or writing, begins, in percent.
const COUNTED: u64 = 15;
const WRITING: u64 = 90;

fn read() -> Result<Table, Failure> {
    Table::read(&path(AnimalShogi::NAME)?).map_err(|error| Failure::Job(error.to_string()))
}

pub(super) fn build_table(path: &Path, threads: usize, piped: bool) -> Result<(), Failure> {
    let begun = Instant::now();
    let bar = bar_of(POSITIONS, "{wide_bar} {msg}");
    let show = |step| {
        if piped {
            report::progress(percent(step));
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
    let table = build(threads, show);
    let size = table.write(path, threads, show).map_err(Failure::cannot_write(path))?;
    bar.finish_and_clear();
    report::made(path, table.positions(), size, begun)
}

/// About how much of the work is done when a step begins, in percent.
fn percent(step: Step) -> u64 {
    match step {
        Step::Distance { decided, .. } => COUNTED + (WRITING - COUNTED) * decided / POSITIONS,
        Step::Writing(fraction) => WRITING + ((100 - WRITING) as f64 * fraction) as u64,
    }
}

pub(super) fn verify(threads: usize) -> Result<(), Failure> {
    let table = read()?;
    let begun = Instant::now();
    let checked = with_bar(|show| table.verify(threads, show)).map_err(Failure::Job)?;
    let mut out = io::stdout().lock();
    let seconds = begun.elapsed().as_secs_f64();
    writeln!(out, "{} entries are right ({seconds:.0} s)", grouped(checked))?;
    Ok(out.flush()?)
}

pub(super) fn stats(threads: usize) -> Result<(), Failure> {
    let table = read()?;
    let stats = with_bar(|show| Stats::of(&table, threads, show));
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
[the table's README](../native/search/src/games/animal_shogi/table/README.md#repetition) says why.
Finished positions have distance 0. The last column counts a position and its mirror image once.
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
