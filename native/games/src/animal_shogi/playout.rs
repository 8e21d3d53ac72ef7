//! Playouts, which need no moves, only boards.

use super::AnimalShogi;
use super::board::Board;
use crate::draw::draw;
use crate::{Game, MAX_PLAYOUT_PLIES, Outcome, Side};

impl AnimalShogi {
    /// Plays the game out, each legal move as likely as another, and says who won.
    pub(super) fn play_out(&self, word: &mut impl FnMut() -> u64) -> Outcome {
        if let Some(outcome) = self.outcome() {
            return outcome;
        }
        let mut board = self.board;
        let mut turn = |side| ply(&mut board, side, self.quick_try, word);
        // A loop of two plies knows the side of each: its tables are constants.
        if self.side == Side::Second
            && let Some(outcome) = turn(Side::Second)
        {
            return outcome;
        }
        for _ in 0..MAX_PLAYOUT_PLIES / 2 {
            if let Some(outcome) = turn(Side::First).or_else(|| turn(Side::Second)) {
                return outcome;
            }
        }
        Outcome::Draw
    }

    /// The same where both sides take wins and avoid losses that one ply shows. Where
    /// a win is left, the opponent takes it: then the end is known.
    pub(super) fn play_out_with_care(&self, pick: &mut impl FnMut(u32) -> u32) -> Outcome {
        if let Some(outcome) = self.outcome() {
            return outcome;
        }
        if self.can_win_at_once() {
            return Outcome::Win(self.side);
        }
        let mut position = *self;
        for _ in 0..MAX_PLAYOUT_PLIES {
            let Some((_, next)) = position.sample_where(Self::is_safe, pick) else {
                return Outcome::Win(position.side.other());
            };
            position = next;
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
        }
        Outcome::Draw
    }
}

#[inline(always)]
fn ply(
    board: &mut Board,
    side: Side,
    quick_try: bool,
    word: &mut impl FnMut() -> u64,
) -> Option<Outcome> {
    let Some(choice) = board.choices(side).draw(|count| draw(&mut word(), count)) else {
        return Some(Outcome::Win(side.other()));
    };
    board.make(side, choice);
    board.lions_end(quick_try).map(|end| end.outcome(side.other()))
}
