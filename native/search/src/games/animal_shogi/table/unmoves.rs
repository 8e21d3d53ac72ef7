//! The positions from which a position can be reached in one move.

use super::pieces::{ATTACKS, BOARD, CHICK, FAR_RANK, HEN, LION, Piece, Placement, squares_in};

/// Calls `visit` with each position, side 1 to move, and each of its moves that leads to
/// `position`, in which side 0 is to move. Not every one needs an entry.
#[inline]
pub(super) fn each_unmove(position: &Placement, mut visit: impl FnMut(&Placement)) {
    let [own, others] = position.squares();
    let empty = BOARD & !(own | others);
    let held = captured(position);

    let mut before = *position;
    for index in 0..6 {
        let piece = position.pieces[index];
        if piece.side() == 0 || piece.is_held() {
            continue;
        }
        let to = piece.square();
        let is_far = FAR_RANK[1] >> to & 1 != 0;
        let kind = position.kind(index);
        // Side 1's pieces come from where side 0's would go. A chick on the far rank was dropped
        // there: one that steps there becomes a hen.
        if kind != CHICK || !is_far {
            let from = ATTACKS[0][kind][to] & empty;
            each_step(&mut before, index, piece, from, to, &held, &mut visit);
        }
        if kind == HEN && is_far {
            let from = ATTACKS[0][CHICK][to] & empty;
            each_step(&mut before, index, Piece::on(to, 1), from, to, &held, &mut visit);
        }
        if kind != HEN {
            before.pieces[index] = Piece::held_by(1);
            visit(&before);
        }
        before.pieces[index] = piece;
    }

    let to = position.lion(1);
    for from in squares_in(ATTACKS[0][LION][to] & empty) {
        before.lions[1] = from as u8;
        each_capture(&mut before, to, &held, &mut visit);
    }
}

/// Steps of a piece to `to`, with and without a capture.
#[inline]
fn each_step(
    before: &mut Placement,
    index: usize,
    piece: Piece,
    from: u16,
    to: usize,
    held: &[Option<u8>; 3],
    visit: &mut impl FnMut(&Placement),
) {
    for from in squares_in(from) {
        before.pieces[index] = piece.moved_to(from);
        each_capture(before, to, held, visit);
    }
}

/// The same move without a capture, and with each possible one on `to`.
#[inline]
fn each_capture(
    before: &mut Placement,
    to: usize,
    held: &[Option<u8>; 3],
    visit: &mut impl FnMut(&Placement),
) {
    visit(before);
    for (kind, held) in held.iter().enumerate() {
        let Some(index) = held.map(usize::from) else { continue };
        let piece = before.pieces[index];
        before.pieces[index] = Piece::on(to, 0);
        visit(before);
        if kind == CHICK {
            before.pieces[index] = Piece::hen_on(to, 0);
            visit(before);
        }
        before.pieces[index] = piece;
    }
}

/// By kind, a piece in side 1's hand, which the last move may have captured. Two of a kind look the
/// same.
#[inline]
fn captured(position: &Placement) -> [Option<u8>; 3] {
    [0, 2, 4].map(|first| {
        let is_held = |index: &u8| {
            let piece = position.pieces[usize::from(*index)];
            piece.is_held() && piece.side() == 1
        };
        (first..first + 2).find(is_held)
    })
}
