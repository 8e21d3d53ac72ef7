//! The levels and their scores against each other.

use std::io::{self, Write};

use clap::Args;
use playout_games::{Error, GAMES, Record, with_game};
use playout_search::{Level, Random, Spec};

use super::matches::{Contest, MAX_GAMES, Openings, elo_text, score_text};
use super::position::start_record;
use crate::boards::Board;
use crate::failure::Failure;
use crate::json::{self, LevelResult, LevelSpec, Levels};

/// The first level's opponents: a player that knows nothing, and one that looks one move ahead and
/// should beat it.
const BASELINES: [&str; 2] = ["random", "careful"];
/// The bounds for a level's score against the level below.
const LEVEL_BOUNDS: [f64; 2] = [0.65, 0.85];
/// The bounds for the first level's score against `careful`.
const FIRST_LEVEL_BOUNDS: [f64; 2] = [0.0, 0.3];

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game, e.g. quarto [default: all games]
    game: Option<String>,
    /// Play each level against the one below, and the first level against random and careful, from
    /// balanced openings in games that have them. A match ends early once its score is clearly between
    /// 0.65 and 0.85 (against careful: at most 0.3)
    #[arg(long)]
    measure: bool,
    /// Measure level N only
    #[arg(long, value_name = "N", requires = "measure")]
    level: Option<u32>,
    /// The maximum number of games per match. Must be even: games are played in pairs with sides
    /// swapped
    #[arg(long, value_name = "N", default_value_t = 200, requires = "measure",
          value_parser = clap::value_parser!(u32).range(1..=MAX_GAMES))]
    games: u32,
    /// The position to start from, which also sets the variant [default: the start of the game]
    #[arg(long, value_name = "P", allow_hyphen_values = true, requires_all = ["measure", "game"])]
    position: Option<String>,
    /// The random seed of the players [default: random, and printed]
    #[arg(long, value_name = "S", requires = "measure")]
    seed: Option<u64>,
    /// The number of games to play at once, up to the number of cores [default: all cores]
    #[arg(long, value_name = "T", requires = "measure",
          value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Print JSON, one object per game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let requested = arguments.game.as_deref();
    let games: Vec<_> =
        GAMES.iter().copied().filter(|game| requested.is_none_or(|name| name == *game)).collect();
    if let (true, Some(name)) = (games.is_empty(), requested) {
        return Err(Error::unknown_game(name).into());
    }
    for game in games {
        with_game!(game, G => run_game::<G>(arguments))??;
    }
    Ok(())
}

fn run_game<G: Board>(arguments: &Arguments) -> Result<(), Failure> {
    let start = start_record::<G>(arguments.position.as_deref())?;
    let matches = if arguments.measure { matches(arguments, &start)? } else { Vec::new() };
    matches.iter().try_for_each(|level_match| level_match.contest.check(&start))?;

    let mut out = io::stdout().lock();
    if arguments.json {
        let results =
            matches.iter().map(|level_match| level_match.play(&start)).collect::<Result<_, _>>()?;
        let levels = G::LEVELS.iter().map(LevelSpec::from).collect();
        let ladder = arguments.measure.then_some(results);
        return Ok(json::write_line(&mut out, &Levels { game: G::NAME, levels, ladder })?);
    }
    for Level { number, name, spec } in G::LEVELS {
        writeln!(out, "{}  {number}  {name:<8}  {spec}", G::NAME)?;
    }
    out.flush()?;
    // Each result is printed at once, because the next match may take a while.
    for level_match in matches {
        write_level_result(&mut out, &level_match.play(&start)?)?;
    }
    Ok(())
}

/// A match of a level against the player below it.
struct LevelMatch {
    level: u32,
    against: &'static str,
    contest: Contest,
}

impl LevelMatch {
    fn play<G: Board>(&self, start: &Record<G>) -> Result<LevelResult, Failure> {
        let result = self.contest.play(start)?;
        Ok(LevelResult { level: self.level, against: self.against, result })
    }
}

/// The requested matches, from the lowest level up.
fn matches<G: Board>(arguments: &Arguments, start: &Record<G>) -> Result<Vec<LevelMatch>, Failure> {
    let seed = arguments.seed.unwrap_or_else(Random::draw_seed);
    let levels = G::LEVELS;
    if let Some(number) = arguments.level.filter(|n| levels.iter().all(|it| it.number != *n)) {
        let message = format!("--level {number}: must be from 1 to {}", levels.len());
        return Err(Failure::Usage(message));
    }
    let first = levels.iter().take(1);
    let against_baselines = first.flat_map(|level| {
        BASELINES
            .map(|against| (level, against, (against != "random").then_some(FIRST_LEVEL_BOUNDS)))
    });
    let against_levels = levels.windows(2).map(|pair| (&pair[1], pair[0].spec, Some(LEVEL_BOUNDS)));
    let is_requested = |level: &Level| arguments.level.is_none_or(|number| number == level.number);
    against_baselines
        .chain(against_levels)
        .filter(|(level, ..)| is_requested(level))
        .map(|(level, against, until)| {
            let contest = Contest {
                specs: [Spec::parse(level.spec)?, Spec::parse(against)?],
                games: arguments.games,
                openings: openings(start),
                seed,
                threads: arguments.threads,
                until,
                counts_mistakes: false,
                recorder: None,
            };
            Ok(LevelMatch { level: level.number, against, contest })
        })
        .collect()
}

/// Balanced ones where there are any: from a single position, players with few playouts repeat a few
/// games, and the score says little.
fn openings<G: Board>(start: &Record<G>) -> Openings {
    match G::balanced_openings(start, 0, &mut Random::new(0)) {
        Some(_) => Openings::Balanced,
        None => Openings::Random { plies: 0 },
    }
}

fn write_level_result(out: &mut impl Write, measured: &LevelResult) -> io::Result<()> {
    let LevelResult { level, against, result } = measured;
    let json::Match { games, wins, draws, losses, seed, .. } = result;
    let opponent = match level {
        1 => (*against).to_owned(),
        _ => format!("level {}", level - 1),
    };
    writeln!(out, "level {level} v {opponent}: {}", score_text(result.score, result.interval))?;
    if let Some(elo) = elo_text(result) {
        writeln!(out, "    Elo {elo}")?;
    }
    let [seconds, _] = result.seconds_per_move;
    writeln!(out, "    {games} games: {wins} won, {draws} drawn, {losses} lost")?;
    writeln!(out, "    {seconds:.6} s per move, seed {seed}")?;
    out.flush()
}
