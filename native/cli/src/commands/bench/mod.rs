//! Speeds, and a signature that changes whenever the behaviour of the search changes.

mod gomoku_wins;
mod quarto_solve;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use playout_games::{Error, GAMES, Options, Playouts, Record, with_any_game};
use playout_search::{Policy, Random, Search, SearchGame, Spec, bytes_per_node, playout};

use crate::failure::Failure;
use crate::json::{self, Bench};

const QUARTO_SOLVE: &str = "quarto_solve";
const GOMOKU_WINS: &str = "gomoku_wins";

/// The number of runs, of which the median is reported.
const RUNS: usize = 5;
/// The approximate length of a run of playouts.
const RUN_SECONDS: f64 = 0.3;
/// Simulations per run.
const SIMULATIONS: u64 = 100_000;
/// Simulations of the search whose node count is the signature.
const SIGNATURE_SIMULATIONS: u64 = 20_000;
const SEED: u64 = 1;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game, e.g. quarto or tic_tac_toe [default: all except tic_tac_toe]; or quarto_solve, which
    /// measures Quarto's solver instead, or gomoku_wins, which measures how many forced wins of Gomoku
    /// the players find
    game: Option<String>,
    /// For quarto_solve: another solver to compare with, made by bench/quarto_anchor/build
    #[arg(long, value_name = "PROGRAM")]
    anchor: Option<PathBuf>,
    /// Print JSON, one object per game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.anchor.is_some() && arguments.game.as_deref() != Some(QUARTO_SOLVE) {
        let message = format!("--anchor is only for {QUARTO_SOLVE}");
        return Err(Failure::Usage(message));
    }
    if let Some(name @ (QUARTO_SOLVE | GOMOKU_WINS)) = arguments.game.as_deref()
        && arguments.json
    {
        return Err(Failure::Usage(format!("--json is not for {name}")));
    }
    match arguments.game.as_deref() {
        Some(QUARTO_SOLVE) => quarto_solve::run(arguments.anchor.as_deref()),
        Some(GOMOKU_WINS) => gomoku_wins::run(),
        Some(name) => run_named(name, arguments.json),
        None => GAMES.iter().try_for_each(|name| run_named(name, arguments.json)),
    }
}

fn run_named(name: &str, json: bool) -> Result<(), Failure> {
    with_any_game!(name, G => run_game::<G>(json))?
}

fn run_game<G: SearchGame>(json: bool) -> Result<(), Failure> {
    let start = G::start(&Options::default())?;
    let record = Record::new(start);
    let bench = Bench {
        game: G::NAME,
        playouts_per_second: median(|run| playouts_per_second(record.position(), run)),
        simulations_per_second: median(|run| simulations_per_second(&record, run).unwrap_or(0.0)),
        bytes_per_node: bytes_per_node::<G>(),
        signature: signature(&record)?,
    };
    let mut out = io::stdout().lock();
    if json {
        return Ok(json::write_line(&mut out, &bench)?);
    }
    writeln!(
        out,
        "{:<14}{:>12.0} playouts/s {:>12.0} simulations/s  {} bytes/node  signature {}",
        bench.game,
        bench.playouts_per_second,
        bench.simulations_per_second,
        bench.bytes_per_node,
        bench.signature,
    )?;
    Ok(out.flush()?)
}

/// The median of several measurements; `measure` gets the number of the run.
fn median(measure: impl Fn(u64) -> f64) -> f64 {
    let mut speeds: Vec<_> = (0..RUNS as u64).map(measure).collect();
    speeds.sort_by(f64::total_cmp);
    speeds[RUNS / 2]
}

fn playouts_per_second<G: Playouts>(start: &G, run: u64) -> f64 {
    /// Playouts between checks of the clock.
    const BATCH: u64 = 256;

    let mut random = Random::new(SEED + run);
    let begun = Instant::now();
    let mut played = 0;
    while begun.elapsed().as_secs_f64() < RUN_SECONDS {
        for _ in 0..BATCH {
            std::hint::black_box(playout(start.clone(), Policy::Uniform, &mut random));
        }
        played += BATCH;
    }
    played as f64 / begun.elapsed().as_secs_f64()
}

/// Measures simulations with uniform playouts. Proofs are off because they would end the search of
/// a small game early.
fn simulations_per_second<G: SearchGame>(record: &Record<G>, run: u64) -> Result<f64, Error> {
    let seed = SEED + run;
    let spec = format!("mcts:playouts={SIMULATIONS},policy=uniform,proofs=off,seed={seed}");
    let mut search = Search::new(record, &Spec::parse(&spec)?)?;
    let begun = Instant::now();
    search.run();
    Ok(SIMULATIONS as f64 / begun.elapsed().as_secs_f64())
}

/// The node count of the default search, which changes whenever its behaviour does.
fn signature<G: SearchGame>(record: &Record<G>) -> Result<u64, Error> {
    let spec = format!("mcts:playouts={SIGNATURE_SIMULATIONS},seed={SEED}");
    let mut search = Search::new(record, &Spec::parse(&spec)?)?;
    search.run();
    Ok(search.progress().nodes)
}
