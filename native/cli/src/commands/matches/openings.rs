//! How the pairs of a match start.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use playout_games::{Game, Options, Record};
use playout_search::Random;

use super::random_openings;
use crate::boards::Board;
use crate::failure::Failure;
use crate::lines::next_line;

/// How the pairs of a match start.
pub(crate) enum Openings {
    /// With so many random legal plies.
    Random { plies: u32 },
    /// With the lines of a file.
    File(PathBuf),
    /// With openings that the engine judges near even.
    Balanced,
    /// With the opening swap2, which the players play.
    Swap2,
}

impl Openings {
    /// The start of each pair.
    pub(super) fn of_pairs<G: Board>(
        &self,
        start: &Record<G>,
        pairs: usize,
        random: &mut Random,
    ) -> Result<Vec<Record<G>>, Failure> {
        let openings = match self {
            Self::File(path) => return repeat(&read(path, pairs)?, pairs),
            Self::Swap2 => {
                let start = G::start(&Options::new([("opening", "swap2")])).map_err(|_| {
                    Failure::Usage(format!("--openings swap2: {} does not have it", G::NAME))
                })?;
                return Ok(vec![Record::new(start); pairs]);
            }
            Self::Random { plies } => random_openings::draw(start, *plies, pairs, random)
                .ok_or_else(|| {
                    format!("--opening-plies {plies}: every opening of this length ends the game")
                }),
            Self::Balanced => G::balanced_openings(start, pairs, random).ok_or_else(|| {
                format!("--openings balanced: there are none for {} from this position", G::NAME)
            }),
        };
        let after = |opening: Vec<G::Move>| {
            let mut record = start.clone();
            opening.into_iter().for_each(|mv| record.play(mv));
            record
        };
        Ok(openings.map_err(Failure::Usage)?.into_iter().map(after).collect())
    }
}

/// The openings in order, and again from the first if there are more pairs.
fn repeat<G: Game>(openings: &[Record<G>], pairs: usize) -> Result<Vec<Record<G>>, Failure> {
    if openings.is_empty() {
        return Err(Failure::Usage("--openings: the file has no openings".to_owned()));
    }
    Ok(openings.iter().cycle().take(pairs).cloned().collect())
}

/// Reads at most so many openings from a file that has one on each line that is not empty.
fn read<G: Game>(path: &Path, most: usize) -> Result<Vec<Record<G>>, Failure> {
    let name = path.display();
    let unreadable = |error| Failure::Usage(format!("--openings {name}: {error}"));
    let mut input = BufReader::new(File::open(path).map_err(unreadable)?);
    let mut openings = Vec::new();
    let mut number = 0;
    while openings.len() < most
        && let Some(line) = next_line(&mut input).map_err(unreadable)?
    {
        number += 1;
        let in_line = |what: &dyn std::fmt::Display| {
            Failure::Usage(format!("--openings {name}: line {number}: {what}"))
        };
        let line = line.map_err(|error| in_line(&error))?;
        if line.trim().is_empty() {
            continue;
        }
        let record = Record::from_line(&line).map_err(|error| in_line(&error))?;
        if record.outcome().is_some() {
            return Err(in_line(&"the game is over"));
        }
        openings.push(record);
    }
    Ok(openings)
}
