//! Runs the program.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;

pub(crate) const START: &str = "..../..../..../.... -";

/// How a game is written.
pub(crate) struct Sample {
    pub(crate) game: &'static str,
    /// Where it starts.
    pub(crate) start: &'static str,
    /// Moves from there, each of more than one character, after which it goes
    /// on.
    pub(crate) moves: &'static str,
}

pub(crate) const GAMES: &[Sample] = &[
    Sample { game: "quarto", start: START, moves: "-7 c3-A a1-0" },
    Sample { game: "animal_shogi", start: "rkb/1p1/1P1/BKR b -", moves: "2c2b 1a2b P*2c" },
    Sample {
        game: "gomoku",
        start: "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x freestyle",
        moves: "h8 i9 j9",
    },
    Sample { game: "separo", start: "9 r - -", moves: "a9-b8-c8 i9-h8-h7 c8-d7-e7" },
];

/// A command of the program that is not started yet.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_playout"));
    command.args(arguments);
    command
}

pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) errors: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self { status: output.status.code(), out: text(output.stdout), errors: text(output.stderr) }
    }
}

/// Runs it with nothing on standard input.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    run_with(arguments, "")
}

/// Runs it with something on standard input.
pub(crate) fn run_with(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.as_ref().to_vec();
    // A thread, because the program answers before it has read everything. It
    // may not read at all; then nobody minds that this cannot be written.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let ran = child.wait_with_output().expect("the program ends").into();
    writer.join().expect("writing does not panic");
    ran
}

/// What it prints, where it must succeed and have nothing to complain about.
pub(crate) fn answer(arguments: &[&str]) -> String {
    let Ran { status, out, errors } = run(arguments);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{arguments:?}");
    out
}

/// The same, read as one line of JSON.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let out = answer(arguments);
    assert_eq!(out.lines().count(), 1, "{out}");
    serde_json::from_str(&out).expect("it is JSON")
}

/// The complaint of a command that must be refused with one line, and answer
/// nothing.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let Ran { status, out, errors } = run(arguments);
    assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    assert!(errors.starts_with("playout: ") && errors.len() < 300, "{errors}");
    errors
}

/// The names of the fields of an object as they are written, in order.
pub(crate) fn fields(line: &str) -> Vec<String> {
    struct Fields(Vec<String>);

    impl<'de> serde::Deserialize<'de> for Fields {
        fn deserialize<D: serde::Deserializer<'de>>(object: D) -> Result<Self, D::Error> {
            object.deserialize_map(Names)
        }
    }

    struct Names;

    impl<'de> serde::de::Visitor<'de> for Names {
        type Value = Fields;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
            let mut names = Vec::new();
            while let Some((name, _)) = map.next_entry::<String, serde::de::IgnoredAny>()? {
                names.push(name);
            }
            Ok(Fields(names))
        }
    }

    serde_json::from_str::<Fields>(line).expect("it is an object").0
}
