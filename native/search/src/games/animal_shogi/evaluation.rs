use playout_games::Side;
use playout_games::animal_shogi::{Animal, AnimalShogi, Square};

use crate::game::for_first;

/// Points for a piece on the board. A hand is worth a little more: it can go
/// anywhere.
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
/// For each rank that the lion has gone towards its try.
const LION_STEP: i32 = 40;
/// For a lion that stands attacked.
const ATTACKED: i32 = 150;

/// Material, how far each lion has walked, and whether it is attacked.
pub(super) fn evaluate(position: &AnimalShogi) -> i32 {
    let pieces = Square::all().filter_map(|square| position.piece_at(square));
    let board: i32 = pieces.map(|piece| for_first(piece.side, points(piece.animal))).sum();
    let beside: i32 = Side::BOTH
        .map(|side| for_first(side, in_hand(position, side) + of_lion(position, side)))
        .into_iter()
        .sum();
    board + beside
}

fn in_hand(position: &AnimalShogi, side: Side) -> i32 {
    let held = |animal| i32::from(position.in_hand(side, animal)) * (points(animal) + HAND_BONUS);
    Animal::IN_HAND.map(held).into_iter().sum()
}

fn of_lion(position: &AnimalShogi, side: Side) -> i32 {
    position.lion(side).map_or(0, |square| {
        let row = (square.index() / 3) as i32;
        let steps = if side == Side::First { 3 - row } else { row };
        let attacked = if position.attacks(side.other(), square) { ATTACKED } else { 0 };
        steps * LION_STEP - attacked
    })
}
