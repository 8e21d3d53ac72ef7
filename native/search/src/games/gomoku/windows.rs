//! Windows: any five consecutive points in a line. All windows that begin in the same row of the
//! board are processed at once, with one bit each.

use playout_games::gomoku::{Colour, Gomoku, Point};
use playout_games::set_bits;

/// The step from one point of a window to the next: rows up and columns to the right.
const DIRECTIONS: [(usize, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The windows in one direction that begin in one row.
struct Row {
    row: usize,
    up: usize,
    right: i32,
    /// For each colour, in the given order, and each number of stones: a bit mask of the columns
    /// where a window begins that has this many stones of the colour and none of the other.
    open: [[u32; 6]; 2],
}

impl Row {
    /// The [`index`] of each point of a window.
    fn indices(&self, column: u32) -> [usize; 5] {
        std::array::from_fn(|step| {
            let column = column as i32 + step as i32 * self.right;
            (self.row + step * self.up) * WIDTH + column as usize
        })
    }
}

/// Calls `visit` with all windows of the board, row by row and in each direction.
#[inline(always)]
fn by_rows(position: &Gomoku, colours: [Colour; 2], mut visit: impl FnMut(&Row)) {
    let size = usize::from(position.size());
    let rows = colours.map(|colour| position.stones(colour).rows());
    for (up, right) in DIRECTIONS {
        // The columns in which a window can begin.
        let columns: u32 = match right {
            0 => (1 << size) - 1,
            1 => (1 << (size - 4)) - 1,
            _ => ((1 << size) - 1) & !0xF,
        };
        for row in 0..size - 4 * up {
            // For each colour, the number of stones in the window at each column, as three bit
            // planes.
            let counts = rows.map(|rows| {
                let (mut ones, mut twos, mut fours) = (0_u32, 0_u32, 0_u32);
                for step in 0..5 {
                    let bits = rows[row + step * up];
                    let along =
                        if right < 0 { bits << step } else { bits >> (step as i32 * right) };
                    let carry = ones & along;
                    ones ^= along;
                    fours |= twos & carry;
                    twos ^= carry;
                }
                [ones, twos, fours]
            });
            let open = |own: usize| {
                let [ones, twos, fours] = counts[1 - own];
                let open = columns & !(ones | twos | fours);
                let [ones, twos, fours] = counts[own];
                std::array::from_fn(|count| {
                    let bit = |plane: u32, number: usize| {
                        if count >> number & 1 == 1 { plane } else { !plane }
                    };
                    open & bit(ones, 0) & bit(twos, 1) & bit(fours, 2)
                })
            };
            visit(&Row { row, up, right, open: [open(0), open(1)] });
        }
    }
}

/// For each of two colours, the number of windows with 0 to 5 of its stones and none of the
/// other's.
pub(super) fn count(position: &Gomoku, colours: [Colour; 2]) -> [[u32; 6]; 2] {
    let mut counts = [[0; 6]; 2];
    by_rows(position, colours, |row| add(&mut counts, row));
    counts
}

fn add(counts: &mut [[u32; 6]; 2], row: &Row) {
    for (counts, open) in counts.iter_mut().zip(&row.open) {
        for (count, windows) in counts.iter_mut().zip(open) {
            *count += windows.count_ones();
        }
    }
}

/// The length of a row in the arrays of [`Changes`].
const WIDTH: usize = 32;
const ROWS: usize = 20;
const CELLS: usize = WIDTH * ROWS;

/// How a stone of the first of two colours would change the windows, for every empty point.
pub(super) struct Changes {
    /// The number of windows before the stone is placed.
    pub(super) counts: [[u32; 6]; 2],
    /// The points gained in windows that already have stones, plus those that the other colour
    /// loses.
    points: [i16; CELLS],
    /// The points gained in a window without stones.
    first_stone: i32,
    /// The number of windows without stones through each point, as bit planes for each row.
    empty: [[u32; COUNT_BITS]; ROWS],
    /// For each colour, the change in the number of windows with four stones.
    fours: [[i8; CELLS]; 2],
}

/// Enough bits for twenty, the largest number of windows through a point.
const COUNT_BITS: usize = 5;

impl Changes {
    /// Computes the changes, where a window of 0 to 5 stones is worth `points`.
    pub(super) fn new(position: &Gomoku, colours: [Colour; 2], points: &[i32; 6]) -> Self {
        let mut changes = Self {
            counts: [[0; 6]; 2],
            points: [0; CELLS],
            first_stone: points[1] - points[0],
            empty: [[0; COUNT_BITS]; ROWS],
            fours: [[0; CELLS]; 2],
        };
        by_rows(position, colours, |row| {
            add(&mut changes.counts, row);
            let [own, other] = &row.open;
            for step in 0..5 {
                let along = if row.right < 0 {
                    own[0] >> step
                } else {
                    own[0] << (step as i32 * row.right)
                };
                let mut carry = along;
                for plane in &mut changes.empty[row.row + step * row.up] {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                }
            }
            for count in 1..5 {
                for column in set_bits(own[count]) {
                    let more = (points[count + 1] - points[count]) as i16;
                    row.indices(column).into_iter().for_each(|at| changes.points[at] += more);
                }
                for column in set_bits(other[count]) {
                    let more = points[count] as i16;
                    row.indices(column).into_iter().for_each(|at| changes.points[at] += more);
                }
            }
            for (colour, windows, more) in [(0, own[3], 1), (0, own[4], -1), (1, other[4], -1)] {
                for column in set_bits(windows) {
                    row.indices(column)
                        .into_iter()
                        .for_each(|at| changes.fours[colour][at] += more);
                }
            }
        });
        changes
    }

    /// The points that a stone would gain.
    pub(super) fn points(&self, point: Point) -> i32 {
        let bit = |number: usize| {
            (self.empty[usize::from(point.row())][number] >> point.column() & 1) << number
        };
        let empty: u32 = (0..COUNT_BITS).map(bit).sum();
        i32::from(self.points[index(point)]) + self.first_stone * empty as i32
    }

    /// For each colour, the number of windows with four stones after a stone is placed.
    pub(super) fn fours(&self, point: Point) -> [i32; 2] {
        [0, 1].map(|colour| {
            self.counts[colour][4] as i32 + i32::from(self.fours[colour][index(point)])
        })
    }
}

fn index(point: Point) -> usize {
    usize::from(point.row()) * WIDTH + usize::from(point.column())
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_game;
    use super::*;

    /// A simple reference that counts stone by stone.
    fn count_one_by_one(position: &Gomoku, colour: Colour) -> [u32; 6] {
        let size = i32::from(position.size());
        let mut counts = [0; 6];
        for (up, right) in DIRECTIONS {
            for (row, column) in (0..size).flat_map(|row| (0..size).map(move |c| (row, c))) {
                let stones: Option<Vec<_>> = (0..5)
                    .map(|step| {
                        let at = (column + step * right, row + step * up as i32);
                        let on_board = (0..size).contains(&at.0) && (0..size).contains(&at.1);
                        let point = Point::new(at.0 as u8, at.1 as u8).filter(|_| on_board)?;
                        Some(position.stone_at(point))
                    })
                    .collect();
                let Some(stones) = stones else { continue };
                if !stones.contains(&Some(colour.other())) {
                    counts[stones.iter().filter(|stone| **stone == Some(colour)).count()] += 1;
                }
            }
        }
        counts
    }

    #[test]
    fn window_counts_agree_with_the_reference() {
        for seed in 0..200 {
            let position = random_game(seed, (seed % 60) as u32);
            let colours = Colour::ALL;
            let expected = colours.map(|colour| count_one_by_one(&position, colour));
            assert_eq!(count(&position, colours), expected, "{position}");
        }
    }
}
