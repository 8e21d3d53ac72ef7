//! An evaluation by windows: any five consecutive points in a line in which only one colour has stones.
//! Windows overlap, so an open row counts more than a blocked one. A stone changes only the windows
//! through its point, and the changes are looked up in a table.

use std::sync::LazyLock;

use playout_games::gomoku::{Colour, Gomoku, MAX_SIZE, Move, Point};
use playout_games::{Game, set_bits};

use super::candidates::candidates;
use crate::game::{Accumulator, MAX_POINTS, for_first};

/// Points for a window by its number of stones.
const WINDOW: [i32; 6] = [0, 1, 8, 60, 400, 0];
/// A bonus for the side to move if it can complete a window at once.
const CAN_COMPLETE: i32 = 9_000;
/// A bonus for the side to move.
const TEMPO: i32 = 20;

/// The stones by line, in all four directions, and the state of the windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    size: u8,
    /// For each colour and direction, the lines of the board, with one bit per point, starting at
    /// bit [`EDGE`]. Beyond the ends of a line, the bits of both colours are set, so that neither
    /// has a window there.
    lines: [[[u32; LINES]; 4]; 2],
    /// The points of black's windows minus those of white's.
    lead: i32,
    /// For each colour, the number of windows with four of its stones and none of the other's.
    fours: [i32; 2],
}

/// The number of lines in a diagonal direction; the other directions have fewer.
const LINES: usize = 2 * MAX_SIZE as usize - 1;
/// The bit of a line's first point. A window through a point extends up to four points to either
/// side.
const EDGE: u32 = 4;

/// How a stone changes the windows in one direction through its point.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    /// The points that the stone's colour gains, plus those that the other colour loses.
    points: i16,
    /// The change in the number of windows with four stones, for the stone's colour and the other.
    own_fours: i8,
    other_fours: i8,
}

/// The changes by the contents of the four points on either side of a stone. The high byte of the
/// index has the stones of the same colour, the low byte those of the other. A bit that is set in
/// both is off the board.
static CHANGES: LazyLock<Box<[Change]>> =
    LazyLock::new(|| (0..1 << 16).map(|around| change(around >> 8, around & 0xFF)).collect());

fn change(own: u32, other: u32) -> Change {
    // Leave a gap for the stone itself.
    let [own, other] = [own, other].map(|bits| bits & 0xF | (bits & 0xF0) << 1);
    let mut change = Change::default();
    for first in 0..5 {
        let window = 0b1_1111 << first;
        let [mine, theirs] = [own, other].map(|bits| (bits & window).count_ones() as usize);
        if own & other & window != 0 {
            continue;
        }
        if theirs == 0 {
            change.points += (WINDOW[mine + 1] - WINDOW[mine]) as i16;
            change.own_fours += i8::from(mine == 3) - i8::from(mine == 4);
        } else if mine == 0 {
            change.points += WINDOW[theirs] as i16;
            change.other_fours -= i8::from(theirs == 4);
        }
    }
    change
}

/// How a stone changes all windows.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    points: i32,
    own_fours: i32,
    other_fours: i32,
}

impl Windows {
    fn empty(size: u8) -> Self {
        let mut lines = [[u32::MAX; LINES]; 4];
        for row in 0..size {
            for column in 0..size {
                let point = Point::new(column, row).expect("the point is on the largest board");
                for (lines, (line, bit)) in lines.iter_mut().zip(line_bits(size, point)) {
                    lines[line] &= !(1 << bit);
                }
            }
        }
        Self { size, lines: [lines; 2], lead: 0, fours: [0; 2] }
    }

    /// How a stone of a colour on an empty point would change all windows through it.
    fn total(&self, colour: Colour, point: Point) -> Total {
        let changes = &**CHANGES;
        let [own, other] = [colour, colour.other()].map(|colour| &self.lines[colour as usize]);
        let mut total = Total::default();
        for (direction, (line, bit)) in line_bits(self.size, point).into_iter().enumerate() {
            let around = |lines: &[[u32; LINES]; 4]| {
                let bits = lines[direction][line] >> (bit - EDGE);
                (bits & 0xF | bits >> 1 & 0xF0) as usize
            };
            let change = changes[around(own) << 8 | around(other)];
            total.points += i32::from(change.points);
            total.own_fours += i32::from(change.own_fours);
            total.other_fours += i32::from(change.other_fours);
        }
        total
    }

    fn put(&mut self, colour: Colour, point: Point) {
        let total = self.total(colour, point);
        self.lead += if colour == Colour::Black { total.points } else { -total.points };
        self.fours[colour as usize] += total.own_fours;
        self.fours[colour.other() as usize] += total.other_fours;
        self.toggle(colour, point);
    }

    /// Removes a stone.
    fn take(&mut self, colour: Colour, point: Point) {
        self.toggle(colour, point);
        let total = self.total(colour, point);
        self.lead -= if colour == Colour::Black { total.points } else { -total.points };
        self.fours[colour as usize] -= total.own_fours;
        self.fours[colour.other() as usize] -= total.other_fours;
    }

    fn toggle(&mut self, colour: Colour, point: Point) {
        let line_bits = line_bits(self.size, point);
        for (lines, (line, bit)) in self.lines[colour as usize].iter_mut().zip(line_bits) {
            lines[line] ^= 1 << bit;
        }
    }

    /// Brings the state to another position on a board of the same size.
    pub(super) fn follow(&mut self, position: &Gomoku) {
        // First the stones that are gone: there may be others in their places.
        self.update(position, |here, there| here & !there, Self::take);
        self.update(position, |here, there| there & !here, Self::put);
    }

    /// Takes or puts the stones that `chosen` selects in a row, by those here and in a position.
    fn update(
        &mut self,
        position: &Gomoku,
        chosen: impl Fn(u32, u32) -> u32,
        update: impl Fn(&mut Self, Colour, Point),
    ) {
        let on_board = (1 << self.size) - 1;
        for colour in Colour::ALL {
            for (row, &there) in (0..self.size).zip(position.stones(colour).rows()) {
                let here = self.lines[colour as usize][0][usize::from(row)] >> EDGE & on_board;
                let points = set_bits(chosen(here, there));
                points
                    .filter_map(|column| Point::new(column as u8, row))
                    .for_each(|point| update(self, colour, point));
            }
        }
    }

    /// The lead of a colour in points.
    fn lead_of(&self, colour: Colour) -> i32 {
        if colour == Colour::Black { self.lead } else { -self.lead }
    }
}

/// The evaluation for the colour to move, given its lead in points and the number of windows in
/// which each colour has four stones.
fn for_mover(lead: i32, own_fours: i32, other_fours: i32) -> i32 {
    let points = if own_fours > 0 {
        CAN_COMPLETE
    } else if other_fours > 1 {
        -CAN_COMPLETE + TEMPO
    } else {
        lead + TEMPO
    };
    points.clamp(-MAX_POINTS, MAX_POINTS)
}

/// For each direction, the line through a point and the point's bit in that line.
fn line_bits(size: u8, point: Point) -> [(usize, u32); 4] {
    let [column, row, last] = [point.column(), point.row(), size - 1].map(usize::from);
    let [across, up] = [column, row].map(|coordinate| coordinate as u32 + EDGE);
    [(row, across), (column, up), (column + last - row, up), (column + row, up)]
}

impl Accumulator<Gomoku> for Windows {
    fn new(position: &Gomoku) -> Self {
        let mut windows = Self::empty(position.size());
        windows.follow(position);
        windows
    }

    fn play(&mut self, before: &Gomoku, mv: Move) {
        if let Some(point) = mv.point() {
            self.put(before.colour_to_move(), point);
        }
    }

    fn evaluate(&self, position: &Gomoku) -> i32 {
        let mover = position.colour_to_move();
        let [own, other] = [mover, mover.other()].map(|colour| self.fours[colour as usize]);
        for_first(position.side_to_move(), for_mover(self.lead_of(mover), own, other))
    }

    fn evaluate_after(&self, before: &Gomoku, mv: Move, after: &Gomoku) -> i32 {
        let Some(point) = mv.point() else { return self.evaluate(after) };
        let colour = before.colour_to_move();
        let total = self.total(colour, point);
        let own = self.fours[colour as usize] + total.own_fours;
        let other = self.fours[colour.other() as usize] + total.other_fours;
        let lead = self.lead_of(colour) + total.points;
        for_first(after.side_to_move(), for_mover(-lead, other, own))
    }

    fn candidates(&self, position: &Gomoku, radius: u32, moves: &mut Vec<Move>) -> bool {
        let is_quiet = self.fours == [0; 2];
        candidates(position, radius, is_quiet, moves)
    }

    /// How many points a stone there would be worth to either side.
    fn static_score(&self, position: &Gomoku, mv: Move) -> i32 {
        /// Making three stones in a row outweighs any history of cutoffs.
        const POINT: i32 = 1 << 7;

        let Some(point) = mv.point() else { return 0 };
        let mover = position.colour_to_move();
        let [own, other] = [mover, mover.other()].map(|colour| self.total(colour, point).points);
        POINT * (own + other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::games::gomoku::testing::random_game;

    /// The step from one point of a window to the next: columns to the right and rows up.
    const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

    /// The number of windows with 0 to 5 stones of a colour and none of the other, one window after
    /// the other.
    fn count(position: &Gomoku, colour: Colour) -> [i32; 6] {
        let size = i32::from(position.size());
        let mut counts = [0; 6];
        for (right, up) in DIRECTIONS {
            for (row, column) in (0..size).flat_map(|row| (0..size).map(move |c| (row, c))) {
                let stones: Option<Vec<_>> = (0..5)
                    .map(|step| {
                        let at = (column + step * right, row + step * up);
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
    fn windows_agree_with_counting_them() {
        for seed in 0..200 {
            let position = random_game(seed, (seed % 60) as u32);
            let windows = Windows::new(&position);
            let counts = Colour::ALL.map(|colour| count(&position, colour));
            let [black, white] = counts
                .map(|it| it.iter().zip(WINDOW).map(|(count, each)| count * each).sum::<i32>());
            assert_eq!(windows.lead, black - white, "{position}");
            assert_eq!(windows.fours, counts.map(|it| it[4]), "{position}");
        }
    }

    #[test]
    fn windows_follow_stones() {
        for seed in 0..150 {
            let mut random = Random::new(seed);
            let mut position = random_game(seed, 0);
            let mut windows = Windows::new(&position);
            while position.outcome().is_none() {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let mv = moves[random.below(moves.len() as u32) as usize];
                let before = position;
                position.play(mv);
                if position.outcome().is_some() {
                    break;
                }
                let after = windows.evaluate_after(&before, mv, &position);
                windows.play(&before, mv);
                assert_eq!(windows, Windows::new(&position), "{position}");
                assert_eq!(after, windows.evaluate(&position), "{position}");
            }
        }
    }

    #[test]
    fn windows_follow_to_any_position() {
        for seed in 0..160 {
            // On a board of the same size.
            let [from, to] = [seed, seed + 160].map(|it| random_game(it, (it * 7 % 60) as u32));
            let mut windows = Windows::new(&from);
            windows.follow(&to);
            assert_eq!(windows, Windows::new(&to), "{from}, {to}");
        }
    }

    #[test]
    fn candidates_match_those_of_the_position() {
        for seed in 0..200 {
            let position = random_game(seed, (seed % 60) as u32);
            if position.outcome().is_some() {
                continue;
            }
            for radius in [1, 2, 19] {
                let (mut moves, mut expected) = (Vec::new(), Vec::new());
                let is_complete = Windows::new(&position).candidates(&position, radius, &mut moves);
                let is_expected = candidates(&position, radius, false, &mut expected);
                assert_eq!(is_expected, is_complete, "{position}");
                assert_eq!(moves, expected, "{position}");
            }
        }
    }
}
