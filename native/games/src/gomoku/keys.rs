//! Hashes of stones (Zobrist 1970).

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

/// The key of a stone. The hash is the exclusive or of the keys of all stones.
pub(super) fn of_stone(colour: Colour, point: Point) -> u64 {
    STONES[colour as usize][usize::from(point.row())][usize::from(point.column())]
}
