//! Positions as text: SFEN as on lishogi, and the checks that it must pass.

use std::fmt;

use super::piece::{Animal, Piece, Square};
use super::{AnimalShogi, QUICK_TRY};
use crate::text::{Reader, unexpected, write_row};
use crate::{Error, Game, Side};

const START: &str = "rkb/1p1/1P1/BKR b -";
const WANTED: &str = "a piece (R, B, P, +P, K or lower case) or a number";

pub(super) fn start(quick_try: bool) -> AnimalShogi {
    let mut position = parse(START).expect("the start position is valid");
    position.quick_try = quick_try;
    position
}

/// Reads `rkb/1p1/1P1/BKR b -`; `quick-try ` at the beginning selects that variant.
pub(super) fn parse(text: &str) -> Result<AnimalShogi, Error> {
    let (variant, mut reader) = Reader::after_variant(text, AnimalShogi::VARIANTS)?;
    let board_location = reader.location();
    let mut position = AnimalShogi::empty(variant == QUICK_TRY);

    for row in 0..4 {
        read_row(&mut reader, &mut position, row)?;
        reader.expect(if row < 3 { '/' } else { ' ' })?;
    }
    position.side = reader.read("\"b\" or \"w\"", |read| match read {
        'b' => Some(Side::First),
        'w' => Some(Side::Second),
        _ => None,
    })?;
    reader.expect(' ')?;
    let hands_location = reader.location();
    read_hands(&mut reader, &mut position)?;
    check(&position).map_err(|Flaw { error, is_on_board }| {
        // The error points to what was read last: the hands, unless the board alone shows it.
        error.at_character(if is_on_board { board_location } else { hands_location })
    })?;
    position.end = position.find_end();
    Ok(position)
}

fn read_row(reader: &mut Reader<'_>, position: &mut AnimalShogi, row: u8) -> Result<(), Error> {
    let mut column = 0;
    let mut after_number = false;
    while let Some(square) = Square::new(column, row) {
        let (location, read) = reader.next(WANTED)?;
        if let Some(empty @ 1..=3) = read.to_digit(10) {
            if after_number {
                let message = "two numbers next to each other; write their sum";
                return Err(Error::bad_position("split_number", message).at_character(location));
            }
            column += empty as u8;
            if column > 3 {
                return Err(Error::bad_position("row_too_long", "a row has only three squares")
                    .at_character(location));
            }
            after_number = true;
            continue;
        }
        after_number = false;
        let (letter_location, letter) =
            if read == '+' { reader.next(WANTED)? } else { (location, read) };
        let animal = Animal::from_letter(letter.to_ascii_uppercase());
        let animal = match animal {
            Some(Animal::Chick) if read == '+' => Animal::Hen,
            Some(animal) if read != '+' => animal,
            Some(_) => {
                let message = "only a chick (P) can be promoted";
                return Err(Error::bad_position("no_hen", message).at_character(letter_location));
            }
            None => return Err(unexpected(letter, letter_location, WANTED)),
        };
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let piece = Piece { animal, side };
        if animal == Animal::Lion && position.lion(side).is_some() {
            return Err(too_many(piece).at_character(location));
        }
        position.board.put(square, piece);
        column += 1;
    }
    Ok(())
}

/// `-`, or the first side's pieces and then the second's, each in the order r, b, p, with a count
/// in front of two.
fn read_hands(reader: &mut Reader<'_>, position: &mut AnimalShogi) -> Result<(), Error> {
    const WANTED: &str = "a piece in hand (R, B, P or lower case), \"2\" or \"-\"";
    if reader.peek() == Some('-') {
        reader.next(WANTED)?;
        return reader.end();
    }
    let mut last = None;
    loop {
        let (location, read) = reader.next(WANTED)?;
        let (count, (letter_location, letter)) =
            if read == '2' { (2, reader.next(WANTED)?) } else { (1, (location, read)) };
        let index = Animal::from_letter(letter.to_ascii_uppercase()).and_then(Animal::hand_index);
        let Some(index) = index else { return Err(unexpected(letter, letter_location, WANTED)) };
        let side = usize::from(letter.is_ascii_lowercase());
        if last >= Some((side, index)) {
            let message = "pieces in hand must be in the order R, B, P, r, b, p, each listed once";
            return Err(Error::bad_position("hand_order", message).at_character(location));
        }
        last = Some((side, index));
        let side = if side == 0 { Side::First } else { Side::Second };
        position.board.hold(side, index, count);
        if reader.peek().is_none() {
            return Ok(());
        }
    }
}

/// What is wrong with the pieces of a position, and whether the board alone shows it.
struct Flaw {
    error: Error,
    is_on_board: bool,
}

/// Checks that there are two of each animal, on the board and in the hands together, and that at
/// most one lion is missing.
fn check(position: &AnimalShogi) -> Result<(), Flaw> {
    for animal in Animal::IN_HAND {
        let on_board = |square: &Square| {
            let piece = position.piece_at(*square);
            piece.is_some_and(|piece| piece.animal.captured() == Some(animal))
        };
        let board = Square::all().filter(on_board).count();
        let [first, second] = Side::BOTH.map(|side| usize::from(position.in_hand(side, animal)));
        let held = first + second;
        if board + held != 2 {
            let count = board + held;
            let letter = animal.letter();
            let message =
                format!("there must be two {letter} on the board and in hand, not {count}");
            let error = Error::bad_position("wrong_count", message)
                .with("piece", letter.to_string().as_str())
                .with("count", count as u64);
            return Err(Flaw { error, is_on_board: board > 2 });
        }
    }
    if Side::BOTH.map(|side| position.lion(side)) == [None; 2] {
        let message = "both lions are missing; only one can have been captured";
        let error = Error::bad_position("no_lion", message);
        return Err(Flaw { error, is_on_board: true });
    }
    Ok(())
}

/// See [`AnimalShogi::place`].
pub(super) fn place(
    side: Side,
    board: impl IntoIterator<Item = (Square, Piece)>,
    hands: [[u8; 3]; 2],
) -> Result<AnimalShogi, Error> {
    let mut position = AnimalShogi::empty(false);
    position.side = side;
    for (square, piece) in board {
        if position.piece_at(square).is_some() {
            let message = format!("there can be only one piece on {square}");
            return Err(Error::bad_position("occupied", message));
        }
        if piece.animal == Animal::Lion && position.lion(piece.side).is_some() {
            return Err(too_many(piece));
        }
        position.board.put(square, piece);
    }
    for (side, hand) in Side::BOTH.into_iter().zip(hands) {
        for (index, count) in hand.into_iter().enumerate() {
            // A hand has no room for larger counts, and three are too many already.
            position.board.hold(side, index, count.min(3));
        }
    }
    check(&position).map_err(|flaw| flaw.error)?;
    position.end = position.find_end();
    Ok(position)
}

fn too_many(piece: Piece) -> Error {
    let piece = piece.to_string();
    let message = format!("there can be only one {piece}");
    Error::bad_position("second_lion", message).with("piece", piece.as_str())
}

impl fmt::Display for AnimalShogi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.quick_try {
            write!(f, "{QUICK_TRY} ")?;
        }
        for row in 0..4 {
            let squares = (0..3).filter_map(|column| Square::new(column, row));
            write_row(f, squares.map(|square| self.piece_at(square)))?;
            f.write_str(if row < 3 { "/" } else { " " })?;
        }
        f.write_str(if self.side == Side::First { "b " } else { "w " })?;
        if Side::BOTH.map(|side| self.board.hand(side)) == [0; 2] {
            return f.write_str("-");
        }
        for side in Side::BOTH {
            for animal in Animal::IN_HAND {
                match self.in_hand(side, animal) {
                    0 => {}
                    1 => write!(f, "{}", Piece { animal, side })?,
                    count => write!(f, "{count}{}", Piece { animal, side })?,
                }
            }
        }
        Ok(())
    }
}
