//! The exact value of any position with both lions, from the entries and, where a position needs
//! none, from one ply of lookahead.

use super::index::Index;
use super::pieces::{ATTACKS, BOARD, FAR_RANK, LION, Piece, Placement, squares_in};
use super::safe_moves::{Board, has_move};
use crate::exact::Value;

/// The entry of a drawn position; others hold the distance in plies, which is even if the side to
/// move loses.
pub(super) const DRAW: u8 = 0;

/// The value of an entry.
pub(super) fn value_of(entry: u8) -> Value {
    match entry {
        DRAW => Value::Draw,
        _ if entry.is_multiple_of(2) => Value::Loss(entry.into()),
        _ => Value::Win(entry.into()),
    }
}

/// The entry for a value.
pub(super) fn entry_of(value: Value) -> u8 {
    value.plies().map_or(DRAW, |plies| plies.try_into().expect("an entry holds any distance"))
}

/// The value of a position for the given side, which is to move. `entry` looks up a slot.
#[inline]
pub(super) fn value(
    index: &Index,
    position: &Placement,
    to_move: usize,
    entry: impl Fn(u32) -> u8,
) -> Value {
    let board = Board::of(position);
    if let Some(value) = without_entry(position, &board, to_move) {
        return value;
    }
    if let Some(slot) = index.slot_of(position, to_move) {
        return value_of(entry(slot.number));
    }
    // The lion stands on its far rank, attacked, and cannot be made safe there. It has to retreat;
    // every other move lets it be caught.
    let mut best = Value::Loss(2);
    let retreats = ATTACKS[to_move][LION][position.lion(to_move)]
        & !FAR_RANK[to_move]
        & !board.squares[to_move]
        & !board.attacks[1 - to_move];
    for square in squares_in(retreats) {
        let next = with_lion_on(position, to_move, square);
        let next_board = Board::of(&next);
        let reply = without_entry(&next, &next_board, 1 - to_move);
        let reply =
            reply.or_else(|| Some(value_of(entry(index.slot_of(&next, 1 - to_move)?.number))));
        best = best.max(reply.expect("a retreated lion is in no other's way").before());
    }
    best
}

/// The value of a position that is finished or won in one move.
#[inline]
pub(super) fn without_entry(position: &Placement, board: &Board, to_move: usize) -> Option<Value> {
    let other = 1 - to_move;
    let is_attacked = |side: usize| board.attacks[1 - side] >> position.lion(side) & 1 != 0;
    let is_far = |side: usize| FAR_RANK[side] >> position.lion(side) & 1 != 0;
    let has_tried = |side: usize| is_far(side) && !is_attacked(side);
    match (has_tried(to_move), has_tried(other)) {
        (true, true) => return Some(Value::Draw),
        (true, false) => return Some(Value::Win(0)),
        (false, true) => return Some(Value::Loss(0)),
        (false, false) => {}
    }
    let wins = is_attacked(other)
        || board.safe_tries(position, to_move) != 0
        || is_far(to_move) && can_capture_only_attacker(position, board, to_move);
    if wins {
        return Some(Value::Win(1));
    }
    (!has_move(position, board, to_move)).then_some(Value::Loss(0))
}

/// Whether the lion has one attacker, and a piece other than the lion attacks that.
fn can_capture_only_attacker(position: &Placement, board: &Board, side: usize) -> bool {
    let attackers = board.attackers(position, side);
    let own = (0..6).filter(|&index| position.pieces[index].side() == side);
    attackers.is_power_of_two()
        && own.fold(0, |attacks, index| attacks | position.attacks_of(index)) & attackers != 0
}

/// The position after a side's lion has stepped onto a square.
fn with_lion_on(position: &Placement, side: usize, square: usize) -> Placement {
    let mut next = *position;
    next.lions[side] = square as u8;
    for piece in &mut next.pieces {
        if piece.bit() & BOARD == 1 << square {
            *piece = Piece::held_by(side);
        }
    }
    next
}
