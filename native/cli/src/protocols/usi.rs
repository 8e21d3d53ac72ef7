//! USI, the protocol of shogi engines, for Animal Shogi, in lishogi's dialect.

use std::io;
use std::ops::ControlFlow;

use playout_games::animal_shogi::AnimalShogi;
use playout_games::{Code, Error, Game, Options};
use playout_search::Choice;

use super::engine::Engine;
use super::go::ClockNames;
use super::uci::Dialect;
use super::{Protocol, send, serve, uci};
use crate::failure::Failure;

const DIALECT: Dialect = Dialect {
    clocks: ClockNames { time: ["btime", "wtime"], increment: ["binc", "winc"] },
    score,
    no_move: "resign",
};

pub(crate) fn run() -> Result<(), Failure> {
    serve(Usi { engine: Engine::new()? })
}

struct Usi {
    engine: Engine<AnimalShogi>,
}

impl Usi {
    fn introduce() -> io::Result<()> {
        send(&format!("id name Playout {}", env!("CARGO_PKG_VERSION")))?;
        send("id author the Playout developers")?;
        send(&uci::memory_option("USI_Hash"))?;
        // What lishogi and its engine call the game.
        send("option name UCI_Variant type combo default dobutsu var dobutsu")?;
        send("usiok")
    }

    /// `position sfen BOARD TURN HANDS [NUMBER] [moves M …]`, or `startpos`.
    fn set_position(&mut self, words: &[&str]) -> Result<(), Error> {
        let (start, moves) = uci::split_moves(words);
        let start = match start {
            ["startpos"] => AnimalShogi::start(&Options::default())?,
            // The move number does not change the position.
            ["sfen", board, turn, hands] | ["sfen", board, turn, hands, _] => {
                AnimalShogi::parse(&format!("{board} {turn} {hands}"))?
            }
            _ => {
                let message = "position must be followed by startpos or sfen";
                return Err(Error::new(Code::BadPosition, "position", message));
            }
        };
        self.engine.set_position(start, moves)
    }

    /// Unknown options and invalid values are ignored.
    fn set_option(&mut self, words: &[&str]) {
        if let ["name", "USI_Hash", "value", value] = words
            && let Ok(memory) = uci::read_memory(value)
        {
            self.engine.set_memory(Some(memory));
        }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        if words.first() == Some(&"mate") {
            // Asks for a search for checkmates only, which we do not have.
            return send("checkmate notimplemented");
        }
        uci::go(&mut self.engine, words, &DIALECT)
    }
}

impl Protocol for Usi {
    fn line(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let words: Vec<_> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else {
            return Ok(ControlFlow::Continue(()));
        };
        match command {
            "usi" => Self::introduce()?,
            "isready" => send("readyok")?,
            "usinewgame" => self.engine.begin_game(AnimalShogi::default()),
            "position" => uci::report_if_rejected(self.set_position(rest))?,
            "setoption" => self.set_option(rest),
            "go" => self.go(rest)?,
            "stop" | "gameover" => self.engine.stop(),
            "quit" => return Ok(ControlFlow::Break(())),
            // USI requires engines to ignore unknown commands.
            _ => {}
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

/// `mate` counts plies, as is usual in shogi, and is negative if the side to move loses.
fn score(choice: &Choice<String>) -> String {
    match choice.proof {
        Some(proof) if proof.result != "draw" => {
            let sign = if proof.result == "win" { '+' } else { '-' };
            let plies = proof.plies.map_or(String::new(), |plies| plies.to_string());
            format!("mate {sign}{plies}")
        }
        _ => uci::centiwins(choice),
    }
}
