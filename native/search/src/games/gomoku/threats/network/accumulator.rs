//! The sums of the network's first layer over the board.
//!
//! They follow the stones when a position is evaluated, and not with every stone: the searches for
//! continuous fours place most stones, and evaluate nothing.

use playout_games::gomoku::Colour;

use super::super::board::{Board, CELLS, LINES, around, line_bits};
use super::super::patterns::REACH;
use super::rows::{Row, Rows};
use super::weights::{MOST, Network, Vector, WIDTH};

/// The sums of a board.
#[derive(Debug)]
pub(super) struct Accumulator<'n> {
    network: &'n Network,
    rows: &'static Rows,
    is_exact: bool,
    size: usize,
    /// The lines of the board whose sums these are, as in [`Board`].
    lines: [[[u32; LINES]; 4]; 2],
    /// For each empty point, the rows of its lines.
    rows_of: [[Row; 4]; CELLS],
    /// For each empty point, the sum of what its lines add.
    points: [Vector; CELLS],
    /// For black and then for white, the sums of what the points add.
    sums: Sums,
}

type Sums = [u16; 2 * WIDTH];

/// What a point adds to a sum.
fn limited(value: i16) -> u16 {
    value.clamp(0, MOST) as u16
}

fn add(sums: &mut Sums, point: &Vector) {
    for (sum, value) in sums.iter_mut().zip(point.0) {
        *sum += limited(value);
    }
}

fn subtract(sums: &mut Sums, point: &Vector) {
    for (sum, value) in sums.iter_mut().zip(point.0) {
        *sum -= limited(value);
    }
}

impl<'n> Accumulator<'n> {
    /// The sums for a board of the same size and rule without stones, which are 0.
    pub(super) fn new(network: &'n Network, board: &Board) -> Self {
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

    /// Whether the board has the same size and rule.
    pub(super) fn fits(&self, board: &Board) -> bool {
        (self.size, self.is_exact) == (board.size(), board.is_exact())
    }

    /// The value of the network for the colour to move, in points.
    pub(super) fn value(&mut self, board: &Board) -> i32 {
        self.follow(board);
        let (black, white) = self.sums.split_at(WIDTH);
        match board.to_move() {
            Colour::Black => self.network.value(black, white),
            Colour::White => self.network.value(white, black),
        }
    }

    /// Takes away the stones that are not on the board, and then adds those that are missing.
    fn follow(&mut self, board: &Board) {
        for is_new in [false, true] {
            for (colour, lines) in board.lines().iter().enumerate() {
                for (row, &now) in lines[0][..self.size].iter().enumerate() {
                    let known = self.lines[colour][0][row];
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

    /// Adds a stone or takes it away.
    fn change(&mut self, colour: usize, column: usize, row: usize, is_new: bool) {
        let at = row * self.size + column;
        let mut sums = self.sums;
        if is_new {
            subtract(&mut sums, &self.points[at]);
        }
        let bits = line_bits(self.size, column, row);
        let steps = [1, self.size as i32, self.size as i32 + 1, self.size as i32 - 1];
        // In freestyle, what is five points away changes neither the pattern nor the classes.
        let near = if self.is_exact { 0b111_1101_1111 } else { 0b011_1101_1110 };
        for (direction, (line, bit)) in bits.into_iter().enumerate() {
            self.lines[colour][direction][line] ^= 1 << bit;
            let [black, white] = [0, 1].map(|it| self.lines[it][direction][line]);
            let shift = bit - REACH;
            let mut empty = !((black | white) >> shift) & near;
            while empty != 0 {
                let near = empty.trailing_zeros();
                empty &= empty - 1;
                let [black, white] = [black, white].map(|it| around(it, shift + near));
                let row = self.rows.at(self.is_exact, black, white);
                let offset = near as i32 - REACH as i32;
                let other = (at as i32 + offset * steps[direction]) as usize;
                self.replace(other, direction, row, &mut sums);
            }
        }
        if !is_new {
            self.rows_of[at] = self.rows_around(bits);
            let mut point = Vector([0; 2 * WIDTH]);
            for row in self.rows_of[at] {
                let line = &self.network.lines[usize::from(row)];
                point.0.iter_mut().zip(line.0).for_each(|(sum, value)| *sum += value);
            }
            add(&mut sums, &point);
            self.points[at] = point;
        }
        self.sums = sums;
    }

    /// The rows of the lines through a point.
    fn rows_around(&self, bits: [(usize, u32); 4]) -> [Row; 4] {
        std::array::from_fn(|direction| {
            let (line, bit) = bits[direction];
            let [black, white] = [0, 1].map(|it| around(self.lines[it][direction][line], bit));
            self.rows.at(self.is_exact, black, white)
        })
    }

    /// Replaces the row of a line through an empty point.
    fn replace(&mut self, at: usize, direction: usize, row: Row, sums: &mut Sums) {
        let old = std::mem::replace(&mut self.rows_of[at][direction], row);
        if old == row {
            return;
        }
        let [old, new] = [old, row].map(|row| &self.network.lines[usize::from(row)]);
        let point = &mut self.points[at];
        subtract(sums, point);
        for (value, (old, new)) in point.0.iter_mut().zip(old.0.into_iter().zip(new.0)) {
            *value += new - old;
        }
        add(sums, point);
    }
}
