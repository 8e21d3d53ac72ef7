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
use super::point::{Direction, MAX_SIZE, Point};
use super::points::Place;
use crate::{Region, Side};

/// The triangles of a unit square: a region that counts has more.
const UNIT: i32 = 4;

/// Points in a row of the largest board, and corners on all of it.
const COLUMNS: usize = MAX_SIZE as usize;
const CORNERS: usize = COLUMNS * (2 * COLUMNS - 1);

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

    /// Its number: a row of points, then the row of middles above it, and so on.
    fn index(self) -> usize {
        usize::from(self.y) * COLUMNS + usize::from(self.x / 2)
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

/// What stops a colour's regions, its own roots and the border: for each corner
/// the directions in which walls leave it, a bit each. It is kept beside the
/// roots, as walks ask for nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Walls([u8; CORNERS]);

impl Walls {
    /// The border alone.
    pub(super) fn of_border(size: u8) -> Self {
        let mut walls = Self([0; CORNERS]);
        for point in Point::all(size) {
            walls.0[Corner::of(point).index()] = border(point, size);
        }
        walls
    }

    fn leaving(&self, corner: Corner) -> u8 {
        self.0[corner.index()]
    }

    fn add(&mut self, edge: Edge) {
        for side in [edge, edge.twin()] {
            self.0[side.from.index()] |= 1 << side.direction.index();
        }
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
        let to_place = Place::of(to, size);
        self.roots[direction.index()].insert(Place::of(from, size));
        self.roots[direction.reversed().index()].insert(to_place);
        self.stones[side as usize].insert(to_place);

        let walls = &mut self.walls[side as usize];
        let mut gain = 0;
        let mut edge = Edge { from: Corner::of(from), direction };
        // A diagonal root half by half, as each of them may part a region.
        for _ in 0..if direction.is_diagonal() { 2 } else { 1 } {
            let is_new = walls.leaving(edge.from) >> direction.index() & 1 == 0;
            let ends_at_wall = walls.leaving(edge.end()) != 0;
            walls.add(edge);
            if is_new && ends_at_wall {
                gain += walls.gain(edge);
            }
            edge.from = edge.end();
        }
        let score = &mut self.scores[side as usize];
        *score = score.wrapping_add_signed(gain);
    }

    /// The regions of a side that count, i.e. are larger than a unit square.
    pub(super) fn regions_of(&self, side: Side) -> Vec<Region> {
        let walls = &self.walls[side as usize];
        let index = |edge: Edge| edge.from.index() * 8 + edge.direction.index();
        let mut walked = vec![false; CORNERS * 8];
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
