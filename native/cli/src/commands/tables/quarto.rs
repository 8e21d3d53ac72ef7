//! Quarto's book.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;
use std::{fs, iter};

use playout_search::tables::quarto::{Book, Counts, build};

use super::report::{self, grouped};
use crate::failure::Failure;
use crate::progress::{bar_of, with_bar};

/// The size of the transposition table for building, in bytes.
const MEMORY: usize = 512 << 20;
/// How many positions `verify` solves anew, and the seed that chooses them.
const SAMPLE: u32 = 200;
const SEED: u64 = 1;

pub(super) fn build_book(path: &Path, threads: usize, piped: bool) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut bar = None;
    let partial = path.with_added_extension("part");
    let mut reported = None;
    let show = |solved: usize, all: usize| {
        let percent = (100 * solved / all) as u64;
        if piped && reported != Some(percent) {
            report::progress(percent);
            reported = Some(percent);
        }
        let template = "{wide_bar} {pos} of {len} positions, {eta} left";
        bar.get_or_insert_with(|| bar_of(all as u64, template).with_position(solved as u64))
            .set_position(solved as u64);
    };
    let book = build(&partial, threads, MEMORY, show).map_err(Failure::cannot_write(&partial))?;
    let file = book.to_file();
    let new = path.with_added_extension("new");
    fs::write(&new, &file)
        .and_then(|()| fs::rename(&new, path))
        .map_err(Failure::cannot_write(path))?;
    let _ = fs::remove_file(&partial);
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let positions: usize = book.counts().iter().map(positions).sum();
    report::made(path, positions as u64, file.len() as u64, begun)
}

fn positions(counts: &Counts) -> usize {
    counts.draws + counts.wins.iter().chain(&counts.losses).sum::<usize>()
}

fn book() -> Result<&'static Book, Failure> {
    Book::of_program().map_err(|error| Failure::Job(error.to_string()))
}

pub(super) fn verify() -> Result<(), Failure> {
    let book = book()?;
    let begun = Instant::now();
    let verified = with_bar(|show| book.verify(SAMPLE, SEED, show));
    let [followed, solved] = verified.map_err(Failure::Job)?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} values follow from others, and {} were solved anew ({:.0} s)",
        grouped(followed as u64),
        grouped(solved as u64),
        begun.elapsed().as_secs_f64(),
    )?;
    Ok(out.flush()?)
}

pub(super) fn stats() -> Result<(), Failure> {
    let counts = book()?.counts();
    let mut page = String::new();
    let heads = ["pieces", "boards", "finished", "positions", "won", "drawn", "lost"];
    let _ = writeln!(page, "| {} |\n|{}", heads.join(" | "), "---:|".repeat(heads.len()));
    for (placed, counts) in counts.iter().enumerate() {
        let sum = |by_plies: &[usize]| by_plies.iter().sum();
        let numbers = [
            counts.boards,
            counts.finished,
            positions(counts),
            sum(&counts.wins),
            counts.draws,
            sum(&counts.losses),
        ];
        let cells = iter::once(placed).chain(numbers).map(|number| grouped(number as u64));
        let _ = writeln!(page, "| {} |", cells.collect::<Vec<_>>().join(" | "));
    }
    let _ = writeln!(
        page,
        "\n| pieces | result | plies to the end | positions |\n|---:|---|---:|---:|"
    );
    for (placed, counts) in counts.iter().enumerate() {
        for (result, by_plies) in [("won", &counts.wins), ("lost", &counts.losses)] {
            for (plies, number) in by_plies.iter().enumerate().filter(|(_, number)| **number > 0) {
                let number = grouped(*number as u64);
                let _ = writeln!(page, "| {placed} | {result} | {plies} | {number} |");
            }
        }
    }
    let mut out = io::stdout().lock();
    out.write_all(page.as_bytes())?;
    Ok(out.flush()?)
}
