//! A diagram shows everything in a position. The properties of each game rebuild the position's
//! text from it; these tests check the rest.

use playout_games::gomoku::Gomoku;
use playout_games::separo::Separo;
use playout_games::{Detail, Diagram, Game, Side, Vertex};
use proptest::prelude::*;

use crate::tools::{after_texts, parse, random_position};

/// The rows from the top, with letters for pieces. A run of empty cells is written as a number, as
/// in most notations, or with the sign `empty` for each cell.
pub(crate) fn rows(diagram: &Diagram, letters: &[&str], empty: Option<&str>) -> String {
    assert_eq!(diagram.cells.len(), usize::from(diagram.columns) * usize::from(diagram.rows));
    let row = |cells: &[u8]| {
        let mut text = String::new();
        for run in cells.chunk_by(|&a, &b| a == 0 && b == 0) {
            match (usize::from(run[0]), empty) {
                (0, Some(sign)) => text.push_str(&sign.repeat(run.len())),
                (0, None) => text.push_str(&run.len().to_string()),
                (number, _) => text.push_str(letters[number - 1]),
            }
        }
        text
    };
    let rows: Vec<_> = diagram.cells.chunks(usize::from(diagram.columns)).map(row).collect();
    rows.join("/")
}

pub(crate) fn detail(diagram: &Diagram, name: &str) -> Option<String> {
    match &diagram.details.iter().find(|(known, _)| *known == name)?.1 {
        Detail::Text(text) => Some(text.clone()),
        Detail::Number(number) => Some(number.to_string()),
        Detail::List(_) => None,
    }
}

pub(crate) fn letter(side: Side, letters: [char; 2]) -> char {
    letters[side as usize]
}

proptest! {
    /// For both sides, whether or not it is their turn and whether or not they can move.
    #[test]
    fn stones_and_growth_of_separo_match_the_rules(seed in any::<u64>()) {
        let position = random_position::<Separo>(seed);
        let diagram = position.diagram();
        let text = position.to_string();
        let (size, rest) = text.split_once(' ').expect("two words");
        for side in Side::BOTH {
            let turn: Separo = parse(&format!("{size} {}{}", letter(side, ['r', 'b']), &rest[1..]));
            let mut moves = Vec::new();
            turn.legal_moves(&mut moves);
            let mut steps: Vec<_> = moves.iter().map(|&mv| turn.steps(mv)).collect();
            steps.retain(|steps| steps.len() == 3);
            steps.sort();
            let name = |&(x, y): &Vertex| format!("{}{}", char::from(b'a' + x / 2), y / 2 + 1);
            let mut growth: Vec<Vec<_>> =
                diagram.growth[side as usize].iter().map(|it| it.iter().map(name).collect()).collect();
            growth.sort();
            prop_assert_eq!(growth, steps, "{}", position);
        }
        let stones = |side| diagram.cells.iter().filter(|&&cell| cell == side as u8 + 1).count();
        for side in Side::BOTH {
            let mut ends: Vec<_> = diagram.roots[side as usize].iter().flatten().collect();
            ends.sort_unstable();
            ends.dedup();
            prop_assert!(stones(side) >= ends.len() && stones(side) <= ends.len() + 2);
        }
    }
}

#[test]
fn gomoku_shows_who_places_which_colour() {
    let start: Gomoku = parse("5/5/5/5/5 x freestyle+swap2");
    let detail_after =
        |moves: &str, name: &str| detail(&after_texts(&start, moves).diagram(), name);
    let three = "a1 b1 c1";
    assert_eq!(detail_after("", "places").as_deref(), Some("black"));
    assert_eq!(detail_after(three, "places").as_deref(), Some("white"));
    assert_eq!(detail_after(&format!("{three} d1 e1"), "places"), None);
    assert_eq!(detail_after(three, "first"), None);
    assert_eq!(detail_after(&format!("{three} black"), "first").as_deref(), Some("white"));
    assert_eq!(detail_after(&format!("{three} black"), "second").as_deref(), Some("black"));
    assert_eq!(detail_after(&format!("{three} white"), "first").as_deref(), Some("black"));
    assert_eq!(detail_after(&format!("{three} white"), "opening"), None);
}
