use playout_games::Game;
use playout_games::animal_shogi::{Animal, AnimalShogi, Move};

use super::evaluation::{gain, lions, material};
use crate::game::{Accumulator, for_first};

/// The material balance; the rest of the evaluation is fast to compute.
#[derive(Clone, Copy, Debug)]
pub struct Material(i32);

/// The move ordering score for a gain of one point. It is so large that captures come before moves
/// that caused cutoffs elsewhere, and larger captures before smaller ones.
const POINT: i32 = 200;

impl Accumulator<AnimalShogi> for Material {
    fn new(position: &AnimalShogi) -> Self {
        Self(material(position))
    }

    fn play(&mut self, before: &AnimalShogi, mv: Move) {
        self.0 += for_first(before.side_to_move(), gain(before, mv));
    }

    fn evaluate(&self, position: &AnimalShogi) -> i32 {
        self.0 + lions(position)
    }

    fn static_score(&self, position: &AnimalShogi, mv: Move) -> i32 {
        match mv {
            Move::Drop { .. } => 0,
            Move::Step { to, .. } => {
                let takes_lion = position.piece_at(to).is_some_and(|it| it.animal == Animal::Lion);
                if takes_lion { i32::MAX / 2 } else { POINT * gain(position, mv) }
            }
        }
    }
}
