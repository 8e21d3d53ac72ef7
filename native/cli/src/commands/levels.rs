use std::io::{self, Write};

use clap::Args;
use playout_games::{Error, GAMES};
use playout_search::levels;

use crate::failure::Failure;
use crate::json::{self, LevelSpec, Levels};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game, e.g. quarto; all of them if not given
    game: Option<String>,
    /// Answer in JSON, one object a game
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

    let mut out = io::stdout().lock();
    for game in games {
        if arguments.json {
            let levels = levels(game).iter().map(LevelSpec::from).collect();
            json::write_line(&mut out, &Levels { game, levels })?;
        } else {
            for level in levels(game) {
                writeln!(out, "{game}  {}  {:<8}  {}", level.number, level.name, level.spec)?;
            }
        }
    }
    Ok(out.flush()?)
}
