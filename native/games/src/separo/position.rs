use super::board::Board;
use super::cell::{Cell, Cells};
use super::moves::Move;
use super::point::{Direction, Point};
use crate::Side;

/// The default size of the board.
pub(super) const DEFAULT_SIZE: u8 = 9;

/// A position of SEPARO. Copying one takes about ten nanoseconds.
///
/// # Examples
///
/// ```
/// use playout_games::{Game, separo::Separo};
///
/// let mut position = Separo::default();
/// position.play(position.parse_move("a9-b8-c8")?);
/// assert_eq!(position.to_string(), "9 b a9b8,b8c8 -");
/// assert_eq!(position.score(), Some([1, 1]));
/// # Ok::<(), playout_games::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Separo {
    pub(super) board: Board,
    /// By side.
    pub(super) stones: [Cells; 2],
    pub(super) side: Side,
}

impl Default for Separo {
    /// The standard start, on a board of 9x9.
    fn default() -> Self {
        Self::of_size(DEFAULT_SIZE)
    }
}

impl Separo {
    /// The start position on a board of a given size.
    pub(super) fn of_size(size: u8) -> Self {
        let board = Board::empty(size);
        let stones = [Cells::default(); 2];
        let mut position = Self { board, stones, side: Side::First };
        for side in Side::BOTH {
            for corner in corners(side, size) {
                position.board.put_stone(side, Cell::of(corner));
                position.stones[side as usize].insert(Cell::of(corner));
            }
        }
        position
    }

    /// The number of columns and of rows.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.board.size
    }

    /// How many regions of a side count.
    #[must_use]
    pub fn score_of(&self, side: Side) -> u32 {
        self.board.scores[side as usize].into()
    }

    /// The side whose stone is on a point.
    #[must_use]
    pub fn stone_at(&self, point: Point) -> Option<Side> {
        let sides = Side::BOTH;
        sides.into_iter().find(|&side| self.has_stone(side, point))
    }

    /// Whether a root leaves a point in a direction; it belongs to the side whose stone is there.
    #[must_use]
    pub fn has_root(&self, point: Point, direction: Direction) -> bool {
        let has = |side| self.board.has_root(side, Cell::of(point), direction);
        has(Side::First) || has(Side::Second)
    }

    /// The roots of a side in the order of the text: each with its smaller point first, sorted by
    /// points.
    pub fn roots(&self, side: Side) -> impl Iterator<Item = (Point, Point)> + '_ {
        const TO_LARGER: [Direction; 4] =
            [Direction::UP, Direction::DOWN_RIGHT, Direction::RIGHT, Direction::UP_RIGHT];
        let stones = Point::all(self.size()).filter(move |&point| self.has_stone(side, point));
        stones.flat_map(move |point| {
            TO_LARGER.into_iter().filter_map(move |direction| {
                let other = point.neighbour(direction, self.size())?;
                self.has_root(point, direction).then_some((point, other))
            })
        })
    }

    pub(super) fn has_stone(&self, side: Side, point: Point) -> bool {
        point.is_within(self.size()) && self.board.has_stone(side, Cell::of(point))
    }

    pub(super) fn add_stones(&mut self, side: Side, mv: Move) {
        for stone in [mv.via(), mv.to()] {
            self.stones[side as usize].insert(stone);
        }
    }
}

/// The corners of a side's first stones.
pub(super) fn corners(side: Side, size: u8) -> [Point; 2] {
    let last = size - 1;
    let corners = match side {
        Side::First => [(0, last), (last, 0)],
        Side::Second => [(0, 0), (last, last)],
    };
    corners.map(|(column, row)| Point::new(column, row).expect("corners are on the largest board"))
}
