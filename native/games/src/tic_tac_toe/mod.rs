//! Tic-tac-toe: three in a row on 3x3 cells. The site does not offer it: it shows how to write a
//! game, and benchmarks use it to measure a search whose rules cost almost nothing.
//!
//! ```text
//!   3 | x . .        x a cell of the first side, o one of the second, . an empty one
//!   2 | . o .
//!   1 | . . .        here, as text:    x../.o./... x
//!       a b c
//! ```
//!
//! Each file is one part of a game:
//!
//! - this one: what a position is, and the rules ([`Game`]);
//! - `cell.rs`: what a move is;
//! - `setup.rs`: positions as text;
//! - `diagram.rs`: what the board draws;
//! - `playout.rs`: random games ([`Playouts`](crate::Playouts)); optional, for speed.

mod cell;
mod diagram;
mod playout;
mod setup;

pub use cell::Cell;

use crate::hash::mix;
use crate::{Diagram, Ending, Error, Game, GameOption, Options, Outcome, Reason, Side};

/// The three cells of each line, one bit per cell.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
const FULL: u16 = 0b111_111_111;

/// For each set of cells, whether it contains a line.
static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut cells = 0;
    while cells < table.len() {
        let mut line = 0;
        while line < LINES.len() {
            table[cells] |= cells as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        cells += 1;
    }
    table
};

/// A position of tic-tac-toe.
///
/// # Examples
///
/// ```
/// use playout_games::{Game, tic_tac_toe::TicTacToe};
///
/// let mut position = TicTacToe::default();
/// position.play(position.parse_move("b2")?);
/// assert_eq!(position.to_string(), ".../.x./... o");
/// # Ok::<(), playout_games::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// The cells of the first side, and 16 bits above them those of the second.
    cells: u32,
    side: Side,
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self { cells: 0, side: Side::First }
    }
}

impl TicTacToe {
    /// The side that has marked a cell.
    #[must_use]
    pub fn side_at(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.cells(side) & cell.bit() != 0)
    }

    fn cells(&self, side: Side) -> u16 {
        (self.cells >> (16 * side as u32)) as u16
    }

    fn line(&self, side: Side) -> Option<u16> {
        let cells = self.cells(side);
        LINES.into_iter().find(|line| cells & line == *line)
    }

    fn has_line(&self, side: Side) -> bool {
        HAS_LINE[usize::from(self.cells(side) & FULL)]
    }

    fn empty(&self) -> u16 {
        FULL & !self.cells(Side::First) & !self.cells(Side::Second)
    }

    /// Marks a cell for the side to move.
    fn take(&mut self, cell: Cell) {
        self.cells |= u32::from(cell.bit()) << (16 * self.side as u32);
        self.side = self.side.other();
    }
}

impl Game for TicTacToe {
    type Move = Cell;

    const NAME: &'static str = "tic_tac_toe";
    const OPTIONS: &'static [GameOption] =
        &[GameOption::variant(&["standard"], "the only variant")];
    const MOVE_FORMS: &'static [&'static str] = &["b2"];

    fn start(options: &Options) -> Result<Self, Error> {
        options.choose_from(Self::OPTIONS)?;
        Ok(Self::default())
    }

    fn parse(text: &str) -> Result<Self, Error> {
        setup::parse(text)
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[0]
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the side that moved last can have made a line.
        let last = self.side.other();
        if self.has_line(last) {
            return Some(Outcome::Win(last));
        }
        (self.empty() == 0).then_some(Outcome::Draw)
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        let line = match outcome {
            Outcome::Win(side) => self.line(side),
            Outcome::Draw => None,
        };
        Some(Ending {
            outcome,
            reason: if line.is_some() { Reason::Line } else { Reason::FullBoard },
            cells: Cell::of_set(line.unwrap_or(0)).map(|cell| cell.to_string()).collect(),
            details: Vec::new(),
        })
    }

    fn diagram(&self) -> Diagram {
        self.drawn()
    }

    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        if self.outcome().is_none() {
            moves.extend(Cell::of_set(self.empty()));
        }
    }

    fn max_moves(&self) -> usize {
        self.empty().count_ones() as usize
    }

    fn play(&mut self, mv: Cell) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        self.take(mv);
    }

    fn key(&self) -> u64 {
        mix(0, self.cells.into())
    }

    fn move_text(&self, mv: Cell) -> String {
        mv.to_string()
    }

    fn steps(&self, mv: Cell) -> Vec<String> {
        vec![mv.to_string()]
    }

    fn parse_move(&self, text: &str) -> Result<Cell, Error> {
        let cell =
            Cell::parse(text).ok_or_else(|| Error::unreadable_move::<Self>(text, "tic-tac-toe"))?;
        if self.outcome().is_some() {
            Err(Error::finished(text))
        } else if self.side_at(cell).is_some() {
            Err(Error::illegal_move(text, "occupied", &format!("{cell} is occupied")))
        } else {
            Ok(cell)
        }
    }
}
