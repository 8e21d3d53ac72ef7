//! The levels: that the same game cannot be won twice by memory.

use std::collections::BTreeSet;

use playout_games::animal_shogi::AnimalShogi;
use playout_games::{Options, Record, Side, with_game};
use playout_search::SearchGame;

use crate::support::choose;

/// The levels of each game that are quick, and a person who always plays alike.
const QUICK: [(&str, &[u32], &str); 4] = [
    ("quarto", &[1, 2, 3], "minimax:depth=1,seed=1"),
    ("animal_shogi", &[1, 2, 3, 4, 6, 7, 8], "minimax:depth=4,seed=1"),
    ("gomoku", &[1, 5, 6, 7, 8], "minimax:nodes=30,radius=1,seed=1"),
    ("separo", &[1, 2, 3], "mcts:playouts=3,policy=uniform,seed=1"),
];

/// Where a game of repetitions is left.
const PLIES: usize = 60;

/// A game, or its beginning, against a person who moves first.
fn game<G: SearchGame>(person: &str, level: u32, seed: u64) -> Vec<G::Move> {
    let start = G::start(&Options::default()).expect("the usual start");
    let mut record = Record::new(start);
    let mut moves = Vec::new();
    while record.outcome().is_none() && moves.len() < PLIES {
        let mv = if record.position().side_to_move() == Side::First {
            choose(&record, person).mv
        } else {
            let seed = 1_000 * seed + moves.len() as u64;
            choose(&record, &format!("level:n={level},seed={seed}")).mv
        };
        moves.push(mv);
        record.play(mv);
    }
    moves
}

fn distinct<G: SearchGame>(person: &str, level: u32) -> usize {
    (1..=8).map(|seed| game::<G>(person, level, seed)).collect::<BTreeSet<_>>().len()
}

#[test]
fn games_against_one_who_always_plays_alike_differ() {
    for (name, numbers, person) in QUICK {
        for &level in numbers {
            let distinct = with_game!(name, G => distinct::<G>(person, level)).expect("a game");
            assert!(distinct >= 5, "{name}, level {level}: {distinct} of 8 games");
        }
    }
}

/// In a game that a narrow margin let be won again and again.
#[test]
fn alpha_beta_chooses_among_moves_that_are_about_as_good() {
    let game = "1d1c 3a3b 1c1d 3b3a 1d1c 3a3b 2c2b 1a2b 3d2c 2b1c 2d1c";
    for plies in [9, 11] {
        let moves = game.split(' ').take(plies);
        let record = Record::<AnimalShogi>::from_texts(None, moves).expect("legal moves");
        let chosen: BTreeSet<_> =
            (1..=8).map(|seed| choose(&record, &format!("level:n=9,seed={seed}")).mv).collect();
        assert!(chosen.len() > 1, "after {plies} plies: {chosen:?}");
    }
}
