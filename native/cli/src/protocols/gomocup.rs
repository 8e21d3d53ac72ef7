//! The protocol of Gomocup tournaments (that of Piskvork, by Martin Petricek and
//! Petr Lastovicka), for Gomoku.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use playout_games::gomoku::{Gomoku, MAX_SIZE, MIN_SIZE, Point};
use playout_games::{Error, Options};
use playout_search::Limits;

use super::engine::Engine;
use super::search_thread::{Report, Until};
use super::stones::{Stone, as_continuation, point_text, read_point, read_stone, set_up};
use super::swap2::{self, Opening};
use super::times::{Lateness, Times};
use super::{Protocol, send, serve};
use crate::failure::Failure;

const NOT_STARTED: &str = "START must be sent first";

pub(crate) fn run() -> Result<(), Failure> {
    serve(Gomocup::new()?)
}

struct Gomocup {
    engine: Engine<Gomoku>,
    /// `None` before the first START.
    size: Option<u8>,
    variant: &'static str,
    /// Why games cannot be played by the rule that the manager last named.
    refused_rule: Option<String>,
    times: Times,
    lateness: Lateness,
    stones: Stones,
    reading: Option<Reading>,
    /// Whether the manager has sent END, after which no move may be sent.
    has_ended: Arc<AtomicBool>,
}

/// The stones on the board. The search thread adds its own.
type Stones = Arc<Mutex<Vec<Stone>>>;

/// A list of stones that is being read, one per line, until DONE.
enum Reading {
    Board(Vec<Stone>),
    Swap2(Vec<Point>),
    /// One of the lines was invalid.
    Invalid(String),
}

impl Gomocup {
    fn new() -> Result<Self, Error> {
        Ok(Self {
            engine: Engine::new()?,
            size: None,
            variant: "freestyle",
            refused_rule: None,
            times: Times::default(),
            lateness: Lateness::default(),
            stones: Arc::default(),
            reading: None,
            has_ended: Arc::default(),
        })
    }

    fn start(&mut self, size: &str) -> io::Result<()> {
        match size.trim().parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size)) {
            Some(size) => {
                self.size = Some(size);
                self.restart()
            }
            None => send(&format!("ERROR size must be from {MIN_SIZE} to {MAX_SIZE}")),
        }
    }

    /// Starts a new game.
    fn restart(&mut self) -> io::Result<()> {
        self.engine.begin_game(Gomoku::default());
        self.engine.warm_up();
        self.place(Vec::new());
        send("OK")
    }

    fn place(&mut self, stones: Vec<Stone>) {
        *lock(&self.stones) = stones;
    }

    /// Searches the position with these stones, if it is valid, and answers with a point.
    fn think(&mut self, stones: Vec<Stone>, begun: Instant) -> io::Result<()> {
        let Some(size) = self.size else { return send(&format!("ERROR {NOT_STARTED}")) };
        let record = match set_up(&stones, size, self.variant) {
            Ok(record) => record,
            Err(message) => return send(&format!("ERROR {message}")),
        };
        // A running search adds its answer to the stones that were there before.
        self.engine.stop();
        self.place(stones);
        self.engine.record = as_continuation(&self.engine.record, &record).unwrap_or(record);
        let due = begun + self.times.budget(&self.lateness);
        let until = Until::Deadline(due);
        let (board, lateness) = (Arc::clone(&self.stones), self.lateness.clone());
        let has_ended = Arc::clone(&self.has_ended);
        let started =
            self.engine.think(Limits::default(), None, until, move |report| match report {
                Report::Progress(_) => {}
                Report::Answer(choice) => {
                    if let Some(point) = Point::parse(&choice.mv) {
                        lock(&board).push((point, true));
                        answer(&point_text(point), &has_ended);
                        lateness.note(due);
                    }
                }
                Report::Failure(error) => answer(&format!("ERROR {error}"), &has_ended),
            });
        started.or_else(|error| send(&format!("ERROR {error}")))
    }

    fn read_point(&self, text: &str) -> Result<Point, String> {
        let size = self.size.ok_or(NOT_STARTED)?;
        read_point(text, size)
    }

    /// Reads a point without a stone.
    fn read_free_point(&self, text: &str) -> Result<Point, String> {
        let point = self.read_point(text)?;
        match self.find(point) {
            Some(_) => Err("this point is occupied".to_owned()),
            None => Ok(point),
        }
    }

    /// The index of the stone on a point.
    fn find(&self, point: Point) -> Option<usize> {
        lock(&self.stones).iter().position(|stone| stone.0 == point)
    }

    fn turn(&mut self, text: &str, begun: Instant) -> io::Result<()> {
        match self.read_free_point(text) {
            Ok(point) => {
                self.engine.stop();
                let mut stones = lock(&self.stones).clone();
                stones.push((point, false));
                self.think(stones, begun)
            }
            Err(message) => send(&format!("ERROR {message}")),
        }
    }

    /// Plays a move for our side that the manager chose.
    fn play(&mut self, text: &str) -> io::Result<()> {
        let placed = self.read_free_point(text).and_then(|_| {
            self.engine.stop();
            // The answer of a running search may be on this point.
            let point = self.read_free_point(text)?;
            lock(&self.stones).push((point, true));
            Ok(point)
        });
        match placed {
            Ok(point) => send(&point_text(point)),
            Err(message) => send(&format!("ERROR {message}")),
        }
    }

    fn take_back(&mut self, text: &str) -> io::Result<()> {
        let taken = self.read_point(text).and_then(|point| {
            let index = self.find(point).ok_or("there is no stone on this point")?;
            self.engine.stop();
            lock(&self.stones).remove(index);
            Ok(())
        });
        match taken {
            Ok(()) => send("OK"),
            Err(message) => send(&format!("ERROR {message}")),
        }
    }

    /// INFO gets no answer, so unknown keys are ignored, and a rule that we do not know is refused
    /// when a game or a move is asked for.
    fn info(&mut self, words: &[&str]) {
        let [key, value, ..] = words else { return };
        let ms = value.parse().ok().map(|ms: i64| Duration::from_millis(ms.max(0) as u64));
        match (key.to_ascii_lowercase().as_str(), ms) {
            ("timeout_turn", Some(time)) => self.times.turn = time,
            // The time left was for the previous match.
            ("timeout_match", Some(time)) => {
                self.times = Times { game: time, left: None, ..self.times };
            }
            ("time_left", Some(time)) => self.times.left = Some(time),
            ("max_memory", Some(_)) => {
                // In bytes; 0 means unlimited.
                let bytes: u64 = value.parse().unwrap_or(0);
                // Half is reserved for everything except the tree.
                let mib = (bytes >> 21).clamp(1, 1_024) as u32;
                self.engine.set_memory((bytes > 0).then_some(mib));
            }
            ("rule", _) => match *value {
                "0" => (self.variant, self.refused_rule) = ("freestyle", None),
                "1" => (self.variant, self.refused_rule) = ("standard", None),
                other => {
                    self.refused_rule = Some(format!(
                        "rule {other} is not supported; use 0 (freestyle) or 1 (exactly five)"
                    ));
                }
            },
            _ => {}
        }
    }

    fn read_line(&mut self, line: &str, begun: Instant) -> io::Result<()> {
        if !line.eq_ignore_ascii_case("DONE") {
            if let Some(reading) = &mut self.reading {
                reading.add(line, self.size.unwrap_or(MAX_SIZE));
            }
            return Ok(());
        }
        match self.reading.take() {
            Some(Reading::Board(stones)) => self.think(stones, begun),
            Some(Reading::Swap2(stones)) => self.swap2(&stones, begun),
            Some(Reading::Invalid(message)) => send(&format!("ERROR {message}")),
            None => Ok(()),
        }
    }

    fn swap2(&mut self, stones: &[Point], begun: Instant) -> io::Result<()> {
        let Some(size) = self.size else { return send(&format!("ERROR {NOT_STARTED}")) };
        let options = Options::new([
            ("size", size.to_string()),
            ("variant", self.variant.to_owned()),
            ("opening", "swap2".to_owned()),
        ]);
        let spec = self.engine.spec().limited(Limits::default(), None);
        match Opening::new(&options, stones) {
            Ok(opening) => {
                let time = self.times.budget(&self.lateness);
                let has_ended = Arc::clone(&self.has_ended);
                self.engine.begin(move |stop| {
                    answer(&swap2::answer(opening, &spec, begun, time, stop), &has_ended);
                });
                Ok(())
            }
            Err(message) => send(&format!("ERROR {message}")),
        }
    }

    fn command(
        &mut self,
        command: &str,
        rest: &str,
        begun: Instant,
    ) -> io::Result<ControlFlow<()>> {
        let words: Vec<_> = rest.split_whitespace().collect();
        match command {
            "INFO" => self.info(&words),
            "ABOUT" => send(&format!(
                "name=\"Playout\", version=\"{}\", author=\"the Playout developers\"",
                env!("CARGO_PKG_VERSION")
            ))?,
            "END" => {
                self.has_ended.store(true, Ordering::Relaxed);
                return Ok(ControlFlow::Break(()));
            }
            _ => self.game_command(command, rest, begun)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Handles a command about the game, which stops a running search if the command is valid.
    fn game_command(&mut self, command: &str, rest: &str, begun: Instant) -> io::Result<()> {
        let refusal = match command {
            "START" | "RECTSTART" => self.refused_rule.as_deref(),
            "RESTART" | "BEGIN" | "TURN" | "BOARD" | "SWAP2BOARD" => {
                self.refused_rule.as_deref().or(self.size.is_none().then_some(NOT_STARTED))
            }
            _ => None,
        };
        if let Some(message) = refusal {
            if let "BOARD" | "SWAP2BOARD" = command {
                // The error is sent when DONE arrives.
                self.reading = Some(Reading::Invalid(message.to_owned()));
                return Ok(());
            }
            return send(&format!("ERROR {message}"));
        }
        match command {
            "START" => self.start(rest),
            "RECTSTART" => match rest.split_once(',') {
                Some((width, height)) if width.trim() == height.trim() => self.start(width),
                _ => send("ERROR only square boards are supported"),
            },
            "RESTART" => self.restart(),
            "BEGIN" => {
                self.engine.stop();
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
            _ => send("UNKNOWN command"),
        }
    }
}

impl Reading {
    /// Adds a stone: `X,Y,FIELD` for a board, `X,Y` for an opening.
    fn add(&mut self, line: &str, size: u8) {
        let read = match self {
            Self::Board(stones) => {
                read_stone(line, size).and_then(|stone| add_within(stones, stone, size))
            }
            Self::Swap2(stones) => {
                read_point(line, size).and_then(|point| add_within(stones, point, size))
            }
            Self::Invalid(_) => Ok(()),
        };
        if let Err(message) = read {
            *self = Self::Invalid(message);
        }
    }
}

/// Adds a stone to a list, unless the board has no point for it. So no list grows without end.
fn add_within<T>(stones: &mut Vec<T>, stone: T, size: u8) -> Result<(), String> {
    let most = usize::from(size).pow(2);
    if stones.len() == most {
        return Err(format!("the board has only {most} points"));
    }
    stones.push(stone);
    Ok(())
}

/// Sends the answer of a search, unless the manager has ended the program.
fn answer(line: &str, has_ended: &AtomicBool) {
    if !has_ended.load(Ordering::Relaxed) {
        // If the output is closed, the main thread will notice too.
        let _ = send(line);
    }
}

impl Protocol for Gomocup {
    fn line(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let begun = Instant::now();
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = command.to_ascii_uppercase();
        if line.is_empty() {
            Ok(ControlFlow::Continue(()))
        } else if self.reading.is_some() && command != "END" {
            self.read_line(line, begun).map(|()| ControlFlow::Continue(()))
        } else {
            self.command(&command, rest, begun)
        }
    }

    fn unreadable(&mut self, error: &Error) -> io::Result<()> {
        match &mut self.reading {
            // The error is sent when DONE arrives.
            Some(reading) => *reading = Reading::Invalid(error.to_string()),
            None => send(&format!("ERROR {error}"))?,
        }
        Ok(())
    }

    fn end(&mut self) {
        self.engine.stop();
    }
}

/// Locks the stones. A panic in the other thread cannot have left them half changed.
fn lock(stones: &Mutex<Vec<Stone>>) -> std::sync::MutexGuard<'_, Vec<Stone>> {
    stones.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_that_a_manager_sets_are_those_of_the_next_turn() {
        let mut gomocup = Gomocup::new().expect("a protocol");
        // The turn, the match, and what is left of it, in milliseconds.
        for (line, times) in [
            ("INFO timeout_turn 5000", (5_000, 0, None)),
            ("INFO time_left 400", (5_000, 0, Some(400))),
            ("INFO timeout_match 60000", (5_000, 60_000, None)),
            ("info TIME_LEFT 300\r", (5_000, 60_000, Some(300))),
            ("INFO time_left -1", (5_000, 60_000, Some(0))),
            ("INFO timeout_turn soon", (5_000, 60_000, Some(0))),
            ("INFO timeout_turn 0", (0, 60_000, Some(0))),
        ] {
            let _ = gomocup.line(line).expect("no output fails");
            let Times { turn, game, left } = gomocup.times;
            let left = left.map(|it| it.as_millis());
            assert_eq!((turn.as_millis(), game.as_millis(), left), times, "{line}");
        }
    }
}
