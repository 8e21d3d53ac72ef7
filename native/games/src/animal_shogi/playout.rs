//! Playouts, which change boards directly instead of playing moves.

use super::board::Board;
use super::steps::Choice;
use super::{AnimalShogi, Move};
use crate::draw::draw;
use crate::{Game, MAX_PLAYOUT_PLIES, Outcome, Playouts, Side, Urgency};

impl Playouts for AnimalShogi {
    fn urgent_moves(&self, moves: &mut Vec<Move>) -> Urgency {
        let from = moves.len();
        let won = Some(Outcome::Win(self.side));
        let wins = self.can_win_at_once();
        let wanted = |choice: &Choice| {
            let next = self.after(*choice);
            if wins { next.outcome() == won } else { next.is_safe() }
        };
        let choices = self.choices().all().filter(wanted);
        moves.extend(choices.map(|choice| self.move_of(choice)));
        if wins {
            Urgency::Win
        } else if moves.len() > from {
            Urgency::Safe
        } else {
            self.legal_moves(moves);
            Urgency::Lost
        }
    }

    fn sample(&self, pick: &mut impl FnMut(u32) -> u32) -> Move {
        let choice = self.choices().draw(|count| pick(count as u32) as usize);
        self.move_of(choice.expect("the game is not over"))
    }

    fn sample_decisive(&self, pick: &mut impl FnMut(u32) -> u32) -> Move {
        let won = Some(Outcome::Win(self.side));
        let drawn = if self.can_win_at_once() {
            self.sample_where(|next| next.outcome() == won, pick)
        } else {
            self.sample_where(Self::is_safe, pick)
        };
        drawn.map_or_else(|| self.sample(pick), |(choice, _)| self.move_of(choice))
    }

    fn play_out_uniformly(&self, word: &mut impl FnMut() -> u64) -> Option<Outcome> {
        if let Some(outcome) = self.outcome() {
            return Some(outcome);
        }
        let mut board = self.board;
        let mut turn = |side| ply(&mut board, side, self.quick_try, word);
        // Two plies per iteration make the side, and so its tables, a constant.
        if self.side == Side::Second
            && let Some(outcome) = turn(Side::Second)
        {
            return Some(outcome);
        }
        for _ in 0..MAX_PLAYOUT_PLIES / 2 {
            if let Some(outcome) = turn(Side::First).or_else(|| turn(Side::Second)) {
                return Some(outcome);
            }
        }
        Some(Outcome::Draw)
    }

    /// As soon as every move lets the opponent win at once, the result is known.
    fn play_out_decisively(&self, pick: &mut impl FnMut(u32) -> u32) -> Option<Outcome> {
        if let Some(outcome) = self.outcome() {
            return Some(outcome);
        }
        if self.can_win_at_once() {
            return Some(Outcome::Win(self.side));
        }
        let mut position = *self;
        for _ in 0..MAX_PLAYOUT_PLIES {
            let Some((_, next)) = position.sample_where(Self::is_safe, pick) else {
                return Some(Outcome::Win(position.side.other()));
            };
            position = next;
            if let Some(outcome) = position.outcome() {
                return Some(outcome);
            }
        }
        Some(Outcome::Draw)
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
