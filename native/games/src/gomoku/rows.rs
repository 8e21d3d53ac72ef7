//! Five in a row on bit boards.
//!
//! Every row of the board has its own word with empty bits beside it: bits shifted past an edge
//! fall off the word, or outside the rows, and never reappear on the other side.

use super::point::Point;
use super::points::{AROUND, Points, REACH, ROWS};

/// The length of a winning row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Rule {
    /// Five or more.
    Freestyle,
    /// Exactly five.
    Standard,
}

/// The four lines through a point share one word, with [`REACH`] points to either side of it and
/// space between the lines.
const LINE_BITS: usize = 16;
const LINE: u64 = (1 << AROUND) - 1;
/// The point itself, in all lines.
const CENTRES: u64 = 0x0001_0001_0001_0001 << REACH;

impl Rule {
    pub(super) fn of_variant(name: &str) -> Self {
        if name == "standard" { Self::Standard } else { Self::Freestyle }
    }

    /// Whether a winning row goes through the middle of one of the lines.
    fn wins(self, lines: u64) -> bool {
        let two = lines & lines >> 1;
        let five = two & two >> 2 & lines >> 4;
        match self {
            Self::Freestyle => five != 0,
            Self::Standard => five & !(lines << 1) & !(lines >> 5) != 0,
        }
    }
}

impl Points {
    /// Whether a winning row goes through a point, which need not be in the set.
    pub(super) fn five_at(&self, point: Point, rule: Rule) -> bool {
        rule.wins(self.lines_through(point) | CENTRES)
    }

    /// Whether four stones in a line, one of them at this point of the set, leave a gap between or
    /// beside them where a fifth would complete a row. The other colour's stones are ignored.
    pub(super) fn four_at(&self, point: Point) -> bool {
        let lines = self.lines_through(point) | CENTRES;
        // The number of consecutive stones beside a point, on either side.
        let a1 = lines >> 1;
        let a2 = a1 & lines >> 2;
        let a3 = a2 & lines >> 3;
        let a4 = a3 & lines >> 4;
        let b1 = lines << 1;
        let b2 = b1 & lines << 2;
        let b3 = b2 & lines << 3;
        let b4 = b3 & lines << 4;
        (a4 | a3 & b1 | a2 & b2 | a1 & b3 | b4) & !lines != 0
    }

    /// The points of winning rows.
    pub(super) fn in_fives(&self, rule: Rule) -> impl Iterator<Item = Point> {
        self.iter().filter(move |&point| self.five_at(point, rule))
    }

    /// The points around a point in the four directions.
    fn lines_through(&self, point: Point) -> u64 {
        let rows = self.rows_around(point);
        // Bit 0 is REACH columns to the left of the point.
        let near = |row: u32| row << REACH >> point.column();
        let [mut vertical, mut rising, mut falling] = [0; 3];
        for (step, &row) in rows.iter().enumerate() {
            let near = near(row);
            vertical |= (near >> REACH & 1) << step;
            rising |= near & 1 << step;
            falling |= near & 1 << (AROUND - 1 - step);
        }
        let lines = [near(rows[REACH]), vertical, rising, falling];
        lines.into_iter().fold(0, |lines, line| lines << LINE_BITS | u64::from(line) & LINE)
    }

    /// The points, in the set or not, where one more stone would complete a winning row.
    pub(super) fn completing(&self, rule: Rule) -> Self {
        match rule {
            Rule::Freestyle => self.completing_by::<false>(),
            Rule::Standard => self.completing_by::<true>(),
        }
    }

    fn completing_by<const EXACTLY: bool>(&self) -> Self {
        let mut rows = [0; ROWS];
        completing_along::<1, 0, EXACTLY>(self, &mut rows);
        completing_along::<0, 1, EXACTLY>(self, &mut rows);
        completing_along::<1, 1, EXACTLY>(self, &mut rows);
        completing_along::<-1, 1, EXACTLY>(self, &mut rows);
        Self::from_rows(rows)
    }
}

/// Finds these points along one direction, a whole row of the board at a time, in a form that lets
/// the compiler process several rows at once.
#[inline(always)]
fn completing_along<const RIGHT: i32, const UP: i32, const EXACTLY: bool>(
    points: &Points,
    found: &mut [u32; ROWS],
) {
    let rows = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].map(|steps| points.rows_above(steps * UP));
    for row in 0..ROWS {
        // The columns from which a stone is that many steps away.
        let stone = |steps: i32| {
            let columns = rows[(steps + REACH as i32) as usize][row];
            let shift = steps * RIGHT;
            if shift >= 0 { columns >> shift } else { columns << -shift }
        };
        // For each number from 0 to 4: the columns next to which there are at least (or exactly)
        // that many stones in a row.
        let beside = |sign: i32| {
            let one = stone(sign);
            let two = one & stone(2 * sign);
            let three = two & stone(3 * sign);
            let four = three & stone(4 * sign);
            if EXACTLY {
                let five = four & stone(5 * sign);
                [!one, one & !two, two & !three, three & !four, four & !five]
            } else {
                [u32::MAX, one, two, three, four]
            }
        };
        let ([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4]) = (beside(1), beside(-1));
        found[row] |= a0 & b4 | a1 & b3 | a2 & b2 | a3 & b1 | a4 & b0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Points;
    use crate::hash::mix;

    const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

    fn contains(points: &Points, column: i32, row: i32) -> bool {
        let point = u8::try_from(column).ok().zip(u8::try_from(row).ok());
        let point = point.and_then(|(column, row)| Point::new(column, row));
        point.is_some_and(|point| points.contains(point))
    }

    /// A slow reference that walks step by step.
    fn wins_slowly(points: &Points, at: Point, rule: Rule) -> bool {
        DIRECTIONS.into_iter().any(|(right, up)| {
            let count = |sign: i32| {
                let (mut column, mut row) = (i32::from(at.column()), i32::from(at.row()));
                let mut count = 0;
                loop {
                    (column, row) = (column + sign * right, row + sign * up);
                    if !contains(points, column, row) {
                        return count;
                    }
                    count += 1;
                }
            };
            let length = 1 + count(1) + count(-1);
            length == 5 || length > 5 && rule == Rule::Freestyle
        })
    }

    /// Boards of all sizes and densities, including full ones.
    #[test]
    fn rows_agree_with_the_reference() {
        let mut state = 0;
        let mut number = |below: u64| {
            state = mix(state, 1);
            state % below
        };
        for size in 5..=20 {
            for density in 2..=16 {
                let mut points = Points::default();
                let all = Points::of_board(size);
                for point in all.iter() {
                    if number(16) < density {
                        points.insert(point);
                    }
                }
                for rule in [Rule::Freestyle, Rule::Standard] {
                    let completing = points.completing(rule);
                    for point in all.iter() {
                        let expected = wins_slowly(&points, point, rule);
                        let at = format!("{point} on {size}, {rule:?}: {points:?}");
                        assert_eq!(points.five_at(point, rule), expected, "{at}");
                        assert_eq!(completing.contains(point), expected, "{at}");
                    }
                }
            }
        }
    }

    /// Stones that would be five in a row on a cylinder.
    #[test]
    fn rows_do_not_wrap_around_the_edge() {
        for size in 5..=20 {
            for left in 1..=4 {
                let mut points = Points::default();
                let mut put =
                    |column, row| points.insert(Point::new(column, row).expect("a point"));
                (0..left).for_each(|column| put(column, 2));
                for column in size - (5 - left)..size {
                    put(column, 1);
                    put(column, 3);
                }
                assert_eq!(points.in_fives(Rule::Freestyle).next(), None, "{size}: {points:?}");
            }
        }
    }
}
