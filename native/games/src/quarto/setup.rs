//! Positions as text: the form, and the checks that it must pass.

use std::fmt;

use super::lanes::Lines;
use super::piece::{Cell, Piece};
use super::{Quarto, Stage};
use crate::text::Reader;
use crate::{Error, Game};

const WANTED: &str = "a piece (0-9, A-F) or \".\"";
const HAND: &str = "the piece in hand or \"-\"";

/// Reads `..../..7./..../.... A`; `squares ` at the beginning selects that variant.
pub(super) fn parse(text: &str) -> Result<Quarto, Error> {
    Setup::parse(text)?.position()
}

/// A well-formed position that has not been checked further.
struct Setup {
    lines: Lines,
    /// By cell index.
    board: [Option<Piece>; 16],
    hand: Option<Piece>,
    /// The locations of the cells and the hand in the text, for errors.
    cell_locations: [usize; 16],
    hand_location: usize,
}

impl Setup {
    fn parse(text: &str) -> Result<Self, Error> {
        let (variant, mut reader) = Reader::after_variant(text, Quarto::VARIANTS)?;
        let (mut board, mut cell_locations) = ([None; 16], [0; 16]);
        for row in (0..4).rev() {
            for cell in (0..4).filter_map(|column| Cell::new(column, row)) {
                let index = usize::from(cell.index());
                cell_locations[index] = reader.location();
                board[index] = reader.read(WANTED, |read| piece_or(read, '.'))?;
            }
            reader.expect(if row > 0 { '/' } else { ' ' })?;
        }
        let hand_location = reader.location();
        let hand = reader.read(HAND, |read| piece_or(read, '-'))?;
        reader.end()?;
        Ok(Self { lines: Lines::of_variant(variant), board, hand, cell_locations, hand_location })
    }

    /// The position. It is refused if a piece appears twice, if several lines are complete but have
    /// no cell in common, or if there is a piece in hand when there should be none, or none when
    /// there should be one.
    fn position(&self) -> Result<Quarto, Error> {
        let mut position = Quarto::empty(self.lines);
        // From the top left, in reading order.
        let order = (0..4).rev().flat_map(|row| (0..4).filter_map(move |c| Cell::new(c, row)));
        for cell in order {
            let index = usize::from(cell.index());
            if let Some(piece) = self.board[index] {
                take(&mut position, piece, self.cell_locations[index])?;
                position.place(piece, cell);
            }
        }
        if let Some(piece) = self.hand {
            take(&mut position, piece, self.hand_location)?;
            position.hand = Some(piece);
        }
        position.stage = self.stage(&position)?;
        Ok(position)
    }

    fn stage(&self, position: &Quarto) -> Result<Stage, Error> {
        let refuse = |problem, message: &str| {
            Err(Error::bad_position(problem, message).at_character(self.hand_location))
        };
        let occupied = position.occupied();
        let mut common = u16::MAX;
        for &line in position.lines.sets() {
            if position.is_won_line(line) {
                common &= line;
                if common == 0 {
                    return Err(self.lines_apart(line));
                }
            }
        }
        let any = common != u16::MAX;
        match (any, self.hand) {
            (true, Some(_)) => {
                refuse("hand_after_end", "a line is complete, so the hand must be empty")
            }
            (true, None) => Ok(Stage::Won),
            (false, None) if occupied == u16::MAX => Ok(Stage::Drawn),
            (false, None) if occupied == 0 => Ok(Stage::Opening),
            (false, None) => {
                refuse("hand_empty", "the game is not over, so a piece must be in hand")
            }
            (false, Some(_)) => Ok(Stage::Playing),
        }
    }

    /// The error for a line that has no cell in common with the others, at its first cell in the
    /// text.
    fn lines_apart(&self, line: u16) -> Error {
        let locations =
            Cell::of_set(line).map(|cell| self.cell_locations[usize::from(cell.index())]);
        let message = "several lines are complete, but they have no cell in common";
        Error::bad_position("lines_apart", message).at_character(locations.min().unwrap_or(1))
    }
}

impl fmt::Display for Quarto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lines == Lines::Squares {
            f.write_str("squares ")?;
        }
        for row in (0..4).rev() {
            for cell in (0..4).filter_map(|column| Cell::new(column, row)) {
                match self.piece_at(cell) {
                    Some(piece) => write!(f, "{piece}")?,
                    None => f.write_str(".")?,
                }
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        match self.hand {
            Some(piece) => write!(f, "{piece}"),
            None => f.write_str("-"),
        }
    }
}

fn take(position: &mut Quarto, piece: Piece, location: usize) -> Result<(), Error> {
    if position.remaining & piece.bit() == 0 {
        let message = format!("piece {piece} appears twice");
        return Err(Error::bad_position("piece_twice", message)
            .with("piece", piece.to_string().as_str())
            .at_character(location));
    }
    position.remaining &= !piece.bit();
    Ok(())
}

/// A piece, or `None` for the character that stands for no piece.
fn piece_or(read: char, nothing: char) -> Option<Option<Piece>> {
    if read == nothing { Some(None) } else { Piece::from_digit(read).map(Some) }
}
