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
//! - this one: the rules ([`Game`]);
//! - `position.rs`: what a position is;
//! - `cell.rs`: what a move is;
//! - `setup.rs`: positions as text;
//! - `diagram.rs`: what the board draws;
//! - `playout.rs`: random games ([`Playouts`](crate::Playouts)); optional, for speed.

mod cell;
mod diagram;
mod playout;
mod position;
mod setup;

pub use cell::Cell;
pub use position::TicTacToe;

use crate::hash::mix;
use crate::{Diagram, Ending, Error, Game, GameOption, Options, Outcome, Reason, Side};

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
        let unreadable = || Error::unreadable_move(text, "tic-tac-toe", Self::MOVE_FORMS);
        let cell = Cell::parse(text).ok_or_else(unreadable)?;
        if self.outcome().is_some() {
            Err(Error::finished(text))
        } else if self.side_at(cell).is_some() {
            Err(Error::illegal_move(text, "occupied", &format!("{cell} is occupied")))
        } else {
            Ok(cell)
        }
    }
}
