use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use playout_games::{Game, Outcome, Record};
use playout_records::{Format, GameTree, NodeId, write};

use crate::failure::Failure;

/// Adds the records of a match to a file: each game as soon as it and all games before it have ended,
/// so that a match that is stopped leaves whole games.
pub(crate) struct Recorder {
    path: PathBuf,
    /// The texts of A and B, for the tags.
    players: [String; 2],
    state: Mutex<State>,
}

struct State {
    file: File,
    /// Whether the file has records already.
    has_records: bool,
    /// The index of the game to be written next.
    next: usize,
    /// The records of later games, by index.
    waiting: BTreeMap<usize, String>,
}

impl Recorder {
    /// Opens a file, which keeps the records that it has.
    pub(crate) fn open(path: &Path, players: [String; 2]) -> Result<Self, Failure> {
        let open = || {
            let file = File::options().append(true).create(true).open(path)?;
            let has_records = file.metadata()?.len() > 0;
            Ok(State { file, has_records, next: 0, waiting: BTreeMap::new() })
        };
        let state = open().map_err(|error: io::Error| {
            Failure::Usage(format!("--record {}: {error}", path.display()))
        })?;
        Ok(Self { path: path.to_owned(), players, state: Mutex::new(state) })
    }

    /// Adds a finished game: the one with this index, in which A was the first or the second side,
    /// and which began with an opening of so many plies.
    pub(super) fn add<G: Game>(
        &self,
        index: usize,
        record: &Record<G>,
        a_is_first: bool,
        opening_plies: usize,
    ) -> Result<(), Failure> {
        let text = self.text(index, record, a_is_first, opening_plies)?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.waiting.insert(index, text);
        state.write().map_err(|error| {
            Failure::Job(format!("cannot write to {}: {error}", self.path.display()))
        })
    }

    fn text<G: Game>(
        &self,
        index: usize,
        record: &Record<G>,
        a_is_first: bool,
        opening_plies: usize,
    ) -> Result<String, Failure> {
        let number = index + 1;
        let tree = || {
            let mut tree = GameTree::new(G::NAME, &record.start().to_string())?;
            let [a, b] = &self.players;
            let [first, second] = if a_is_first { [a, b] } else { [b, a] };
            tree.add_tag("Round", number.to_string())?;
            tree.add_tag("First", first)?;
            tree.add_tag("Second", second)?;
            if let Some(ending) = record.ending() {
                let result = match ending.outcome {
                    Outcome::Win(side) => ["1-0", "0-1"][side as usize],
                    Outcome::Draw => "1/2-1/2",
                };
                tree.add_tag("Result", result)?;
                tree.add_tag("Termination", ending.reason.code())?;
            }
            if opening_plies > 0 {
                tree.add_tag("OpeningPlies", opening_plies.to_string())?;
            }
            record.move_texts().into_iter().try_fold(NodeId::ROOT, |id, mv| tree.add(id, mv))?;
            write(&tree, Format::Pgn)
        };
        tree().map_err(|error| Failure::Job(format!("cannot record game {number}: {error}")))
    }
}

impl State {
    /// Writes the games whose turn it is.
    fn write(&mut self) -> io::Result<()> {
        while let Some(text) = self.waiting.remove(&self.next) {
            // In one piece, so that programs that read the file meanwhile see whole records.
            let gap = if self.has_records { "\n" } else { "" };
            self.file.write_all(format!("{gap}{text}").as_bytes())?;
            self.has_records = true;
            self.next += 1;
        }
        Ok(())
    }
}
