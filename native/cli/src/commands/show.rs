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

/// What `--help` adds: the options for a new game of each kind.
fn options_help() -> String {
    let mut help = "Options of a new game, which are part of its position:".to_owned();
    for game in GAMES {
        let offered = with_game!(*game, G => G::OPTIONS).unwrap_or_default();
        for GameOption { name, values, about } in offered {
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

fn show<G: Board>(asked: &PositionArguments) -> Result<(), Failure> {
    let described = |record: &Record<G>| Show::from(Description::from(record));
    if asked.is_piped()? {
        return answer_lines(|record| Ok(described(record)));
    }
    let record = asked.record()?;
    let mut out = io::stdout().lock();
    if asked.json {
        json::write_line(&mut out, &described(&record))?;
    } else {
        write_text(&mut out, &record)?;
    }
    Ok(())
}

fn write_text<G: Board>(out: &mut impl Write, record: &Record<G>) -> io::Result<()> {
    let described = Description::from(record);
    writeln!(out, "{}\n", record.position().board())?;
    writeln!(out, "Position  {}", described.position)?;
    writeln!(out, "Plies     {}", described.played.len())?;
    if let Some([first, second]) = described.score {
        writeln!(out, "Score     {first} : {second}")?;
    }
    match described.ending {
        Some(ending) => writeln!(out, "Finished  {}", ending_text(&ending))?,
        None => {
            let moves: Vec<_> = described.moves.iter().map(|mv| mv.text.as_str()).collect();
            writeln!(out, "To move   {}", described.side)?;
            writeln!(out, "Moves     {}: {}", moves.len(), moves.join(" "))?;
        }
    }
    out.flush()
}
