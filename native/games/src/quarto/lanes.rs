//! Four boards side by side in one word.
//!
//! A lane is a set of cells (16 bits, a1 lowest, row by row); the four lanes of a word belong to
//! the four attributes. One operation checks lines in all four lanes.

use super::piece::{Cell, Piece};

/// Which sets of four cells count as lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lines {
    /// Rows, columns and the two long diagonals.
    Standard,
    /// Also the nine 2x2 blocks.
    Squares,
}

/// All lines as sets of cells: rows, columns, diagonals; then the blocks of the variant `squares`.
pub const LINES: [u16; 19] = [
    0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248, //
    0x0033, 0x0066, 0x00CC, 0x0330, 0x0660, 0x0CC0, 0x3300, 0x6600, 0xCC00,
];
/// How many of the [`LINES`] are rows, columns and diagonals.
pub const STRAIGHT_LINES: usize = 10;

impl Lines {
    pub(super) fn of_variant(name: &str) -> Self {
        if name == "squares" { Self::Squares } else { Self::Standard }
    }

    /// The lines as sets of cells, the blocks last.
    pub(super) fn sets(self) -> &'static [u16] {
        match self {
            Self::Standard => &LINES[..STRAIGHT_LINES],
            Self::Squares => &LINES,
        }
    }

    pub(super) fn is_block(index: usize) -> bool {
        index >= STRAIGHT_LINES
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Lanes(u64);

/// The same 16 bits in every lane.
const fn each(lane: u16) -> u64 {
    lane as u64 * 0x0001_0001_0001_0001
}

/// Puts each of four bits at the lowest bit of its lane.
const fn spread(attributes: u8) -> u64 {
    (attributes as u64 * 0x0000_2000_4000_8001) & each(1)
}

const DIAGONAL: u64 = each(0x8421);
const ANTIDIAGONAL: u64 = each(0x1248);

impl Lanes {
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    pub(super) fn lane(self, attribute: usize) -> u16 {
        (self.0 >> (16 * attribute)) as u16
    }

    /// Adds a cell to the lanes of the given attributes.
    pub(super) fn add(&mut self, cell: Cell, attributes: u8) {
        self.0 |= spread(attributes) << cell.index();
    }

    /// The attributes whose lanes contain a cell.
    pub(super) fn at(self, cell: Cell) -> u8 {
        (0..4).fold(0, |set, attribute| {
            set | ((self.lane(attribute) >> cell.index() & 1) as u8) << attribute
        })
    }

    /// The lanes that match a piece: `self` for the attributes it has, `without` for those it
    /// lacks.
    pub(super) fn of_attributes(self, without: Self, piece: Piece) -> Self {
        let mask = spread(piece.attributes()) * 0xFFFF;
        Self(self.0 & mask | without.0 & !mask)
    }

    /// The union of the lanes.
    pub(super) fn any(self) -> u16 {
        let pairs = self.0 | self.0 >> 32;
        (pairs | pairs >> 16) as u16
    }

    /// The attributes whose lanes share a cell with a set, one bit each.
    pub(super) fn touching(self, cells: u16) -> usize {
        let x = self.0 & each(cells);
        // The top bit of each lane that is not empty, then the four bits together.
        let full = (((x & each(0x7FFF)) + each(0x7FFF)) | x) >> 15 & each(1);
        (full.wrapping_mul(0x0001_0002_0004_0008) >> 48 & 0xF) as usize
    }

    /// In each lane, the cells that complete a line whose other three cells are in the lane,
    /// whether or not the lane contains them.
    pub(super) fn completing(self, lines: Lines) -> Self {
        let x = self.0;
        let row = ((x & each(0x7777)) << 1 | x >> 3 & each(0x1111))
            & ((x & each(0x3333)) << 2 | x >> 2 & each(0x3333))
            & ((x & each(0x1111)) << 3 | x >> 1 & each(0x7777));
        let column = ((x & each(0x0FFF)) << 4 | x >> 12 & each(0x000F))
            & ((x & each(0x00FF)) << 8 | x >> 8 & each(0x00FF))
            & ((x & each(0x000F)) << 12 | x >> 4 & each(0x0FFF));
        // A shift carries only bits off the diagonal into the next lane.
        let d = x & DIAGONAL;
        let diagonal = (d << 5 | d >> 15) & (d << 10 | d >> 10) & (d << 15 | d >> 5) & DIAGONAL;
        let a = x & ANTIDIAGONAL;
        let antidiagonal = (a << 3 | a >> 9) & (a << 6 | a >> 6) & (a << 9 | a >> 3) & ANTIDIAGONAL;
        let straight = row | column | diagonal | antidiagonal;
        match lines {
            Lines::Standard => Self(straight),
            Lines::Squares => Self(straight | completing_blocks(x)),
        }
    }

    /// Whether adding a cell to every lane would complete a line through it.
    pub(super) fn completes_at(self, cell: Cell, lines: Lines) -> bool {
        let at = usize::from(cell.index() % 16);
        match lines {
            Lines::Standard => self.covers_any(&THROUGH_STRAIGHT[at]),
            Lines::Squares => self.covers_any(&THROUGH_ALL[at]),
        }
    }

    /// Whether a lane contains all cells of one of the sets, each of which is repeated in every
    /// lane of a word.
    fn covers_any(self, sets: &[u64]) -> bool {
        sets.iter().fold(0, |empty, set| empty | empty_lanes(!self.0 & set)) != 0
    }
}

fn completing_blocks(x: u64) -> u64 {
    let left = |x: u64| (x & each(0x7777)) << 1;
    let right = |x: u64| x >> 1 & each(0x7777);
    let above = x >> 4 & each(0x0FFF);
    let below = (x & each(0x0FFF)) << 4;
    let beside = [left(x) & left(above), right(x) & right(above)];
    let beside_below = [left(x) & left(below), right(x) & right(below)];
    above & (beside[0] | beside[1]) | below & (beside_below[0] | beside_below[1])
}

/// Nonzero if one of the four lanes is empty (Mycroft's test for a zero byte, on 16 bits).
fn empty_lanes(x: u64) -> u64 {
    x.wrapping_sub(each(1)) & !x & each(0x8000)
}

/// For each cell the lines through it, without the cell, in every lane. Cells with fewer lines
/// repeat their first one: testing it twice is cheaper than a branch.
static THROUGH_STRAIGHT: [[u64; 3]; 16] = through(STRAIGHT_LINES);
static THROUGH_ALL: [[u64; 7]; 16] = through(LINES.len());

const fn through<const MOST: usize>(line_count: usize) -> [[u64; MOST]; 16] {
    let mut table = [[0; MOST]; 16];
    let mut cell = 0;
    while cell < 16 {
        let (mut line, mut count) = (0, 0);
        while line < line_count {
            if LINES[line] >> cell & 1 == 1 {
                table[cell][count] = each(LINES[line] & !(1 << cell));
                count += 1;
            }
            line += 1;
        }
        while count < MOST {
            table[cell][count] = table[cell][0];
            count += 1;
        }
        cell += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slow reference: line by line.
    fn completing_slowly(lane: u16, lines: Lines) -> u16 {
        let mut cells = 0;
        for &line in lines.sets() {
            for cell in Cell::of_set(line) {
                if line & !cell.bit() & !lane == 0 {
                    cells |= cell.bit();
                }
            }
        }
        cells
    }

    #[test]
    fn completing_agrees_with_the_reference_on_every_lane() {
        for lines in [Lines::Standard, Lines::Squares] {
            for lane in 0..=u16::MAX {
                let other = lane.wrapping_mul(40_503);
                let lanes = [lane, other, !lane, lane];
                let word = lanes.iter().rev().fold(0, |word, &lane| word << 16 | u64::from(lane));
                let completing = Lanes(word).completing(lines);
                for (index, &lane) in lanes.iter().enumerate() {
                    assert_eq!(
                        completing.lane(index),
                        completing_slowly(lane, lines),
                        "{lane:016b}, {lines:?}"
                    );
                }
                for cell in Cell::of_set(u16::MAX) {
                    let expected = completing.any() & cell.bit() != 0;
                    assert_eq!(Lanes(word).completes_at(cell, lines), expected);
                }
            }
        }
    }

    #[test]
    fn touching_returns_the_lanes() {
        for lanes in 0..16_usize {
            for (lane, cells) in [(1, 1), (0x8000, 0x8000), (0x0810, 0xFFFF), (0xFFFF, 0x0400)] {
                let word = (0..4).filter(|lane| lanes >> lane & 1 == 1);
                let word = word.fold(0, |word, at| word | u64::from(lane as u16) << (16 * at));
                assert_eq!(Lanes(word).touching(cells), lanes);
                assert_eq!(Lanes(word).touching(!lane as u16), 0);
            }
        }
    }

    #[test]
    fn empty_lanes_are_found() {
        assert_eq!(empty_lanes(each(1)), 0);
        assert_eq!(empty_lanes(u64::MAX), 0);
        for lane in 0..4 {
            assert_ne!(empty_lanes(each(0x8001) & !(0xFFFF << (16 * lane))), 0);
        }
    }

    #[test]
    fn attributes_can_be_read_back() {
        for attributes in 0..16 {
            for cell in Cell::of_set(u16::MAX) {
                let mut lanes = Lanes::default();
                lanes.add(cell, attributes);
                assert_eq!(lanes.at(cell), attributes);
                assert_eq!(lanes.any(), if attributes == 0 { 0 } else { cell.bit() });
            }
        }
    }
}
