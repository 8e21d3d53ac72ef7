//! A diagram shows all of a position: from each a position's text is written again.

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::tic_tac_toe::TicTacToe;
use playout_games::{Detail, Diagram, Game, Place, Side};
use proptest::prelude::*;

use crate::tools::{after_texts, parse, random_position};

/// The rows from the top, a letter for each cell, cells with nothing on them as in most
/// notations: so many of them, or each a sign of its own.
fn rows(diagram: &Diagram, letters: &[&str], empty: Option<&str>) -> String {
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

fn detail(diagram: &Diagram, name: &str) -> Option<String> {
    match &diagram.details.iter().find(|(known, _)| *known == name)?.1 {
        Detail::Text(text) => Some(text.clone()),
        Detail::Number(number) => Some(number.to_string()),
        Detail::List(_) => None,
    }
}

fn letter(side: Side, letters: [char; 2]) -> char {
    letters[side as usize]
}

fn quarto(diagram: &Diagram) -> String {
    let names: Vec<_> = diagram.kinds.iter().map(|&(_, name)| name).collect();
    let variant = if diagram.variant == "squares" { "squares " } else { "" };
    let hand = diagram.hands[diagram.side as usize].first().map_or("-", |&(name, _)| name);
    assert!(diagram.hands[diagram.side.other() as usize].is_empty());
    let seen = diagram.cells.iter().filter(|&&cell| cell > 0).count() + diagram.pool.len();
    assert_eq!(seen + usize::from(hand != "-"), 16);
    format!("{variant}{} {hand}", rows(diagram, &names, Some(".")))
}

fn shogi_letter(side: Side, name: &str) -> String {
    let letters =
        [("giraffe", "R"), ("elephant", "B"), ("chick", "P"), ("hen", "+P"), ("lion", "K")];
    let letter = letters.iter().find(|(known, _)| *known == name).expect("an animal").1;
    if side == Side::First { letter.to_owned() } else { letter.to_lowercase() }
}

fn animal_shogi(diagram: &Diagram) -> String {
    let letters: Vec<_> = diagram
        .kinds
        .iter()
        .map(|&(side, name)| shogi_letter(side.expect("its side"), name))
        .collect();
    let letters: Vec<_> = letters.iter().map(String::as_str).collect();
    let mut hands = String::new();
    for side in [Side::First, Side::Second] {
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

fn gomoku(diagram: &Diagram) -> String {
    let letter_of = |colour: &str| if colour == "black" { 'x' } else { 'o' };
    let (first, second) = (detail(diagram, "first"), detail(diagram, "second"));
    let placed = diagram.cells.iter().filter(|&&cell| cell > 0).count();
    let (turn, opening) = match (first.as_deref(), second.as_deref()) {
        (Some("black"), Some("white")) => (None, ""),
        (Some("white"), Some("black")) => (None, "+swapped"),
        _ => {
            assert_eq!(detail(diagram, "opening"), Some(placed.to_string()));
            assert_eq!(detail(diagram, "places").is_none(), placed == 5);
            (Some(letter(diagram.side, ['x', 'o'])), "+swap2")
        }
    };
    let places = detail(diagram, "places");
    let turn = turn.or_else(|| places.as_deref().map(letter_of)).expect("a stone is placed");
    format!("{} {turn} {}{opening}", rows(diagram, &["x", "o"], None), diagram.variant)
}

fn separo(diagram: &Diagram) -> String {
    let point = |(x, y): Place| format!("{}{}", char::from(b'a' + x / 2), y / 2 + 1);
    let roots = |side: Side| {
        let roots: Vec<_> =
            diagram.roots[side as usize].iter().map(|&[a, b]| point(a) + &point(b)).collect();
        if roots.is_empty() { "-".to_owned() } else { roots.join(",") }
    };
    let side = letter(diagram.side, ['r', 'b']);
    format!("{} {side} {} {}", diagram.columns, roots(Side::First), roots(Side::Second))
}

fn tic_tac_toe(diagram: &Diagram) -> String {
    format!("{} {}", rows(diagram, &["x", "o"], Some(".")), letter(diagram.side, ['x', 'o']))
}

fn shows<G: Game>(position: &G, text_of: fn(&Diagram) -> String) {
    let diagram = position.diagram();
    assert_eq!(text_of(&diagram), position.to_string());
    assert_eq!(diagram.variant, position.variant());
    assert_eq!(diagram.over, position.outcome().is_some());
}

proptest! {
    #[test]
    fn show_all_of_a_position(seed in any::<u64>()) {
        shows(&random_position::<Quarto>(seed), quarto);
        shows(&random_position::<AnimalShogi>(seed), animal_shogi);
        shows(&random_position::<Gomoku>(seed), gomoku);
        shows(&random_position::<Separo>(seed), separo);
        shows(&random_position::<TicTacToe>(seed), tic_tac_toe);
    }

    /// Whosever turn it is, and whether it can move or not.
    #[test]
    fn stones_and_growth_of_separo_are_those_of_the_rules(seed in any::<u64>()) {
        let position = random_position::<Separo>(seed);
        let diagram = position.diagram();
        let text = position.to_string();
        let (size, rest) = text.split_once(' ').expect("two words");
        for side in [Side::First, Side::Second] {
            let turn: Separo = parse(&format!("{size} {}{}", letter(side, ['r', 'b']), &rest[1..]));
            let mut moves = Vec::new();
            turn.legal_moves(&mut moves);
            let mut steps: Vec<_> = moves.iter().map(|&mv| turn.steps(mv)).collect();
            steps.retain(|steps| steps.len() == 3);
            steps.sort();
            let name = |&(x, y): &Place| format!("{}{}", char::from(b'a' + x / 2), y / 2 + 1);
            let mut growth: Vec<Vec<_>> =
                diagram.growth[side as usize].iter().map(|it| it.iter().map(name).collect()).collect();
            growth.sort();
            prop_assert_eq!(growth, steps, "{}", position);
        }
        let stones = |side| diagram.cells.iter().filter(|&&cell| cell == side as u8 + 1).count();
        for side in [Side::First, Side::Second] {
            let mut ends: Vec<_> = diagram.roots[side as usize].iter().flatten().collect();
            ends.sort_unstable();
            ends.dedup();
            prop_assert!(stones(side) >= ends.len() && stones(side) <= ends.len() + 2);
        }
    }
}

#[test]
fn gomoku_tells_who_places_what() {
    let start: Gomoku = parse("5/5/5/5/5 x freestyle+swap2");
    let told = |moves: &str, name: &str| detail(&after_texts(&start, moves).diagram(), name);
    let three = "a1 b1 c1";
    assert_eq!(told("", "places").as_deref(), Some("black"));
    assert_eq!(told(three, "places").as_deref(), Some("white"));
    assert_eq!(told(&format!("{three} d1 e1"), "places"), None);
    assert_eq!(told(three, "first"), None);
    assert_eq!(told(&format!("{three} black"), "first").as_deref(), Some("white"));
    assert_eq!(told(&format!("{three} black"), "second").as_deref(), Some("black"));
    assert_eq!(told(&format!("{three} white"), "first").as_deref(), Some("black"));
    assert_eq!(told(&format!("{three} white"), "opening"), None);
}
