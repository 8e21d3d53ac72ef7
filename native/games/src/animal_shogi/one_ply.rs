//! One ply of lookahead: who can win at once, and which moves do not let the opponent win at once.

use super::piece::{FAR_RANK, Piece, Square};
use super::steps::{Choice, from_of_only, steps_of, steps_onto};
use super::{Animal, AnimalShogi};
use crate::{Game, Outcome};

/// The squares from which a lion can step to its far rank, by side.
const BEFORE_FAR_RANK: [u16; 2] = [0b000_000_111_111, 0b111_111_000_000];

impl AnimalShogi {
    /// Whether the side to move can win at once. The game must not be over.
    pub(super) fn can_win_at_once(&self) -> bool {
        self.can_catch() || self.can_try() || self.can_leave_no_move()
    }

    fn can_catch(&self) -> bool {
        let lion = Square::of_set(self.board.lion(self.side.other())).next();
        lion.is_some_and(|lion| self.board.attacks(self.side, lion))
    }

    /// Whether the lion can step onto the far rank and be safe there, or is there already and its
    /// only attacker can be captured. (No piece blocks another's line of attack, so nothing else
    /// makes a square safe. The opponent's lion cannot be safe on its own far rank at that moment:
    /// either the game would be over, or it would be attacked and could be captured.)
    fn can_try(&self) -> bool {
        let (board, side, other) = (&self.board, self.side, self.side.other());
        let near = board.lion(side) & BEFORE_FAR_RANK[side as usize];
        let Some(lion) = Square::of_set(near).next() else { return false };
        let steps = board.choices(side).steps;
        let lions = steps & steps_of(Piece { animal: Animal::Lion, side }.code(), lion);
        let far = FAR_RANK[side as usize];
        let is_safe = |to| self.quick_try || !board.attacks(other, to);
        if Square::of_set(far).any(|to| lions & steps_onto(to) != 0 && is_safe(to)) {
            return true;
        }
        near & far != 0
            && from_of_only(board.reach(other) & steps_onto(lion))
                .is_some_and(|attacker| steps & !lions & steps_onto(attacker) != 0)
    }

    /// This is rare: a side can leave the other without a move only if the other holds nothing in
    /// hand and it has itself at most one piece besides the lion.
    fn can_leave_no_move(&self) -> bool {
        let (side, other) = (self.side, self.side.other());
        let won = Some(Outcome::Win(side));
        self.board.hand(other) == 0
            && self.board.squares(side).count_ones() <= 2
            && self.choices().all().any(|choice| self.after(choice).outcome() == won)
    }

    /// Whether the side to move has not won and cannot win at once, so that the last move was not a
    /// mistake.
    pub(super) fn is_safe(&self) -> bool {
        match self.outcome() {
            None => !self.can_win_at_once(),
            over => over != Some(Outcome::Win(self.side)),
        }
    }

    /// Draws a choice among those after which `wanted` holds; `None` if there is none.
    pub(super) fn sample_where(
        &self,
        wanted: impl Fn(&Self) -> bool,
        pick: &mut impl FnMut(u32) -> u32,
    ) -> Option<(Choice, Self)> {
        // Drawing until a choice fits makes all that fit equally likely.
        let mut untried = self.choices();
        loop {
            let choice = untried.draw(|count| pick(count as u32) as usize)?;
            let next = self.after(choice);
            if wanted(&next) {
                return Some((choice, next));
            }
            untried = untried.without(choice);
        }
    }
}
