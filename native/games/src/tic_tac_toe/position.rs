use super::cell::Cell;
use crate::Side;

/// The three cells of each line, one bit per cell.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
const FULL: u16 = 0b111_111_111;

/// For each set of cells, whether it contains a line.
static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut cells = 0;
    while cells < table.len() {
        let mut line = 0;
        while line < LINES.len() {
            table[cells] |= cells as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        cells += 1;
    }
    table
};

/// A position of tic-tac-toe.
///
/// # Examples
///
/// ```
/// use playout_games::{Game, tic_tac_toe::TicTacToe};
///
/// let mut position = TicTacToe::default();
/// position.play(position.parse_move("b2")?);
/// assert_eq!(position.to_string(), ".../.x./... o");
/// # Ok::<(), playout_games::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// The cells of the first side, and 16 bits above them those of the second.
    pub(super) cells: u32,
    pub(super) side: Side,
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self { cells: 0, side: Side::First }
    }
}

impl TicTacToe {
    /// The side that has marked a cell.
    #[must_use]
    pub fn side_at(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.cells(side) & cell.bit() != 0)
    }

    pub(super) fn cells(&self, side: Side) -> u16 {
        (self.cells >> (16 * side as u32)) as u16
    }

    pub(super) fn line(&self, side: Side) -> Option<u16> {
        let cells = self.cells(side);
        LINES.into_iter().find(|line| cells & line == *line)
    }

    pub(super) fn has_line(&self, side: Side) -> bool {
        HAS_LINE[usize::from(self.cells(side) & FULL)]
    }

    pub(super) fn empty(&self) -> u16 {
        FULL & !self.cells(Side::First) & !self.cells(Side::Second)
    }

    /// Marks a cell for the side to move.
    pub(super) fn take(&mut self, cell: Cell) {
        self.cells |= u32::from(cell.bit()) << (16 * self.side as u32);
        self.side = self.side.other();
    }
}
