//! The regions that count, as outlines to be drawn, found by walking around them.

use super::board::Board;
use super::cell::{CELLS, Cell};
use super::point::{Direction, Point};
use super::small::UNIT;
use super::walls::{Edge, Walls};
use crate::{Region, Side};

/// One side of a piece of wall: of a straight root or of half a diagonal one. It starts, in half
/// steps from a1, at a point (both coordinates even) or in the middle of a unit square (both odd).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    x: u8,
    y: u8,
    direction: Direction,
}

impl Piece {
    fn end(self) -> (u8, u8) {
        let length = if self.direction.is_diagonal() { 1 } else { 2 };
        (
            self.x.wrapping_add_signed(length * self.direction.dx()),
            self.y.wrapping_add_signed(length * self.direction.dy()),
        )
    }

    /// The other side of the same wall.
    fn twin(self) -> Self {
        let (x, y) = self.end();
        Self { x, y, direction: self.direction.reversed() }
    }

    /// Twice the area between the piece and the origin. In half steps, a triangle (a quarter of a
    /// unit square) has an area of 1.
    pub(super) fn area(&self) -> i32 {
        let (x, y) = self.end();
        i32::from(self.x) * i32::from(y) - i32::from(x) * i32::from(self.y)
    }
}

impl Board {
    /// The regions of a side that count, i.e. are larger than a unit square.
    pub(super) fn regions(&self, side: Side) -> Vec<Region> {
        let walls = self.walls(side);
        let mut walked = vec![[false; 8]; CELLS];
        let mut regions = Vec::new();
        // Every region has a point of the board on its outline.
        for point in Point::all(self.size) {
            let from = Cell::of(point);
            for direction in Direction::all() {
                if walls.at(from) & direction.bit() == 0 {
                    continue;
                }
                let mut pieces = Vec::new();
                let mut edge = Edge { from, direction };
                while !walked[edge.from.index()][edge.direction.index()] {
                    walked[edge.from.index()][edge.direction.index()] = true;
                    edge = walk(walls, edge, &mut pieces);
                }
                // Around the outside of the board the area is negative.
                let area: i32 = pieces.iter().map(Piece::area).sum();
                if area / 2 > UNIT as i32 {
                    regions.push(Region { outline: outline(&pieces) });
                }
            }
        }
        regions
    }
}

/// Follows an edge and returns the next one.
pub(super) fn walk(walls: Walls<'_>, edge: Edge, pieces: &mut Vec<Piece>) -> Edge {
    let arrival = walls.follow(edge);
    if let Some(point) = edge.from.point() {
        let (x, y) = (2 * point.column(), 2 * point.row());
        let first = Piece { x, y, direction: edge.direction };
        pieces.push(first);
        if edge.direction.is_diagonal() {
            let (x, y) = first.end();
            pieces.push(Piece { x, y, direction: arrival.arriving });
        }
    }
    walls.next_edge(arrival)
}

/// The corners of an outline, without dead ends and without points on a straight line.
fn outline(pieces: &[Piece]) -> Vec<(u8, u8)> {
    let mut rest: Vec<Piece> = Vec::new();
    for &piece in pieces {
        match rest.last() {
            Some(last) if last.twin() == piece => drop(rest.pop()),
            _ => rest.push(piece),
        }
    }
    // The walk may have started in a dead end.
    let mut rest = &rest[..];
    while let [first, inner @ .., last] = rest
        && first.twin() == *last
    {
        rest = inner;
    }
    let before = rest.iter().cycle().skip(rest.len().saturating_sub(1));
    let turns = rest.iter().zip(before).filter(|(piece, last)| piece.direction != last.direction);
    turns.map(|(piece, _)| (piece.x, piece.y)).collect()
}
