use std::io::{self, Write};

use clap::Args;
use playout_games::{Game, MAX_PERFT_PLIES, perft, with_any_game};

use super::position::StartArguments;
use crate::failure::Failure;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game, e.g. quarto
    game: String,
    /// Count sequences of up to N plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PERFT_PLIES)))]
    depth: u32,
    #[command(flatten)]
    start: StartArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    with_any_game!(arguments.game.as_str(), G => {
        let record = arguments.start.record::<G>()?;
        count(record.position(), arguments.depth)
    })?
}

fn count<G: Game>(position: &G, depth: u32) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for depth in 1..=depth {
        // Each line is flushed at once, because the next depth takes many times longer.
        writeln!(out, "perft {depth} {}", perft(position, depth))?;
        out.flush()?;
    }
    Ok(())
}
