//! Whatever is read: no panic, and what is accepted is canonical.

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{Game, Options, describe, start_text};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::tools::{dice, legal, random_position};

fn read_as_position<G: Game>(text: &str) -> bool {
    match G::parse(text) {
        Ok(position) => {
            assert_eq!(position.to_string(), text);
            true
        }
        Err(error) => {
            let place = error.place().expect("every refused position has a place");
            assert!((1..=text.chars().count() + 1).contains(&place), "{text:?}: {error}");
            assert!(!error.to_string().chars().any(char::is_control), "{error:?}");
            false
        }
    }
}

fn read_as_move<G: Game>(position: &G, text: &str) {
    match position.parse_move(text) {
        Ok(mv) => assert_eq!(position.move_text(mv), text),
        Err(error) => assert!(!error.to_string().chars().any(char::is_control), "{error:?}"),
    }
}

#[derive(Clone, Debug)]
enum Edit {
    Remove(Index),
    Insert(Index, char),
    Replace(Index, char),
    Swap(Index, Index),
    Cut(Index),
}

fn apply(text: &str, edits: &[Edit]) -> String {
    let mut chars: Vec<_> = text.chars().collect();
    for edit in edits {
        if chars.is_empty() {
            break;
        }
        let length = chars.len();
        match edit {
            Edit::Remove(at) => drop(chars.remove(at.index(length))),
            Edit::Insert(at, new) => chars.insert(at.index(length + 1), *new),
            Edit::Replace(at, new) => chars[at.index(length)] = *new,
            Edit::Swap(a, b) => chars.swap(a.index(length), b.index(length)),
            Edit::Cut(at) => chars.truncate(at.index(length)),
        }
    }
    chars.into_iter().collect()
}

/// Mostly characters that the formats use.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::sample::select("0123456789ABCDEFabcdfRBPKrbpkw./- squxo+*,gi".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ]
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        any::<Index>().prop_map(Edit::Remove),
        (any::<Index>(), character()).prop_map(|(at, new)| Edit::Insert(at, new)),
        (any::<Index>(), character()).prop_map(|(at, new)| Edit::Replace(at, new)),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Edit::Swap(a, b)),
        any::<Index>().prop_map(Edit::Cut),
    ];
    prop::collection::vec(edit, 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn animal_shogi(text in any::<String>(), seed in any::<u64>(), edits in edits()) {
        let position = random_position::<AnimalShogi>(seed);
        read_as_position::<AnimalShogi>(&text);
        read_as_move(&position, &text);
        read_as_position::<AnimalShogi>(&apply(&position.to_string(), &edits));
        if let Some(&mv) = legal(&position).first() {
            read_as_move(&position, &apply(&position.move_text(mv), &edits));
        }
        let _ = describe("animal_shogi", Some(&text), []);
    }

    #[test]
    fn gomoku(text in any::<String>(), seed in any::<u64>(), edits in edits()) {
        let position = random_position::<Gomoku>(seed);
        read_as_position::<Gomoku>(&text);
        read_as_move(&position, &text);
        read_as_position::<Gomoku>(&apply(&position.to_string(), &edits));
        if let Some(&mv) = legal(&position).first() {
            read_as_move(&position, &apply(&position.move_text(mv), &edits));
        }
        for key in ["size", "opening", text.as_str()] {
            let _ = start_text("gomoku", &Options::new([(key, text.as_str())]));
        }
    }

    #[test]
    fn separo(text in any::<String>(), seed in any::<u64>(), edits in edits()) {
        let position = random_position::<Separo>(seed);
        read_as_position::<Separo>(&text);
        read_as_move(&position, &text);
        read_as_position::<Separo>(&apply(&position.to_string(), &edits));
        if let Some(&mv) = legal(&position).first() {
            read_as_move(&position, &apply(&position.move_text(mv), &edits));
        }
        let _ = start_text("separo", &Options::new([("size", text)]));
    }

    #[test]
    fn any_text(text in any::<String>(), seed in any::<u64>()) {
        read_as_position::<Quarto>(&text);
        read_as_move(&random_position::<Quarto>(seed), &text);
        let _ = describe(&text, Some(&text), [text.as_str()]);
        let _ = describe("quarto", Some(&text), []);
        let _ = start_text("quarto", &Options::new([(text.as_str(), text.as_str())]));
        let _ = start_text("quarto", &Options::new([("variant", text.as_str())]));
    }

    #[test]
    fn text_of_the_right_characters(text in "(squares )?[0-9A-F./]{15,20} [-0-9A-F]") {
        read_as_position::<Quarto>(&text);
    }

    #[test]
    fn edited_positions(seed in any::<u64>(), edits in edits()) {
        read_as_position::<Quarto>(&apply(&random_position::<Quarto>(seed).to_string(), &edits));
    }

    #[test]
    fn edited_moves(seed in any::<u64>(), edits in edits()) {
        let position = random_position::<Quarto>(seed);
        let moves = legal(&position);
        let text = match moves.len() as u32 {
            0 => "c3-A".to_owned(),
            count => position.move_text(moves[dice(seed)(count) as usize]),
        };
        read_as_move(&position, &apply(&text, &edits));
    }
}

#[test]
fn some_edits_lead_to_another_position() {
    let text = "..../..7./..../.... A";
    assert!(read_as_position::<Quarto>(&text.replace('A', "B")));
    assert!(!read_as_position::<Quarto>(&text.replace('A', "7")));
}
