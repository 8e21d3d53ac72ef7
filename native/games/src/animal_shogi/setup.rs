//! Positions as text (SFEN as on lishogi) and as setups, and the checks that they must pass.

use std::fmt;

use super::diagram::{KINDS, number, piece};
use super::piece::{Animal, Piece, SQUARES, Square};
use super::position::{AnimalShogi, QUICK_TRY};
use crate::text::{Reader, unexpected, write_row};
use crate::{
    Chosen, Editable, Error, Game, Hands, Locations, Palette, Place, Refusal, Setup, Side,
};

const START: &str = "rkb/1p1/1P1/BKR b -";
const WANTED: &str = "a piece (R, B, P, +P, K or lower case) or a number";

pub(super) fn start(quick_try: bool) -> AnimalShogi {
    let mut position = AnimalShogi::parse_checked(START).expect("the start position is valid");
    position.quick_try = quick_try;
    position
}

impl Default for AnimalShogi {
    /// The standard start position.
    fn default() -> Self {
        start(false)
    }
}

impl Editable for AnimalShogi {
    const PALETTE: Palette = Palette {
        options: Self::OPTIONS,
        pieces: &KINDS,
        singles: &[Animal::Lion.name()],
        held: &[Animal::Giraffe.name(), Animal::Elephant.name(), Animal::Chick.name()],
        hands: Hands::Each(2),
        roots: false,
        side: true,
    };

    fn size_of(_options: &Chosen) -> (u8, u8) {
        (3, 4)
    }

    fn cell_name(_options: &Chosen, index: usize) -> String {
        Square::at(index % SQUARES).to_string()
    }

    /// Reads `rkb/1p1/1P1/BKR b -`; `quick-try ` at the beginning selects that variant.
    fn read(text: &str) -> Result<(Setup, Locations), Error> {
        let (variant, mut reader) = Reader::after_variant(text, Self::VARIANTS)?;
        let mut setup = Setup::with::<Self>(&[("variant", variant)]);
        let mut locations = Locations {
            board: reader.location(),
            cells: vec![reader.location(); SQUARES],
            ..Locations::default()
        };
        for row in 0..4 {
            read_row(&mut reader, row, |square, piece, location| {
                setup.cells[square.index()] = number(piece);
                locations.cells[square.index()] = location;
            })?;
            reader.expect(if row < 3 { '/' } else { ' ' })?;
        }
        locations.side = reader.location();
        setup.side = Some(reader.read("\"b\" or \"w\"", |read| match read {
            'b' => Some(Side::First),
            'w' => Some(Side::Second),
            _ => None,
        })?);
        reader.expect(' ')?;
        locations.hands = [reader.location(); 2];
        read_hands(&mut reader, |side, index, count| {
            let name = Animal::IN_HAND[index].name();
            setup.hands[side as usize].push((name.to_owned(), count));
        })?;
        Ok((setup, locations))
    }

    fn write(setup: &Setup) -> String {
        Written(setup).to_string()
    }

    fn check(setup: &Setup) -> Result<Self, Refusal> {
        let on_board = |(index, &number): (usize, &u8)| Some((Square::at(index), piece(number)?));
        let side = setup.side.unwrap_or(Side::First);
        let board = setup.cells.iter().enumerate().filter_map(on_board);
        let hands = setup.hands.each_ref().map(|hand| Animal::IN_HAND.map(|it| count(hand, it)));
        let is_quick = setup.options.choice("variant") == QUICK_TRY;
        place(is_quick, side, board, hands)
    }

    fn setup(&self) -> Setup {
        let mut setup = Setup::with::<Self>(&[("variant", self.variant())]);
        for square in Square::all() {
            setup.cells[square.index()] = self.piece_at(square).map_or(0, number);
        }
        for side in Side::BOTH {
            let held = Animal::IN_HAND.map(|it| (it.name().to_owned(), self.in_hand(side, it)));
            setup.hands[side as usize].extend(held.into_iter().filter(|&(_, count)| count > 0));
        }
        setup.side = Some(self.side);
        setup
    }
}

fn count(hand: &[(String, u8)], animal: Animal) -> u8 {
    hand.iter().find(|(name, _)| name == animal.name()).map_or(0, |&(_, count)| count)
}

/// Passes every piece of a row on, with its location.
fn read_row(
    reader: &mut Reader<'_>,
    row: u8,
    mut put: impl FnMut(Square, Piece, usize),
) -> Result<(), Error> {
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
        put(square, Piece { animal, side }, location);
        column += 1;
    }
    Ok(())
}

/// `-`, or the first side's pieces and then the second's, each in the order r, b, p, with a count
/// in front of two. Passes on each side's counts by the index in [`Animal::IN_HAND`].
fn read_hands(reader: &mut Reader<'_>, mut hold: impl FnMut(Side, usize, u8)) -> Result<(), Error> {
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
        let side = if letter.is_ascii_lowercase() { Side::Second } else { Side::First };
        if last >= Some((side, index)) {
            let message = "pieces in hand must be in the order R, B, P, r, b, p, each listed once";
            return Err(Error::bad_position("hand_order", message).at_character(location));
        }
        last = Some((side, index));
        hold(side, index, count);
        if reader.peek().is_none() {
            return Ok(());
        }
    }
}

impl AnimalShogi {
    /// A position of the standard rules with these pieces on the board and, by side and in the
    /// order of [`Animal::IN_HAND`], these numbers of animals in the hands.
    ///
    /// # Errors
    ///
    /// `bad_position` unless it is one that [`parse`](Game::parse) accepts.
    pub fn place(
        side_to_move: Side,
        board: impl IntoIterator<Item = (Square, Piece)>,
        hands: [[u8; 3]; 2],
    ) -> Result<Self, Error> {
        place(false, side_to_move, board, hands).map_err(|refusal| refusal.error)
    }
}

/// The position with these pieces. It is refused if a side has two lions, if there are not two of
/// each other animal, on the board and in the hands together, or if both lions are missing.
fn place(
    quick_try: bool,
    side: Side,
    board: impl IntoIterator<Item = (Square, Piece)>,
    hands: [[u8; 3]; 2],
) -> Result<AnimalShogi, Refusal> {
    let mut position = AnimalShogi::empty(quick_try);
    position.side = side;
    for (square, piece) in board {
        let place = Place::Cell(square.index());
        if position.piece_at(square).is_some() {
            let message = format!("there can be only one piece on {square}");
            return Err(Refusal::new(place, "occupied", message));
        }
        if piece.animal == Animal::Lion && position.lion(piece.side).is_some() {
            let message = format!("there can be only one {piece}");
            let mut refusal = Refusal::new(place, "second_lion", message);
            refusal.error = refusal.error.with("piece", piece.to_string().as_str());
            return Err(refusal);
        }
        position.board.put(square, piece);
    }
    for (side, hand) in Side::BOTH.into_iter().zip(hands) {
        for (index, count) in hand.into_iter().enumerate() {
            // A hand has no room for larger counts, and three are too many already.
            position.board.hold(side, index, count.min(3));
        }
    }
    check_counts(&position)?;
    position.end = position.find_end();
    Ok(position)
}

fn check_counts(position: &AnimalShogi) -> Result<(), Refusal> {
    for animal in Animal::IN_HAND {
        let is_animal = |square: &Square| {
            let piece = position.piece_at(*square);
            piece.is_some_and(|piece| piece.animal.captured() == Some(animal))
        };
        let [first, second] = Side::BOTH.map(|side| usize::from(position.in_hand(side, animal)));
        let count = Square::all().filter(is_animal).count() + first + second;
        if count == 2 {
            continue;
        }
        // The one too many: the third on the board, or else one that is held last.
        let third = Square::all().filter(is_animal).nth(2);
        let place = match third {
            _ if count < 2 => Place::Board,
            Some(square) => Place::Cell(square.index()),
            None => Place::Hand(if second > 0 { Side::Second } else { Side::First }),
        };
        let letter = animal.letter();
        let message = format!("there must be two {letter} on the board and in hand, not {count}");
        let mut refusal = Refusal::new(place, "wrong_count", message);
        refusal.error = refusal
            .error
            .with("piece", letter.to_string().as_str())
            .with("animal", animal.name())
            .with("count", count as u64);
        return Err(refusal);
    }
    if Side::BOTH.map(|side| position.lion(side)) == [None; 2] {
        let message = "both lions are missing; only one can have been captured";
        return Err(Refusal::new(Place::Board, "no_lion", message));
    }
    Ok(())
}

/// A setup that displays its text.
struct Written<'a>(&'a Setup);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.0;
        if setup.options.choice("variant") == QUICK_TRY {
            write!(f, "{QUICK_TRY} ")?;
        }
        for (row, numbers) in setup.cells.chunks(3).enumerate() {
            write_row(f, numbers.iter().map(|&number| piece(number)))?;
            f.write_str(if row < 3 { "/" } else { " " })?;
        }
        f.write_str(if setup.side == Some(Side::Second) { "w " } else { "b " })?;
        if setup.hands.iter().all(Vec::is_empty) {
            return f.write_str("-");
        }
        for (side, hand) in Side::BOTH.into_iter().zip(&setup.hands) {
            for animal in Animal::IN_HAND {
                match count(hand, animal) {
                    0 => {}
                    1 => write!(f, "{}", Piece { animal, side })?,
                    count => write!(f, "{count}{}", Piece { animal, side })?,
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for AnimalShogi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Written(&self.setup()).fmt(f)
    }
}
