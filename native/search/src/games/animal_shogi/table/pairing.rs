//! Two pieces of a kind on the free squares, as a number.

use super::pieces::SQUARES;

/// The squares that are free when both lions are on the board.
pub(super) const FREE: usize = SQUARES - 2;

/// How the squares of two pieces of a kind make one number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairing {
    /// Both are in hand.
    None,
    /// Only the first is on the board.
    First,
    /// Only the second is on the board.
    Second,
    /// Both are on the board and can be told apart.
    Ordered,
    /// The same with the pieces exchanged.
    Exchanged,
    /// Both are on the board and look the same.
    Unordered,
}

/// By pairing and the two pieces' ranks among the free squares, four bits each.
pub(super) static NUMBERS: [[u8; 256]; 6] = numbers();

/// The free squares in ascending order, four bits each.
pub(super) struct FreeSquares(u64);

/// By pairing and number: the ranks of both pieces.
static RANKS: [[(u8, u8); 90]; 6] = ranks();

impl FreeSquares {
    pub(super) fn without(lions: [u8; 2]) -> Self {
        const ALL: u64 = 0xBA98_7654_3210;

        let mut free = Self(ALL);
        let [a, b] = lions.map(u32::from);
        free.remove(a.max(b));
        free.remove(a.min(b));
        free
    }

    /// Removes the square of a rank.
    fn remove(&mut self, rank: u32) {
        let below = (1 << (4 * rank)) - 1;
        self.0 = self.0 & below | self.0 >> 4 & !below;
    }

    /// Takes the squares of a pairing with a number; for a piece in hand any square.
    pub(super) fn take(&mut self, pairing: Pairing, number: usize) -> [usize; 2] {
        let (a, b) = RANKS[pairing as usize][number];
        let (a, b) = (u32::from(a), u32::from(b));
        let squares = [a, b].map(|rank| (self.0 >> (4 * rank) & 15) as usize);
        match pairing {
            Pairing::None => {}
            Pairing::First => self.remove(a),
            Pairing::Second => self.remove(b),
            Pairing::Ordered | Pairing::Exchanged | Pairing::Unordered => {
                self.remove(a.max(b));
                self.remove(a.min(b));
            }
        }
        squares
    }
}

/// How many numbers a pairing has with `free` squares.
pub(super) fn size(pairing: Pairing, free: usize) -> usize {
    match pairing {
        Pairing::None => 1,
        Pairing::First | Pairing::Second => free,
        Pairing::Ordered | Pairing::Exchanged => free * (free - 1),
        Pairing::Unordered => free * (free - 1) / 2,
    }
}

const PAIRINGS: [Pairing; 6] = [
    Pairing::None,
    Pairing::First,
    Pairing::Second,
    Pairing::Ordered,
    Pairing::Exchanged,
    Pairing::Unordered,
];

/// The number that a pairing gives to two ranks. It does not depend on how many squares are free.
const fn number(pairing: Pairing, a: usize, b: usize) -> usize {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    match pairing {
        Pairing::None => 0,
        Pairing::First => a,
        Pairing::Second => b,
        _ if a == b => 0,
        Pairing::Ordered => high * (high - 1) + 2 * low + (a > b) as usize,
        Pairing::Exchanged => high * (high - 1) + 2 * low + (b > a) as usize,
        Pairing::Unordered => high * (high - 1) / 2 + low,
    }
}

const fn numbers() -> [[u8; 256]; 6] {
    let mut table = [[0; 256]; 6];
    let mut pairing = 0;
    while pairing < 6 {
        let mut ranks = 0;
        while ranks < FREE * FREE {
            let (a, b) = (ranks / FREE, ranks % FREE);
            table[pairing][a << 4 | b] = number(PAIRINGS[pairing], a, b) as u8;
            ranks += 1;
        }
        pairing += 1;
    }
    table
}

const fn ranks() -> [[(u8, u8); 90]; 6] {
    let mut table = [[(0, 0); 90]; 6];
    let mut pairing = 0;
    while pairing < 6 {
        // Backwards, so that where several ranks have a number, the smallest ones are kept.
        let mut ranks = FREE * FREE;
        while ranks > 0 {
            ranks -= 1;
            let (a, b) = (ranks / FREE, ranks % FREE);
            let pairing_of = PAIRINGS[pairing];
            if a != b || on_board(pairing_of) < 2 {
                table[pairing][number(pairing_of, a, b)] = (a as u8, b as u8);
            }
        }
        pairing += 1;
    }
    table
}

/// How many of the two pieces are on the board.
pub(super) const fn on_board(pairing: Pairing) -> usize {
    match pairing {
        Pairing::None => 0,
        Pairing::First | Pairing::Second => 1,
        Pairing::Ordered | Pairing::Exchanged | Pairing::Unordered => 2,
    }
}
