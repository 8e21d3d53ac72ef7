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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_has_its_book() {
        let book = Book::of_program().expect("the book");
        assert_eq!(Book::read(&book.to_file()).as_ref(), Ok(book));
        assert!(book.verify(0, 1, |_| {}).is_ok());
        let counts = book.counts();
        let wins = |placed: usize| counts[placed].wins.iter().sum::<usize>();
        assert_eq!((counts[4].draws, wins(4), counts[4].losses.len()), (82_197, 9_361, 0));
        assert_eq!((counts[3].draws, wins(3), counts[3].losses.len()), (3_316, 66, 0));
        assert_eq!((counts[2].draws, counts[1].draws, counts[0].draws), (148, 8, 1));
    }

    #[test]
    fn some_of_its_values_are_solved_anew() {
        let verified = Book::of_program().expect("the book").verify(8, 1, |_| {});
        assert_eq!(verified.map(|[_, solved]| solved), Ok(8));
    }
}
