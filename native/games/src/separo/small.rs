//! How much a root changes the score, given that regions may be too small to count.
//!
//! Regions are measured in the triangles that the diagonals of unit squares form. Only a few kinds
//! of small region can lie beside a root, because a side's roots are at least 90 degrees apart at
//! every point, and only the border may be closer. A few walls near the root identify them, so
//! tables replace walks and branches. (The test compares the tables with walks around the regions.)

use super::cell::Cell;
use super::point::Direction;
use super::walls::Walls;

/// The triangles of a unit square: a region that counts has more.
pub(super) const UNIT: u8 = 4;

/// How much the score changes, by the triangles on either side of a root that divides a region; 0
/// stands for more than [`UNIT`].
static GAIN: [[i16; 8]; 8] = {
    let mut gain = [[0; 8]; 8];
    gain[0][0] = 1;
    let mut pair = 0;
    while pair < 64 {
        let (left, right) = (pair / 8, pair % 8);
        if left > 0 && right > 0 && left + right > UNIT as usize {
            gain[left][right] = -1;
        }
        pair += 1;
    }
    gain
};

/// The triangles to the left of a root that no other root crosses.
///
/// ```text
///   .   .   .      The root goes from p to q, and c is a corner of its square. Only
///     b   \ a      the border can be at the sides `top` and `side` of the square,
///   .   c---q      and only roots at a and b.
///       | /
///   .   p   .
/// ```
static LEFT_OF_ROOT: [u8; 1 << 6] = {
    let mut triangles = [0; 1 << 6];
    let mut near = 0;
    while near < triangles.len() {
        let [side, b, a, top, crosses_a, crosses_b] = bits(near);
        triangles[near] = match (side, top) {
            (true, true) => 2,
            (true, false) if a => 4 - crosses_a as u8,
            (false, true) if b => 4 - crosses_b as u8,
            (false, false) if a && b && crosses_a && crosses_b => 4,
            _ => 0,
        };
        near += 1;
    }
    triangles
};

/// The triangles to the left of the half of a root from a to the middle of a square, where another
/// root crosses it.
///
/// ```text
///   f   b   .      The other root goes through the corner b. `side` is the side of
///       | x        the square; x and y are roots that cross beyond it.
///   e   a   .
/// ```
static LEFT_OF_HALF: [u8; 1 << 9] = {
    let mut triangles = [0; 1 << 9];
    let mut near = 0;
    while near < triangles.len() {
        let [side, y, a_to_e, a_on, b_on, b_to_f, x, e_crosses, f_crosses] = bits(near);
        triangles[near] = match (side, x, y) {
            (true, ..) => 1,
            (_, true, true) => 2,
            // Along the border, or two more crossing roots.
            (_, true, false) if a_to_e => 3,
            (_, false, true) if b_to_f => 3,
            (_, true, false) if a_on && e_crosses => 4,
            (_, false, true) if b_on && f_crosses => 4,
            _ => 0,
        };
        near += 1;
    }
    triangles
};

const fn bits<const N: usize>(number: usize) -> [bool; N] {
    let mut bits = [false; N];
    let mut index = 0;
    while index < N {
        bits[index] = number >> index & 1 == 1;
        index += 1;
    }
    bits
}

impl Walls<'_> {
    /// How much the score changes with a straight root that divides a region.
    ///
    /// The only small region beside it can be a unit square. In the others, straight sides are at
    /// 45 degrees to another side, and only the border can be that close.
    pub(super) fn gain_of_straight(self, from: Cell, direction: Direction) -> i16 {
        let to = from.next(direction);
        let is_square = |across: Direction| {
            let sides = (self.at(from) & self.at(to)) >> across.index();
            i16::from(sides & self.at(from.next(across)) >> direction.index() & 1)
        };
        1 - is_square(direction.turned(2)) - is_square(direction.turned(6))
    }

    /// How much the score changes with a diagonal root that crosses another one, ends at a wall, or
    /// both. Each half that does so divides a region.
    pub(super) fn gain_of_diagonal(
        self,
        from: Cell,
        direction: Direction,
        crosses: bool,
        ends: bool,
    ) -> i16 {
        let to = from.next(direction);
        let (right, left) = (from.next(direction.turned(7)), from.next(direction.turned(1)));
        if !crosses {
            let [p, q, left, right] = [from, to, left, right].map(|it| self.seen(it, direction));
            return gain(
                triangles_left_of_root(p, q, left),
                triangles_left_of_root(q.rotate_right(4), p.rotate_right(4), right.rotate_right(4)),
            );
        }
        // Each of the four regions that meet in the middle of the square.
        let beside = |from, by| self.triangles_left_of_half(from, direction.turned(by));
        let before = gain(beside(from, 0), beside(right, 2));
        if ends { before + gain(beside(left, 6), beside(to, 4)) } else { before }
    }

    /// The triangles to the left of the half of a root that leaves a point.
    fn triangles_left_of_half(self, a: Cell, direction: Direction) -> u8 {
        let outward = direction.turned(3);
        let b = a.next(direction.turned(1));
        let [e, f] = [a.next(outward), b.next(outward)];
        let [a, b, e, f] = [a, b, e, f].map(|it| usize::from(self.seen(it, direction)));
        LEFT_OF_HALF[a >> 1 & 0b1111 | (b >> 2 & 0b111) << 4 | (e >> 6 & 1) << 7 | (f & 1) << 8]
    }

    /// The walls that leave a cell, one bit each, counted from a direction.
    fn seen(self, cell: Cell, direction: Direction) -> u8 {
        self.at(cell).rotate_right(direction.index() as u32)
    }
}

/// The triangles to the left of a root, from the walls at its ends and at the corner of its square
/// there, all counted from its direction.
fn triangles_left_of_root(p: u8, q: u8, corner: u8) -> u8 {
    let [p, q, corner] = [p, q, corner].map(usize::from);
    LEFT_OF_ROOT[p >> 1 & 0b11 | (q >> 2 & 0b11) << 2 | (corner & 1) << 4 | (corner >> 4 & 1) << 5]
}

/// How much the score changes when a region is divided into two parts, given by their triangles.
fn gain(left: u8, right: u8) -> i16 {
    GAIN[usize::from(left % 8)][usize::from(right % 8)]
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::super::position::corners;
    use super::super::regions::walk;
    use super::super::walls::Edge;
    use super::*;
    use crate::Side;
    use crate::hash::mix;

    /// The triangles to the left of an edge, found by a complete walk; 0 if there are more than
    /// [`UNIT`].
    fn walked(walls: Walls<'_>, start: Edge) -> u8 {
        let mut pieces = Vec::new();
        let mut edge = start;
        while pieces.is_empty() || edge != start {
            edge = walk(walls, edge, &mut pieces);
        }
        // In half steps, a triangle has an area of 1.
        let area: i32 = pieces.iter().map(|piece| piece.area()).sum();
        u8::try_from(area / 2).ok().filter(|&triangles| triangles <= UNIT).unwrap_or(0)
    }

    /// Random roots of one side that the rules accept, even if no game leads to them; on small
    /// boards, where small regions are common, and on larger ones.
    fn rooted(seed: u64) -> (Board, Vec<Edge>) {
        let size = 4 + (seed % 7) as u8;
        let mut board = Board::empty(size);
        let mut stones = corners(Side::First, size).map(Cell::of).to_vec();
        let mut roots = Vec::new();
        for draw in 0..u64::from(size).pow(2) * 20 {
            let word = mix(seed, draw);
            let from = stones[word as usize % stones.len()];
            let direction = Direction::all().nth((word >> 60) as usize % 8).expect("one of 8");
            let to = from.next(direction);
            let has_room = |cell, direction| board.has_room(Side::First, cell, direction);
            if has_room(from, direction) && has_room(to, direction.reversed()) {
                board.draw(Side::First, from, direction);
                stones.push(to);
                roots.push(Edge { from, direction });
            }
        }
        (board, roots)
    }

    #[test]
    fn small_regions_match_those_found_by_a_walk() {
        let mut of_roots = [0; 1 + UNIT as usize];
        let mut of_halves = [0; 1 + UNIT as usize];
        for seed in 0..2_000 {
            let (board, roots) = rooted(seed);
            let walls = board.walls(Side::First);
            for Edge { from, direction } in roots {
                for (p, direction) in
                    [(from, direction), (from.next(direction), direction.reversed())]
                {
                    if !direction.is_diagonal() {
                        continue;
                    }
                    let (found, counts) = if walls.crosses(p, direction) {
                        (walls.triangles_left_of_half(p, direction), &mut of_halves)
                    } else {
                        let near = [p, p.next(direction), p.next(direction.turned(1))];
                        let [p, q, corner] = near.map(|it| walls.seen(it, direction));
                        (triangles_left_of_root(p, q, corner), &mut of_roots)
                    };
                    let expected = walked(walls, Edge { from: p, direction });
                    assert_eq!(found, expected, "{seed}: {p:?} {direction:?}");
                    counts[usize::from(found)] += 1;
                }
            }
            let regions = board.regions(Side::First).len();
            assert_eq!(usize::from(board.scores[Side::First as usize]), regions, "{seed}");
        }
        // All kinds of small regions have occurred.
        assert!(of_roots[2..].iter().all(|&count| count > 20) && of_roots[1] == 0, "{of_roots:?}");
        assert!(of_halves.iter().all(|&count| count > 20), "{of_halves:?}");
    }
}
