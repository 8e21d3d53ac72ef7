use std::cmp::Reverse;
use std::io::{self, Write};

use clap::Args;
use playout_games::{Error, Record, with_any_game};
use playout_search::{Choice, Line, Proof, Search, SearchGame, Session, Spec, finished};

use super::position::{PositionArguments, answer_lines};
use super::spec::{PLAYERS_HELP, read_spec};
use crate::failure::Failure;
use crate::json::{self, Best};
use crate::progress::think;

/// How many moves the text output lists with their visit counts.
const SHOWN_VISITS: usize = 8;

/// The maximum of `--lines`.
const MAX_LINES: i64 = 100;

#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The player that chooses the move
    #[arg(long, value_name = "SPEC")]
    player: String,
    /// Also list the N best moves, each with its value, visits, line and proof; fewer where the result
    /// is proven
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_LINES))]
    lines: Option<u32>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    with_any_game!(arguments.position.game.as_str(), G => best::<G>(arguments))?
}

/// A player's answer.
struct Answer {
    choice: Choice<String>,
    /// Present if lines were requested.
    lines: Option<Vec<Line<String>>>,
}

impl From<Answer> for Best {
    fn from(Answer { choice, lines }: Answer) -> Self {
        Self::new(choice, lines)
    }
}

fn best<G: SearchGame>(Arguments { position, player, lines }: &Arguments) -> Result<(), Failure> {
    let spec = read_spec(G::NAME, "--player", player)?;
    if position.is_piped()? {
        return answer_lines(|record: &Record<G>| ask(record, &spec, *lines).map(Best::from));
    }
    let answer = ask(&position.record::<G>()?, &spec, *lines)?;
    let mut out = io::stdout().lock();
    if position.json {
        json::write_line(&mut out, &Best::from(answer))?;
    } else {
        write_text(&mut out, &answer.choice)?;
        let lines = answer.lines.as_deref().unwrap_or_default();
        write_lines(&mut out, lines, has_values(&answer.choice))?;
    }
    Ok(out.flush()?)
}

fn ask<G: SearchGame>(
    record: &Record<G>,
    spec: &Spec,
    lines: Option<u32>,
) -> Result<Answer, Error> {
    let mut search = Search::new(record, spec)?;
    if let Some(most) = lines {
        search.set_multi_pv(most as usize);
    }
    let choice = think(&mut search).ok_or_else(finished)?;
    Ok(Answer { choice, lines: lines.map(|_| Session::lines(&search)) })
}

fn write_text(out: &mut impl Write, choice: &Choice<String>) -> io::Result<()> {
    let percent = |fraction: f64| fraction * 100.0;
    writeln!(out, "Move      {}", choice.mv)?;
    if has_values(choice) {
        writeln!(
            out,
            "Value     {} ({:.1}% wins, {:.1}% draws, {:.1}% losses)",
            value_text(choice.value),
            percent(choice.estimate.win),
            percent(choice.estimate.draw),
            percent(choice.estimate.loss),
        )?;
    }
    if choice.proof.is_some() {
        writeln!(out, "Proven    {}", proof_text(choice.proof))?;
    }
    writeln!(out, "Line      {}", choice.line.join(" "))?;
    if let Some(depth) = choice.depth {
        writeln!(out, "Depth     {depth}")?;
    }
    let mut visits: Vec<_> = choice.visits.iter().filter(|(_, visits)| *visits > 0).collect();
    visits.sort_by_key(|(_, visits)| Reverse(*visits));
    if !visits.is_empty() {
        let most: Vec<_> =
            visits.iter().take(SHOWN_VISITS).map(|(mv, visits)| format!("{mv} {visits}")).collect();
        writeln!(out, "Visits    {}", most.join(", "))?;
    }
    let counts = [("Playouts", choice.playouts), ("Nodes   ", choice.nodes)];
    for (name, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        let seconds = choice.seconds;
        // A rate over an immeasurably short time means nothing.
        let rate = if seconds < 1e-3 {
            String::new()
        } else {
            format!(" ({:.0}/s)", count as f64 / seconds)
        };
        writeln!(out, "{name}  {count} in {seconds:.3} s{rate}")?;
    }
    writeln!(out, "Seed      {}", choice.seed)
}

/// Whether the player has valued moves: some choose without.
fn has_values(choice: &Choice<String>) -> bool {
    choice.proof.is_some() || choice.playouts + choice.nodes > 0
}

/// Writes an empty line and a table of the lines.
fn write_lines(out: &mut impl Write, lines: &[Line<String>], has_values: bool) -> io::Result<()> {
    let Some(longest) = lines.iter().map(|line| line.mv.chars().count()).max() else {
        return Ok(());
    };
    let width = longest.max("Move".len());
    writeln!(out, "\n     {:width$}   Value      Visits  Proven           Line", "Move")?;
    for (number, line) in (1..).zip(lines) {
        writeln!(
            out,
            "{number:>3}  {:width$}  {}  {:>10}  {:<15}  {}",
            line.mv,
            if has_values { value_text(line.value) } else { "     -".to_owned() },
            line.visits,
            proof_text(line.proof),
            line.line.join(" "),
        )?;
    }
    Ok(())
}

/// A value with its sign, which 0 does not have: what rounds to it is 0.
fn value_text(value: f64) -> String {
    let rounded = (value * 1_000.0).round() / 1_000.0;
    if rounded == 0.0 { " 0.000".to_owned() } else { format!("{rounded:+.3}") }
}

fn proof_text(proof: Option<Proof>) -> String {
    let Some(Proof { result, plies, .. }) = proof else { return "-".to_owned() };
    match plies {
        Some(1) => format!("{result} in 1 ply"),
        Some(plies) => format!("{result} in {plies} plies"),
        None => result.to_owned(),
    }
}
