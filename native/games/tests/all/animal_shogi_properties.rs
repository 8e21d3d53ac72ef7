use playout_games::animal_shogi::{Animal, AnimalShogi, Move, Square};
use playout_games::{Diagram, Side};

use crate::diagrams::{letter, rows};
use crate::properties::properties;

properties!(AnimalShogi, at most 1_000 plies, moves moves(), text text_of);

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

fn shogi_letter(side: Side, name: &str) -> String {
    let letters =
        [("giraffe", "R"), ("elephant", "B"), ("chick", "P"), ("hen", "+P"), ("lion", "K")];
    let letter = letters.iter().find(|(known, _)| *known == name).expect("an animal").1;
    if side == Side::First { letter.to_owned() } else { letter.to_lowercase() }
}

fn text_of(diagram: &Diagram) -> String {
    let letters: Vec<_> = diagram
        .kinds
        .iter()
        .map(|&(side, name)| shogi_letter(side.expect("its side"), name))
        .collect();
    let letters: Vec<_> = letters.iter().map(String::as_str).collect();
    let mut hands = String::new();
    for side in Side::BOTH {
        for &(name, count) in &diagram.hands[side as usize] {
            let count = if count > 1 { count.to_string() } else { String::new() };
            hands += &format!("{count}{}", shogi_letter(side, name));
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    let variant = if diagram.variant == "quick-try" { "quick-try " } else { "" };
    let side = letter(diagram.side, ['b', 'w']);
    format!("{variant}{} {side} {hands}", rows(diagram, &letters, None))
}
