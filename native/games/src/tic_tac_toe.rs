//! Tic-tac-toe: three in a row on 3x3 cells. No game of the site, but the
//! smallest that can be searched: benchmarks measure with it what a search costs
//! where the rules cost next to nothing.
//!
//! A position is its rows from the top, `x`, `o` and `.`, and the side to move:
//! `.../.x./... o`. A move is a cell, columns a-c from the left, rows 1-3 from the
//! bottom.

use std::fmt;

use crate::bits::{Ranked, listed};
use crate::draw::Left;
use crate::hash::mix;
use crate::{
    Code, Diagram, Ending, Error, Game, GameOption, Kind, Options, Outcome, Playouts, Reason, Side,
    shown,
};

/// The three cells of each line, a bit a cell.
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
/// For each set of cells whether it holds a line.
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

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// The cells of the first side, and 16 bits above them those of the second: bit
    /// 0 is a1, bit 2 c1, bit 8 c3.
    cells: u32,
    side: Side,
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self { cells: 0, side: Side::First }
    }
}

/// A cell, 0 (a1) to 8 (c3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 3), self.0 / 3 + 1)
    }
}

impl TicTacToe {
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

    fn take(&mut self, mv: Cell) {
        self.cells |= 1 << (16 * self.side as u32 + u32::from(mv.0));
        self.side = self.side.other();
    }
}

fn cells(mut bits: u16) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let lowest = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            Cell(lowest)
        })
    })
}

fn unreadable(text: &str, place: usize) -> Error {
    let message = format!("\"{}\" is no position; they look like .../.x./... o", shown(text));
    Error::new(Code::BadPosition, "unreadable", message).at_character(place)
}

impl Game for TicTacToe {
    type Move = Cell;

    const NAME: &'static str = "tic_tac_toe";
    const OPTIONS: &'static [GameOption] = &[GameOption::variant(&["standard"], "the only one")];

    fn start(options: &Options) -> Result<Self, Error> {
        options.choose_from(Self::OPTIONS)?;
        Ok(Self::default())
    }

    fn parse(text: &str) -> Result<Self, Error> {
        let mut position = Self::default();
        for (index, letter) in text.chars().take(11).enumerate() {
            let (row, column) = (index / 4, index % 4);
            let bit = 1 << ((2 - row) * 3 + column.min(2));
            match letter {
                '/' if column == 3 => {}
                'x' if column < 3 => position.cells |= bit,
                'o' if column < 3 => position.cells |= bit << 16,
                '.' if column < 3 => {}
                _ => return Err(unreadable(text, index + 1)),
            }
        }
        let [x, o] = Side::BOTH.map(|side| position.cells(side).count_ones());
        position.side = if x == o { Side::First } else { Side::Second };
        let lines = Side::BOTH.map(|side| position.has_line(side));
        // Who has a line moved last.
        let is_reached = match lines {
            [true, true] => false,
            [true, false] => x == o + 1,
            [false, true] => x == o,
            [false, false] => x == o || x == o + 1,
        };
        if !is_reached || position.to_string() != text {
            return Err(unreadable(text, 1));
        }
        Ok(position)
    }

    fn variant(&self) -> &'static str {
        Self::VARIANTS[0]
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only who moved last can have made a line.
        let last = self.side.other();
        if self.has_line(last) {
            return Some(Outcome::Win(last));
        }
        (self.empty() == 0).then_some(Outcome::Draw)
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        let line = match outcome {
            Outcome::Win(side) => self.line(side).unwrap_or(0),
            Outcome::Draw => 0,
        };
        Some(Ending {
            outcome,
            reason: if line == 0 { Reason::FullBoard } else { Reason::Line },
            cells: cells(line).map(|cell| cell.to_string()).collect(),
            details: Vec::new(),
        })
    }

    fn diagram(&self) -> Diagram {
        const KINDS: [Kind; 2] = [(Some(Side::First), "cross"), (Some(Side::Second), "ring")];
        Diagram::empty(self, 3, 3, &KINDS).with_cells(|column, row| {
            let bit = 1 << (3 * (2 - row) + column);
            Side::BOTH
                .iter()
                .position(|&side| self.cells(side) & bit != 0)
                .map_or(0, |it| it as u8 + 1)
        })
    }

    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        if self.outcome().is_none() {
            moves.extend(cells(self.empty()));
        }
    }

    fn play(&mut self, mv: Cell) {
        debug_assert!(self.is_legal(mv), "{self}: {mv}");
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
        let Some(cell) = cells(FULL).find(|cell| cell.to_string() == text) else {
            let message = format!("\"{}\" is no cell; they look like b2", shown(text));
            return Err(Error::new(Code::BadMove, "unreadable", message).with("move", text));
        };
        if self.outcome().is_some() {
            return Err(Error::new(Code::Finished, "finished", "the game is over"));
        }
        if self.empty() >> cell.0 & 1 == 0 {
            let message = format!("{cell} is occupied");
            return Err(Error::new(Code::IllegalMove, "occupied", message).with("move", text));
        }
        Ok(cell)
    }
}

impl Playouts for TicTacToe {
    fn sample(&self, pick: &mut impl FnMut(u32) -> u32) -> Cell {
        let empty = Ranked::new(self.empty().into());
        Cell(empty.nth(pick(empty.count() as u32) as usize) as u8)
    }

    /// The empty cells, drawn from a list.
    fn play_out_uniformly(&self, word: &mut impl FnMut() -> u64) -> Option<Outcome> {
        let mut position = *self;
        let mut left = Left(listed(self.empty()));
        let mut bits = word();
        for count in (1..=self.empty().count_ones() as usize).rev() {
            if position.has_line(position.side.other()) {
                break;
            }
            position.take(Cell(left.take(count, &mut bits)));
        }
        position.outcome()
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..3).rev() {
            for column in 0..3 {
                let bit = 1 << (row * 3 + column);
                let [x, o] = Side::BOTH.map(|side| self.cells(side) & bit != 0);
                f.write_str(if x {
                    "x"
                } else if o {
                    "o"
                } else {
                    "."
                })?;
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        f.write_str(if self.side == Side::First { "x" } else { "o" })
    }
}
