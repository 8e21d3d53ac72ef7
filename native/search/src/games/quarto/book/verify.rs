//! Checks and counts the values of a book.

use super::build::value_by_replies;
use super::file::value_of;
use super::index::{Index, MOST_PLACED, StandardBoard};
use super::values::Book;
use crate::Random;
use crate::exact::Value;
use crate::games::quarto::solver::{Solution, Table, Wanted};

/// How many positions have each value, with a certain number of pieces on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Classes of boards that are equal by symmetry, where the game goes on.
    pub boards: usize,
    /// Classes of boards with a complete line.
    pub finished: usize,
    /// Drawn positions, that is a board with a piece in hand.
    pub draws: usize,
    /// Positions that are won for the side to move, by the plies to the end of the game.
    pub wins: Vec<usize>,
    /// Positions that are lost for the side to move, in the same way.
    pub losses: Vec<usize>,
}

impl Book {
    /// The counts by the number of pieces on the board.
    #[must_use]
    pub fn counts(&self) -> Vec<Counts> {
        let index = Index::get();
        let mut counts: Vec<_> = (0..=MOST_PLACED)
            .map(|placed| {
                let [_, boards, finished] = index.counts(placed);
                Counts { boards, finished, ..Counts::default() }
            })
            .collect();
        for ((board, _), byte) in index.positions().zip(&self.values) {
            let counts = &mut counts[board.occupied().count_ones() as usize];
            let by_plies = match value_of(*byte) {
                Value::Draw => {
                    counts.draws += 1;
                    continue;
                }
                Value::Win(_) => &mut counts.wins,
                Value::Loss(_) => &mut counts.losses,
            };
            by_plies.resize(by_plies.len().max(usize::from(*byte) + 1), 0);
            by_plies[usize::from(*byte)] += 1;
        }
        counts
    }

    /// Checks every value that follows from those after each move, and solves some of the others
    /// anew: `sample` of them, chosen by the seed. `progress` gets the fraction done. Returns how many
    /// values have been checked in either way.
    ///
    /// # Errors
    ///
    /// A description of the first position whose value is wrong.
    pub fn verify(
        &self,
        sample: u32,
        seed: u64,
        mut progress: impl FnMut(f64),
    ) -> Result<[usize; 2], String> {
        let index = Index::get();
        let positions: Vec<_> = index.positions().collect();
        let [solved, ..] = index.counts(MOST_PLACED);
        let check = |number: usize, expected: Value| {
            let value = value_of(self.values[number]);
            let (board, hand) = &positions[number];
            if value == expected {
                return Ok(());
            }
            let text = text_of(board, *hand);
            Err(format!("the value of {text} is {value:?} instead of {expected:?}"))
        };
        for (number, (board, hand)) in positions.iter().enumerate().skip(solved) {
            check(number, value_by_replies(index, &self.values, board, *hand))?;
        }
        let table = Table::new(VERIFY_BYTES);
        let mut random = Random::new(seed);
        for done in 0..sample {
            let number = random.below(solved as u32) as usize;
            let (board, hand) = &positions[number];
            check(number, Solution::of_board(board, Some(*hand), Wanted::Plies).run(&table))?;
            progress(f64::from(done + 1) / f64::from(sample));
        }
        Ok([positions.len() - solved, sample as usize])
    }
}

/// The size of the transposition table for solving a sample.
const VERIFY_BYTES: usize = 64 << 20;

/// A position as text, with the rows from the top.
fn text_of(board: &StandardBoard, hand: u8) -> String {
    let piece = |cell: u32| {
        let bit = |attribute: u32| (board.lanes() >> (16 * attribute + cell) & 1) << attribute;
        let piece = (0..4).map(bit).sum::<u64>();
        if board.occupied() >> cell & 1 == 0 { ".".to_owned() } else { format!("{piece:X}") }
    };
    let row = |row: u32| (4 * row..4 * row + 4).map(piece).collect::<String>();
    format!("{} {hand:X}", [3, 2, 1, 0].map(row).join("/"))
}

#[cfg(test)]
mod tests {
    use playout_games::Game;
    use playout_games::quarto::Quarto;

    use super::*;

    #[test]
    fn texts_are_positions() {
        for (board, hand) in Index::get().positions().step_by(97) {
            let text = text_of(&board, hand);
            let position = Quarto::parse(&text).expect("a position");
            let again = StandardBoard::of(&position);
            assert_eq!((again.lanes(), again.occupied()), (board.lanes(), board.occupied()));
            assert_eq!(position.hand().map(|piece| piece.index()), Some(hand));
        }
    }

    #[test]
    fn a_wrong_value_is_noticed() {
        let index = Index::get();
        let [solved, ..] = index.counts(MOST_PLACED);
        // With fewer pieces, all positions follow from draws; four pieces, a win is known at once.
        let mut book = Book { values: vec![0; index.len()] };
        let wrong = |book: &Book| book.verify(0, 1, |_| {}).expect_err("a wrong value");
        assert!(wrong(&book).contains("instead of"), "{}", wrong(&book));
        for (number, (board, hand)) in index.positions().enumerate().skip(solved) {
            let value = value_by_replies(index, &book.values, &board, hand);
            book.values[number] = super::super::file::byte_of(value);
        }
        assert_eq!(book.verify(0, 1, |_| {}), Ok([index.len() - solved, 0]));
        let counts = book.counts();
        assert_eq!(counts.len(), MOST_PLACED + 1);
        assert_eq!(counts[4].draws, 91_558);
        assert_eq!(counts[3].wins.iter().sum::<usize>() + counts[3].draws, 3_382);
        // Every position is solved as one or the other.
        let error = book.verify(200, 1, |_| {}).expect_err("some positions are won at once");
        assert!(error.contains("Draw instead of Win(1)"), "{error}");
    }
}
