//! OpenSpiel's tree search, run by the Python program in this crate.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The settings that make our search equivalent. Both expand a leaf at its second visit; theirs has
/// rewards from -1 to 1, so its constant is twice ours.
pub(crate) const SETTINGS: &str = "threshold=1,c=1";
const UCT_C: f64 = 2.0;

/// A running Python process.
pub(crate) struct OpenSpiel {
    child: Child,
    input: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl OpenSpiel {
    /// Starts the program with a Python interpreter that has OpenSpiel.
    pub(crate) fn start(python: &Path) -> io::Result<Self> {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("openspiel.py");
        let mut child = Command::new(python)
            .arg(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().expect("it is piped");
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut open_spiel = Self { child, input, answers };
        match open_spiel.hear()?.as_str() {
            "ready" => Ok(open_spiel),
            other => Err(io::Error::other(format!("unexpected line from OpenSpiel: {other}"))),
        }
    }

    /// Runs one search from the start of a game, given by OpenSpiel's name, and returns its CPU time
    /// in seconds.
    pub(crate) fn search(&mut self, game: &str, simulations: u64, seed: u64) -> io::Result<f64> {
        writeln!(self.input, "{game} {simulations} {UCT_C} {seed}")?;
        self.input.flush()?;
        self.hear()?.parse().map_err(io::Error::other)
    }

    fn hear(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            return Err(io::Error::other("OpenSpiel has exited (see above)"));
        }
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for OpenSpiel {
    fn drop(&mut self) {
        // It normally exits when its input is closed; this makes sure.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
