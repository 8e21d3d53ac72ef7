//! A game in the terminal, on a board drawn as text, with typed moves.

use std::io::{self, BufRead, Write};

use clap::Args;
use playout_games::{Description, Record, Side, with_any_game};
use playout_search::{SearchGame, finished};

use super::position::StartArguments;
use super::spec::{PLAYERS_HELP, read_spec};
use crate::boards::{Board, ending_text};
use crate::failure::Failure;
use crate::lines::next_line;
use crate::player::Player;
use crate::progress::think;

/// The spec of a human player.
const HUMAN: &str = "human";

const COMMANDS: &str = "\
Commands:
  moves   list the legal moves
  undo    take back your last move
  resign  resign the game
  quit    leave the game
  help    show this help";

/// Moves per row in the list of legal moves.
const MOVES_PER_ROW: usize = 12;

#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct Arguments {
    /// The game, e.g. quarto
    game: String,
    #[command(flatten)]
    start: StartArguments,
    /// The player who moves first: "human" or a player spec
    #[arg(long, value_name = "SPEC|human", default_value = HUMAN)]
    first: String,
    /// The player who moves second
    #[arg(long, value_name = "SPEC|human", default_value = "level:n=2")]
    second: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    with_any_game!(arguments.game.as_str(), G => {
        let record = arguments.start.record::<G>()?;
        let seats = [
            Seat::<G>::read("--first", &arguments.first)?,
            Seat::<G>::read("--second", &arguments.second)?,
        ];
        Table { record, seats, input: io::stdin().lock(), out: io::stdout().lock() }.play()
    })?
}

enum Seat<G: SearchGame> {
    Human,
    Player { text: String, player: Box<Player<G>> },
}

impl<G: SearchGame> Seat<G> {
    fn read(name: &str, text: &str) -> Result<Self, Failure> {
        if text == HUMAN {
            return Ok(Self::Human);
        }
        let player = Box::new(Player::new(read_spec(G::NAME, name, text)?)?);
        Ok(Self::Player { text: text.to_owned(), player })
    }

    fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }
}

/// What a person decides to do.
enum Decision<M> {
    Move(M),
    Undo,
    Resign,
    Quit,
}

struct Table<G: SearchGame, I, O> {
    record: Record<G>,
    seats: [Seat<G>; 2],
    input: I,
    out: O,
}

impl<G: Board, I: BufRead, O: Write> Table<G, I, O> {
    fn play(mut self) -> Result<(), Failure> {
        let with_people = self.seats.iter().any(Seat::is_human);
        if with_people {
            writeln!(self.out, "{}\n{COMMANDS}\n", G::HELP)?;
        }
        loop {
            if let Some(ending) = self.record.ending() {
                self.draw()?;
                writeln!(self.out, "The game is over: {}.", ending_text(&ending))?;
                return Ok(self.out.flush()?);
            }
            let side = self.record.position().side_to_move();
            if !with_people || self.seat(side).is_human() {
                self.draw()?;
            }
            let decision = match &mut self.seats[side as usize] {
                Seat::Human => self.ask(side)?,
                Seat::Player { text, player } => {
                    let turn = player.spec().clone();
                    let search = player.search(&self.record, &turn)?;
                    let choice = think(search).ok_or_else(finished)?;
                    writeln!(
                        self.out,
                        "{side} plays {} ({text}: {} playouts, value {:+.2}, seed {})",
                        choice.mv, choice.playouts, choice.value, choice.seed
                    )?;
                    Decision::Move(self.record.parse_move(&choice.mv)?)
                }
            };
            match decision {
                Decision::Move(mv) => self.record.play(mv),
                Decision::Undo => self.undo()?,
                Decision::Resign => {
                    writeln!(self.out, "{side} resigns: {} wins.", side.other())?;
                    return Ok(self.out.flush()?);
                }
                Decision::Quit => {
                    let position = self.record.position();
                    writeln!(self.out, "Goodbye. The position is: {position}")?;
                    return Ok(self.out.flush()?);
                }
            }
        }
    }

    fn seat(&self, side: Side) -> &Seat<G> {
        &self.seats[side as usize]
    }

    fn draw(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}\n", self.record.position().board())
    }

    /// Asks until the person decides. The end of input means `Quit`.
    fn ask(&mut self, side: Side) -> Result<Decision<G::Move>, Failure> {
        if let Some(pass) = Description::from(&self.record).pass {
            writeln!(self.out, "{side} can only pass: {pass}")?;
        }
        loop {
            write!(self.out, "{side}> ")?;
            self.out.flush()?;
            let line = next_line(&mut self.input).map_err(|error| Failure::input(&error))?;
            let Some(line) = line else {
                // Ends the line of the prompt.
                writeln!(self.out)?;
                return Ok(Decision::Quit);
            };
            let read = line.map(|line| line.trim().to_owned());
            match read.as_deref() {
                Ok("") => {}
                Ok("help") => writeln!(self.out, "{}\n{COMMANDS}", G::HELP)?,
                Ok("moves") => self.list_moves()?,
                Ok("undo") => return Ok(Decision::Undo),
                Ok("resign") => return Ok(Decision::Resign),
                Ok("quit") => return Ok(Decision::Quit),
                Ok(text) => match self.record.read_move(text) {
                    Ok(mv) => return Ok(Decision::Move(mv)),
                    Err(error) => writeln!(self.out, "{error} (type help for help)")?,
                },
                Err(error) => writeln!(self.out, "{error}")?,
            }
        }
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let moves: Vec<_> =
            Description::from(&self.record).moves.into_iter().map(|mv| mv.text).collect();
        for row in moves.chunks(MOVES_PER_ROW) {
            writeln!(self.out, "{}", row.join(" "))?;
        }
        Ok(())
    }

    /// Goes back to just before a person's last move.
    fn undo(&mut self) -> io::Result<()> {
        let played = Description::from(&self.record).played;
        let Some(ply) = played.iter().rposition(|played| self.seat(played.side).is_human()) else {
            return writeln!(self.out, "No move to undo.");
        };
        let mut earlier = Record::new(self.record.start().clone());
        self.record.moves()[..ply].iter().for_each(|&mv| earlier.play(mv));
        self.record = earlier;
        Ok(())
    }
}
