//! The lines of a board as vectors of bytes, one byte for each line.
//!
//! A byte is a set of *traits*: bit `a` stands for having attribute `a`, and bit `4 + a` for lacking
//! it, so a piece has four traits of eight. The rows, columns and diagonals fit into one vector, and
//! the blocks of the variant `squares` into a second one.

use playout_games::quarto::{LINES, STRAIGHT_LINES};
use wide::u8x16;

/// How many lines of a vector can pass through a cell.
pub(super) const MOST_THROUGH: [usize; 2] = [3, 4];

/// The number of vectors with all lines of a variant.
pub(crate) const STANDARD: usize = 1;
pub(super) const SQUARES: usize = 2;

/// The traits of a piece.
pub(super) const fn traits(piece: u8) -> u8 {
    piece | (!piece & 0xF) << 4
}

/// The lines of a vector, as sets of cells.
const fn sets(vector: usize) -> &'static [u16] {
    let (straight, blocks) = LINES.split_at(STRAIGHT_LINES);
    if vector == 0 { straight } else { blocks }
}

/// By vector and cell: all bits for each line through the cell.
pub(super) static THROUGH: [[u8x16; 16]; 2] = {
    let mut table = [[u8x16::new([0; 16]); 16]; 2];
    let mut vector = 0;
    while vector < 2 {
        let sets = sets(vector);
        let mut cell = 0;
        while cell < 16 {
            let mut bytes = [0; 16];
            let mut line = 0;
            while line < sets.len() {
                bytes[line] = if sets[line] >> cell & 1 == 1 { 0xFF } else { 0 };
                line += 1;
            }
            table[vector][cell] = u8x16::new(bytes);
            cell += 1;
        }
        vector += 1;
    }
    table
};

/// By vector: indices that move, to each cell, the byte of one of the lines through it; as many times
/// as there can be lines. A cell with fewer lines gets 0 instead.
pub(super) static OF_CELLS: [[u8x16; 4]; 2] = {
    /// Moves 0.
    const NONE: u8 = 0x80;

    let mut table = [[u8x16::new([NONE; 16]); 4]; 2];
    let mut vector = 0;
    while vector < 2 {
        let sets = sets(vector);
        let mut bytes = [[NONE; 16]; 4];
        let mut cell = 0;
        while cell < 16 {
            let (mut line, mut count) = (0, 0);
            while line < sets.len() {
                if sets[line] >> cell & 1 == 1 {
                    bytes[count][cell] = line as u8;
                    count += 1;
                }
                line += 1;
            }
            cell += 1;
        }
        let mut index = 0;
        while index < 4 {
            table[vector][index] = u8x16::new(bytes[index]);
            index += 1;
        }
        vector += 1;
    }
    table
};

/// By cell: all bits for every cell but this one.
pub(super) static OTHER_CELLS: [u8x16; 16] = {
    let mut table = [u8x16::new([0; 16]); 16];
    let mut cell = 0;
    while cell < 16 {
        let mut bytes = [0xFF; 16];
        bytes[cell] = 0;
        table[cell] = u8x16::new(bytes);
        cell += 1;
    }
    table
};

/// The pieces that have none of a set of traits.
const fn without(traits: u8) -> u16 {
    let (mut set, mut piece) = (0, 0);
    while piece < 16 {
        if self::traits(piece) & traits == 0 {
            set |= 1 << piece;
        }
        piece += 1;
    }
    set
}

/// The pieces that have none of a set of traits, one bit each.
pub(super) static WITHOUT: [u16; 256] = {
    let mut table = [0; 256];
    let mut traits = 0;
    while traits < 256 {
        table[traits] = without(traits as u8);
        traits += 1;
    }
    table
};

/// The same for sixteen sets at once, by half a set: pieces 0 to 7 and pieces 8 to F that have none
/// of the traits in the lower half, and then in the upper half.
pub(super) static WITHOUT_HALF: [[u8x16; 2]; 2] = {
    let mut table = [[u8x16::new([0; 16]); 2]; 2];
    let mut half = 0;
    while half < 2 {
        let mut pieces = 0;
        while pieces < 2 {
            let mut bytes = [0; 16];
            let mut traits = 0;
            while traits < 16 {
                let set = without((traits << (4 * half)) as u8);
                bytes[traits] = (set >> (8 * pieces)) as u8;
                traits += 1;
            }
            table[half][pieces] = u8x16::new(bytes);
            pieces += 1;
        }
        half += 1;
    }
    table
};
