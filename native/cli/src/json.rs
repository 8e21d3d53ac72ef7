//! The commands' JSON output: one object per line, with the documented fields in the documented
//! order.

use std::collections::BTreeMap;
use std::io::{self, Write};

use playout_games::{Description, Detail, Ending, Error};
use playout_search::{self as search, Choice, Level};
use serde::{Serialize, Serializer, ser::SerializeMap};

/// Writes an object on a line of its own and flushes the output.
pub(crate) fn write_line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)?;
    out.flush()
}

#[derive(Serialize)]
pub(crate) struct Show {
    position: String,
    side: &'static str,
    ply: usize,
    moves: Vec<String>,
    outcome: Option<Outcome>,
    score: Option<[u32; 2]>,
}

impl From<Description> for Show {
    fn from(described: Description) -> Self {
        Self {
            position: described.position,
            side: described.side.name(),
            ply: described.played.len(),
            moves: described.moves.into_iter().map(|mv| mv.text).collect(),
            outcome: described.ending.map(Outcome::from),
            score: described.score,
        }
    }
}

#[derive(Serialize)]
struct Outcome {
    result: &'static str,
    reason: &'static str,
    cells: Vec<String>,
}

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Self {
        Self { result: ending.outcome.name(), reason: ending.reason.code(), cells: ending.cells }
    }
}

#[derive(Serialize)]
pub(crate) struct Best {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
    playouts: u64,
    seconds: f64,
    visits: BTreeMap<String, u64>,
    line: Vec<String>,
    proof: Option<Proof>,
    nodes: u64,
    depth: Option<u32>,
    seed: u64,
    /// Only present if lines were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<Line>>,
}

#[derive(Serialize)]
struct Line {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
    visits: u64,
    line: Vec<String>,
    proof: Option<Proof>,
}

#[derive(Serialize)]
struct Proof {
    result: &'static str,
    plies: Option<u32>,
}

impl From<search::Proof> for Proof {
    fn from(proof: search::Proof) -> Self {
        Self { result: proof.result, plies: proof.plies }
    }
}

impl From<search::Line<String>> for Line {
    fn from(line: search::Line<String>) -> Self {
        Self {
            mv: line.mv,
            value: line.value,
            visits: line.visits,
            line: line.line,
            proof: line.proof.map(Proof::from),
        }
    }
}

impl Best {
    /// A choice, with lines if they were requested.
    pub(crate) fn new(choice: Choice<String>, lines: Option<Vec<search::Line<String>>>) -> Self {
        Self {
            mv: choice.mv,
            value: choice.value,
            playouts: choice.playouts,
            seconds: choice.seconds,
            visits: choice.visits.into_iter().collect(),
            line: choice.line,
            proof: choice.proof.map(Proof::from),
            nodes: choice.nodes,
            depth: choice.depth,
            seed: choice.seed,
            lines: lines.map(|lines| lines.into_iter().map(Line::from).collect()),
        }
    }
}

/// How A's games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Results {
    pub(crate) games: usize,
    pub(crate) wins: usize,
    pub(crate) draws: usize,
    pub(crate) losses: usize,
}

#[derive(Serialize)]
pub(crate) struct Match {
    pub(crate) games: usize,
    pub(crate) wins: usize,
    pub(crate) draws: usize,
    pub(crate) losses: usize,
    pub(crate) score: f64,
    pub(crate) interval: [f64; 2],
    pub(crate) elo: Option<f64>,
    pub(crate) elo_interval: Option<[Option<f64>; 2]>,
    pub(crate) plies: f64,
    pub(crate) seconds_per_move: [f64; 2],
    pub(crate) seed: u64,
    /// The games in which A was `First`.
    pub(crate) as_first: Results,
    /// The games in which A was `Second`.
    pub(crate) as_second: Results,
    /// How many moves of A and of B gave away a win or a draw; only present if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mistakes: Option<[usize; 2]>,
    /// The results of whoever had black; only present in games whose sides choose their colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) black: Option<Black>,
}

/// The results of black. The interval is computed from single games, not from pairs.
#[derive(Serialize)]
pub(crate) struct Black {
    #[serde(flatten)]
    pub(crate) results: Results,
    pub(crate) score: f64,
    pub(crate) interval: [f64; 2],
}

#[derive(Serialize)]
pub(crate) struct Levels {
    pub(crate) game: &'static str,
    pub(crate) levels: Vec<LevelSpec>,
    /// Only present if the levels were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ladder: Option<Vec<LevelResult>>,
}

/// A level's result against the player below it.
#[derive(Serialize)]
pub(crate) struct LevelResult {
    pub(crate) level: u32,
    pub(crate) against: &'static str,
    #[serde(flatten)]
    pub(crate) result: Match,
}

#[derive(Serialize)]
pub(crate) struct LevelSpec {
    number: u32,
    name: &'static str,
    spec: &'static str,
}

impl From<&Level> for LevelSpec {
    fn from(level: &Level) -> Self {
        Self { number: level.number, name: level.name, spec: level.spec }
    }
}

/// What a line of input gets instead of a result if it is rejected.
#[derive(Serialize)]
pub(crate) struct ErrorLine<'a> {
    error: ErrorObject<'a>,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    code: &'static str,
    #[serde(rename = "where")]
    place: Option<usize>,
    details: Details<'a>,
    message: String,
}

impl<'a> From<&'a Error> for ErrorLine<'a> {
    fn from(error: &'a Error) -> Self {
        Self {
            error: ErrorObject {
                code: error.code().name(),
                place: error.location(),
                details: Details(error.details()),
                message: error.to_string(),
            },
        }
    }
}

struct Details<'a>(&'a [(&'static str, Detail)]);

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, detail) in self.0 {
            match detail {
                Detail::Text(text) => map.serialize_entry(name, text)?,
                Detail::Number(number) => map.serialize_entry(name, number)?,
                Detail::List(words) => map.serialize_entry(name, words)?,
            }
        }
        map.end()
    }
}

#[derive(Serialize)]
pub(crate) struct Bench {
    pub(crate) game: &'static str,
    pub(crate) playouts_per_second: f64,
    pub(crate) simulations_per_second: f64,
    pub(crate) bytes_per_node: usize,
    pub(crate) signature: u64,
}
