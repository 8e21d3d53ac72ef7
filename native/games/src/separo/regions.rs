//! Regions: what a colour's roots and the border of the board divide the board
//! into.
//!
//! A walk round a region keeps it on the left and turns, wherever walls meet,
//! as far to the left as it can. Every root hangs together with the border, so
//! one walk goes all round a region. Walks count in half steps: a point of the
//! board has even coordinates, the middle of a unit square, where two diagonal
//! roots may cross, odd ones. A triangle, a quarter of a unit square, has the
//! area of one square half step.

use super::Separo;
use super::point::{Direction, Point};
use super::points::Place;
use crate::{Region, Side};

/// The triangles of a unit square: a region that counts has more.
const UNIT: i32 = 4;

/// A point of the board or the middle of a unit square, in half steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Corner {
    x: u8,
    y: u8,
}

impl Corner {
    fn of(point: Point) -> Self {
        Self { x: 2 * point.column(), y: 2 * point.row() }
    }

    /// The point of the board, `None` for the middle of a square.
    fn point(self) -> Option<Point> {
        if self.x % 2 == 0 { Point::new(self.x / 2, self.y / 2) } else { None }
    }

    /// The next corner along a wall: a straight root goes to the next point, a
    /// diagonal one to the middle of the square, or from there to a point.
    fn next(self, direction: Direction) -> Self {
        let length = if direction.is_diagonal() { 1 } else { 2 };
        Self {
            x: self.x.wrapping_add_signed(length * direction.dx()),
            y: self.y.wrapping_add_signed(length * direction.dy()),
        }
    }
}

/// One side of a piece of wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    from: Corner,
    direction: Direction,
}

impl Edge {
    fn end(self) -> Corner {
        self.from.next(self.direction)
    }

    /// The other side of the same wall.
    fn twin(self) -> Self {
        Self { from: self.end(), direction: self.direction.reversed() }
    }

    /// Twice the area between the edge and the origin.
    fn area(self) -> i32 {
        let (a, b) = (self.from, self.end());
        i32::from(a.x) * i32::from(b.y) - i32::from(b.x) * i32::from(a.y)
    }
}

/// What stops a colour's regions.
struct Walls<'a> {
    position: &'a Separo,
    side: Side,
}

impl Walls<'_> {
    /// The directions in which walls leave a corner, a bit each.
    fn leaving(&self, corner: Corner) -> u8 {
        let size = self.position.size;
        match corner.point() {
            Some(point) => border(point, size) | self.roots_leaving(point, 0xFF),
            None => Direction::DIAGONAL.into_iter().fold(0, |bits, direction| {
                let end = corner.next(direction).point();
                let back = direction.reversed().index();
                let root = end.map_or(0, |end| self.roots_leaving(end, 1 << back));
                bits | u8::from(root != 0) << direction.index()
            }),
        }
    }

    /// The directions among these in which own roots leave a point, a bit each.
    fn roots_leaving(&self, point: Point, among: u8) -> u8 {
        let place = Place::of(point, self.position.size);
        if !self.position.stones[self.side as usize].contains(place) {
            return 0;
        }
        (0..8).filter(|direction| among >> direction & 1 == 1).fold(0, |bits, direction| {
            let there = self.position.roots[direction].contains(place);
            bits | u8::from(there) << direction
        })
    }

    fn after(&self, edge: Edge) -> Edge {
        let from = edge.end();
        let back = edge.direction.reversed();
        // The wall it came along is among them, as the lowest bit.
        let leaving = self.leaving(from).rotate_right(back.index() as u32);
        let leftmost = 7 - leaving.leading_zeros() as u8;
        Edge { from, direction: back.turned(leftmost) }
    }

    /// The triangles of the region on the left of an edge if these are no more
    /// than those of a unit square.
    fn small(&self, edge: Edge) -> Option<i32> {
        // Every edge is a side of a triangle within, and of the 3 n sides of n
        // triangles that hang together at least 2 (n - 1) are none.
        let most_edges = UNIT + 2;
        let (mut area, mut here) = (0, edge);
        for _ in 0..most_edges {
            area += here.area();
            here = self.after(here);
            if here == edge {
                return Some(area / 2).filter(|&triangles| triangles <= UNIT);
            }
        }
        None
    }

    /// By how much a wall that has parted one region into two changes the
    /// score.
    fn gain(&self, edge: Edge) -> i16 {
        match (self.small(edge), self.small(edge.twin())) {
            (None, None) => 1,
            (Some(left), Some(right)) if left + right > UNIT => -1,
            _ => 0,
        }
    }
}

/// The directions in which the border leaves a point, a bit each.
fn border(point: Point, size: u8) -> u8 {
    let last = size - 1;
    let along = |place: u8, forward: Direction| {
        u8::from(place < last) << forward.index()
            | u8::from(place > 0) << forward.reversed().index()
    };
    let is_end = |place: u8| place == 0 || place == last;
    let across = if is_end(point.row()) { along(point.column(), Direction::RIGHT) } else { 0 };
    let upward = if is_end(point.column()) { along(point.row(), Direction::UP) } else { 0 };
    across | upward
}

impl Separo {
    /// Draws a root of a side from one of its stones, and keeps its score.
    ///
    /// A root whose end touches nothing parts nothing. One that ends at a wall
    /// parts a region into two, and so does one that crosses another.
    pub(super) fn draw(&mut self, side: Side, from: Point, direction: Direction) {
        let size = self.size;
        let to = from.neighbour(direction, size).expect("roots are drawn on the board");
        let back = direction.reversed();
        let (from_place, to_place) = (Place::of(from, size), Place::of(to, size));
        let edge = Edge { from: Corner::of(from), direction };
        let ends_at_wall = border(to, size) != 0 || self.stones[side as usize].contains(to_place);

        if direction.is_diagonal() {
            // Half by half, as each of them may part a region.
            let middle = edge.end();
            let crosses = Walls { position: self, side }.leaving(middle) != 0;
            self.roots[direction.index()].insert(from_place);
            if crosses {
                self.count_parting(side, edge);
            }
            self.roots[back.index()].insert(to_place);
            self.stones[side as usize].insert(to_place);
            if ends_at_wall {
                self.count_parting(side, Edge { from: middle, direction });
            }
        } else {
            let along_border = border(from, size) >> direction.index() & 1 == 1;
            self.roots[direction.index()].insert(from_place);
            self.roots[back.index()].insert(to_place);
            self.stones[side as usize].insert(to_place);
            if ends_at_wall && !along_border {
                self.count_parting(side, edge);
            }
        }
    }

    fn count_parting(&mut self, side: Side, edge: Edge) {
        let gain = Walls { position: self, side }.gain(edge);
        let score = &mut self.scores[side as usize];
        *score = score.wrapping_add_signed(gain);
    }

    /// The regions of a side that count, i.e. are larger than a unit square.
    pub(super) fn regions_of(&self, side: Side) -> Vec<Region> {
        let walls = Walls { position: self, side };
        let width = 2 * usize::from(self.size) - 1;
        let index = |edge: Edge| {
            let corner = usize::from(edge.from.y) * width + usize::from(edge.from.x);
            corner * 8 + edge.direction.index()
        };
        let mut walked = vec![false; width * width * 8];
        let mut regions = Vec::new();
        // Every region has a point of the board on its way round.
        for point in Point::all(self.size) {
            let from = Corner::of(point);
            let leaving = walls.leaving(from);
            for direction in Direction::all() {
                let start = Edge { from, direction };
                if leaving >> direction.index() & 1 == 0 || walked[index(start)] {
                    continue;
                }
                let mut edges = Vec::new();
                let mut here = start;
                while !std::mem::replace(&mut walked[index(here)], true) {
                    edges.push(here);
                    here = walls.after(here);
                }
                // Round the outside of the board the area is negative.
                let area: i32 = edges.iter().map(|edge| edge.area()).sum();
                if area / 2 > UNIT {
                    regions.push(Region { outline: outline(&edges) });
                }
            }
        }
        regions
    }
}

/// The corners of a way round, without dead ends that go out and come back and
/// without corners that are none.
fn outline(edges: &[Edge]) -> Vec<(u8, u8)> {
    let mut kept: Vec<Edge> = Vec::new();
    for &edge in edges {
        match kept.last() {
            Some(last) if last.twin() == edge => drop(kept.pop()),
            _ => kept.push(edge),
        }
    }
    // The way may have started within a dead end.
    let mut kept = &kept[..];
    while let [first, inner @ .., last] = kept
        && first.twin() == *last
    {
        kept = inner;
    }
    let before = kept.iter().cycle().skip(kept.len().saturating_sub(1));
    let turns = kept.iter().zip(before).filter(|(edge, before)| edge.direction != before.direction);
    turns.map(|(edge, _)| (edge.from.x, edge.from.y)).collect()
}
