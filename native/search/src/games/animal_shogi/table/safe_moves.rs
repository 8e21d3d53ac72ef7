//! Which positions need an entry, and how many of their moves keep the game going.
//!
//! No piece blocks another's line of attack, so what a piece attacks depends only on its own
//! square. That makes the consequences of a move easy to see without playing it.

use super::pieces::{ATTACKS, BOARD, CHICK, FAR_RANK, HEN, LION, Placement, squares_in};

/// What the pieces of a position attack and occupy.
pub(super) struct Board {
    /// The squares of each side's pieces and lion.
    pub(super) squares: [u16; 2],
    /// The squares that each side attacks.
    pub(super) attacks: [u16; 2],
}

impl Board {
    #[inline]
    pub(super) fn of(position: &Placement) -> Self {
        let mut squares = position.lions.map(|lion| 1 << lion);
        let mut attacks = [0, 1].map(|side| ATTACKS[side][LION][position.lion(side)]);
        for index in 0..6 {
            let piece = position.pieces[index];
            squares[piece.side()] |= piece.bit();
            attacks[piece.side()] |= position.attacks_of(index);
        }
        Self { squares, attacks }
    }

    fn empty(&self) -> u16 {
        BOARD & !(self.squares[0] | self.squares[1])
    }

    /// The squares of its far rank that a side's lion can step onto and where it would be safe.
    pub(super) fn safe_tries(&self, position: &Placement, side: usize) -> u16 {
        ATTACKS[side][LION][position.lion(side)]
            & FAR_RANK[side]
            & !self.squares[side]
            & !self.attacks[1 - side]
    }

    /// The squares of the pieces that attack a side's lion.
    pub(super) fn attackers(&self, position: &Placement, side: usize) -> u16 {
        let lion = position.lion(side);
        if self.attacks[1 - side] >> lion & 1 == 0 {
            return 0;
        }
        let mut attackers = 0;
        for index in 0..6 {
            let piece = position.pieces[index];
            if piece.side() != side && position.attacks_of(index) >> lion & 1 != 0 {
                attackers |= piece.bit();
            }
        }
        attackers
    }

    fn lion_steps(&self, position: &Placement, side: usize) -> u16 {
        ATTACKS[side][LION][position.lion(side)] & !self.squares[side]
    }
}

/// The number of moves after which the opponent cannot win at once, side 0 to move; `None` if the
/// position needs no entry, because it is finished or won in one move. (With the lions of a slot,
/// neither lion is on its far rank, and neither attacks the other.)
#[inline]
pub(super) fn safe_moves(position: &Placement) -> Option<u32> {
    let board = Board::of(position);
    let catches = board.attacks[0] >> position.lion(1) & 1 != 0;
    if catches || board.safe_tries(position, 0) != 0 {
        return None;
    }
    let threatens_try = ATTACKS[1][LION][position.lion(1)] & FAR_RANK[1] != 0;
    let count = if threatens_try {
        safe_moves_against_try(position, &board)
    } else {
        safe_moves_without_try(position, &board)
    };
    (count > 0 || has_move(position, &board, 0)).then_some(count)
}

/// Whether a side has any legal move.
#[inline]
pub(super) fn has_move(position: &Placement, board: &Board, side: usize) -> bool {
    let can_move = |index: usize| {
        let piece = position.pieces[index];
        piece.side() == side
            && (piece.is_held() || position.attacks_of(index) & !board.squares[side] != 0)
    };
    board.lion_steps(position, side) != 0 || (0..6).any(can_move)
}

/// The number of safe moves if the opponent's lion cannot reach its far rank in one step.
#[inline]
fn safe_moves_without_try(position: &Placement, board: &Board) -> u32 {
    let lion = (board.lion_steps(position, 0) & !board.attacks[1]).count_ones();
    // Where steps of other pieces may end: anywhere, or on the only piece that gives check.
    let attackers = board.attackers(position, 0);
    let (targets, drops) = match attackers.count_ones() {
        0 => (!board.squares[0], board.empty().count_ones()),
        1 => (attackers, 0),
        _ => return lion,
    };
    let mut count = lion;
    let mut held = [false; 3];
    for index in 0..6 {
        let piece = position.pieces[index];
        if piece.side() == 0 {
            count += (position.attacks_of(index) & targets).count_ones();
            held[index / 2] |= piece.is_held();
        }
    }
    count + drops * held.into_iter().map(u32::from).sum::<u32>()
}

/// The number of safe moves if the opponent's lion may step onto its far rank: they must also leave
/// it no square there where it would be safe.
fn safe_moves_against_try(position: &Placement, board: &Board) -> u32 {
    let tries = ATTACKS[1][LION][position.lion(1)] & FAR_RANK[1];
    // A square from which a piece of the opponent is captured becomes open to its lion.
    let is_safe =
        |attacks: u16, captured: u16| tries & !(board.squares[1] & !captured) & !attacks == 0;
    let attacks_without = |moving: usize| {
        let mut attacks = if moving < 6 { ATTACKS[0][LION][position.lion(0)] } else { 0 };
        for index in (0..6).filter(|&index| index != moving) {
            if position.pieces[index].side() == 0 {
                attacks |= position.attacks_of(index);
            }
        }
        attacks
    };
    let attackers = board.attackers(position, 0);
    let each = |targets: u16, is_safe: &dyn Fn(usize) -> bool| {
        squares_in(targets).filter(|&to| is_safe(to)).count() as u32
    };

    let others = attacks_without(6);
    let lion_targets = board.lion_steps(position, 0) & !board.attacks[1];
    let mut count = each(lion_targets, &|to| is_safe(others | ATTACKS[0][LION][to], 1 << to));
    if attackers.count_ones() > 1 {
        return count;
    }
    let is_check = attackers != 0;
    let targets = if is_check { attackers } else { !board.squares[0] };
    let mut was_held = [false; 3];
    for index in 0..6 {
        let piece = position.pieces[index];
        if piece.side() != 0 {
            continue;
        }
        let kind = position.kind(index);
        if !piece.is_held() {
            let others = attacks_without(index);
            count += each(position.attacks_of(index) & targets, &|to| {
                let kind = if kind == CHICK && FAR_RANK[0] >> to & 1 != 0 { HEN } else { kind };
                is_safe(others | ATTACKS[0][kind][to], 1 << to)
            });
        } else if !is_check && !was_held[kind] {
            was_held[kind] = true;
            let all = board.attacks[0];
            count += each(board.empty(), &|to| is_safe(all | ATTACKS[0][kind][to], 0));
        }
    }
    count
}
