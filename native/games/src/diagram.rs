use crate::{Detail, Region, Side};

/// A kind of piece: the side it belongs to, if any, and its name in steps and details of moves
/// (`lion`, `black`, Quarto's `A`).
pub type Kind = (Option<Side>, &'static str);

/// The end of a line on the board: its column (from the left) and its row (from the bottom) in half
/// steps from a1, as in a [`Region`]. `(2, 4)` is b3.
pub type Vertex = (u8, u8);

/// What a board draws, as data, so that boards don't have to parse the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The name of the variant being played.
    pub variant: &'static str,
    /// The side to move.
    pub side: Side,
    /// Whether the game is over in this position. (A position knows nothing of repetitions.)
    pub over: bool,
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// The kinds of pieces.
    pub kinds: &'static [Kind],
    /// The piece on each cell, row by row from the top: its number in `kinds`, counted from 1, or 0
    /// for an empty cell.
    pub cells: Vec<u8>,
    /// The names and counts of the pieces in each side's hand.
    pub hands: [Vec<(&'static str, u8)>; 2],
    /// The names of the pieces off the board that belong to nobody.
    pub pool: Vec<&'static str>,
    /// The roots of each side, in games with roots.
    pub roots: [Vec<[Vertex; 2]>; 2],
    /// For each side, the points of every move that would grow roots if it were that side's turn.
    pub growth: [Vec<[Vertex; 3]>; 2],
    /// The regions of each side, in games that score them.
    pub regions: Option<[Vec<Region>; 2]>,
    /// Further details by name (for Gomoku, the colour to place next).
    pub details: Vec<(&'static str, Detail)>,
}

impl Diagram {
    /// Fills the cells: `number` returns the number of the piece at a column (from the left) and a
    /// row (from the top).
    #[must_use]
    pub fn with_cells(mut self, number: impl Fn(u8, u8) -> u8) -> Self {
        let columns = self.columns;
        let cells = (0..self.rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        self.cells = cells.map(|(column, row)| number(column, row)).collect();
        self
    }
}
