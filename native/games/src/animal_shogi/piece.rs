use std::fmt;

use crate::Side;
use crate::bits::set_bits;

/// An animal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Animal {
    /// One step along a rank or a file.
    Giraffe,
    /// One step diagonally.
    Elephant,
    /// One step forward; becomes a hen on the far rank.
    Chick,
    /// One step in any direction except diagonally backward; becomes a chick when captured.
    Hen,
    /// One step in any direction.
    Lion,
}

impl Animal {
    /// The animals that can be held in hand, in the order in which hands are
    /// written.
    pub const IN_HAND: [Self; 3] = [Self::Giraffe, Self::Elephant, Self::Chick];

    /// Its English name, which clients use.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Giraffe => "giraffe",
            Self::Elephant => "elephant",
            Self::Chick => "chick",
            Self::Hen => "hen",
            Self::Lion => "lion",
        }
    }

    /// Its letter, as used for the first side's pieces (without the hen's `+`).
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Giraffe => 'R',
            Self::Elephant => 'B',
            Self::Chick | Self::Hen => 'P',
            Self::Lion => 'K',
        }
    }

    /// The animal for an upper case letter.
    pub(super) fn from_letter(letter: char) -> Option<Self> {
        [Self::Giraffe, Self::Elephant, Self::Chick, Self::Lion]
            .into_iter()
            .find(|animal| animal.letter() == letter)
    }

    /// The animal it becomes in the hand of the side that captures it; a lion leaves the game.
    #[must_use]
    pub fn captured(self) -> Option<Self> {
        match self {
            Self::Lion => None,
            Self::Hen => Some(Self::Chick),
            other => Some(other),
        }
    }

    /// Its index in [`Animal::IN_HAND`].
    pub(super) fn hand_index(self) -> Option<usize> {
        Self::IN_HAND.iter().position(|&animal| animal == self)
    }

    /// The steps of the first side's animal: files to the right, ranks down.
    const fn steps(self) -> &'static [(i8, i8)] {
        match self {
            Self::Giraffe => &[(0, -1), (0, 1), (-1, 0), (1, 0)],
            Self::Elephant => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
            Self::Chick => &[(0, -1)],
            Self::Hen => &[(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)],
            Self::Lion => &[(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)],
        }
    }
}

/// An animal that belongs to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The animal.
    pub animal: Animal,
    /// The side it belongs to.
    pub side: Side,
}

impl Piece {
    /// A lion, for code in which the side doesn't matter.
    pub(super) const LION: Self = Self { animal: Animal::Lion, side: Side::First };

    /// A number from 1 to 15, whose lowest three bits give the animal; the number of a hen is one
    /// more than that of a chick.
    pub(super) const fn code(self) -> usize {
        self.animal as usize + 1 + 8 * self.side as usize
    }

    pub(super) const fn from_code(code: usize) -> Option<Self> {
        let animal = match code % 8 {
            1 => Animal::Giraffe,
            2 => Animal::Elephant,
            3 => Animal::Chick,
            4 => Animal::Hen,
            5 => Animal::Lion,
            _ => return None,
        };
        let side = if code < 8 { Side::First } else { Side::Second };
        Some(Self { animal, side })
    }

    /// The squares that it attacks from a square, one bit each.
    pub(super) const fn attacks(self, from: Square) -> u16 {
        ATTACKS[self.side as usize][self.animal as usize][from.0 as usize]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.animal == Animal::Hen {
            f.write_str("+")?;
        }
        let letter = self.animal.letter();
        match self.side {
            Side::First => write!(f, "{letter}"),
            Side::Second => write!(f, "{}", letter.to_ascii_lowercase()),
        }
    }
}

/// A square: files 3, 2, 1 from the left, ranks a to d from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// All squares in the order of the text: from the top left, rank by rank.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..12).map(Self)
    }

    /// The square of a column (0 to 2 from the left) and a row (0 to 3 from
    /// the top).
    #[must_use]
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < 3 && row < 4).then_some(Self(row * 3 + column))
    }

    /// Its index, from 0, in the order of [`Square::all`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square of an index below 12.
    pub(super) const fn at(index: usize) -> Self {
        Self(index as u8)
    }

    /// The squares in a set.
    pub(super) fn of_set(set: u16) -> impl Iterator<Item = Self> {
        set_bits(set).map(|bit| Self(bit as u8))
    }

    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }

    /// Reads text like `2c`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut characters = text.chars();
        let (file, rank) = (characters.next()?, characters.next()?);
        if characters.next().is_some() {
            return None;
        }
        let column = "321".find(file)?;
        let row = "abcd".find(rank)?;
        Self::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", 3 - self.0 % 3, char::from(b'a' + self.0 / 3))
    }
}

/// The far rank of a side.
pub(super) const FAR_RANK: [u16; 2] = [0b000_000_000_111, 0b111_000_000_000];

pub(super) const SQUARES: usize = 12;

/// All animals.
pub(super) const ANIMALS: [Animal; 5] =
    [Animal::Giraffe, Animal::Elephant, Animal::Chick, Animal::Hen, Animal::Lion];

/// By side, animal and square.
const ATTACKS: [[[u16; SQUARES]; 5]; 2] = attacks();

const fn attacks() -> [[[u16; SQUARES]; 5]; 2] {
    let mut table = [[[0; SQUARES]; 5]; 2];
    let mut animal = 0;
    while animal < ANIMALS.len() {
        let steps = ANIMALS[animal].steps();
        let mut step = 0;
        while step < steps.len() {
            let (right, down) = steps[step];
            let mut square = 0;
            while square < SQUARES {
                table[0][animal][square] |= target(square, right, down);
                // The second side sees the board rotated by 180 degrees.
                table[1][animal][square] |= target(square, -right, -down);
                square += 1;
            }
            step += 1;
        }
        animal += 1;
    }
    table
}

const fn target(square: usize, right: i8, down: i8) -> u16 {
    let column = (square % 3) as i8 + right;
    let row = (square / 3) as i8 + down;
    if column < 0 || column > 2 || row < 0 || row > 3 { 0 } else { 1 << (row * 3 + column) }
}
