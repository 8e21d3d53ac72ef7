//! The levels, and their scores against each other.

use std::io::{self, Write};

use clap::Args;
use playout_games::{Error, GAMES, Record, with_game};
use playout_search::{Level, Random, SearchGame, Spec};

use super::matches::{Contest, MOST_GAMES, elo_text, score_text};
use super::position::start_record;
use crate::failure::Failure;
use crate::json::{self, LevelSpec, Levels, Rung};

/// The first level's opponents: a player that knows nothing, and one that looks one move ahead and
/// should beat it.
const BASELINES: [&str; 2] = ["random", "careful"];
/// The score that a level should reach against the one below.
const STEP: [f64; 2] = [0.65, 0.85];
/// The score that the first level should reach against `careful`.
const FIRST: [f64; 2] = [0.0, 0.3];

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game, e.g. quarto; all of them if not given
    game: Option<String>,
    /// Let each level play against the one below, and the first against random and careful, until
    /// each score is clearly inside or outside its bounds: 0.65 to 0.85, and at most 0.3 against
    /// careful
    #[arg(long)]
    measure: bool,
    /// Measure only this level
    #[arg(long, value_name = "N", requires = "measure")]
    level: Option<u32>,
    /// The maximum number of games in a match, even: they are played in pairs with sides changed
    #[arg(long, value_name = "N", default_value_t = 200, requires = "measure",
          value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: u32,
    /// The position to start from, by default the game's initial position; it also sets the variant
    #[arg(long, value_name = "P", allow_hyphen_values = true, requires_all = ["measure", "game"])]
    position: Option<String>,
    /// The seed of the players; random if not given, and reported
    #[arg(long, value_name = "S", requires = "measure")]
    seed: Option<u64>,
    /// Games at a time, at most the number of cores; default: all cores
    #[arg(long, value_name = "T", requires = "measure",
          value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Answer in JSON, one object per game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let asked = arguments.game.as_deref();
    let games: Vec<_> =
        GAMES.iter().copied().filter(|game| asked.is_none_or(|name| name == *game)).collect();
    if let (true, Some(name)) = (games.is_empty(), asked) {
        return Err(Error::unknown_game(name).into());
    }
    for game in games {
        with_game!(game, G => run_game::<G>(arguments))??;
    }
    Ok(())
}

fn run_game<G: SearchGame>(arguments: &Arguments) -> Result<(), Failure> {
    let start = start_record::<G>(arguments.position.as_deref())?;
    let steps = if arguments.measure { steps::<G>(arguments)? } else { Vec::new() };
    steps.iter().try_for_each(|step| step.contest.check(&start))?;

    let mut out = io::stdout().lock();
    if arguments.json {
        let rungs = steps.iter().map(|step| step.play(&start)).collect::<Result<_, _>>()?;
        let levels = G::LEVELS.iter().map(LevelSpec::from).collect();
        let ladder = arguments.measure.then_some(rungs);
        return Ok(json::write_line(&mut out, &Levels { game: G::NAME, levels, ladder })?);
    }
    for Level { number, name, spec } in G::LEVELS {
        writeln!(out, "{}  {number}  {name:<8}  {spec}", G::NAME)?;
    }
    out.flush()?;
    // Each is printed as soon as it is over, because the next may take a while.
    for step in steps {
        write_rung(&mut out, &step.play(&start)?)?;
    }
    Ok(())
}

/// A level and the player below it.
struct Step {
    level: u32,
    against: &'static str,
    contest: Contest,
}

impl Step {
    fn play<G: SearchGame>(&self, start: &Record<G>) -> Result<Rung, Failure> {
        let result = self.contest.play(start)?;
        Ok(Rung { level: self.level, against: self.against, result })
    }
}

/// The requested steps, from the lowest level up.
fn steps<G: SearchGame>(arguments: &Arguments) -> Result<Vec<Step>, Failure> {
    let seed = arguments.seed.unwrap_or_else(Random::draw_seed);
    let levels = G::LEVELS;
    if let Some(number) = arguments.level.filter(|n| levels.iter().all(|it| it.number != *n)) {
        let message = format!("--level {number}: the levels are 1 to {}", levels.len());
        return Err(Failure::Usage(message));
    }
    let first = levels.iter().take(1);
    let ground = first.flat_map(|level| {
        BASELINES.map(|against| (level, against, (against != "random").then_some(FIRST)))
    });
    let above = levels.windows(2).map(|pair| (&pair[1], pair[0].spec, Some(STEP)));
    let asked = |level: &Level| arguments.level.is_none_or(|number| number == level.number);
    let steps = ground.chain(above).filter(|(level, ..)| asked(level));
    steps
        .map(|(level, against, until)| {
            let contest = Contest {
                specs: [Spec::parse(level.spec)?, Spec::parse(against)?],
                games: arguments.games,
                opening_plies: 0,
                seed,
                threads: arguments.threads,
                until,
            };
            Ok(Step { level: level.number, against, contest })
        })
        .collect()
}

fn write_rung(out: &mut impl Write, rung: &Rung) -> io::Result<()> {
    let Rung { level, against, result } = rung;
    let json::Match { games, wins, draws, losses, seed, .. } = result;
    let opponent = match level {
        1 => (*against).to_owned(),
        _ => format!("level {}", level - 1),
    };
    writeln!(out, "level {level} v {opponent}: {}", score_text(result))?;
    if let Some(elo) = elo_text(result) {
        writeln!(out, "    Elo {elo}")?;
    }
    let [seconds, _] = result.seconds_per_move;
    writeln!(out, "    {games} games: {wins} won, {draws} drawn, {losses} lost")?;
    writeln!(out, "    {seconds:.6} s a move, seed {seed}")?;
    out.flush()
}
