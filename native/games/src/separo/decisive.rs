//! Decisive playouts: each side wins at once if it can, and otherwise avoids moves that lose at
//! once.
//!
//! A move can end the game only if it affects nearly every move of both sides. It affects the moves
//! whose first root ends at most two points away from its own along either axis, because all its
//! points are beside that one. So if two moves that it does not affect are so far apart that no
//! reply affects both, neither the move nor a reply ends the game, and the move can be played
//! without further checks.

use super::Separo;
use super::cell::Cell;
use super::moves::Move;
use super::uniform::Playout;
use crate::{Game, Outcome, Side, Urgency};

/// How far away, along either axis, a move can affect others.
const AFFECTED: u8 = 2;

impl Separo {
    fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Appends the moves that win at once. There are hardly ever any, because such a move must
    /// block every move of the other side.
    pub(super) fn wins_at_once(&self, moves: &mut Vec<Move>) {
        let candidates = self.growth_against_all(self.side);
        let wins = |&mv: &Move| self.after(mv).outcome() == Some(Outcome::Win(self.side));
        moves.extend(candidates.into_iter().filter(wins));
    }

    /// Whether a move neither loses by itself nor lets the other side win at once.
    fn is_safe(&self, mv: Move) -> bool {
        let next = self.after(mv);
        let mut wins = Vec::new();
        next.wins_at_once(&mut wins);
        wins.is_empty() && next.outcome() != Some(Outcome::Win(self.side.other()))
    }

    /// Appends the safe moves, or all moves if none is safe. No move may win at once.
    pub(super) fn safe_moves(&self, moves: &mut Vec<Move>) -> Urgency {
        let from = moves.len();
        let mut all = Vec::new();
        self.legal_moves(&mut all);
        moves.extend(all.iter().copied().filter(|&mv| self.is_safe(mv)));
        if moves.len() > from {
            return Urgency::Safe;
        }
        moves.extend(all);
        Urgency::Lost
    }

    /// The move to play in place of a randomly drawn one: an immediate win if there is one;
    /// otherwise the move itself or, if it lets the other side win at once, another one that does
    /// not.
    pub(super) fn decide(&self, drawn: Move, pick: &mut impl FnMut(u32) -> u32) -> Move {
        let mut moves = Vec::new();
        self.wins_at_once(&mut moves);
        if moves.is_empty() {
            // Usually the first move drawn is safe, and no other needs to be tried.
            if self.is_safe(drawn) {
                return drawn;
            }
            self.safe_moves(&mut moves);
        }
        moves[pick(moves.len() as u32) as usize]
    }
}

impl<const N: usize> Playout<N> {
    pub(super) fn play_decisively(&mut self, pick: &mut impl FnMut(u32) -> u32) -> Outcome {
        let mut side = self.position.side;
        let mut is_stuck = false;
        loop {
            if let Some(drawn) = self.draw(side, pick) {
                let mv = if self.is_quiet(drawn) { drawn } else { self.decide(side, drawn, pick) };
                self.make(side, mv);
                self.position.add_stones(side, mv);
                is_stuck = false;
            } else if is_stuck {
                return self.position.board.outcome();
            } else {
                is_stuck = true;
            }
            side = side.other();
        }
    }

    fn draw(&mut self, side: Side, pick: &mut impl FnMut(u32) -> u32) -> Option<Move> {
        loop {
            let list = &mut self.lists[side as usize];
            let len = list.len.try_into().ok().filter(|&len| len > 0)?;
            let mv = list.take(pick(len) as usize)?;
            if self.position.board.can_draw(side, mv) {
                return Some(mv);
            }
        }
    }

    fn decide(&mut self, side: Side, drawn: Move, pick: &mut impl FnMut(u32) -> u32) -> Move {
        self.position.side = side;
        let mv = self.position.decide(drawn, pick);
        if mv != drawn {
            self.lists[side as usize].put(drawn);
        }
        mv
    }

    /// Whether a quick check shows that neither a move nor a reply to it can end the game.
    fn is_quiet(&self, mv: Move) -> bool {
        let middle = coordinates(mv.via());
        let (mut lowest, mut highest) = ([u8::MAX; 2], [0; 2]);
        for side in Side::BOTH {
            for other in self.lists[side as usize].moves() {
                let via = coordinates(other.via());
                let is_affected = (0..2).all(|axis| via[axis].abs_diff(middle[axis]) <= AFFECTED);
                if is_affected || !self.position.board.can_draw(side, other) {
                    continue;
                }
                for axis in 0..2 {
                    lowest[axis] = via[axis].min(lowest[axis]);
                    highest[axis] = via[axis].max(highest[axis]);
                    if highest[axis] - lowest[axis] > 2 * AFFECTED {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// The column and row.
fn coordinates(cell: Cell) -> [u8; 2] {
    cell.point().map_or([0; 2], |point| [point.column(), point.row()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;
    use crate::{Options, Playouts};

    /// Moves that are played without further checks really need none, and the games follow the
    /// rules to the end.
    #[test]
    fn quiet_moves_need_no_further_check() {
        let mut quiet = 0;
        for seed in 0..400 {
            let mut state = seed << 32;
            let mut pick = |n: u32| {
                state += 1;
                (mix(0, state) % u64::from(n)) as u32
            };
            let size = 4 + seed % 16;
            let options = Options::new([("size", size.to_string())]);
            let mut position = Separo::start(&options).expect("a start");
            let mut playout = Playout::<2_167>::new(&position);
            while position.outcome().is_none() {
                let side = position.side;
                let mv = playout.draw(side, &mut pick).unwrap_or(Move::PASS);
                if mv != Move::PASS {
                    if playout.is_quiet(mv) {
                        let mut wins = Vec::new();
                        position.wins_at_once(&mut wins);
                        assert!(wins.is_empty() && position.is_safe(mv), "{position}: {mv}");
                        quiet += 1;
                    }
                    playout.make(side, mv);
                }
                position.play(mv);
            }
            assert_eq!(position.play_out_decisively(&mut pick), position.outcome());
        }
        assert!(quiet > 1_000, "{quiet}");
    }
}
