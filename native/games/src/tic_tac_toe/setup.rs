//! Positions as text, and the checks that it must pass.

use std::fmt;

use super::{Cell, TicTacToe};
use crate::text::Reader;
use crate::{Error, Side};

const WANTED: &str = "x, o or \".\"";

fn letter(side: Side) -> char {
    if side == Side::First { 'x' } else { 'o' }
}

fn side_of(letter: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| self::letter(side) == letter)
}

/// Reads the rows from the top and the side to move: `x../.o./... x`.
pub(super) fn parse(text: &str) -> Result<TicTacToe, Error> {
    let mut reader = Reader::new(text);
    let mut position = TicTacToe::default();
    for row in (0..3).rev() {
        for cell in (0..3).filter_map(|column| Cell::new(column, row)) {
            let of_cell = |read| if read == '.' { Some(None) } else { side_of(read).map(Some) };
            if let Some(side) = reader.read(WANTED, of_cell)? {
                position.cells |= u32::from(cell.bit()) << (16 * side as u32);
            }
        }
        reader.expect(if row > 0 { '/' } else { ' ' })?;
    }
    let turn_location = reader.location();
    position.side = reader.read("x or o", side_of)?;
    reader.end()?;
    check(&position, turn_location)?;
    Ok(position)
}

/// Checks that the sides have taken turns, and that only the one that moved last has a line.
fn check(position: &TicTacToe, turn_location: usize) -> Result<(), Error> {
    let [x, o] = Side::BOTH.map(|side| position.cells(side).count_ones());
    let to_move = match x.checked_sub(o) {
        Some(0) => Side::First,
        Some(1) => Side::Second,
        _ => {
            let message =
                format!("there are {x} x and {o} o; x must have as many as o, or one more");
            return Err(Error::bad_position("wrong_count", message).at_character(1));
        }
    };
    if position.side != to_move {
        let message = format!("it is {}'s turn", letter(to_move));
        return Err(Error::bad_position("wrong_turn", message).at_character(turn_location));
    }
    if position.has_line(to_move) {
        let message = "a line must belong to the side that moved last";
        return Err(Error::bad_position("line_of_other", message).at_character(1));
    }
    Ok(())
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..3).rev() {
            for cell in (0..3).filter_map(|column| Cell::new(column, row)) {
                write!(f, "{}", self.side_at(cell).map_or('.', letter))?;
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        write!(f, "{}", letter(self.side))
    }
}
