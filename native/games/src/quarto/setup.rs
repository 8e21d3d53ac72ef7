//! Positions as text: anything that can be written, and which of it is
//! accepted.

use std::fmt;

use super::lanes::Lines;
use super::piece::{Cell, Piece};
use super::{Quarto, Stage};
use crate::text::split_variant;
use crate::{Code, Error, Game};

/// A position as it is written, before anything but its form was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    lines: Lines,
    /// By the cells' index.
    board: [Option<Piece>; 16],
    hand: Option<Piece>,
    /// Where in the text each cell and the hand were read, for messages.
    cell_places: [usize; 16],
    hand_place: usize,
}

impl Setup {
    /// Reads the form `..../..7./..../.... A`, with `squares ` in front for
    /// that variant.
    ///
    /// # Errors
    ///
    /// `bad_position` where the form is not met, `unknown_variant`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let (variant, offset) = split_variant(text, Quarto::VARIANTS)?;
        let lines = Lines::of_variant(variant);
        let mut setup =
            Self { lines, board: [None; 16], hand: None, cell_places: [0; 16], hand_place: 0 };
        let mut characters = text[offset..].chars().enumerate().map(|(i, c)| (offset + i + 1, c));
        let mut next = || characters.next();

        for row in (0..4).rev() {
            for column in 0..4 {
                let cell = Cell::new(column, row).expect("columns and rows are below 4");
                let index = usize::from(cell.index());
                let (place, read) = expect(next(), text, "a piece (0-9, A-F) or \".\"")?;
                setup.cell_places[index] = place;
                setup.board[index] = match read {
                    '.' => None,
                    digit => Some(piece(digit, place, "a piece (0-9, A-F) or \".\"")?),
                };
            }
            let (separator, name) = if row > 0 { ('/', "\"/\"") } else { (' ', "a space") };
            let (place, read) = expect(next(), text, name)?;
            if read != separator {
                return Err(unexpected(read, place, name));
            }
        }

        let (place, read) = expect(next(), text, "the piece in hand or \"-\"")?;
        setup.hand_place = place;
        setup.hand = match read {
            '-' => None,
            digit => Some(piece(digit, place, "the piece in hand or \"-\"")?),
        };
        match next() {
            Some((place, read)) => Err(unexpected(read, place, "the end")),
            None => Ok(setup),
        }
    }

    /// The position, if it is one that the rules accept.
    ///
    /// # Errors
    ///
    /// `bad_position`: a piece twice, lines without a cell common to them
    /// all, something in hand where nothing may be or the other way round.
    pub fn position(&self) -> Result<Quarto, Error> {
        let mut position = Quarto::empty(self.lines);
        // From the top left, as a person reads the text.
        let order = (0..4).rev().flat_map(|row| (0..4).filter_map(move |c| Cell::new(c, row)));
        for cell in order {
            let index = usize::from(cell.index());
            if let Some(piece) = self.board[index] {
                take(&mut position, piece, self.cell_places[index])?;
                position.place(piece, cell);
            }
        }
        if let Some(piece) = self.hand {
            take(&mut position, piece, self.hand_place)?;
            position.hand = Some(piece);
        }
        position.stage = self.stage(&position)?;
        Ok(position)
    }

    fn stage(&self, position: &Quarto) -> Result<Stage, Error> {
        let refuse = |problem, message: &str| {
            Err(Error::new(Code::BadPosition, problem, message).at_character(self.hand_place))
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
                refuse("hand_after_end", "a line is complete, so nothing may be in hand")
            }
            (true, None) => Ok(Stage::Won),
            (false, None) if occupied == u16::MAX => Ok(Stage::Drawn),
            (false, None) if occupied == 0 => Ok(Stage::Opening),
            (false, None) => refuse("hand_empty", "the game goes on, so a piece has to be in hand"),
            (false, Some(_)) => Ok(Stage::Playing),
        }
    }

    /// The complaint about a line that has no cell in common with others, at
    /// the first of its cells in the text.
    fn lines_apart(&self, line: u16) -> Error {
        let places = Cell::of_set(line).map(|cell| self.cell_places[usize::from(cell.index())]);
        let message = "several lines are complete and no cell is common to them all";
        Error::new(Code::BadPosition, "lines_apart", message)
            .at_character(places.min().unwrap_or(1))
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

fn take(position: &mut Quarto, piece: Piece, place: usize) -> Result<(), Error> {
    if position.remaining & piece.bit() == 0 {
        let message = format!("piece {piece} is there twice");
        return Err(Error::new(Code::BadPosition, "piece_twice", message)
            .with("piece", piece.to_string().as_str())
            .at_character(place));
    }
    position.remaining &= !piece.bit();
    Ok(())
}

fn expect(read: Option<(usize, char)>, text: &str, wanted: &str) -> Result<(usize, char), Error> {
    read.ok_or_else(|| {
        Error::new(
            Code::BadPosition,
            "too_short",
            format!("the text ends where {wanted} should be"),
        )
        .with("wanted", wanted)
        .at_character(text.chars().count() + 1)
    })
}

fn piece(digit: char, place: usize, wanted: &str) -> Result<Piece, Error> {
    Piece::from_digit(digit).ok_or_else(|| unexpected(digit, place, wanted))
}

fn unexpected(read: char, place: usize, wanted: &str) -> Error {
    let message = format!("\"{}\" where {wanted} should be", read.escape_debug());
    Error::new(Code::BadPosition, "unexpected", message)
        .with("read", read.to_string().as_str())
        .with("wanted", wanted)
        .at_character(place)
}
