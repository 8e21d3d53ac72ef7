//! A program driven line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than an answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    pub(crate) fn with(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_playout"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in out.lines() {
                if send.send(line.expect("the program writes UTF-8")).is_err() {
                    return;
                }
            }
        });
        Self { input: child.stdin.take(), child, lines }
    }

    /// Sends some lines.
    pub(crate) fn say(&mut self, lines: &str) {
        self.say_bytes(format!("{lines}\n").as_bytes());
    }

    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it still listens");
        input.write_all(bytes).expect("it reads");
        input.flush().expect("it reads");
    }

    /// The next line of its output.
    pub(crate) fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// The next line with this beginning; skips others.
    pub(crate) fn hear_of(&self, beginning: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).expect("an answer in time");
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Sends something, and returns the next line.
    pub(crate) fn ask(&mut self, lines: &str) -> String {
        self.say(lines);
        self.hear()
    }

    /// Sends something, and returns the next line with this beginning.
    pub(crate) fn ask_of(&mut self, lines: &str, beginning: &str) -> String {
        self.say(lines);
        self.hear_of(beginning)
    }

    /// Whether it prints nothing for this time.
    pub(crate) fn is_silent_for(&self, time: Duration) -> bool {
        self.lines.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
    }

    /// Whether it prints nothing with this beginning for this time.
    pub(crate) fn is_without_for(&self, beginning: &str, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        let left = || deadline.saturating_duration_since(Instant::now());
        let mut lines = std::iter::from_fn(|| self.lines.recv_timeout(left()).ok());
        !lines.any(|line| line.starts_with(beginning))
    }

    /// Closes its input; returns the rest of its output and its exit status.
    pub(crate) fn end(mut self) -> (Vec<String>, Option<i32>) {
        drop(self.input.take());
        let rest = self.lines.iter().collect();
        (rest, self.child.wait().expect("it ends").code())
    }
}

/// A failed test leaves no process running.
impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
