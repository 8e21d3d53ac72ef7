use playout_games::animal_shogi::{Animal, AnimalShogi, Move, Square};

use crate::laws::laws;

laws!(AnimalShogi, at most 1_000 plies, moves moves());

fn moves() -> Vec<Move> {
    let to = Square::all;
    let steps = to()
        .flat_map(|from| to().map(move |to| (from, to)))
        .flat_map(|(from, to)| [false, true].map(|promotes| Move::Step { from, to, promotes }));
    let drops = Animal::IN_HAND
        .into_iter()
        .flat_map(|animal| to().map(move |to| Move::Drop { animal, to }));
    steps.chain(drops).collect()
}
