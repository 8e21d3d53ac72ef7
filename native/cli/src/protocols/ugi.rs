//! UGI, the Universal Game Interface (kz04px's cutegames defines it), for every
//! game.

use std::io;

use clap::Args;
use playout_games::{Code, Error, Options, Outcome, Record, Side, with_game};
use playout_search::SearchGame;

use super::engine::{Engine, hundredths, info};
use super::go::{ClockNames, Go};
use super::thinking::Thought;
use super::{Flow, Protocol, say, serve};
use crate::failure::Failure;

const CLOCKS: ClockNames = ClockNames { time: ["p1time", "p2time"], increment: ["p1inc", "p2inc"] };

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
    variant: String,
}

impl<G: SearchGame> Ugi<G> {
    fn new() -> Result<Self, Error> {
        Ok(Self { engine: Engine::new()?, variant: G::VARIANTS[0].to_owned() })
    }

    fn introduce() -> io::Result<()> {
        say(&format!("id name Playout {} ({})", env!("CARGO_PKG_VERSION"), G::NAME))?;
        say("id author the Playout developers")?;
        let variants: Vec<_> = G::VARIANTS.iter().map(|name| format!(" var {name}")).collect();
        say(&format!(
            "option name variant type combo default {}{}",
            G::VARIANTS[0],
            variants.concat()
        ))?;
        say("option name memory type spin default 64 min 1 max 65536")?;
        say(&format!("option name player type string default {}", G::STRONGEST))?;
        say("ugiok")
    }

    fn start(&self) -> Result<G, Error> {
        G::start(&Options::new([("variant", self.variant.as_str())]))
    }

    /// `position startpos|fen P [moves M …]`, where P has spaces.
    fn set_position(&mut self, words: &[&str]) -> Result<(), Error> {
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (position, moves) = words.split_at(end);
        let start = match position {
            ["startpos"] => self.start()?,
            ["fen", text @ ..] => G::parse(&text.join(" "))?,
            _ => {
                let message = "position should be followed by startpos or fen";
                return Err(Error::new(Code::BadPosition, "position", message));
            }
        };
        let mut record = Record::new(start);
        record.play_texts(moves.iter().skip(1).copied())?;
        self.engine.stop();
        self.engine.record = record;
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), Error> {
        let refuse = |message: String| Error::new(Code::BadOption, "option", message);
        let (name, value) = match words {
            ["name", name, "value", value @ ..] => (*name, value.join(" ")),
            _ => return Err(refuse("it should read: setoption name N value V".to_owned())),
        };
        match name {
            "player" => self.engine.set_player(&value),
            "memory" => {
                let memory = value.parse().ok().filter(|mib| (1..=65_536).contains(mib));
                let wanted = || refuse("memory should be a number from 1 to 65536".to_owned());
                self.engine.set_memory(Some(memory.ok_or_else(wanted)?));
                Ok(())
            }
            "variant" => {
                G::start(&Options::new([("variant", value.as_str())]))?;
                self.variant = value;
                Ok(())
            }
            _ => Err(refuse("there are the options variant, memory and player".to_owned())),
        }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let go = match Go::read(words, &CLOCKS) {
            Ok(go) => go,
            Err(message) => return complain(&message),
        };
        let tell = |thought| {
            // Nobody is left to tell; the main thread finds that out too.
            let _ = tell(&thought);
        };
        match self.engine.go(&go, tell) {
            Ok(()) => Ok(()),
            // Whoever asks waits for two words.
            Err(error) => complain(&error.to_string()).and_then(|()| say("bestmove none")),
        }
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
            _ => return complain("there are the queries gameover, p1turn and result"),
        };
        say(&format!("response {answer}"))
    }
}

impl<G: SearchGame> Protocol for Ugi<G> {
    fn line(&mut self, line: &str) -> io::Result<Flow> {
        let words: Vec<_> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(Flow::Continue) };
        match command {
            "ugi" => Self::introduce()?,
            "isready" => say("readyok")?,
            "uginewgame" => {
                self.engine.stop();
                answer(self.start().map(|start| self.engine.record = Record::new(start)))?;
            }
            "position" => answer(self.set_position(rest))?,
            "setoption" => answer(self.set_option(rest))?,
            "go" => self.go(rest)?,
            "stop" => self.engine.stop(),
            "query" => self.query(rest)?,
            "quit" => return Ok(Flow::Quit),
            _ => complain("there is no such command")?,
        }
        Ok(Flow::Continue)
    }

    fn unreadable(&mut self, error: &Error) -> io::Result<()> {
        complain(&error.to_string())
    }

    fn end(&mut self) {
        self.engine.stop();
    }
}

fn answer(result: Result<(), Error>) -> io::Result<()> {
    result.or_else(|error| complain(&error.to_string()))
}

fn complain(message: &str) -> io::Result<()> {
    say(&format!("info string {message}"))
}

fn tell(thought: &Thought) -> io::Result<()> {
    let (Thought::Standing(choice) | Thought::Answer(choice)) = thought;
    say(&info(choice, &format!("cp {}", hundredths(choice))))?;
    match thought {
        Thought::Standing(_) => Ok(()),
        Thought::Answer(choice) => say(&format!("bestmove {}", choice.mv)),
    }
}
