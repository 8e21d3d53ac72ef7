//! Helpers that run the program.

use std::io::Write;
use std::path::PathBuf;
use std::process::{self, Command, Output, Stdio};
use std::{env, fs, thread};

use playout_games::{Code, Description, GAMES, MoveText, describe};
use serde_json::Value;

pub(crate) const START: &str = "..../..../..../.... -";

/// A game's start position and a few moves.
pub(crate) struct Sample {
    pub(crate) game: &'static str,
    /// The start position.
    pub(crate) start: String,
    /// Moves from there that do not end the game. Without its last character none of them is a
    /// move, and none is legal twice in a row.
    pub(crate) moves: String,
}

/// A sample for every game.
pub(crate) fn samples() -> Vec<Sample> {
    GAMES.iter().map(|game| sample(game)).collect()
}

fn sample(game: &'static str) -> Sample {
    let start = described(game, None, &[]);
    let mut moves = Vec::new();
    for _ in 0..3 {
        let after = |more: &[&str]| describe(game, None, [&moves[..], more].concat());
        let fits = |mv: &&MoveText| {
            let text = mv.text.as_str();
            let (cut, _) = text.split_at(text.len() - 1);
            after(&[cut]).is_err()
                && after(&[text, text]).is_err_and(|error| error.code() == Code::IllegalMove)
        };
        let legal = after(&[]).expect("legal moves").moves;
        let text = &legal.iter().rev().find(fits).expect("a move that fits").text;
        moves.push(text.clone().leak());
    }
    Sample { game, start: start.position, moves: moves.join(" ") }
}

fn described(game: &str, position: Option<&str>, moves: &[&str]) -> Description {
    let described = describe(game, position, moves.iter().copied());
    described.unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// A position in which the game is over.
pub(crate) fn finished(game: &str) -> String {
    const PLIES: usize = 1_000;

    let played = |stride: usize| {
        let mut position = described(game, None, &[]);
        for ply in 0..PLIES {
            if position.ending.is_some() {
                return Some(position.position);
            }
            let mv = &position.moves[ply * stride % position.moves.len()].text;
            position = described(game, Some(&position.position), &[mv]);
        }
        None
    };
    (1..100).find_map(played).unwrap_or_else(|| panic!("{game} does not end"))
}

/// The command that runs the program with these arguments.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_playout"));
    command.args(arguments);
    command
}

pub(crate) struct RunOutput {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) errors: String,
}

/// A directory for the files of a test, which is removed at its end.
pub(crate) struct Directory(PathBuf);

impl Directory {
    pub(crate) fn new(test: &str) -> Self {
        let path = env::temp_dir().join(format!("playout-{test}-{}", process::id()));
        fs::create_dir(&path).expect("a new directory");
        Self(path)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_owned()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // If that fails, the system will remove it some day.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl From<Output> for RunOutput {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self { status: output.status.code(), out: text(output.stdout), errors: text(output.stderr) }
    }
}

/// Runs the program without input.
pub(crate) fn run(arguments: &[&str]) -> RunOutput {
    run_with(arguments, "")
}

/// Runs the program with this standard input.
pub(crate) fn run_with(arguments: &[&str], input: impl AsRef<[u8]>) -> RunOutput {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.as_ref().to_vec();
    // A separate thread, because the program answers before it has read everything. If it does not
    // read at all, writing may fail.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends").into();
    writer.join().expect("writing does not panic");
    output
}

/// The output of a command that must succeed and print no errors.
pub(crate) fn answer(arguments: &[&str]) -> String {
    let RunOutput { status, out, errors } = run(arguments);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{arguments:?}");
    out
}

/// The output of such a command, parsed as one line of JSON.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let out = answer(arguments);
    assert_eq!(out.lines().count(), 1, "{out}");
    serde_json::from_str(&out).expect("valid JSON")
}

/// The error of a command that must fail with exit status 2, one line of error and no output.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let RunOutput { status, out, errors } = run(arguments);
    assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    assert!(errors.starts_with("playout: ") && errors.len() < 300, "{errors}");
    errors
}

/// The names of an object's fields, in the order in which they are written.
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

    serde_json::from_str::<Fields>(line).expect("an object").0
}
