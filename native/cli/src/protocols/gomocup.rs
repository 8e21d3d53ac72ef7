//! The protocol of Gomocup's tournaments (Martin Petricek and Petr Lastovicka's
//! Piskvork), for Gomoku.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use playout_games::gomoku::{Gomoku, MAX_SIZE, MIN_SIZE, Point};
use playout_games::{Error, Options};
use playout_search::Limits;

use super::engine::Engine;
use super::stones::{Stone, continued, point_text, read_point, read_stone, set_up};
use super::swap2::{self, Placed};
use super::thinking::{Thought, Until};
use super::times::Times;
use super::{Flow, Protocol, say, serve};
use crate::failure::Failure;

pub(crate) fn run() -> Result<(), Failure> {
    serve(Gomocup {
        engine: Engine::new()?,
        size: None,
        variant: "freestyle",
        times: Times::default(),
        stones: Arc::default(),
        reading: None,
    })
}

struct Gomocup {
    engine: Engine<Gomoku>,
    /// `None` before the first START.
    size: Option<u8>,
    variant: &'static str,
    times: Times,
    stones: Stones,
    reading: Option<Reading>,
}

/// The stones on the board; the search's thread adds to them.
type Stones = Arc<Mutex<Vec<Stone>>>;

/// A list of lines that ends with DONE.
enum Reading {
    Board(Vec<Stone>),
    Swap2(Vec<Point>),
    /// One of the lines was invalid.
    Refused(String),
}

impl Gomocup {
    fn start(&mut self, size: &str) -> io::Result<()> {
        match size.trim().parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size)) {
            Some(size) => {
                self.size = Some(size);
                self.restart()
            }
            None => say(&format!("ERROR the size should be from {MIN_SIZE} to {MAX_SIZE}")),
        }
    }

    /// Starts a new game.
    fn restart(&mut self) -> io::Result<()> {
        self.engine.begin_game(Gomoku::default());
        self.place(Vec::new());
        say("OK")
    }

    fn place(&mut self, stones: Vec<Stone>) {
        *lock(&self.stones) = stones;
    }

    /// Searches the position of these stones and answers a point.
    fn think(&mut self, stones: Vec<Stone>, begun: Instant) -> io::Result<()> {
        let Some(size) = self.size else { return say("ERROR START is missing") };
        let record = match set_up(&stones, size, self.variant) {
            Ok(record) => record,
            Err(message) => return say(&format!("ERROR {message}")),
        };
        self.place(stones);
        self.engine.record = continued(&self.engine.record, &record).unwrap_or(record);
        let until = Until::Deadline(begun + self.times.budget());
        let board = Arc::clone(&self.stones);
        let answered = self.engine.think(Limits::default(), None, until, move |thought| {
            if let Thought::Answer(choice) = thought
                && let Some(point) = Point::parse(&choice.mv)
            {
                lock(&board).push((point, true));
                // If nobody reads the output any more, the main thread will notice too.
                let _ = say(&point_text(point));
            }
        });
        answered.or_else(|error| say(&format!("ERROR {error}")))
    }

    fn read_point(&self, text: &str) -> Result<Point, String> {
        let size = self.size.ok_or("START is missing")?;
        read_point(text, size)
    }

    fn turn(&mut self, text: &str, begun: Instant) -> io::Result<()> {
        match self.read_point(text) {
            Ok(point) => {
                let mut stones = lock(&self.stones).clone();
                stones.push((point, false));
                self.think(stones, begun)
            }
            Err(message) => say(&format!("ERROR {message}")),
        }
    }

    /// Plays one of our own moves, chosen by the manager.
    fn play(&mut self, text: &str) -> io::Result<()> {
        let placed = self.read_point(text).and_then(|point| {
            let mut stones = lock(&self.stones);
            if stones.iter().any(|stone| stone.0 == point) {
                return Err("that point is occupied".to_owned());
            }
            stones.push((point, true));
            Ok(point)
        });
        match placed {
            Ok(point) => say(&point_text(point)),
            Err(message) => say(&format!("ERROR {message}")),
        }
    }

    fn take_back(&mut self, text: &str) -> io::Result<()> {
        let taken = self.read_point(text).and_then(|point| {
            let mut stones = lock(&self.stones);
            let at = stones.iter().position(|stone| stone.0 == point);
            stones.remove(at.ok_or("there is no stone on that point")?);
            Ok(())
        });
        match taken {
            Ok(()) => say("OK"),
            Err(message) => say(&format!("ERROR {message}")),
        }
    }

    /// INFO is never answered, so anything unknown is ignored.
    fn info(&mut self, words: &[&str]) {
        let [key, value] = words else { return };
        let ms = value.parse().ok().map(|ms: i64| Duration::from_millis(ms.max(0) as u64));
        match (key.to_ascii_lowercase().as_str(), ms) {
            ("timeout_turn", Some(time)) => self.times.turn = time,
            // The time left belonged to the previous match time.
            ("timeout_match", Some(time)) => {
                self.times = Times { game: time, left: None, ..self.times };
            }
            ("time_left", Some(time)) => self.times.left = Some(time),
            ("max_memory", Some(_)) => {
                // In bytes; 0 means unlimited.
                let bytes: u64 = value.parse().unwrap_or(0);
                // Half of it is reserved for everything except the tree.
                let mib = (bytes >> 21).clamp(1, 1_024) as u32;
                self.engine.set_memory((bytes > 0).then_some(mib));
            }
            ("rule", _) if *value == "0" => self.variant = "freestyle",
            ("rule", _) if *value == "1" => self.variant = "standard",
            _ => {}
        }
    }

    fn read_line(&mut self, line: &str, begun: Instant) -> io::Result<()> {
        if !line.eq_ignore_ascii_case("DONE") {
            if let (Some(size), Some(reading)) = (self.size, &mut self.reading) {
                reading.take(line, size);
            }
            return Ok(());
        }
        match self.reading.take() {
            Some(Reading::Board(stones)) => self.think(stones, begun),
            Some(Reading::Swap2(stones)) => self.swap2(&stones, begun),
            Some(Reading::Refused(message)) => say(&format!("ERROR {message}")),
            None => Ok(()),
        }
    }

    fn swap2(&mut self, stones: &[Point], begun: Instant) -> io::Result<()> {
        let Some(size) = self.size else { return say("ERROR START is missing") };
        let options = Options::new([
            ("size", size.to_string()),
            ("variant", self.variant.to_owned()),
            ("opening", "swap2".to_owned()),
        ]);
        let spec = self.engine.spec().limited(Limits::default(), None);
        match Placed::new(&options, stones) {
            Ok(placed) => {
                let time = self.times.budget();
                self.engine.begin(move |stop| {
                    let _ = say(&swap2::answer(placed, &spec, begun, time, stop));
                });
                Ok(())
            }
            Err(message) => say(&format!("ERROR {message}")),
        }
    }

    fn command(&mut self, command: &str, rest: &str, begun: Instant) -> io::Result<Flow> {
        let words: Vec<_> = rest.split_whitespace().collect();
        match command {
            // These may arrive during a search.
            "INFO" => self.info(&words),
            "ABOUT" => say(&format!(
                "name=\"Playout\", version=\"{}\", author=\"the Playout developers\"",
                env!("CARGO_PKG_VERSION")
            ))?,
            "END" => return Ok(Flow::Quit),
            _ => {
                self.engine.stop();
                self.quiet_command(command, rest, begun)?;
            }
        }
        Ok(Flow::Continue)
    }

    fn quiet_command(&mut self, command: &str, rest: &str, begun: Instant) -> io::Result<()> {
        match command {
            "START" => self.start(rest),
            "RECTSTART" => match rest.split_once(',') {
                Some((width, height)) if width.trim() == height.trim() => self.start(width),
                _ => say("ERROR only square boards are supported"),
            },
            "RESTART" | "BEGIN" | "BOARD" | "SWAP2BOARD" if self.size.is_none() => {
                say("ERROR START is missing")
            }
            "RESTART" => self.restart(),
            "BEGIN" => {
                let stones = lock(&self.stones).clone();
                self.think(stones, begun)
            }
            "TURN" => self.turn(rest, begun),
            "PLAY" => self.play(rest),
            "TAKEBACK" => self.take_back(rest),
            "BOARD" => {
                self.reading = Some(Reading::Board(Vec::new()));
                Ok(())
            }
            "SWAP2BOARD" => {
                self.reading = Some(Reading::Swap2(Vec::new()));
                Ok(())
            }
            _ => say("UNKNOWN command"),
        }
    }
}

impl Reading {
    /// `X,Y,FIELD` of a board, `X,Y` of an opening.
    fn take(&mut self, line: &str, size: u8) {
        let read = match self {
            Self::Board(stones) => read_stone(line, size).map(|stone| stones.push(stone)),
            Self::Swap2(stones) => read_point(line, size).map(|point| stones.push(point)),
            Self::Refused(_) => Ok(()),
        };
        if let Err(message) = read {
            *self = Self::Refused(message);
        }
    }
}

impl Protocol for Gomocup {
    fn line(&mut self, line: &str) -> io::Result<Flow> {
        let begun = Instant::now();
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = command.to_ascii_uppercase();
        if line.is_empty() {
            Ok(Flow::Continue)
        } else if self.reading.is_some() && command != "END" {
            self.read_line(line, begun).map(|()| Flow::Continue)
        } else {
            self.command(&command, rest, begun)
        }
    }

    fn unreadable(&mut self, error: &Error) -> io::Result<()> {
        match &mut self.reading {
            // DONE will answer.
            Some(reading) => *reading = Reading::Refused(error.to_string()),
            None => say(&format!("ERROR {error}"))?,
        }
        Ok(())
    }

    fn end(&mut self) {
        self.engine.stop();
    }
}

/// A panic in another thread leaves the stones intact.
fn lock(stones: &Mutex<Vec<Stone>>) -> std::sync::MutexGuard<'_, Vec<Stone>> {
    stones.lock().unwrap_or_else(PoisonError::into_inner)
}
