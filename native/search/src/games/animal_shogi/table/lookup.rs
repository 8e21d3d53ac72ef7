//! The table in memory.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::{fmt, thread};

use playout_games::animal_shogi::{Animal, AnimalShogi, Square};
use playout_games::{Error, Game, Side};

use super::file::{self, Counts};
use super::index::{Index, SLOTS};
use super::pieces::{Piece, Placement};
use super::value::value;
use crate::exact::{Oracle, Value};

/// More threads than this do not make reading faster, because the processor waits for its memory.
const MAX_READERS: usize = 4;

/// The table of Animal Shogi in memory, about 250 MB.
pub struct Table {
    entries: Vec<u8>,
    pub(super) counts: Counts,
}

/// The tables that this process has read, by path.
static OPENED: Mutex<Vec<(PathBuf, Arc<Table>)>> = Mutex::new(Vec::new());

impl Table {
    /// Reads a table. A process reads each path only once, and keeps the table.
    ///
    /// # Errors
    ///
    /// `no_table` if the file is missing, cannot be read, is damaged, or has another version.
    pub fn open(path: &Path) -> Result<Arc<Self>, Error> {
        // Whoever else needs the table meanwhile waits for it here.
        let mut opened = OPENED.lock().unwrap_or_else(|it| it.into_inner());
        if let Some((_, table)) = opened.iter().find(|(known, _)| known == path) {
            return Ok(Arc::clone(table));
        }
        let table = Arc::new(Self::read(path)?);
        opened.push((path.to_owned(), Arc::clone(&table)));
        Ok(table)
    }

    /// Checks that a table is there and undamaged, without keeping it.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Self::open).
    pub fn check(path: &Path) -> Result<(), Error> {
        file::check(path, SLOTS)
    }

    /// Reads a table anew.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Self::open).
    pub fn read(path: &Path) -> Result<Self, Error> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let (entries, counts) = file::read(path, SLOTS, cores.min(MAX_READERS))?;
        Ok(Self { entries, counts })
    }

    /// The value of a position for the given side, which is to move.
    #[inline]
    pub(super) fn value_of(&self, position: &Placement, to_move: usize) -> Value {
        value(Index::full(), position, to_move, |slot| self.entries[slot as usize])
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

impl Oracle<AnimalShogi> for Table {
    /// The value by the standard rules, whatever the variant.
    fn value(&self, position: &AnimalShogi) -> Value {
        if let Some(outcome) = position.outcome() {
            return Value::of_outcome(position, outcome);
        }
        match placement_of(position) {
            Some(placement) => self.value_of(&placement, position.side_to_move() as usize),
            None => unreachable!("a game with a captured lion is over"),
        }
    }
}

/// The pieces of a position, side 0 being the first side; `None` if a lion is missing.
pub(super) fn placement_of(position: &AnimalShogi) -> Option<Placement> {
    let lion = |side| Some(position.lion(side)?.index() as u8);
    let mut placement =
        Placement { lions: [lion(Side::First)?, lion(Side::Second)?], pieces: Default::default() };
    let mut counts = [0; 3];
    let mut put = |kind: usize, piece: Piece| {
        // There are two of each kind.
        placement.pieces[2 * kind + counts[kind] % 2] = piece;
        counts[kind] += 1;
    };
    for square in Square::all() {
        let Some(piece) = position.piece_at(square) else { continue };
        let (square, side) = (square.index(), piece.side as usize);
        match piece.animal {
            Animal::Giraffe => put(0, Piece::on(square, side)),
            Animal::Elephant => put(1, Piece::on(square, side)),
            Animal::Chick => put(2, Piece::on(square, side)),
            Animal::Hen => put(2, Piece::hen_on(square, side)),
            Animal::Lion => {}
        }
    }
    for side in Side::BOTH {
        for (kind, animal) in Animal::IN_HAND.into_iter().enumerate() {
            for _ in 0..position.in_hand(side, animal) {
                put(kind, Piece::held_by(side as usize));
            }
        }
    }
    Some(placement)
}
