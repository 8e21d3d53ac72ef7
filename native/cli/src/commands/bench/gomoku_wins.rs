//! How many forced wins of Gomoku the players find, and how long that takes, on one thread.
//!
//! The positions are from games of the players against each other. `gomoku_wins.txt` has them, one on
//! a line after the plies of the win and the positions that the prover of the tests needs for it;
//! `cargo run --release -p playout-search --example find_gomoku_wins` finds more.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use playout_games::Record;
use playout_games::gomoku::Gomoku;
use playout_search::{Search, Spec};

use crate::failure::Failure;
use crate::mean::mean;
use crate::progress::bar_of;

const WINS: &str = include_str!("gomoku_wins.txt");
const PLAYERS: [&str; 2] = ["mcts", "minimax"];
/// The time for a position.
const MS: [u32; 2] = [100, 1_000];
/// The rows of the output, by the plies of the wins.
const BANDS: [RangeInclusive<u32>; 5] = [7..=11, 13..=17, 19..=23, 25..=35, 7..=35];
const SEED: u64 = 1;

/// A position that the side to move wins.
struct Win {
    plies: u32,
    record: Record<Gomoku>,
}

/// What a player finds in a position: the win or not, and how long it searches, in ms.
struct Found {
    plies: u32,
    is_solved: bool,
    ms: f64,
}

pub(super) fn run() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let wins: Vec<Win> = WINS.lines().map(read).collect::<Result<_, _>>()?;
    for ms in MS {
        for player in PLAYERS {
            let spec = format!("{player}:ms={ms},seed={SEED}");
            let found = find(&wins, &Spec::parse(&spec)?)?;
            writeln!(out, "{spec}; times of the wins found, in ms")?;
            writeln!(out, "plies  positions  found   share     mean   median      max")?;
            BANDS.iter().try_for_each(|band| write_row(&mut out, band, &found))?;
            writeln!(out)?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Reads a line: the plies of the win, what the tests know of it, and the position.
fn read(line: &str) -> Result<Win, Failure> {
    let invalid = || Failure::Job(format!("gomoku_wins.txt: {line}"));
    let mut words = line.splitn(3, ' ');
    let plies = words.next().and_then(|it| it.parse().ok()).ok_or_else(invalid)?;
    let position = words.nth(1).ok_or_else(invalid)?;
    Ok(Win { plies, record: Record::from_line(position)? })
}

fn find(wins: &[Win], spec: &Spec) -> Result<Vec<Found>, Failure> {
    let bar = bar_of(wins.len() as u64, "{wide_bar} {pos} of {len} positions, {eta} left");
    let mut found = Vec::new();
    for Win { plies, record } in wins {
        let mut search = Search::new(record, spec)?;
        // So that positions in which a four has to be answered get all of the time, too.
        search.set_multi_pv(1);
        let choice = search.run();
        let proof = choice.as_ref().and_then(|choice| choice.proof);
        found.push(Found {
            plies: *plies,
            is_solved: proof.is_some_and(|proof| proof.result == "win"),
            ms: choice.map_or(0.0, |choice| choice.seconds * 1e3),
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(found)
}

fn write_row(out: &mut impl Write, band: &RangeInclusive<u32>, found: &[Found]) -> io::Result<()> {
    let here = || found.iter().filter(|it| band.contains(&it.plies));
    let mut times: Vec<_> = here().filter(|it| it.is_solved).map(|it| it.ms).collect();
    times.sort_by(f64::total_cmp);
    let (of, solved) = (here().count(), times.len());
    let [mean, median, max] = match times.last() {
        Some(max) => [mean(times.iter().copied()), times[solved / 2], *max],
        None => [0.0; 3],
    };
    let band = format!("{}-{}", band.start(), band.end());
    let share = solved as f64 / of.max(1) as f64;
    writeln!(
        out,
        "{band:>5}  {of:>9}  {solved:>5}  {share:>6.3} {mean:>8.1} {median:>8.1} {max:>8.1}"
    )
}
