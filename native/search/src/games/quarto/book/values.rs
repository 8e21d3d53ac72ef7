//! The book, and the one that is part of the program.

use std::sync::LazyLock;

use playout_games::{Code, Error};

use super::file::{self, Flaw, value_of};
use super::index::{Index, StandardBoard};
use crate::exact::Value;

/// The file of the program's book; `playout tables build quarto` makes it.
static FILE: &[u8] = include_bytes!("quarto.table");

static OF_PROGRAM: LazyLock<Result<Book, Flaw>> = LazyLock::new(|| Book::read(FILE));

/// The values of all positions with up to four pieces on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// By the number of the position.
    pub(super) values: Vec<u8>,
}

impl Book {
    /// The book of this program.
    ///
    /// # Errors
    ///
    /// `no_table` if it was built without the book.
    pub fn of_program() -> Result<&'static Self, Error> {
        let problem = match &*OF_PROGRAM {
            Ok(book) => return Ok(book),
            Err(Flaw::Damaged) if FILE.is_empty() => "no_file",
            Err(Flaw::Damaged) => "damaged",
            Err(Flaw::Version(_)) => "version",
        };
        let message = "this program was built without the book of quarto; make it with: \
                       playout tables build quarto";
        Err(Error::new(Code::NoTable, problem, message))
    }

    /// The book of this program, if it was built with it.
    pub(crate) fn built_in() -> Option<&'static Self> {
        OF_PROGRAM.as_ref().ok()
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
    pub(crate) fn value(&self, board: &StandardBoard, hand: u8) -> Option<Value> {
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
