use std::cmp::Reverse;
use std::io::{self, Write};

use clap::Args;
use playout_games::{Error, Record, with_any_game};
use playout_search::{Choice, Search, SearchGame, Spec, finished};

use super::position::{PositionArguments, answer_lines};
use super::{PLAYERS_HELP, read_spec};
use crate::failure::Failure;
use crate::json::{self, Best};
use crate::progress::think;

/// The moves whose visits the text names.
const SHOWN_VISITS: usize = 8;

#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The player to ask
    #[arg(long, value_name = "SPEC")]
    player: String,
}

pub(crate) fn run(Arguments { position, player }: &Arguments) -> Result<(), Failure> {
    with_any_game!(position.game.as_str(), G => best::<G>(position, player))?
}

fn best<G: SearchGame>(asked: &PositionArguments, player: &str) -> Result<(), Failure> {
    let spec = read_spec(G::NAME, "--player", player)?;
    if asked.is_piped()? {
        return answer_lines(|record: &Record<G>| choose(record, &spec).map(Best::from));
    }
    let choice = choose(&asked.record::<G>()?, &spec)?;
    let mut out = io::stdout().lock();
    if asked.json {
        json::write_line(&mut out, &Best::from(choice))?;
    } else {
        write_text(&mut out, &choice)?;
    }
    Ok(())
}

fn choose<G: SearchGame>(record: &Record<G>, spec: &Spec) -> Result<Choice<String>, Error> {
    think(&mut Search::new(record, spec)?).ok_or_else(finished)
}

fn write_text(out: &mut impl Write, choice: &Choice<String>) -> io::Result<()> {
    let percent = |share: f64| share * 100.0;
    writeln!(out, "Move      {}", choice.mv)?;
    writeln!(
        out,
        "Value     {:+.3} ({:.1} % wins, {:.1} % draws, {:.1} % losses)",
        choice.value,
        percent(choice.estimate.win),
        percent(choice.estimate.draw),
        percent(choice.estimate.loss),
    )?;
    if let Some(proof) = choice.proof {
        let plies = proof.plies.map_or(String::new(), |plies| format!(" in {plies} plies"));
        writeln!(out, "Proven    {}{plies}", proof.result)?;
    }
    writeln!(out, "Line      {}", choice.line.join(" "))?;
    let mut visits: Vec<_> = choice.visits.iter().filter(|(_, visits)| *visits > 0).collect();
    visits.sort_by_key(|(_, visits)| Reverse(*visits));
    if !visits.is_empty() {
        let most: Vec<_> =
            visits.iter().take(SHOWN_VISITS).map(|(mv, visits)| format!("{mv} {visits}")).collect();
        writeln!(out, "Visits    {}", most.join(", "))?;
    }
    writeln!(out, "Playouts  {} in {:.3} s", choice.playouts, choice.seconds)?;
    writeln!(out, "Seed      {}", choice.seed)?;
    out.flush()
}
