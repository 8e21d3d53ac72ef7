//! The `match` command, and what it shares with `levels --measure`.

mod contest;
mod game;
mod openings;
mod random_openings;
mod recorder;
mod score;
mod student_t;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use playout_games::with_game;
use playout_search::Random;

use super::position::StartArguments;
use super::spec::{PLAYERS_HELP, read_spec};
use crate::boards::Board;
use crate::failure::Failure;
use crate::json;
pub(crate) use contest::Contest;
pub(crate) use openings::Openings;
use recorder::Recorder;

/// The maximum number of games in a match.
pub(crate) const MAX_GAMES: i64 = 1_000_000;

/// The maximum length of random openings.
const MAX_OPENING_PLIES: i64 = 200;

#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct Arguments {
    /// The game, e.g. quarto
    game: String,
    /// Player A, whose wins are counted
    spec_a: String,
    /// Player B
    spec_b: String,
    /// The number of games. Must be even: games are played in pairs with sides swapped
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_GAMES))]
    games: u32,
    #[command(flatten)]
    start: StartArguments,
    /// Start each pair of games with K random legal plies
    #[arg(long, value_name = "K", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(0..=MAX_OPENING_PLIES))]
    opening_plies: u32,
    /// Start the pairs of games with the openings in FILE, in order and then again from the first:
    /// one per line, a position optionally followed by " | " and moves. Or "balanced", in Gomoku:
    /// a few stones drawn for each pair that a short search judges near even; or "swap2", in Gomoku:
    /// the players play the opening swap2, in every game another
    #[arg(long, value_name = "FILE|balanced|swap2", conflicts_with = "opening_plies")]
    openings: Option<PathBuf>,
    /// The random seed of openings and players [default: random, and printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The number of games to play at once, up to the number of cores [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Also count the moves that give away a win or a draw, by the game's table
    #[arg(long)]
    mistakes: bool,
    /// Add a record of every game to FILE, in the form of PGN that `convert` reads
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn openings(&self) -> Openings {
        match &self.openings {
            None => Openings::Random { plies: self.opening_plies },
            Some(path) if path.as_os_str() == "balanced" => Openings::Balanced,
            Some(path) if path.as_os_str() == "swap2" => Openings::Swap2,
            Some(path) => Openings::File(path.clone()),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    with_game!(arguments.game.as_str(), G => run_game::<G>(arguments))?
}

fn run_game<G: Board>(arguments: &Arguments) -> Result<(), Failure> {
    let specs = [
        read_spec(G::NAME, "SPEC_A", &arguments.spec_a)?,
        read_spec(G::NAME, "SPEC_B", &arguments.spec_b)?,
    ];
    let players = specs.each_ref().map(ToString::to_string);
    let mut contest = Contest {
        specs,
        games: arguments.games,
        openings: arguments.openings(),
        seed: arguments.seed.unwrap_or_else(Random::draw_seed),
        threads: arguments.threads,
        until: None,
        counts_mistakes: arguments.mistakes,
        recorder: None,
    };
    let start = arguments.start.record::<G>()?;
    let own_starts = match contest.openings {
        Openings::File(_) => Some("FILE; the lines of the file have positions"),
        Openings::Swap2 => Some("swap2; to use it from a position, start from one with +swap2"),
        Openings::Random { .. } | Openings::Balanced => None,
    };
    if let Some(why) = own_starts.filter(|_| arguments.start.is_given()) {
        return Err(Failure::Usage(format!("--position cannot be used with --openings {why}")));
    }
    contest.check(&start)?;
    if let Some(path) = &arguments.record {
        contest.recorder = Some(Recorder::open(path, players)?);
    }
    let result = contest.play(&start)?;

    let mut out = io::stdout().lock();
    if arguments.json {
        return Ok(json::write_line(&mut out, &result)?);
    }
    let json::Match { games, wins, draws, losses, as_first, as_second, plies, seed, .. } = result;
    writeln!(out, "A         {}", arguments.spec_a)?;
    writeln!(out, "B         {}", arguments.spec_b)?;
    for (part, json::Results { games, wins, draws, losses }) in [
        ("Games    ", json::Results { games, wins, draws, losses }),
        ("As first ", as_first),
        ("As second", as_second),
    ] {
        writeln!(out, "{part} {games}: A wins {wins}, draws {draws}, loses {losses}")?;
    }
    writeln!(out, "Score     {}", score_text(result.score, result.interval))?;
    if let Some(elo) = elo_text(&result) {
        writeln!(out, "Elo       {elo}")?;
    }
    if let Some(json::Black { results, score, interval }) = result.black {
        let json::Results { games, wins, draws, losses } = results;
        let score = score_text(score, interval);
        writeln!(out, "Black     {games}: wins {wins}, draws {draws}, loses {losses}; {score}")?;
    }
    let [a, b] = result.seconds_per_move;
    writeln!(out, "Plies     {plies:.1} per game")?;
    writeln!(out, "Seconds   {a:.6} (A), {b:.6} (B) per move")?;
    if let Some([a, b]) = result.mistakes {
        writeln!(out, "Mistakes  {a} (A), {b} (B)")?;
    }
    writeln!(out, "Seed      {seed}")?;
    Ok(out.flush()?)
}

/// The score of a match with its confidence interval, as text.
pub(crate) fn score_text(score: f64, [low, high]: [f64; 2]) -> String {
    format!("{score:.3} (95%: {low:.3} to {high:.3})")
}

/// The difference in Elo as text, unless it is infinite.
pub(crate) fn elo_text(result: &json::Match) -> Option<String> {
    let (elo, [low, high]) = (result.elo?, result.elo_interval?);
    // So that values near zero are printed as +0, not -0.
    let rounded = |elo: f64| format!("{:+.0}", elo.round() + 0.0);
    let end = |elo: Option<f64>, infinite: &str| elo.map_or(infinite.to_owned(), rounded);
    Some(format!("{} (95%: {} to {})", rounded(elo), end(low, "-inf"), end(high, "+inf")))
}
