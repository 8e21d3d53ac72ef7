//! The points of a board as numbers, and sets of them.

use playout_games::gomoku::{MAX_SIZE, Move, Point};

/// The number of points of the largest board.
pub(super) const CELLS: usize = MAX_SIZE as usize * MAX_SIZE as usize;
/// The words of a set of points.
pub(super) const WORDS: usize = CELLS.div_ceil(64);

/// A point of the board: its row times the size, plus its column.
pub(super) type Cell = u16;

/// A set of points, one bit each.
pub(super) type Cells = [u64; WORDS];

/// The points of a set, in order.
pub(super) fn iterate(cells: &Cells) -> impl Iterator<Item = Cell> + use<> {
    (0..).zip(*cells).flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as u16;
            bits = (bits != 0).then(|| bits & (bits - 1))?;
            Some(word * 64 + bit)
        })
    })
}

pub(super) fn insert(cells: &mut Cells, cell: Cell) {
    cells[usize::from(cell / 64)] |= 1 << (cell % 64);
}

pub(super) fn remove(cells: &mut Cells, cell: Cell) {
    cells[usize::from(cell / 64)] &= !(1 << (cell % 64));
}

pub(super) fn contains(cells: &Cells, cell: Cell) -> bool {
    cells[usize::from(cell / 64)] >> (cell % 64) & 1 == 1
}

/// The move to a point of a board of this size.
pub(super) fn move_at(cell: Cell, size: Cell) -> Move {
    let point = Point::new((cell % size) as u8, (cell / size) as u8);
    Move::place(point.expect("a point of the board"))
}
