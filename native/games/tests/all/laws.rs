//! What holds for every game, tried on random positions. A game joins with a
//! line at the end of this file.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use playout_games::animal_shogi::{Animal, AnimalShogi, Move as ShogiMove, Square};
use playout_games::gomoku::{Colour, Gomoku, Move as GomokuMove, Point};
use playout_games::quarto::{Cell, Move, Piece, Quarto};
use playout_games::separo::{Direction, Move as SeparoMove, Point as SeparoPoint, Separo};
use playout_games::{Code, Game, Playouts};
use proptest::prelude::*;

use crate::quarto_slow::{Slow, SlowMove};
use crate::tools::{after, dice, legal, legal_texts, random_game, random_position};
use crate::urgency;

/// Parsing what was printed gives the same position, and printing that the
/// same text.
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
    }
    assert_eq!(position.count_moves(&mut Vec::new()), moves.len(), "{position}");
    let texts = legal_texts(position);
    let distinct: BTreeSet<_> = texts.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "{position}: {texts:?}");
}

/// Picked one after the other, steps lead to one move: the last step of a move is
/// known to be its last, and none is there twice, so that picking it again can
/// put it back. Pages write them as words, with signs between them.
fn steps_lead_to_one_move<G: Game>(position: &G) {
    let moves = legal(position);
    let steps: BTreeSet<_> = moves.iter().map(|&mv| position.steps(mv)).collect();
    assert_eq!(steps.len(), moves.len(), "{position}: {steps:?}");
    // What begins with a list of steps comes right after it.
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

/// Of the moves of other positions those and only those are accepted that are
/// among the legal ones.
fn no_other_move_is_legal<G: Game>(position: &G, others: &[G::Move]) {
    let moves: BTreeSet<_> = legal(position).into_iter().collect();
    for &mv in others {
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

fn ends_where_no_move_is_left<G: Game>(game: &[G]) {
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

/// What is kept of games whose positions are large or many.
const MOST_KEYS: usize = 50_000;

/// Positions with one key are equal, and equal ones have one key and text.
fn keys_tell_positions_apart<G: Playouts>(games: u64) {
    let mut by_key: HashMap<u64, G> = HashMap::new();
    let mut by_text: HashMap<String, G> = HashMap::new();
    for position in (0..games).flat_map(random_game::<G>).take(MOST_KEYS) {
        let text = position.to_string();
        let same_key = by_key.entry(position.key()).or_insert_with(|| position.clone());
        assert_eq!(same_key, &position, "{same_key} and {text} have the same key");
        let same_text = by_text.entry(text).or_insert_with(|| position.clone());
        assert_eq!(same_text, &position);
        assert_eq!(same_text.key(), position.key());
    }
    assert_eq!(by_key.len(), by_text.len());
}

/// All moves that a text can name, the illegal ones too.
fn quarto_moves() -> Vec<Move> {
    let cells = || (0..4).flat_map(|row| (0..4).filter_map(move |column| Cell::new(column, row)));
    let pieces = || "0123456789ABCDEF".chars().filter_map(Piece::from_digit);
    let moves: Vec<_> = cells()
        .flat_map(|cell| pieces().map(move |piece| Move::turn(cell, piece)))
        .chain(cells().map(Move::last))
        .chain(pieces().map(Move::opening))
        .collect();
    assert_eq!(moves.len(), 17 * 17 - 1);
    moves
}

fn animal_shogi_moves() -> Vec<ShogiMove> {
    let to = Square::all;
    let steps = to().flat_map(|from| to().map(move |to| (from, to))).flat_map(|(from, to)| {
        [false, true].map(|promotes| ShogiMove::Step { from, to, promotes })
    });
    let drops = Animal::IN_HAND
        .into_iter()
        .flat_map(|animal| to().map(move |to| ShogiMove::Drop { animal, to }));
    steps.chain(drops).collect()
}

fn gomoku_moves() -> Vec<GomokuMove> {
    let points = (0..20).flat_map(|row| (0..20).filter_map(move |column| Point::new(column, row)));
    points.map(GomokuMove::place).chain(Colour::ALL.map(GomokuMove::take)).collect()
}

/// A seventh of all that start at a point of the largest board; the pass.
fn separo_moves() -> Vec<SeparoMove> {
    let points = (0..19).flat_map(|row| (0..19).map(move |column| (column, row)));
    let points = points.filter_map(|(column, row)| SeparoPoint::new(column, row));
    let two = |from: SeparoPoint| {
        Direction::all().flat_map(move |first| {
            Direction::all().filter_map(move |second| SeparoMove::roots(from, first, second))
        })
    };
    points.flat_map(two).step_by(7).chain([SeparoMove::PASS]).collect()
}

macro_rules! laws {
    ($name:ident: $game:ty, at most $plies:literal plies, other moves $others:expr) => {
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn hold(seed in any::<u64>()) {
                    let position = random_position::<$game>(seed);
                    prints_and_parses(&position);
                    legal_moves_are_playable_and_distinct(&position);
                    steps_lead_to_one_move(&position);
                    moves_print_and_parse(&position);
                    no_other_move_is_legal(&position, &$others);
                    draws_are_legal(&position, seed);
                    urgency::agrees_with_trying(&position);
                }

                #[test]
                fn games_end(seed in any::<u64>()) {
                    let game = random_game::<$game>(seed);
                    prop_assert!(game.len() <= $plies + 1);
                    let ended = game.last().and_then(Game::outcome).is_some();
                    // Where positions can recur, it is the record that ends it.
                    prop_assert!(ended || <$game>::REPETITIONS_TO_DRAW > 0);
                    ends_where_no_move_is_left(&game);
                }
            }

            #[test]
            fn keys() {
                keys_tell_positions_apart::<$game>(2_000);
            }
        }
    };
}

laws!(animal_shogi: AnimalShogi, at most 1_000 plies, other moves animal_shogi_moves());
laws!(gomoku: Gomoku, at most 401 plies, other moves gomoku_moves());
laws!(quarto: Quarto, at most 17 plies, other moves quarto_moves());
laws!(separo: Separo, at most 714 plies, other moves separo_moves());

proptest! {
    /// The second opinion, ply by ply.
    #[test]
    fn quarto_agrees_with_the_slow_program(seed in any::<u64>()) {
        for position in random_game::<Quarto>(seed) {
            let slow = Slow::read(&position.to_string());
            prop_assert_eq!(position.to_string(), slow.text());
            prop_assert_eq!(position.side_to_move().name(), slow.side());
            prop_assert_eq!(position.outcome().map(|outcome| outcome.name()), slow.outcome());
            let fast_next = |mv| (position.move_text(mv), after(&position, mv).to_string());
            let slow_next = |mv: SlowMove| (mv.text(), slow.after(mv).text());
            let fast: BTreeMap<_, _> = legal(&position).into_iter().map(fast_next).collect();
            let expected = slow.moves().into_iter().map(slow_next).collect();
            prop_assert_eq!(fast, expected, "{}", position);
        }
    }
}
