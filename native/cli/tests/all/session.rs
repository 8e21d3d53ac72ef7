//! A running program that a test talks to line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Much longer than an answer takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    pub(crate) fn start(arguments: &[&str]) -> Self {
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

    /// Sends one or more lines.
    pub(crate) fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the program reads");
        input.flush().expect("the program reads");
    }

    /// Waits for the next line of output.
    pub(crate) fn next_line(&self) -> String {
        self.lines.recv_timeout(TIMEOUT).expect("an answer in time")
    }

    /// Waits for the next line that starts with `prefix`; skips others.
    pub(crate) fn wait_for(&self, prefix: &str) -> String {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).expect("an answer in time");
            if line.starts_with(prefix) {
                return line;
            }
        }
    }

    /// Sends one or more lines, and waits for the next line of output.
    pub(crate) fn ask(&mut self, lines: &str) -> String {
        self.send(lines);
        self.next_line()
    }

    /// Sends one or more lines, and waits for the next line that starts with `prefix`.
    pub(crate) fn ask_for(&mut self, lines: &str, prefix: &str) -> String {
        self.send(lines);
        self.wait_for(prefix)
    }

    /// Whether the program prints nothing for this long.
    pub(crate) fn is_silent_for(&self, time: Duration) -> bool {
        self.lines.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
    }

    /// Whether the program prints no line that starts with `prefix` for this long.
    pub(crate) fn is_without(&self, prefix: &str, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        let left = || deadline.saturating_duration_since(Instant::now());
        let mut lines = std::iter::from_fn(|| self.lines.recv_timeout(left()).ok());
        !lines.any(|line| line.starts_with(prefix))
    }

    /// Closes the input, and returns the remaining output and the exit status.
    pub(crate) fn close(mut self) -> (Vec<String>, Option<i32>) {
        drop(self.input.take());
        let rest = self.lines.iter().collect();
        (rest, self.child.wait().expect("the program ends").code())
    }
}

/// So that a failed test leaves no process running.
impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
