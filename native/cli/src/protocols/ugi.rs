//! UGI, the Universal Game Interface (as defined by kz04px's cutegames), for every
//! game.

use std::io;
use std::ops::ControlFlow;

use clap::Args;
use playout_games::{Code, Error, GameOption, Options, Outcome, Side, Values, with_game};
use playout_search::SearchGame;

use super::engine::Engine;
use super::go::ClockNames;
use super::uci::Dialect;
use super::{Protocol, send, serve, uci};
use crate::failure::Failure;

const DIALECT: Dialect = Dialect {
    clocks: ClockNames { time: ["p1time", "p2time"], increment: ["p1inc", "p2inc"] },
    score: uci::centiwins,
    // UGI requires exactly two words.
    no_move: "none",
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game, e.g. quarto
    game: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    with_game!(arguments.game.as_str(), G => serve(Ugi::<G>::new()?))?
}

struct Ugi<G: SearchGame> {
    engine: Engine<G>,
    /// The options set for a new game.
    chosen: Vec<(&'static str, String)>,
}

impl<G: SearchGame> Ugi<G> {
    fn new() -> Result<Self, Error> {
        Ok(Self { engine: Engine::new()?, chosen: Vec::new() })
    }

    fn introduce() -> io::Result<()> {
        send(&format!("id name Playout {} ({})", env!("CARGO_PKG_VERSION"), G::NAME))?;
        send("id author the Playout developers")?;
        for option in G::OPTIONS {
            send(&option_line(option))?;
        }
        send(&uci::memory_option("memory"))?;
        send(&format!("option name player type string default {}", G::STRONGEST))?;
        send("ugiok")
    }

    fn start(&self) -> Result<G, Error> {
        G::start(&Options::new(self.chosen.clone()))
    }

    /// `position startpos|fen P [moves M …]`, where P contains spaces.
    fn set_position(&mut self, words: &[&str]) -> Result<(), Error> {
        let (start, moves) = uci::split_moves(words);
        let start = match start {
            ["startpos"] => self.start()?,
            ["fen", text @ ..] => G::parse(&text.join(" "))?,
            _ => {
                let message = "position must be followed by startpos or fen";
                return Err(Error::new(Code::BadPosition, "position", message));
            }
        };
        self.engine.set_position(start, moves)
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), Error> {
        let refuse = |message: String| Error::new(Code::BadOption, "option", message);
        let (name, value) = match words {
            ["name", name, "value", value @ ..] => (*name, value.join(" ")),
            _ => return Err(refuse("usage: setoption name N value V".to_owned())),
        };
        match name {
            "player" => self.engine.set_player(&value),
            "memory" => {
                self.engine.set_memory(Some(uci::read_memory(&value).map_err(refuse)?));
                Ok(())
            }
            _ => match G::OPTIONS.iter().find(|option| option.name == name) {
                Some(option) => self.choose(option, value),
                None => {
                    let known: Vec<_> = G::OPTIONS.iter().map(|option| option.name).collect();
                    let known = known.join(", ");
                    Err(refuse(format!("unknown option; choose from: {known}, memory, player")))
                }
            },
        }
    }

    fn choose(&mut self, option: &GameOption, value: String) -> Result<(), Error> {
        let mut chosen = self.chosen.clone();
        chosen.retain(|(name, _)| *name != option.name);
        chosen.push((option.name, value));
        G::start(&Options::new(chosen.clone()))?;
        self.chosen = chosen;
        Ok(())
    }

    fn query(&self, question: &[&str]) -> io::Result<()> {
        let outcome = self.engine.record.outcome();
        let answer = match question {
            ["gameover"] => outcome.is_some().to_string(),
            ["p1turn"] => (self.engine.record.position().side_to_move() == Side::First).to_string(),
            ["result"] => match outcome {
                None => "none",
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
                Some(Outcome::Draw) => "draw",
            }
            .to_owned(),
            _ => {
                return uci::report_error("unknown query; choose from: gameover, p1turn, result");
            }
        };
        send(&format!("response {answer}"))
    }
}

/// The line that offers one of the game's options.
fn option_line(option: &GameOption) -> String {
    let kind = match option.values {
        Values::OneOf(words) => {
            let vars: String = words.iter().map(|word| format!(" var {word}")).collect();
            format!("combo default {}{vars}", words[0])
        }
        Values::Number { least, most, default } => {
            format!("spin default {default} min {least} max {most}")
        }
    };
    format!("option name {} type {kind}", option.name)
}

impl<G: SearchGame> Protocol for Ugi<G> {
    fn line(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let words: Vec<_> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else {
            return Ok(ControlFlow::Continue(()));
        };
        match command {
            "ugi" => Self::introduce()?,
            "isready" => send("readyok")?,
            "uginewgame" => {
                uci::report_if_rejected(self.start().map(|start| self.engine.begin_game(start)))?;
            }
            "position" => uci::report_if_rejected(self.set_position(rest))?,
            "setoption" => uci::report_if_rejected(self.set_option(rest))?,
            "go" => uci::go(&mut self.engine, rest, &DIALECT)?,
            "stop" => self.engine.stop(),
            "query" => self.query(rest)?,
            "quit" => return Ok(ControlFlow::Break(())),
            _ => uci::report_error("unknown command")?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn unreadable(&mut self, error: &Error) -> io::Result<()> {
        uci::report_error(&error.to_string())
    }

    fn end(&mut self) {
        self.engine.stop();
    }
}
