//! Positions as text and as setups, and the checks that they must pass.

use std::fmt;

use super::diagram::KINDS;
use super::lanes::Lines;
use super::piece::{Cell, Piece};
use super::position::{Quarto, Stage};
use crate::text::Reader;
use crate::{
    Chosen, Diagram, Editable, Error, Game, Hands, Locations, Palette, Place, Refusal, Setup, Side,
};

const WANTED: &str = "a piece (0-9, A-F) or \".\"";
const HAND: &str = "the piece in hand or \"-\"";

const NAMES: [&str; 16] = {
    let mut names = [""; 16];
    let mut number = 0;
    while number < names.len() {
        names[number] = KINDS[number].1;
        number += 1;
    }
    names
};

impl Editable for Quarto {
    const PALETTE: Palette = Palette {
        options: Self::OPTIONS,
        pieces: &KINDS,
        singles: &NAMES,
        held: &NAMES,
        hands: Hands::Shared,
        roots: false,
        side: false,
    };

    fn size_of(_options: &Chosen) -> (u8, u8) {
        (4, 4)
    }

    fn cell_name(_options: &Chosen, index: usize) -> String {
        cell_at(index).to_string()
    }

    /// Reads `..../..7./..../.... A`; `squares ` at the beginning selects that variant.
    fn read(text: &str) -> Result<(Setup, Locations), Error> {
        let (variant, mut reader) = Reader::after_variant(text, Self::VARIANTS)?;
        let mut setup = Setup::with::<Self>(&[("variant", variant)]);
        let mut locations = Locations { board: reader.location(), ..Locations::default() };
        for index in 0..16 {
            locations.cells.push(reader.location());
            let piece = reader.read(WANTED, |read| piece_or(read, '.'))?;
            setup.cells[index] = piece.map_or(0, number);
            if index % 4 == 3 {
                reader.expect(if index < 15 { '/' } else { ' ' })?;
            }
        }
        locations.hands = [reader.location(); 2];
        let hand = reader.read(HAND, |read| piece_or(read, '-'))?;
        setup.hands[0].extend(hand.map(|piece| (piece.to_string(), 1)));
        reader.end()?;
        Ok((setup, locations))
    }

    fn write(setup: &Setup) -> String {
        let mut text = String::new();
        if setup.options.choice("variant") != Self::VARIANTS[0] {
            text = format!("{} ", setup.options.choice("variant"));
        }
        for (index, &number) in setup.cells.iter().enumerate() {
            text += piece(number).map_or(".", |piece| NAMES[usize::from(piece.index())]);
            if index % 4 == 3 {
                text.push(if index < 15 { '/' } else { ' ' });
            }
        }
        text + hand(setup).map_or("-", |piece| NAMES[usize::from(piece.index())])
    }

    /// The position. It is refused if a piece appears twice, if several lines are complete but have
    /// no cell in common, or if there is a piece in hand when there should be none, or none when
    /// there should be one.
    fn check(setup: &Setup) -> Result<Self, Refusal> {
        let mut position = Self::empty(Lines::of_variant(setup.options.choice("variant")));
        for (index, &number) in setup.cells.iter().enumerate() {
            if let Some(piece) = piece(number) {
                take(&mut position, piece, Place::Cell(index))?;
                position.place(piece, cell_at(index));
            }
        }
        if let Some(piece) = hand(setup) {
            take(&mut position, piece, Place::Hand(Side::First))?;
            position.hand = Some(piece);
        }
        position.stage = stage(&position)?;
        if setup.side.is_some_and(|side| side != position.side_to_move()) {
            let side = position.side_to_move();
            let message = format!("it is the {side} side's turn");
            return Err(Refusal::new(Place::Side, "wrong_turn", message));
        }
        Ok(position)
    }

    fn setup(&self) -> Setup {
        let mut setup = Setup::with::<Self>(&[("variant", self.variant())]);
        for (index, cell) in setup.cells.iter_mut().enumerate() {
            *cell = self.piece_at(cell_at(index)).map_or(0, number);
        }
        setup.hands[0].extend(self.hand.map(|piece| (piece.to_string(), 1)));
        setup.side = Some(self.side_to_move());
        setup
    }

    fn draw(setup: &Setup) -> Diagram {
        let placed = setup.cells.iter().filter(|&&number| number != 0).count();
        let opens = placed == 0 && hand(setup).is_none();
        let side = if opens || placed % 2 == 1 { Side::First } else { Side::Second };
        let mut diagram = Diagram::of_setup::<Self>(setup, side);
        if side == Side::Second {
            diagram.hands.swap(0, 1);
        }
        let used = |number: usize| {
            setup.cells.contains(&(number as u8 + 1))
                || setup.hands[0].iter().any(|(name, _)| name == NAMES[number])
        };
        diagram.pool.extend((0..16).filter(|&number| !used(number)).map(|number| NAMES[number]));
        diagram
    }
}

/// The cell of an index in a setup.
fn cell_at(index: usize) -> Cell {
    let cell = Cell::new((index % 4) as u8, 3 - (index / 4 % 4) as u8);
    cell.expect("the column and the row are below 4")
}

fn number(piece: Piece) -> u8 {
    piece.index() + 1
}

fn piece(number: u8) -> Option<Piece> {
    Piece::of_set(1_u16.checked_shl(u32::from(number).checked_sub(1)?)?).next()
}

fn hand(setup: &Setup) -> Option<Piece> {
    let (name, _) = setup.hands[0].first()?;
    Piece::from_digit(name.chars().next()?)
}

fn stage(position: &Quarto) -> Result<Stage, Refusal> {
    let refuse =
        |problem, message: &str| Err(Refusal::new(Place::Hand(Side::First), problem, message));
    let occupied = position.occupied();
    let mut common = u16::MAX;
    for &line in position.lines.sets() {
        if position.is_won_line(line) {
            common &= line;
            if common == 0 {
                return Err(lines_apart(line));
            }
        }
    }
    let any = common != u16::MAX;
    match (any, position.hand) {
        (true, Some(_)) => {
            refuse("hand_after_end", "a line is complete, so the hand must be empty")
        }
        (true, None) => Ok(Stage::Won),
        (false, None) if occupied == u16::MAX => Ok(Stage::Drawn),
        (false, None) if occupied == 0 => Ok(Stage::Opening),
        (false, None) => refuse("hand_empty", "the game is not over, so a piece must be in hand"),
        (false, Some(_)) => Ok(Stage::Playing),
    }
}

/// The error for a line that has no cell in common with the others, at its first cell.
fn lines_apart(line: u16) -> Refusal {
    let first = (0..16).find(|&index| line & cell_at(index).bit() != 0);
    let message = "several lines are complete, but they have no cell in common";
    Refusal::new(Place::Cell(first.unwrap_or(0)), "lines_apart", message)
}

impl fmt::Display for Quarto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Self::write(&self.setup()))
    }
}

fn take(position: &mut Quarto, piece: Piece, place: Place) -> Result<(), Refusal> {
    if position.remaining & piece.bit() == 0 {
        let message = format!("piece {piece} appears twice");
        let mut refusal = Refusal::new(place, "piece_twice", message);
        refusal.error = refusal.error.with("piece", piece.to_string().as_str());
        return Err(refusal);
    }
    position.remaining &= !piece.bit();
    Ok(())
}

/// A piece, or `None` for the character that stands for no piece.
fn piece_or(read: char, nothing: char) -> Option<Option<Piece>> {
    if read == nothing { Some(None) } else { Piece::from_digit(read).map(Some) }
}
