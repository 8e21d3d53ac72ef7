mod levels;

use playout_games::Side;
use playout_games::animal_shogi::{Animal, AnimalShogi, Square};

use crate::{Level, MctsSettings, SearchGame};

/// Points for a piece on the board. A hand is worth a little more: it can go
/// anywhere.
fn worth(animal: Animal) -> i32 {
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

impl SearchGame for AnimalShogi {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "minimax";
    const MCTS: MctsSettings =
        MctsSettings { policy: None, threshold: 1, c: 0.5, ..MctsSettings::COMMON };

    const PRIOR_TEMPERATURE: f32 = 0.1;
    /// With 10 a search of 40 playouts loses the same game up to one time in six.
    const EVALUATION_NOISE: u32 = 50;

    /// Material, the lion's way to its try, and whether it is attacked.
    fn evaluate(&self) -> i32 {
        let pieces = Square::all().filter_map(|square| self.piece_at(square));
        let board: i32 = pieces.map(|piece| signed(piece.side, worth(piece.animal))).sum();
        let beside: i32 = Side::BOTH
            .map(|side| signed(side, in_hand(self, side) + of_lion(self, side)))
            .into_iter()
            .sum();
        board + beside
    }
}

fn signed(side: Side, points: i32) -> i32 {
    if side == Side::First { points } else { -points }
}

fn in_hand(position: &AnimalShogi, side: Side) -> i32 {
    let points = |animal| i32::from(position.in_hand(side, animal)) * (worth(animal) + HAND_BONUS);
    Animal::IN_HAND.map(points).into_iter().sum()
}

fn of_lion(position: &AnimalShogi, side: Side) -> i32 {
    position.lion(side).map_or(0, |square| {
        let row = (square.index() / 3) as i32;
        let steps = if side == Side::First { 3 - row } else { row };
        let attacked = if position.attacks(side.other(), square) { ATTACKED } else { 0 };
        steps * LION_STEP - attacked
    })
}
