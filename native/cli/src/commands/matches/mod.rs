//! Two players against each other, in pairs of games.
//!
//! Both games of a pair start from the same opening, with sides changed.
//! Every move is chosen by a fresh search, so a game depends on nothing but
//! its opening and its seed, and a match on nothing but the seed of the match:
//! not on the number of threads. (Players limited by time depend on the
//! machine.) A player whose spec has a seed keeps it at every move.

mod game;
mod openings;
mod score;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::Args;
use playout_games::{Error, Game, with_game};
use playout_search::Random;

use super::position::start_record;
use super::{PLAYERS_HELP, read_spec};
use crate::failure::Failure;
use crate::json;
use crate::progress::bar_of;
use game::Played;
use score::Tally;

/// The most games of a match.
const MOST_GAMES: i64 = 1_000_000;

/// The longest openings that are drawn.
const MOST_OPENING_PLIES: i64 = 200;

#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct Arguments {
    /// The game, e.g. quarto
    game: String,
    /// Player A, whose wins are counted
    spec_a: String,
    /// Player B
    spec_b: String,
    /// The number of games, even: they are played in pairs with sides changed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: u32,
    /// The position to start from, the game's usual start if not given
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// Random legal plies that each pair starts with
    #[arg(long, value_name = "K", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(0..=MOST_OPENING_PLIES))]
    opening_plies: u32,
    /// The seed of openings and players; drawn and reported if not given
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Games at a time, at most the cores; all cores if not given
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    with_game!(arguments.game.as_str(), G => run_game::<G>(arguments))?
}

fn run_game<G: Game>(arguments: &Arguments) -> Result<(), Failure> {
    let specs = [
        read_spec(G::NAME, "SPEC_A", &arguments.spec_a)?,
        read_spec(G::NAME, "SPEC_B", &arguments.spec_b)?,
    ];
    let games = arguments.games as usize;
    if !games.is_multiple_of(2) {
        let message = format!("--games {games}: games come in pairs, so their number is even");
        return Err(Failure::Usage(message));
    }
    let start = start_record::<G>(arguments.position.as_deref())?;
    if start.outcome().is_some() {
        return Err(Failure::Usage("--position: the game is over".to_owned()));
    }

    let seed = arguments.seed.unwrap_or_else(Random::draw_seed);
    let mut random = Random::new(seed);
    let openings = openings::draw(&start, arguments.opening_plies, games / 2, &mut random)
        .ok_or_else(|| {
            let plies = arguments.opening_plies;
            let message = format!("--opening-plies {plies}: no opening that long leaves a game");
            Failure::Usage(message)
        })?;
    // Drawn before a game is played, so that no thread can change them.
    let seeds: Vec<_> = (0..games).map(|_| game::draw_seed(&mut random)).collect();

    let play = |index: usize| {
        let mut record = start.clone();
        openings[index / 2].iter().for_each(|&mv| record.play(mv));
        game::play(record, &specs, index.is_multiple_of(2), seeds[index])
    };
    let played = play_all(games, threads(arguments), play)?;
    report(arguments, &Tally::of(&played), seed)
}

fn threads(arguments: &Arguments) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    arguments.threads.map_or(cores, NonZeroUsize::get).min(cores)
}

/// Plays games 0 to `games` - 1, some at a time, and answers them in order.
fn play_all(
    games: usize,
    threads: usize,
    play: impl Fn(usize) -> Result<Played, Error> + Sync,
) -> Result<Vec<Played>, Error> {
    let bar = bar_of(games as u64, "{wide_bar} {pos} of {len} games, {eta} left");
    let next = AtomicUsize::new(0);
    let finished = Mutex::new(Vec::with_capacity(games));
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= games {
                return;
            }
            let played = play(index);
            bar.inc(1);
            let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
            finished.push((index, played));
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.min(games) {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    let mut finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    finished.sort_by_key(|(index, _)| *index);
    finished.into_iter().map(|(_, played)| played).collect()
}

fn report(arguments: &Arguments, tally: &Tally, seed: u64) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let result = tally.result(seed);
    if arguments.json {
        json::write_line(&mut out, &result)?;
        return Ok(());
    }
    let json::Match { games, wins, draws, losses, score, interval, .. } = result;
    let [low, high] = interval;
    writeln!(out, "A         {}", arguments.spec_a)?;
    writeln!(out, "B         {}", arguments.spec_b)?;
    writeln!(out, "Games     {games}: A wins {wins}, draws {draws}, loses {losses}")?;
    writeln!(out, "Score     {score:.3} (95 %: {low:.3} to {high:.3})")?;
    if let (Some(elo), Some([low, high])) = (result.elo, result.elo_interval) {
        let end = |elo: Option<f64>, infinite| elo.map_or(infinite, |elo| format!("{elo:+.0}"));
        let (low, high) = (end(low, "-inf".to_owned()), end(high, "+inf".to_owned()));
        writeln!(out, "Elo       {elo:+.0} (95 %: {low} to {high})")?;
    }
    let [a, b] = result.seconds_per_move;
    writeln!(out, "Plies     {:.1} a game", result.plies)?;
    writeln!(out, "Seconds   {a:.6} (A), {b:.6} (B) a move")?;
    writeln!(out, "Seed      {seed}")?;
    Ok(out.flush()?)
}
