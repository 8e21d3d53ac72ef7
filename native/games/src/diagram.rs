use crate::{Detail, Game, Region, Side};

/// A kind of piece: its side, for pieces that belong to one, and the name used in steps and details
/// of moves (`lion`, `black`, Quarto's `A`).
pub type Kind = (Option<Side>, &'static str);

/// A point of the board, as used for lines: its column (from the left) and its row (from the
/// bottom), counted in half steps from the first, as in a [`Region`]: `(2, 4)` is b3.
pub type Place = (u8, u8);

/// What a board draws of a position, as data, so that boards need not parse texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The name of the variant being played.
    pub variant: &'static str,
    /// The side to move.
    pub side: Side,
    /// Whether the position has ended the game. (A repetition is not part of the position.)
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
    /// The pieces that each side holds, by name and number.
    pub hands: [Vec<(&'static str, u8)>; 2],
    /// The pieces beside the board that belong to nobody, by name.
    pub pool: Vec<&'static str>,
    /// The roots of each side, in games with roots.
    pub roots: [Vec<[Place; 2]>; 2],
    /// The points of every move with which each side could grow roots if it were its turn.
    pub growth: [Vec<[Place; 3]>; 2],
    /// The regions of each side, in games that score them.
    pub regions: Option<[Vec<Region>; 2]>,
    /// Further details by name (for Gomoku the colour to place next).
    pub details: Vec<(&'static str, Detail)>,
}

impl Diagram {
    /// The diagram of an empty board, with the fields that every game has.
    pub fn empty<G: Game>(position: &G, columns: u8, rows: u8, kinds: &'static [Kind]) -> Self {
        Self {
            variant: position.variant(),
            side: position.side_to_move(),
            over: position.outcome().is_some(),
            columns,
            rows,
            kinds,
            cells: vec![0; usize::from(columns) * usize::from(rows)],
            hands: [const { Vec::new() }; 2],
            pool: Vec::new(),
            roots: [const { Vec::new() }; 2],
            growth: [const { Vec::new() }; 2],
            regions: None,
            details: Vec::new(),
        }
    }

    /// Puts pieces on the board: `number` returns that of a cell, given its column (from the left)
    /// and its row (from the top).
    #[must_use]
    pub fn with_cells(mut self, number: impl Fn(u8, u8) -> u8) -> Self {
        let columns = self.columns;
        let cells = (0..self.rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        self.cells = cells.map(|(column, row)| number(column, row)).collect();
        self
    }
}
