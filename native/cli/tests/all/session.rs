//! A running program that a test talks to line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use std::{env, iter, thread};

/// How long a test waits for anything before it fails, which a slow machine may raise: so many seconds as
/// `PLAYOUT_TEST_PATIENCE` says, or three minutes.
fn patience() -> Duration {
    let seconds = env::var("PLAYOUT_TEST_PATIENCE");
    Duration::from_secs(seconds.map_or(180, |it| it.parse().expect("a number of seconds")))
}

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
        self.line("a line").expect("the program has ended")
    }

    /// Waits for a line, or for the end: `None`.
    fn line(&self, awaited: &str) -> Option<String> {
        match self.lines.recv_timeout(patience()) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("waited in vain for {awaited}"),
        }
    }

    /// Waits for the next line that starts with `prefix`; skips others.
    pub(crate) fn wait_for(&self, prefix: &str) -> String {
        self.lines_up_to(prefix).pop().expect("at least one line")
    }

    /// Waits for the next line that starts with `prefix`, and returns it after those before it.
    pub(crate) fn lines_up_to(&self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.starts_with(prefix)) {
            lines.push(self.line(prefix).unwrap_or_else(|| panic!("no {prefix} after {lines:?}")));
        }
        lines
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

    /// Closes the input, and returns the remaining output and the exit status.
    pub(crate) fn close(mut self) -> (Vec<String>, Option<i32>) {
        drop(self.input.take());
        let rest = iter::from_fn(|| self.line("the end")).collect();
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
