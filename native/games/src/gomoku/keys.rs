//! Hashes of positions (Zobrist 1970), and the symmetries of the board.

use super::Gomoku;
use super::point::{Colour, Point};
use super::points::ROWS;
use crate::hash::mix;

/// By colour, row and column.
static STONES: [[[u64; ROWS]; ROWS]; 2] = stones();

const fn stones() -> [[[u64; ROWS]; ROWS]; 2] {
    let mut table = [[[0; ROWS]; ROWS]; 2];
    let mut index = 0;
    while index < 2 * ROWS * ROWS {
        table[index / (ROWS * ROWS)][index / ROWS % ROWS][index % ROWS] = mix(0, index as u64);
        index += 1;
    }
    table
}

/// The share of a stone in the hash of all stones, which is their sum
/// (exclusive or).
pub(super) fn of_stone(colour: Colour, point: Point) -> u64 {
    at(colour, usize::from(point.column()), usize::from(point.row()))
}

fn at(colour: Colour, column: usize, row: usize) -> u64 {
    STONES[colour as usize][row][column]
}

impl Gomoku {
    /// The hash of all stones as they lie in each of the eight symmetries of
    /// the board.
    pub(super) fn stones_in_all_symmetries(&self) -> [u64; 8] {
        let last = usize::from(self.size) - 1;
        let mut sums = [0; 8];
        for colour in Colour::ALL {
            for point in self.stones(colour).iter() {
                let (x, y) = (usize::from(point.column()), usize::from(point.row()));
                let (u, v) = (last - x, last - y);
                let images = [(x, y), (u, y), (x, v), (u, v), (y, x), (v, x), (y, u), (v, u)];
                for (sum, (column, row)) in sums.iter_mut().zip(images) {
                    *sum ^= at(colour, column, row);
                }
            }
        }
        sums
    }
}
