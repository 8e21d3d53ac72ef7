//! The slots of the table: a number for every position that needs an entry, computed from its
//! pieces, without gaps.
//!
//! A slot number has three parts, from the most significant to the least:
//!
//! 1. The squares of the lions ([`LION_PAIRS`]). A position needs an entry only if no lion attacks
//!    the other, and neither stands on its far rank. A position and its mirror image share an
//!    entry, which leaves 21 pairs of squares.
//! 2. The class: whose each piece is, whether it is in hand, and whether chicks have become hens.
//! 3. Which of the squares left free the giraffes occupy; which of those left free by them, the
//!    elephants; and of those left then, the chicks and hens.
//!
//! Positions that differ in the steps of few pieces have close numbers, so the generator finds most
//! of what it needs in the processor's cache.

use std::ops::Range;
use std::sync::LazyLock;

use super::pairing::{FREE, FreeSquares, NUMBERS, Pairing, on_board, size};
use super::pieces::{ABSENT, ATTACKS, BOARD, FAR_RANK, LION, Piece, Placement, SQUARES};

/// The number of slots with all kinds of pieces.
pub(super) const SLOTS: u32 = 249_442_767;

/// The squares of the lions, side to move first, in the order of the slots.
pub(super) const LION_PAIRS: [(u8, u8); 21] = lion_pairs();

/// Orders of the squares: as numbered, mirrored, rotated by half a turn, and both.
const MIRRORED: usize = 1;
const ROTATED: usize = 2;

/// For each order and square, the squares before it; none for square 15, the hand.
static BEFORE: [[u16; 16]; 4] = before();

/// The number of a pair of lions, and the order of squares in which its slots are numbered.
#[derive(Clone, Copy)]
struct Lions {
    pair: u8,
    order: u8,
    /// Whether the mirror image has the same lions.
    is_central: bool,
}

/// By the side to move and the squares of its lion and the other.
static LIONS: [[[Option<Lions>; SQUARES]; SQUARES]; 2] = lions();

/// The states of two pieces of a kind: all that the index distinguishes besides their squares.
#[derive(Clone, Copy)]
struct States {
    first: u8,
    second: u8,
    pairing: Pairing,
}

/// The possible states of two giraffes or two elephants, of two chicks or hens, and of two pieces
/// that take no part.
const STATES: [States; 10] = states(&[0, 1, 4, 5]);
const CHICK_STATES: [States; 21] = states(&[0, 1, 2, 3, 4, 5]);
const ABSENT_STATES: [States; 1] = states(&[ABSENT]);

/// By the side to move and the states of both pieces, three bits each: the number of their states
/// in the list, and the pairing.
type StateTable = [[(u8, Pairing); 64]; 2];
static STATE_OF: StateTable = state_table(&STATES);
static CHICK_STATE_OF: StateTable = state_table(&CHICK_STATES);
static ABSENT_STATE_OF: StateTable = [[(0, Pairing::None); 64]; 2];

/// Where a class begins among the slots of a pair of lions, and how far apart positions are that
/// differ in one kind.
#[derive(Clone, Copy)]
struct Class {
    first: u32,
    per_giraffes: u32,
    per_elephants: u32,
}

/// The numbering of the slots for a set of pieces.
pub(super) struct Index {
    states: [&'static [States]; 3],
    state_of: [&'static StateTable; 3],
    classes: Vec<Class>,
    /// How many ways there are to place the other pieces, for each pair of lions.
    per_pair: u32,
}

impl Index {
    /// The numbering for positions with giraffes, with elephants, and with chicks.
    pub(super) fn new(has: [bool; 3]) -> Self {
        let all: [(&[States], &StateTable); 3] =
            [(&STATES, &STATE_OF), (&STATES, &STATE_OF), (&CHICK_STATES, &CHICK_STATE_OF)];
        let absent: (&[States], &StateTable) = (&ABSENT_STATES, &ABSENT_STATE_OF);
        let kinds = [0, 1, 2].map(|kind| if has[kind] { all[kind] } else { absent });
        let states = kinds.map(|(states, _)| states);
        let mut classes = Vec::new();
        let mut first = 0;
        for giraffes in states[0] {
            for elephants in states[1] {
                for chicks in states[2] {
                    let left = FREE - on_board(giraffes.pairing);
                    let per_elephants = size(chicks.pairing, left - on_board(elephants.pairing));
                    let per_giraffes = size(elephants.pairing, left) * per_elephants;
                    classes.push(Class {
                        first,
                        per_giraffes: per_giraffes as u32,
                        per_elephants: per_elephants as u32,
                    });
                    first += (size(giraffes.pairing, FREE) * per_giraffes) as u32;
                }
            }
        }
        Self { states, state_of: kinds.map(|(_, table)| table), classes, per_pair: first }
    }

    /// The numbering for the whole game.
    pub(super) fn full() -> &'static Self {
        static FULL: LazyLock<Index> = LazyLock::new(|| Index::new([true; 3]));
        &FULL
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> u32 {
        self.per_pair * LION_PAIRS.len() as u32
    }

    /// The slot of a position in which the given side is to move; `None` if the lions' squares
    /// alone show that it needs no entry.
    #[inline]
    pub(super) fn slot_of(&self, position: &Placement, to_move: usize) -> Option<Slot> {
        let lions = LIONS[to_move & 1][position.lion(to_move)][position.lion(1 - to_move)]?;
        let order = usize::from(lions.order);
        let first = u32::from(lions.pair) * self.per_pair;
        let number = self.number(position, to_move, order);
        let slot = |number: u32, is_symmetric, is_canonical| {
            Some(Slot { number: first + number, is_symmetric, is_canonical })
        };
        if !lions.is_central {
            return slot(number, false, order & MIRRORED == 0);
        }
        let mirrored = self.number(position, to_move, order ^ MIRRORED);
        slot(number.min(mirrored), number == mirrored, number <= mirrored)
    }

    /// The number of a position among those with its lions.
    #[inline]
    fn number(&self, position: &Placement, to_move: usize, order: usize) -> u32 {
        let before = &BEFORE[order & 3];
        let mut free = BOARD & !(1 << position.lions[0] | 1 << position.lions[1]);
        let mut class = 0;
        let mut numbers = [0; 3];
        for (kind, number) in numbers.iter_mut().enumerate() {
            let (a, b) = (position.pieces[2 * kind], position.pieces[2 * kind + 1]);
            let (states, pairing) = self.state_of[kind][to_move & 1][a.state() << 3 | b.state()];
            class = class * self.states[kind].len() + usize::from(states);
            let rank = |piece: Piece| (free & before[piece.square()]).count_ones() as usize;
            *number = u32::from(NUMBERS[pairing as usize][rank(a) << 4 | rank(b)]);
            free &= !(a.bit() | b.bit());
        }
        let Class { first, per_giraffes, per_elephants } = self.classes[class];
        first + numbers[0] * per_giraffes + numbers[1] * per_elephants + numbers[2]
    }

    /// Whether a position whose lions are their own mirror image is its own mirror image.
    pub(super) fn is_symmetric(&self, position: &Placement) -> bool {
        self.number(position, 0, 0) == self.number(position, 0, MIRRORED)
    }

    /// Whether the lions of a slot are their own mirror image.
    pub(super) fn is_central(&self, slot: u32) -> bool {
        let (mover, other) = LION_PAIRS[(slot / self.per_pair) as usize];
        is_central(mover.into(), other.into())
    }

    /// The slots of a class among those of a pair of lions.
    fn slots_of_class(&self, class: usize) -> Range<u32> {
        let end = self.classes.get(class + 1).map_or(self.per_pair, |next| next.first);
        self.classes[class].first..end
    }

    /// The position with these lions whose pieces have these numbers within their class.
    #[inline]
    fn place(&self, lions: [u8; 2], class: usize, numbers: [u32; 3]) -> Placement {
        let chicks = self.states[2].len();
        let elephants = self.states[1].len();
        let states = [class / chicks / elephants, class / chicks % elephants, class % chicks];
        let mut free = FreeSquares::without(lions);
        let mut position = Placement { lions, ..Placement::default() };
        for kind in 0..3 {
            let States { first, second, pairing } = self.states[kind][states[kind]];
            let [a, b] = free.take(pairing, numbers[kind] as usize);
            position.pieces[2 * kind] = Piece::of_state(first, a);
            position.pieces[2 * kind + 1] = Piece::of_state(second, b);
        }
        position
    }

    /// Calls `visit` with every position that has these lions, whether it needs an entry or not,
    /// side 0 to move.
    pub(super) fn each_with_lions(&self, lions: [u8; 2], mut visit: impl FnMut(&Placement)) {
        for class in 0..self.classes.len() {
            let count = self.slots_of_class(class).len() as u32;
            let Class { per_giraffes, per_elephants, .. } = self.classes[class];
            for giraffes in 0..count / per_giraffes {
                for elephants in 0..per_giraffes / per_elephants {
                    for chicks in 0..per_elephants {
                        visit(&self.place(lions, class, [giraffes, elephants, chicks]));
                    }
                }
            }
        }
    }
}

/// The slot of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) number: u32,
    /// Whether the position is its own mirror image.
    pub(super) is_symmetric: bool,
    /// Whether the slot is that of the position itself, not only that of its mirror image.
    pub(super) is_canonical: bool,
}

/// Finds the positions of slots. It remembers the class of the last one, because callers usually
/// ask for slots in ascending order.
pub(super) struct Decoder<'a> {
    index: &'a Index,
    pair: usize,
    class: usize,
    /// The slots of the class.
    slots: Range<u32>,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(index: &'a Index) -> Self {
        Self { index, pair: 0, class: 0, slots: 0..0 }
    }

    /// The position of a slot, side 0 to move. Symmetry is not checked: some slots belong to mirror
    /// images of positions whose slot is another.
    #[inline]
    pub(super) fn position(&mut self, slot: u32) -> Placement {
        let index = self.index;
        if !self.slots.contains(&slot) {
            self.pair = (slot / index.per_pair) as usize;
            let start = self.pair as u32 * index.per_pair;
            self.class = index.classes.partition_point(|class| class.first <= slot - start) - 1;
            let Range { start: first, end } = index.slots_of_class(self.class);
            self.slots = start + first..start + end;
        }
        let Class { per_giraffes, per_elephants, .. } = index.classes[self.class];
        let within = slot - self.slots.start;
        let (giraffes, within) = (within / per_giraffes, within % per_giraffes);
        let numbers = [giraffes, within / per_elephants, within % per_elephants];
        let (mover, other) = LION_PAIRS[self.pair];
        index.place([mover, other], self.class, numbers)
    }
}

/// The pairs of different squares for the lions, side 0's first, of which one in each pair of
/// mirror images is listed, and whether it is its own mirror image.
pub(super) fn all_lions() -> Vec<([u8; 2], bool)> {
    let squares = 0..SQUARES;
    let pairs = squares.clone().flat_map(|a| squares.clone().map(move |b| (a, b)));
    let listed = pairs.filter(|&(a, b)| a != b && is_left(a, b));
    listed.map(|(a, b)| ([a as u8, b as u8], is_central(a, b))).collect()
}

const fn is_central(mover: usize, other: usize) -> bool {
    mover % 3 == 1 && other % 3 == 1
}

const fn mirrored(square: usize) -> usize {
    square / 3 * 3 + 2 - square % 3
}

const fn lion_pairs() -> [(u8, u8); 21] {
    let mut pairs = [(0, 0); 21];
    let (mut count, mut squares) = (0, 0);
    while squares < SQUARES * SQUARES {
        let (mover, other) = (squares / SQUARES, squares % SQUARES);
        if needs_entry(mover, other) && is_left(mover, other) {
            pairs[count] = (mover as u8, other as u8);
            count += 1;
        }
        squares += 1;
    }
    assert!(count == pairs.len());
    pairs
}

/// Whether some positions with these lions need an entry.
const fn needs_entry(mover: usize, other: usize) -> bool {
    mover != other
        && ATTACKS[0][LION][mover] >> other & 1 == 0
        && FAR_RANK[0] >> mover & 1 == 0
        && FAR_RANK[1] >> other & 1 == 0
}

/// Whether these lions, not those of the mirror image, number the slots.
const fn is_left(mover: usize, other: usize) -> bool {
    match mover % 3 {
        0 => true,
        1 => other % 3 < 2,
        _ => false,
    }
}

const fn before() -> [[u16; 16]; 4] {
    let mut table = [[0; 16]; 4];
    let mut order = 0;
    while order < 4 {
        let mut squares = 0;
        while squares < SQUARES * SQUARES {
            let (a, b) = (squares / SQUARES, squares % SQUARES);
            if in_order(order, b) < in_order(order, a) {
                table[order][a] |= 1 << b;
            }
            squares += 1;
        }
        order += 1;
    }
    table
}

/// The place of a square in an order, from 0. Each order is its own inverse.
const fn in_order(order: usize, square: usize) -> usize {
    let square = if order & MIRRORED != 0 { mirrored(square) } else { square };
    if order & ROTATED != 0 { SQUARES - 1 - square } else { square }
}

const fn lions() -> [[[Option<Lions>; SQUARES]; SQUARES]; 2] {
    let mut table = [[[None; SQUARES]; SQUARES]; 2];
    let mut pair = 0;
    while pair < LION_PAIRS.len() {
        let (mover, other) = (LION_PAIRS[pair].0 as usize, LION_PAIRS[pair].1 as usize);
        let is_central = is_central(mover, other);
        let mut order = 0;
        while order < 4 {
            let side = order / ROTATED;
            let (own, others) = (in_order(order, mover), in_order(order, other));
            if table[side][own][others].is_none() {
                let lions = Lions { pair: pair as u8, order: order as u8, is_central };
                table[side][own][others] = Some(lions);
            }
            order += 1;
        }
        pair += 1;
    }
    table
}

const fn states<const N: usize>(of_one: &[u8]) -> [States; N] {
    let mut states = [States { first: 0, second: 0, pairing: Pairing::None }; N];
    let (mut count, mut both) = (0, 0);
    while both < of_one.len() * of_one.len() {
        let (first, second) = (of_one[both / of_one.len()], of_one[both % of_one.len()]);
        if first <= second {
            // States in hand are the largest.
            let pairing = match (first >= 4, second >= 4) {
                (true, _) => Pairing::None,
                (false, true) => Pairing::First,
                (false, false) if first == second => Pairing::Unordered,
                (false, false) => Pairing::Ordered,
            };
            states[count] = States { first, second, pairing };
            count += 1;
        }
        both += 1;
    }
    assert!(count == N);
    states
}

const fn state_table(list: &[States]) -> StateTable {
    let mut table = [[(0, Pairing::None); 64]; 2];
    let mut number = 0;
    while number < list.len() {
        let States { first, second, pairing } = list[number];
        let exchanged = match pairing {
            Pairing::First => Pairing::Second,
            Pairing::Ordered => Pairing::Exchanged,
            other => other,
        };
        let mut side = 0;
        while side < 2 {
            // The first bit of a state is the side, and slots are numbered for the side to move.
            let (a, b) = (first as usize ^ side, second as usize ^ side);
            table[side][b << 3 | a] = (number as u8, exchanged);
            table[side][a << 3 | b] = (number as u8, pairing);
            side += 1;
        }
        number += 1;
    }
    table
}
