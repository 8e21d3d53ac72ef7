use std::io::{self, Write};

use clap::Args;
use playout_games::{
    Description, GAMES, Game, GameOption, Record, Values, with_any_game, with_game,
};

use super::position::{PositionArguments, answer_lines};
use crate::boards::{Board, ending_text};
use crate::failure::Failure;
use crate::json::{self, Show};

#[derive(Args)]
#[command(after_help = options_help())]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
}

pub(crate) fn run(Arguments { position }: &Arguments) -> Result<(), Failure> {
    with_any_game!(position.game.as_str(), G => show::<G>(position))?
}

/// The end of `--help`: each game's options for a new game.
fn options_help() -> String {
    let mut help = "Options for a new game (stored in the position):".to_owned();
    for game in GAMES {
        let options = with_game!(*game, G => G::OPTIONS).unwrap_or_default();
        for GameOption { name, values, about } in options {
            let values = match values {
                Values::OneOf(words) => format!("{} (default {})", words.join(" or "), words[0]),
                Values::Number { least, most, default } => {
                    format!("{least} to {most} (default {default})")
                }
            };
            help = format!("{help}\n  {game} {name}: {values}; {about}");
        }
    }
    help
}

fn show<G: Board>(arguments: &PositionArguments) -> Result<(), Failure> {
    let to_json = |record: &Record<G>| Show::from(Description::from(record));
    if arguments.is_piped()? {
        return answer_lines(|record| Ok(to_json(record)));
    }
    let record = arguments.record()?;
    let mut out = io::stdout().lock();
    if arguments.json {
        json::write_line(&mut out, &to_json(&record))?;
    } else {
        write_text(&mut out, &record)?;
    }
    Ok(())
}

fn write_text<G: Board>(out: &mut impl Write, record: &Record<G>) -> io::Result<()> {
    let description = Description::from(record);
    writeln!(out, "{}\n", record.position().board())?;
    writeln!(out, "Position  {}", description.position)?;
    writeln!(out, "Plies     {}", description.played.len())?;
    if let Some([first, second]) = description.score {
        writeln!(out, "Score     {first} : {second}")?;
    }
    match description.ending {
        Some(ending) => writeln!(out, "Finished  {}", ending_text(&ending))?,
        None => {
            let moves: Vec<_> = description.moves.iter().map(|mv| mv.text.as_str()).collect();
            writeln!(out, "To move   {}", description.side)?;
            writeln!(out, "Moves     {}: {}", moves.len(), moves.join(" "))?;
        }
    }
    out.flush()
}
