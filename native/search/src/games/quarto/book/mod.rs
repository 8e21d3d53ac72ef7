//! The book: the exact value of every position of the standard variant with up to four pieces on the
//! board, so that no search has to begin there.
//!
//! | file | contents |
//! |---|---|
//! | `index.rs` | the positions, numbered |
//! | `file.rs` | their values as bytes, and the file with them |
//! | `partial.rs` | the file of an unfinished build |
//! | `build.rs` | the values, from the solver |
//! | `verify.rs` | values checked and counted |

mod build;
mod file;
pub(super) mod index;
mod partial;
mod verify;

pub use build::build;
pub use file::Flaw;
pub use verify::Counts;

use playout_games::Error;

use crate::exact::Value;
use file::value_of;
use index::{Index, StandardBoard};

/// The values of all positions with up to four pieces on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// By the number of the position.
    values: Vec<u8>,
}

impl Book {
    /// The book of this program.
    ///
    /// # Errors
    ///
    /// `no_table` if it was built without the book.
    pub fn of_program() -> Result<&'static Self, Error> {
        super::oracle::book()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(file: &[u8]) -> Result<Self, Flaw> {
        Ok(Self { values: file::read(file)? })
    }

    /// The file.
    #[must_use]
    pub fn to_file(&self) -> Vec<u8> {
        file::write(&self.values)
    }

    /// The value of a position whose board has no complete line; `None` if it has too many pieces.
    pub(super) fn value(&self, board: &StandardBoard, hand: u8) -> Option<Value> {
        let number = Index::get().number(board, hand)?;
        Some(value_of(self.values[number]))
    }
}
