//! Properties of every game, tested on random positions and arbitrary input. Each game's tests use
//! them with [`properties!`]; if a game's tests don't, this file does not compile.

use std::collections::{BTreeSet, HashMap};

use playout_games::{
    Code, Diagram, GAMES, Game, Options, Playouts, Record, describe, start_text, with_game,
};

use crate::edits::{Edit, apply};
use crate::tools::{after, dice, legal, legal_texts, random_game, random_position};

/// What these properties need from a game.
pub(crate) trait TestableGame: Playouts {
    /// The number of plies after which every game is over or is abandoned.
    const MAX_PLIES: usize;

    /// Moves that text can express, both legal and illegal ones.
    fn other_moves() -> Vec<Self::Move>;

    /// The text of a position, rebuilt from its diagram.
    fn text_of(diagram: &Diagram) -> String;
}

#[test]
fn every_game_is_tested() {
    for game in GAMES {
        let plies = with_game!(*game, G => <G as TestableGame>::MAX_PLIES).expect("it exists");
        assert!(plies > 0, "{game}");
    }
}

/// Parsing a printed position gives the same position, which prints as the same text.
fn prints_and_parses<G: Game>(position: &G) {
    let text = position.to_string();
    let parsed = G::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(&parsed, position, "{text}");
    assert_eq!(parsed.key(), position.key(), "{text}");
    assert_eq!(parsed.to_string(), text);
    assert!(!text.contains('\n'));
}

fn legal_moves_are_playable_and_distinct<G: Game>(position: &G) {
    let moves = legal(position);
    for &mv in &moves {
        assert!(position.is_legal(mv), "{position}: {}", position.move_text(mv));
        assert_ne!(&after(position, mv), position);
        assert!(after(position, mv).max_moves() <= position.max_moves(), "{position}");
    }
    assert!(moves.len() <= position.max_moves(), "{position}");
    assert_eq!(position.count_moves(&mut Vec::new()), moves.len(), "{position}");
    let texts = legal_texts(position);
    let distinct: BTreeSet<_> = texts.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "{position}: {texts:?}");
}

/// Picking steps one after the other leads to exactly one move. A complete move is never the
/// beginning of a longer one, and no step occurs twice in a move, so that picking it again can undo
/// it. Pages separate steps by punctuation, so steps may use only some characters.
fn steps_lead_to_one_move<G: Game>(position: &G) {
    let moves = legal(position);
    let steps: BTreeSet<_> = moves.iter().map(|&mv| position.steps(mv)).collect();
    assert_eq!(steps.len(), moves.len(), "{position}: {steps:?}");
    // In sorted order, a list comes right before one that begins with it.
    for (one, next) in steps.iter().zip(steps.iter().skip(1)) {
        assert!(!next.starts_with(one), "{position}: {one:?} and {next:?}");
    }
    for steps in &steps {
        let distinct: BTreeSet<_> = steps.iter().collect();
        assert!(!steps.is_empty() && distinct.len() == steps.len(), "{position}: {steps:?}");
    }
    let texts = legal_texts(position);
    for word in steps.iter().flatten().chain(&texts) {
        let is_word = |sign: char| sign.is_ascii_alphanumeric() || "-+*".contains(sign);
        assert!(!word.is_empty() && word.chars().all(is_word), "{position}: {word:?}");
    }
}

fn moves_print_and_parse<G: Game>(position: &G) {
    for mv in legal(position) {
        let text = position.move_text(mv);
        assert_eq!(position.parse_move(&text).as_ref(), Ok(&mv), "{position}: {text}");
    }
}

/// However it is written, typed input means only one legal move: no two moves differ only in
/// punctuation and case, and each can be typed in many forms, including words for its parts.
fn typed_moves_are_unambiguous<G: Game>(position: &G, seed: u64) {
    let moves = legal(position);
    let bare = |text: &String| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
    };
    let texts = legal_texts(position);
    let readings: BTreeSet<_> = texts.iter().map(bare).collect();
    assert_eq!(readings.len(), moves.len(), "{position}: {texts:?}");

    let record = Record::new(position.clone());
    // Everything typed is compared with every move, so larger boards are left to the samples below.
    if moves.len() <= 64 {
        for mv in &moves {
            let text = position.move_text(*mv);
            for (word, meaning) in G::MOVE_WORDS {
                let worded = text.to_lowercase().replace(meaning, word);
                assert_eq!(record.read_move(&worded), Ok(*mv), "{position}: {worded:?} for {text}");
            }
            if text.contains(char::is_alphanumeric) {
                assert_eq!(record.read_move(&bare(&text)), Ok(*mv), "{position}: {text}");
            }
        }
    }
    let mut pick = dice(seed);
    for _ in 0..moves.len().min(4) {
        let mv = moves[pick(moves.len() as u32) as usize];
        let text = position.move_text(mv);
        let wide = |sign: char| char::from_u32(u32::from(sign) + 0xFEE0).expect("full width");
        let spaced: Vec<_> = position.steps(mv);
        let mut ways = vec![
            text.to_uppercase(),
            text.to_lowercase(),
            text.chars().map(wide).collect(),
            format!("\u{3000}{} ", text.replace('-', " – ")),
            text.replace('-', "ー"),
        ];
        // A pass has no letters or digits.
        if text.contains(char::is_alphanumeric) {
            ways.extend([" ", ", ", "、", "→", "-", "−", ""].map(|sign| spaced.join(sign)));
        }
        for way in ways {
            assert_eq!(record.read_move(&way), Ok(mv), "{position}: {way:?} for {text}");
        }
    }
}

/// The first steps of a legal move can be picked, and any others are refused with a reason.
fn steps_are_refused_for_a_reason<G: TestableGame>(position: &G, seed: u64) {
    let record = Record::new(position.clone());
    let moves: BTreeSet<_> = legal(position).iter().map(|&mv| position.steps(mv)).collect();
    let vocabulary: BTreeSet<_> =
        G::other_moves().iter().flat_map(|&mv| position.steps(mv)).collect();
    let vocabulary: Vec<_> = vocabulary.into_iter().collect();
    let mut pick = dice(seed);
    for _ in 0..20 {
        let begun = moves.iter().nth(pick(moves.len().max(1) as u32) as usize);
        let begun = begun.map_or(&[][..], |steps| &steps[..pick(steps.len() as u32 + 1) as usize]);
        let more = &vocabulary[pick(vocabulary.len() as u32) as usize];
        let steps: Vec<_> = begun.iter().chain([more]).map(String::as_str).collect();
        let is_begun = moves
            .iter()
            .any(|mv| mv.len() >= steps.len() && mv.iter().zip(&steps).all(|(a, b)| a == b));
        match record.check_steps(&steps) {
            Ok(()) => assert!(is_begun, "{position}: {steps:?}"),
            Err(error) => {
                assert!(!is_begun, "{position}: {steps:?}: {error}");
                let over = position.outcome().is_some();
                let code = if over { Code::Finished } else { Code::IllegalMove };
                assert_eq!(error.code(), code, "{position}: {steps:?}: {error}");
            }
        }
    }
}

/// Of all moves, exactly those that are legal here are accepted.
fn no_other_move_is_legal<G: TestableGame>(position: &G) {
    let moves: BTreeSet<_> = legal(position).into_iter().collect();
    for mv in G::other_moves() {
        assert_eq!(position.is_legal(mv), moves.contains(&mv), "{position}: {mv:?}");
        let read = position.parse_move(&position.move_text(mv));
        match read {
            Ok(read) => assert!(read == mv && moves.contains(&mv), "{position}: {mv:?}"),
            Err(error) => {
                assert!(!moves.contains(&mv), "{position}: {error}");
                let over = position.outcome().is_some();
                let code = if over { Code::Finished } else { Code::IllegalMove };
                assert_eq!(error.code(), code, "{position}: {error}");
            }
        }
    }
}

fn ends_when_no_moves_are_left<G: Game>(game: &[G]) {
    for position in game {
        let over = position.outcome().is_some();
        assert_eq!(legal(position).is_empty(), over, "{position}");
        assert_eq!(position.ending().map(|ending| ending.outcome), position.outcome());
        assert_eq!(position.variant(), game[0].variant());
    }
}

fn draws_are_legal<G: Playouts>(position: &G, seed: u64) {
    if position.outcome().is_some() {
        return;
    }
    let mut pick = dice(seed);
    let mut urgent = Vec::new();
    position.urgent_moves(&mut urgent);
    for _ in 0..20 {
        let drawn = position.sample(&mut pick);
        assert!(position.is_legal(drawn), "{position}: {drawn:?}");
        let decisive = position.sample_decisive(&mut pick);
        assert!(urgent.contains(&decisive), "{position}: {decisive:?}");
    }
}

/// The number of keys stored for games with many or large positions.
const MAX_KEYS: usize = 50_000;

/// Positions with the same key are equal, and equal positions have the same key and text.
pub(crate) fn keys_distinguish_positions<G: Playouts>(games: u64) {
    let mut by_key: HashMap<u64, G> = HashMap::new();
    let mut by_text: HashMap<String, G> = HashMap::new();
    for position in (0..games).flat_map(random_game::<G>).take(MAX_KEYS) {
        let text = position.to_string();
        let same_key = by_key.entry(position.key()).or_insert_with(|| position.clone());
        assert_eq!(same_key, &position, "{same_key} and {text} have the same key");
        let same_text = by_text.entry(text).or_insert_with(|| position.clone());
        assert_eq!(same_text, &position);
        assert_eq!(same_text.key(), position.key());
    }
    assert_eq!(by_key.len(), by_text.len());
}

/// A diagram contains the whole position: its text can be rebuilt from it.
fn the_diagram_is_complete<G: TestableGame>(position: &G) {
    let diagram = position.diagram();
    assert_eq!(G::text_of(&diagram), position.to_string());
    assert_eq!(diagram.variant, position.variant());
    assert_eq!(diagram.over, position.outcome().is_some());
}

/// Checks all of the above for one random position.
pub(crate) fn check_position<G: TestableGame>(seed: u64) {
    let position = random_position::<G>(seed);
    prints_and_parses(&position);
    legal_moves_are_playable_and_distinct(&position);
    steps_lead_to_one_move(&position);
    moves_print_and_parse(&position);
    typed_moves_are_unambiguous(&position, seed);
    steps_are_refused_for_a_reason(&position, seed);
    no_other_move_is_legal(&position);
    draws_are_legal(&position, seed);
    the_diagram_is_complete(&position);
    crate::urgency::agrees_with_trying(&position);
}

pub(crate) fn games_end<G: TestableGame>(seed: u64) {
    let game = random_game::<G>(seed);
    assert!(game.len() <= G::MAX_PLIES + 1);
    let ended = game.last().and_then(Game::outcome).is_some();
    // If positions can recur, only a record can end the game.
    assert!(ended || G::REPETITIONS_TO_DRAW > 0);
    ends_when_no_moves_are_left(&game);
}

/// Whether `text` is a position; if it is, the position prints as the same text.
pub(crate) fn read_as_position<G: Game>(text: &str) -> bool {
    match G::parse(text) {
        Ok(position) => {
            assert_eq!(position.to_string(), text);
            true
        }
        Err(error) => {
            let location = error.location().expect("the error has a location");
            assert!((1..=text.chars().count() + 1).contains(&location), "{text:?}: {error}");
            assert!(!error.to_string().chars().any(char::is_control), "{error:?}");
            false
        }
    }
}

pub(crate) fn read_as_move<G: Game>(position: &G, text: &str) {
    match position.parse_move(text) {
        Ok(mv) => assert_eq!(position.move_text(mv), text),
        Err(error) => assert!(!error.to_string().chars().any(char::is_control), "{error:?}"),
    }
}

/// No input causes a panic, and accepted input is canonical.
pub(crate) fn any_text_is_handled<G: Playouts>(text: &str, seed: u64, edits: &[Edit]) {
    let position = random_position::<G>(seed);
    read_as_position::<G>(text);
    read_as_move(&position, text);
    let record = Record::new(position.clone());
    for error in [record.read_move(text).err(), record.check_steps(&[text]).err()] {
        assert!(error.is_none_or(|error| !error.to_string().chars().any(char::is_control)));
    }
    read_as_position::<G>(&apply(&position.to_string(), edits));
    let moves = legal(&position);
    if let Some(count) = u32::try_from(moves.len()).ok().filter(|&count| count > 0) {
        let mv = moves[dice(seed)(count) as usize];
        read_as_move(&position, &apply(&position.move_text(mv), edits));
    }
    let _ = describe(G::NAME, Some(text), []);
    for key in ["variant", "size", "opening", text] {
        let _ = start_text(G::NAME, &Options::new([(key, text)]));
    }
}

/// Tests all of these properties of a game: `properties!(Separo, at most 714 plies, moves moves(), text
/// text_of)`.
macro_rules! properties {
    ($game:ty, at most $plies:literal plies, moves $moves:expr, text $text:ident) => {
        impl crate::properties::TestableGame for $game {
            const MAX_PLIES: usize = $plies;

            fn other_moves() -> Vec<Self::Move> {
                $moves
            }

            fn text_of(diagram: &playout_games::Diagram) -> String {
                $text(diagram)
            }
        }

        mod properties {
            use proptest::prelude::*;

            use super::*;

            proptest! {
                #[test]
                fn positions(seed in any::<u64>()) {
                    crate::properties::check_position::<$game>(seed);
                }

                #[test]
                fn games_end(seed in any::<u64>()) {
                    crate::properties::games_end::<$game>(seed);
                }
            }

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(crate::whole_run::short_or_whole(1_000, 4_000)))]

                #[test]
                fn any_text_is_handled(
                    text in any::<String>(),
                    seed in any::<u64>(),
                    edits in crate::edits::edits(),
                ) {
                    crate::properties::any_text_is_handled::<$game>(&text, seed, &edits);
                }
            }

            #[test]
            fn keys() {
                crate::properties::keys_distinguish_positions::<$game>(2_000);
            }
        }
    };
}
pub(crate) use properties;
