use crate::{Detail, Game, Region, Side};

/// A kind of piece: the side whose it is, where a piece shows that, and the name by which
/// steps and details of moves know it (`lion`, `black`, Quarto's `A`).
pub type Kind = (Option<Side>, &'static str);

/// A point of the board, as lines are drawn between points: its column (from the left)
/// and its row (from the bottom), counted in half steps from the first, as in a
/// [`Region`]: `(2, 4)` is b3.
pub type Place = (u8, u8);

/// What a board shows of a position, as data: who draws it reads no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The name of the variant being played.
    pub variant: &'static str,
    /// The side to move.
    pub side: Side,
    /// Whether the position has ended the game. (A repetition is none of the position.)
    pub over: bool,
    /// How many columns the board has.
    pub columns: u8,
    /// How many rows it has.
    pub rows: u8,
    /// The kinds of pieces that there are.
    pub kinds: &'static [Kind],
    /// What lies on each cell, row by row from the top, as its number among the kinds,
    /// counted from 1; 0 where nothing does.
    pub cells: Vec<u8>,
    /// What each side holds, by name and how often.
    pub hands: [Vec<(&'static str, u8)>; 2],
    /// What lies beside the board and is nobody's, by name.
    pub pool: Vec<&'static str>,
    /// The roots of each side, in games of roots.
    pub roots: [Vec<[Place; 2]>; 2],
    /// The points of every move with which each side could draw roots if it were its turn.
    pub growth: [Vec<[Place; 3]>; 2],
    /// The regions of each side, in games that score them.
    pub regions: Option<[Vec<Region>; 2]>,
    /// What else there is to know, by name (for Gomoku which colour is placed next).
    pub details: Vec<(&'static str, Detail)>,
}

impl Diagram {
    /// The diagram of an empty board, with all that is known of every game.
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

    /// The same with pieces on it: `number` answers that of a cell, given its column
    /// (from the left) and its row (from the top).
    #[must_use]
    pub fn with_cells(mut self, number: impl Fn(u8, u8) -> u8) -> Self {
        let columns = self.columns;
        let cells = (0..self.rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        self.cells = cells.map(|(column, row)| number(column, row)).collect();
        self
    }
}
