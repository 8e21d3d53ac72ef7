//! The stones of a board, line by line.

use playout_games::gomoku::{Colour, MAX_SIZE};
use playout_games::set_bits;

use super::super::cells::Cell;
use super::super::patterns::REACH;

/// The number of lines in a diagonal direction; the other directions have fewer.
const LINES: usize = 2 * MAX_SIZE as usize - 1;

/// The lines of a board in four directions: along rows, columns and both diagonals.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    size: usize,
    /// For each colour and direction, the lines, with one bit per point, starting at bit [`REACH`].
    /// Beyond the ends of a line, the bits of both colours are set.
    bits: [[[u32; LINES]; 4]; 2],
}

impl Lines {
    /// The lines of a board without stones.
    pub(crate) fn empty(size: usize) -> Self {
        let mut lines = Self { size, bits: [[[u32::MAX; LINES]; 4]; 2] };
        for cell in 0..(size * size) as Cell {
            Colour::ALL.into_iter().for_each(|colour| lines.toggle(colour, cell));
        }
        lines
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Places a stone, or takes it away.
    pub(crate) fn toggle(&mut self, colour: Colour, cell: Cell) {
        let bits = self.bits_of(cell);
        for (lines, (line, bit)) in self.bits[colour as usize].iter_mut().zip(bits) {
            lines[line] ^= 1 << bit;
        }
    }

    /// The stones of a colour in a row, one bit per column.
    pub(crate) fn row(&self, colour: Colour, row: usize) -> u32 {
        self.bits[colour as usize][0][row] >> REACH & ((1 << self.size) - 1)
    }

    /// For each direction, the stones and edges around a point: black's and white's, as
    /// [`Patterns`](super::super::patterns::Patterns) looks them up.
    pub(crate) fn around(&self, cell: Cell) -> [[u32; 2]; 4] {
        let bits = self.bits_of(cell);
        std::array::from_fn(|direction| {
            let (line, bit) = bits[direction];
            self.both(direction, line).map(|line| around(line, bit))
        })
    }

    /// Visits the empty points in line with a point: each with the direction of the line and with
    /// what is around it there, as it is after toggling a stone of `colour` at the point. `near` has
    /// the distances, from -[`REACH`] in bit 0 to [`REACH`].
    #[inline]
    pub(crate) fn visit_near(
        &self,
        colour: Colour,
        cell: Cell,
        near: u32,
        mut visit: impl FnMut(Cell, usize, [u32; 2]),
    ) {
        let bits = self.bits_of(cell);
        let size = self.size as i32;
        for (direction, step) in [1, size, size + 1, size - 1].into_iter().enumerate() {
            let (line, bit) = bits[direction];
            let mut lines = self.both(direction, line);
            lines[colour as usize] ^= 1 << bit;
            let shift = bit - REACH;
            let mut empty = !((lines[0] | lines[1]) >> shift) & near;
            while empty != 0 {
                let at = empty.trailing_zeros();
                empty &= empty - 1;
                let other = i32::from(cell) + (at as i32 - REACH as i32) * step;
                visit(other as Cell, direction, lines.map(|line| around(line, shift + at)));
            }
        }
    }

    /// The stones that differ from others: first those that are only here, with `false`, then those
    /// that are only there, with `true`. `others` has those of a colour in a row, one bit per column.
    pub(crate) fn differences(
        &self,
        others: impl Fn(Colour, usize) -> u32,
    ) -> Vec<(Colour, Cell, bool)> {
        let mut differences = Vec::new();
        for is_there in [false, true] {
            for colour in Colour::ALL {
                for row in 0..self.size {
                    let (here, there) = (self.row(colour, row), others(colour, row));
                    let only = if is_there { there & !here } else { here & !there };
                    let cell = |column| (row * self.size) as Cell + column as Cell;
                    differences.extend(set_bits(only).map(|it| (colour, cell(it), is_there)));
                }
            }
        }
        differences
    }

    /// For each direction, the line through a point and the point's bit in that line.
    fn bits_of(&self, cell: Cell) -> [(usize, u32); 4] {
        let size = self.size;
        let (column, row) = (usize::from(cell) % size, usize::from(cell) / size);
        let [across, up] = [column, row].map(|coordinate| coordinate as u32 + REACH);
        [(row, across), (column, up), (column + size - 1 - row, up), (column + row, up)]
    }

    fn both(&self, direction: usize, line: usize) -> [u32; 2] {
        [0, 1].map(|colour| self.bits[colour][direction][line])
    }
}

/// The bits around a point of a line.
fn around(line: u32, bit: u32) -> u32 {
    let bits = line >> (bit - REACH);
    bits & 0x1F | bits >> 1 & 0x3E0
}
