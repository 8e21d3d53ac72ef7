//! Playouts, which draw empty cells at random.

use super::{Cell, TicTacToe};
use crate::bits::{RankSelect, listed};
use crate::draw::Remaining;
use crate::{Game, Outcome, Playouts};

impl Playouts for TicTacToe {
    fn sample(&self, pick: &mut impl FnMut(u32) -> u32) -> Cell {
        let empty = RankSelect::new(self.empty().into());
        Cell::of_bit(empty.nth(pick(empty.count() as u32) as usize) as u8)
    }

    /// Draws empty cells from a list.
    fn play_out_uniformly(&self, word: &mut impl FnMut() -> u64) -> Option<Outcome> {
        let mut position = *self;
        let mut left = Remaining(listed(self.empty()));
        let mut bits = word();
        for count in (1..=self.empty().count_ones() as usize).rev() {
            if position.has_line(position.side.other()) {
                break;
            }
            position.take(Cell::of_bit(left.take(count, &mut bits)));
        }
        position.outcome()
    }
}
