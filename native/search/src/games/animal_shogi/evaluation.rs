use playout_games::Side;
use playout_games::animal_shogi::{Animal, AnimalShogi, Move, Square};

use crate::game::for_first;

/// The value of a piece on the board. A piece in hand is worth slightly more, because it can be
/// dropped anywhere.
fn points(animal: Animal) -> i32 {
    match animal {
        Animal::Giraffe => 500,
        Animal::Elephant => 400,
        Animal::Chick => 100,
        Animal::Hen => 600,
        Animal::Lion => 0,
    }
}

const HAND_BONUS: i32 = 50;
/// The bonus for each row that the lion has advanced towards the far side.
const LION_STEP: i32 = 40;
/// The penalty for an attacked lion.
const ATTACKED: i32 = 150;

/// Evaluates material, the advance of each lion, and attacks on it.
pub(super) fn evaluate(position: &AnimalShogi) -> i32 {
    material(position) + lions(position)
}

/// The value of the pieces on the board and in the hands.
pub(super) fn material(position: &AnimalShogi) -> i32 {
    let pieces = Square::all().filter_map(|square| position.piece_at(square));
    let board: i32 = pieces.map(|piece| for_first(piece.side, points(piece.animal))).sum();
    let hands = Side::BOTH.map(|side| for_first(side, hand(position, side)));
    board + hands.into_iter().sum::<i32>()
}

/// The part of the evaluation that concerns the lions.
pub(super) fn lions(position: &AnimalShogi) -> i32 {
    Side::BOTH.map(|side| for_first(side, lion(position, side))).into_iter().sum()
}

/// How much a move changes [`material`], for the side that plays it.
pub(super) fn gain(before: &AnimalShogi, mv: Move) -> i32 {
    match mv {
        Move::Drop { animal, .. } => points(animal) - in_hand(animal),
        Move::Step { to, promotes, .. } => {
            let captured = before.piece_at(to).map_or(0, |piece| {
                points(piece.animal) + piece.animal.captured().map_or(0, in_hand)
            });
            let promoted = points(Animal::Hen) - points(Animal::Chick);
            captured + if promotes { promoted } else { 0 }
        }
    }
}

fn in_hand(animal: Animal) -> i32 {
    points(animal) + HAND_BONUS
}

fn hand(position: &AnimalShogi, side: Side) -> i32 {
    let held = |animal| i32::from(position.in_hand(side, animal)) * in_hand(animal);
    Animal::IN_HAND.map(held).into_iter().sum()
}

fn lion(position: &AnimalShogi, side: Side) -> i32 {
    position.lion(side).map_or(0, |square| {
        let row = (square.index() / 3) as i32;
        let steps = if side == Side::First { 3 - row } else { row };
        let attacked = if position.attacks(side.other(), square) { ATTACKED } else { 0 };
        steps * LION_STEP - attacked
    })
}

#[cfg(test)]
mod tests {
    use playout_games::{Game, Options, Playouts};

    use super::*;
    use crate::Random;

    #[test]
    fn material_changes_by_the_gain_of_a_move() {
        let mut gains = std::collections::BTreeSet::new();
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let mut position = AnimalShogi::start(&Options::default()).expect("a start");
            while position.outcome().is_none() && gains.len() < 100 {
                let mv = position.sample(&mut |n| random.below(n));
                let (before, side) = (material(&position), position.side_to_move());
                let gain = gain(&position, mv);
                position.play(mv);
                assert_eq!(material(&position), before + for_first(side, gain), "{position}");
                gains.insert(gain);
            }
        }
        assert!(gains.len() > 6, "steps, drops, captures, promotions: {gains:?}");
    }
}
