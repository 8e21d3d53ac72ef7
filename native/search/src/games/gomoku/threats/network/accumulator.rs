//! The sums of the network's first layer over the board, which follow stones.
//!
//! They follow when a position is evaluated, not with every stone: the searches for continuous fours
//! place most stones, and evaluate nothing.

use playout_games::gomoku::Colour;

use super::super::board::{Board, CELLS, LINES, around, line_bits};
use super::super::patterns::REACH;
use super::rows::Rows;
use super::weights::{MOST, Network, Vector, WIDTH};

/// The sums of a board.
#[derive(Debug)]
pub(in super::super) struct Accumulator {
    network: &'static Network,
    rows: &'static Rows,
    is_exact: bool,
    size: usize,
    /// The lines of the board whose sums these are, as in [`Board`].
    lines: [[[u32; LINES]; 4]; 2],
    /// For each empty point, the rows of its lines.
    rows_of: [[u16; 4]; CELLS],
    /// For each empty point, the sum of what its lines add.
    points: [Vector; CELLS],
    /// For black and white, the sums over the empty points.
    sums: [u16; 2 * WIDTH],
}

/// What a point adds to the sums.
fn limited(value: i16) -> u16 {
    value.clamp(0, MOST) as u16
}

impl Accumulator {
    /// The sums of an empty board of the same size and rule.
    pub(super) fn new(network: &'static Network, board: &Board) -> Self {
        Self {
            network,
            rows: Rows::get(),
            is_exact: board.is_exact(),
            size: board.size(),
            lines: board.empty_lines(),
            rows_of: [[0; 4]; CELLS],
            points: [Vector([0; 2 * WIDTH]); CELLS],
            sums: [0; 2 * WIDTH],
        }
    }

    /// The points that correct the evaluation for the colour to move.
    pub(in super::super) fn correction(&mut self, board: &Board) -> i32 {
        self.follow(board);
        let (black, white) = self.sums.split_at(WIDTH);
        match board.to_move() {
            Colour::Black => self.network.value(black, white),
            Colour::White => self.network.value(white, black),
        }
    }

    /// Takes the stones away that are not on the board, and adds those that are missing.
    fn follow(&mut self, board: &Board) {
        let lines = board.lines();
        for is_new in [false, true] {
            for colour in 0..2 {
                for row in 0..self.size {
                    let [known, now] = [self.lines[colour][0][row], lines[colour][0][row]];
                    let mut different = if is_new { now & !known } else { known & !now };
                    while different != 0 {
                        let column = (different.trailing_zeros() - REACH) as usize;
                        different &= different - 1;
                        self.change(colour, column, row, is_new);
                    }
                }
            }
        }
    }

    fn change(&mut self, colour: usize, column: usize, row: usize, is_new: bool) {
        let at = row * self.size + column;
        if is_new {
            for (sum, value) in self.sums.iter_mut().zip(self.points[at].0) {
                *sum -= limited(value);
            }
        }
        let bits = line_bits(self.size, column, row);
        let steps = [1, self.size as i32, self.size as i32 + 1, self.size as i32 - 1];
        for direction in 0..4 {
            let (line, bit) = bits[direction];
            self.lines[colour][direction][line] ^= 1 << bit;
            let [black, white] = [0, 1].map(|it| self.lines[it][direction][line]);
            let shift = bit - REACH;
            let mut empty = !((black | white) >> shift) & 0x7FF & !(1 << REACH);
            while empty != 0 {
                let near = empty.trailing_zeros();
                empty &= empty - 1;
                let [black, white] = [black, white].map(|it| around(it, shift + near));
                let row = self.rows.at(self.is_exact, black, white);
                let offset = near as i32 - REACH as i32;
                let other = (at as i32 + offset * steps[direction]) as usize;
                self.replace(other, direction, row);
            }
        }
        if !is_new {
            let mut point = [0; 2 * WIDTH];
            for direction in 0..4 {
                let (line, bit) = bits[direction];
                let [black, white] =
                    [0, 1].map(|it| around(self.lines[it][direction][line], bit));
                let row = self.rows.at(self.is_exact, black, white);
                self.rows_of[at][direction] = row;
                let line = &self.network.lines[usize::from(row)];
                for (sum, value) in point.iter_mut().zip(line.0) {
                    *sum += value;
                }
            }
            self.points[at] = Vector(point);
            for (sum, value) in self.sums.iter_mut().zip(point) {
                *sum += limited(value);
            }
        }
    }

    /// Replaces the row of a line through an empty point.
    fn replace(&mut self, at: usize, direction: usize, row: u16) {
        let old = std::mem::replace(&mut self.rows_of[at][direction], row);
        if old == row {
            return;
        }
        let [old, new] = [old, row].map(|row| &self.network.lines[usize::from(row)]);
        let point = &mut self.points[at];
        for (at, value) in point.0.iter_mut().enumerate() {
            let before = limited(*value);
            *value += new.0[at] - old.0[at];
            self.sums[at] = self.sums[at].wrapping_add(limited(*value)).wrapping_sub(before);
        }
    }
}
