//! Playouts of SEPARO, and one ply of lookahead.

use super::moves::NUMBERS;
use super::point::MAX_SIZE;
use super::uniform::{Playout, room};
use super::{Move, Separo};
use crate::{MastTable, Outcome, Playouts, Urgency};

/// The largest board that uses the shorter lists.
const SMALL: u8 = 9;

impl Playouts for Separo {
    const MAST_MOVES: usize = NUMBERS as usize;

    fn urgent_moves(&self, moves: &mut Vec<Move>) -> Urgency {
        let from = moves.len();
        self.wins_at_once(moves);
        if moves.len() > from { Urgency::Win } else { self.safe_moves(moves) }
    }

    fn sample(&self, pick: &mut impl FnMut(u32) -> u32) -> Move {
        let mut moves = self.growth(self.side);
        match moves.clone().count() {
            0 => Move::PASS,
            count => moves.nth(pick(count as u32) as usize).unwrap_or(Move::PASS),
        }
    }

    fn sample_decisive(&self, pick: &mut impl FnMut(u32) -> u32) -> Move {
        self.decide(self.sample(pick), pick)
    }

    fn play_out_uniformly(&self, word: &mut impl FnMut() -> u64) -> Option<Outcome> {
        Some(if self.size() <= SMALL {
            Playout::<{ room(SMALL) }>::new(self).play(word)
        } else {
            Playout::<{ room(MAX_SIZE) }>::new(self).play(word)
        })
    }

    fn play_out_decisively(&self, pick: &mut impl FnMut(u32) -> u32) -> Option<Outcome> {
        Some(if self.size() <= SMALL {
            Playout::<{ room(SMALL) }>::new(self).play_decisively(pick)
        } else {
            Playout::<{ room(MAX_SIZE) }>::new(self).play_decisively(pick)
        })
    }

    fn play_out_with_mast(
        &self,
        table: &mut MastTable,
        word: &mut impl FnMut() -> u64,
    ) -> Option<Outcome> {
        Some(if self.size() <= SMALL {
            Playout::<{ room(SMALL) }>::new(self).play_with_mast(table, word)
        } else {
            Playout::<{ room(MAX_SIZE) }>::new(self).play_with_mast(table, word)
        })
    }
}
