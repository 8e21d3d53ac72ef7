//! A second solver for the tests, written without the first: its positions are boards of signed
//! numbers, it plays moves forward, knows no mirror images, and repeats passes over all positions
//! until nothing changes.

use std::sync::LazyLock;

use super::pieces::{Piece, Placement};

const GIRAFFE: i8 = 1;
const ELEPHANT: i8 = 2;
const CHICK: i8 = 3;
const HEN: i8 = 4;
const LION: i8 = 5;

/// A position; the pieces of the side to move are positive and move towards row 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    board: [i8; 12],
    /// By side, the side to move first, and kind from giraffes.
    hands: [[u8; 3]; 2],
}

impl Position {
    /// The squares that a piece attacks, as a set.
    fn targets(piece: i8, from: usize) -> u16 {
        static TARGETS: LazyLock<[[u16; 12]; 11]> = LazyLock::new(|| {
            let squares = std::array::from_fn::<usize, 12, _>(|square| square);
            std::array::from_fn(|piece| {
                squares.map(|from| {
                    let reached = squares.iter().filter(|&&to| can_step(piece as i8 - 5, from, to));
                    reached.map(|to| 1 << to).sum()
                })
            })
        });
        TARGETS[(piece + 5) as usize][from]
    }

    fn lion(&self, sign: i8) -> Option<usize> {
        self.board.iter().position(|&piece| piece == sign * LION)
    }

    /// Whether a side attacks a square.
    fn attacks(&self, sign: i8, square: usize) -> bool {
        (0..12).any(|from| {
            self.board[from].signum() == sign
                && Self::targets(self.board[from], from) >> square & 1 != 0
        })
    }

    /// Whether a side's lion is safe on its far rank.
    fn has_tried(&self, sign: i8) -> bool {
        let row = if sign == 1 { 0 } else { 3 };
        self.lion(sign).is_some_and(|lion| lion / 3 == row && !self.attacks(-sign, lion))
    }

    /// How the game ended, for the side to move: -1, 0 or 1.
    fn ended(&self) -> Option<i8> {
        match (self.lion(1), self.lion(-1)) {
            (None, _) => return Some(-1),
            (_, None) => return Some(1),
            _ => {}
        }
        match (self.has_tried(1), self.has_tried(-1)) {
            (true, true) => Some(0),
            (true, false) => Some(1),
            (false, true) => Some(-1),
            (false, false) => (!self.can_move()).then_some(-1),
        }
    }

    fn can_move(&self) -> bool {
        self.hands[0] != [0; 3]
            || (0..12).any(|from| {
                let targets =
                    if self.board[from] > 0 { Self::targets(self.board[from], from) } else { 0 };
                (0..12).any(|to| targets >> to & 1 != 0 && self.board[to] <= 0)
            })
    }

    /// The positions after each move, as the opponent sees them.
    fn successors(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for from in (0..12).filter(|&from| self.board[from] > 0) {
            for to in (0..12).filter(|&to| self.board[to] <= 0) {
                if Self::targets(self.board[from], from) >> to & 1 != 0 {
                    let mut next = *self;
                    let kind = match self.board[to].abs() {
                        HEN => CHICK,
                        kind => kind,
                    };
                    if (GIRAFFE..=CHICK).contains(&kind) {
                        next.hands[0][kind as usize - 1] += 1;
                    }
                    next.board[to] = match self.board[from] {
                        CHICK if to < 3 => HEN,
                        piece => piece,
                    };
                    next.board[from] = 0;
                    all.push(next.turned());
                }
            }
        }
        for kind in (0..3).filter(|&kind| self.hands[0][kind] > 0) {
            for to in (0..12).filter(|&to| self.board[to] == 0) {
                let mut next = *self;
                next.hands[0][kind] -= 1;
                next.board[to] = kind as i8 + 1;
                all.push(next.turned());
            }
        }
        all
    }

    fn turned(&self) -> Self {
        let mut board = self.board.map(|piece| -piece);
        board.reverse();
        Self { board, hands: [self.hands[1], self.hands[0]] }
    }

    fn can_catch(&self) -> bool {
        self.lion(-1).is_some_and(|lion| self.attacks(1, lion))
    }

    /// Whether the game goes on, and the side to move cannot win at once.
    fn is_open(&self) -> bool {
        // The first test, which is fast, excludes most positions.
        !self.can_catch()
            && self.ended().is_none()
            && self.successors().iter().all(|next| next.ended() != Some(-1))
    }

    /// A number that no other position has.
    fn code(&self) -> u64 {
        let board = self.board.iter().fold(0, |code, &piece| code << 4 | (piece + 5) as u64);
        let hands = self.hands.iter().flatten();
        hands.fold(board, |code, &count| code << 2 | u64::from(count))
    }

    /// The same position for the index.
    pub(super) fn placement(&self) -> Placement {
        let mut placement = Placement { pieces: [Piece::of_state(8, 0); 6], ..Default::default() };
        let mut put = {
            let mut counts = [0; 3];
            let pieces = &mut placement.pieces;
            move |kind: usize, piece: Piece| {
                pieces[2 * kind + counts[kind]] = piece;
                counts[kind] += 1;
            }
        };
        for (square, piece) in self.board.into_iter().enumerate() {
            let side = usize::from(piece < 0);
            match piece.abs() {
                0 | LION => {}
                HEN => put(2, Piece::hen_on(square, side)),
                kind => put(kind as usize - 1, Piece::on(square, side)),
            }
        }
        for (side, hand) in self.hands.into_iter().enumerate() {
            for (kind, count) in hand.into_iter().enumerate() {
                (0..count).for_each(|_| put(kind, Piece::held_by(side)));
            }
        }
        placement.lions = [1, -1].map(|sign| self.lion(sign).expect("a lion") as u8);
        placement
    }
}

/// Whether a piece can step from one square to another, whatever stands there.
fn can_step(piece: i8, from: usize, to: usize) -> bool {
    let right = (to as i32 % 3 - from as i32 % 3).abs();
    let up = (from as i32 / 3 - to as i32 / 3) * i32::from(piece.signum());
    let (is_straight, is_diagonal) = (right + up.abs() == 1, right == 1 && up.abs() == 1);
    match piece.abs() {
        GIRAFFE => is_straight,
        ELEPHANT => is_diagonal,
        CHICK => up == 1 && right == 0,
        HEN => is_straight || (is_diagonal && up == 1),
        LION => is_straight || is_diagonal,
        _ => false,
    }
}

/// All positions with both lions and two pieces of each kind that is present, in which the side to
/// move cannot win at once, each with its distance: even if it loses, odd if it wins, and 0 if the
/// position is drawn.
pub(super) fn solve(has: [bool; 3]) -> Vec<(Position, u8)> {
    let mut positions = Vec::new();
    for (own, other) in (0..144).map(|both| (both / 12, both % 12)).filter(|(a, b)| a != b) {
        let mut position = Position { board: [0; 12], hands: [[0; 3]; 2] };
        (position.board[own], position.board[other]) = (LION, -LION);
        place(position, has, 0, &mut positions);
    }
    positions.sort_by_cached_key(Position::code);
    let codes: Vec<_> = positions.iter().map(Position::code).collect();
    assert!(codes.is_sorted_by(|a, b| a < b), "no position is listed twice");

    // The other successors let the opponent win at once.
    let find = |next: &Position| {
        let may_be_listed = !next.can_catch();
        may_be_listed.then(|| codes.binary_search(&next.code()).ok()).flatten().map(|it| it as u32)
    };
    let mut ends = vec![0];
    let mut successors = Vec::new();
    for position in &positions {
        successors.extend(position.successors().iter().filter_map(find));
        ends.push(successors.len());
    }
    let mut distances = vec![0_u8; positions.len()];
    let mut open: Vec<_> = (0..positions.len()).collect();
    let mut passes_without_change = 0;
    for distance in 2.. {
        let decided: Vec<_> = open
            .iter()
            .copied()
            .filter(|&index| {
                let mut nexts = successors[ends[index]..ends[index + 1]].iter();
                let of = |next: &u32| distances[*next as usize];
                if distance % 2 == 0 {
                    nexts.all(|next| of(next) % 2 == 1)
                } else {
                    nexts.any(|next| of(next) > 0 && of(next) % 2 == 0)
                }
            })
            .collect();
        passes_without_change = if decided.is_empty() { passes_without_change + 1 } else { 0 };
        if passes_without_change == 2 {
            break;
        }
        decided.iter().for_each(|&index| distances[index] = distance);
        open.retain(|&index| distances[index] == 0);
    }
    positions.into_iter().zip(distances).collect()
}

/// Adds the two pieces of each kind from `kind` on in every way.
fn place(position: Position, has: [bool; 3], kind: usize, all: &mut Vec<Position>) {
    if kind == 3 {
        if position.is_open() {
            all.push(position);
        }
        return;
    }
    if !has[kind] {
        return place(position, has, kind + 1, all);
    }
    // One piece's places: a hand (0 or 1), or a square with one of up to four looks.
    let looks: &[i8] = if kind == 2 { &[3, -3, 4, -4] } else { &[1, -1] };
    let count = 2 + 12 * looks.len();
    let put = |mut position: Position, place: usize| {
        if place < 2 {
            position.hands[place][kind] += 1;
            return Some(position);
        }
        let (square, look) = ((place - 2) / looks.len(), looks[(place - 2) % looks.len()]);
        let look = if kind == 1 { 2 * look } else { look };
        let is_free = position.board[square] == 0;
        position.board[square] = look;
        is_free.then_some(position)
    };
    for first in 0..count {
        let Some(one) = put(position, first) else { continue };
        for second in first..count {
            if let Some(both) = put(one, second) {
                place(both, has, kind + 1, all);
            }
        }
    }
}
