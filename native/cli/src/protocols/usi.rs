//! USI, the protocol of shogi engines, for Animal Shogi, as lishogi's speak it.

use std::io;

use playout_games::animal_shogi::AnimalShogi;
use playout_games::{Code, Error, Game, Options, Record};
use playout_search::Choice;

use super::engine::{Engine, hundredths, info};
use super::go::{ClockNames, Go};
use super::thinking::Thought;
use super::{Flow, Protocol, say, serve};
use crate::failure::Failure;

const CLOCKS: ClockNames = ClockNames { time: ["btime", "wtime"], increment: ["binc", "winc"] };

pub(crate) fn run() -> Result<(), Failure> {
    serve(Usi { engine: Engine::new()? })
}

struct Usi {
    engine: Engine<AnimalShogi>,
}

impl Usi {
    fn introduce() -> io::Result<()> {
        say(&format!("id name Playout {}", env!("CARGO_PKG_VERSION")))?;
        say("id author the Playout developers")?;
        say("option name USI_Hash type spin default 64 min 1 max 65536")?;
        // The name by which lishogi's servers and their engine know the game.
        say("option name UCI_Variant type combo default dobutsu var dobutsu")?;
        say("usiok")
    }

    /// `position sfen BOARD TURN HANDS [NUMBER] [moves M …]`, or `startpos`.
    fn set_position(&mut self, words: &[&str]) -> Result<(), Error> {
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (position, moves) = words.split_at(end);
        let start = match position {
            ["startpos"] => AnimalShogi::start(&Options::default())?,
            // The number of the move says nothing about the position.
            ["sfen", board, turn, hands] | ["sfen", board, turn, hands, _] => {
                AnimalShogi::parse(&format!("{board} {turn} {hands}"))?
            }
            _ => {
                let message = "position should be followed by startpos or sfen";
                return Err(Error::new(Code::BadPosition, "position", message));
            }
        };
        let mut record = Record::new(start);
        record.play_texts(moves.iter().skip(1).copied())?;
        self.engine.stop();
        self.engine.record = record;
        Ok(())
    }

    /// Options that are not ours, and values that mean nothing, change nothing.
    fn set_option(&mut self, words: &[&str]) {
        if let ["name", "USI_Hash", "value", value] = words
            && let Some(memory) = value.parse().ok().filter(|mib| (1..=65_536).contains(mib))
        {
            self.engine.set_memory(Some(memory));
        }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        if words.first() == Some(&"mate") {
            // A search for mates alone, which there is none of.
            return say("checkmate notimplemented");
        }
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
            Err(_finished) => say("bestmove resign"),
        }
    }
}

impl Protocol for Usi {
    fn line(&mut self, line: &str) -> io::Result<Flow> {
        let words: Vec<_> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(Flow::Continue) };
        match command {
            "usi" => Self::introduce()?,
            "isready" => say("readyok")?,
            "usinewgame" => {
                self.engine.stop();
                self.engine.record = Record::new(AnimalShogi::default());
            }
            "position" => {
                if let Err(error) = self.set_position(rest) {
                    complain(&error.to_string())?;
                }
            }
            "setoption" => self.set_option(rest),
            "go" => self.go(rest)?,
            "stop" | "gameover" => self.engine.stop(),
            "quit" => return Ok(Flow::Quit),
            // What is not known is passed over, as the protocol asks.
            _ => {}
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

fn complain(message: &str) -> io::Result<()> {
    say(&format!("info string {message}"))
}

fn tell(thought: &Thought) -> io::Result<()> {
    let (Thought::Standing(choice) | Thought::Answer(choice)) = thought;
    say(&info(choice, &score(choice)))?;
    match thought {
        Thought::Standing(_) => Ok(()),
        Thought::Answer(choice) => say(&format!("bestmove {}", choice.mv)),
    }
}

/// `mate` counts plies, as shogi does; negative, it is against who moves.
fn score(choice: &Choice<String>) -> String {
    match choice.proof {
        Some(proof) if proof.result != "draw" => {
            let sign = if proof.result == "win" { '+' } else { '-' };
            let plies = proof.plies.map_or(String::new(), |plies| plies.to_string());
            format!("mate {sign}{plies}")
        }
        _ => format!("cp {}", hundredths(choice)),
    }
}
