//! Counts how many times playouts draw each move.

use playout_games::Playouts;
use playout_games::animal_shogi::AnimalShogi;

use crate::counting::{assert_uniform, counts};
use crate::playouts::{decisive_playouts_match_played_games, uniform_playouts_match_played_games};
use crate::tools::{dice, legal, parse, random_game};

/// With steps only, and with steps and drops of one kind or several.
#[test]
fn a_sample_is_uniform_over_all_legal_moves() {
    for (seed, text) in (0..).zip([
        "rkb/1p1/1P1/BKR b -",
        "rkb/3/3/BKR w Pp",
        "k2/3/1P1/1K1 b 2R2BP",
        "2r/1K1/2k/3 w RB2Pb",
    ]) {
        let position = parse::<AnimalShogi>(text);
        let mut pick = dice(seed);
        assert_uniform(counts(|| position.sample(&mut pick)), legal(&position).len());
    }
}

/// Wins if there are any, otherwise moves that do not lose if there are any, otherwise all moves.
#[test]
fn a_decisive_sample_is_uniform_over_the_urgent_moves() {
    for (seed, text) in (0..).zip([
        "r1b/1k1/1P1/BKR b p",
        "Kr1/1R1/k2/3 b 2B2P",
        "rkb/3/1P1/BKR w p",
        "k2/3/1K1/3 b 2R2B2P",
    ]) {
        let position = parse::<AnimalShogi>(text);
        let mut urgent = Vec::new();
        position.urgent_moves(&mut urgent);
        let mut pick = dice(seed);
        assert_uniform(counts(|| position.sample_decisive(&mut pick)), urgent.len());
    }
}

/// From positions of both variants and sides.
#[test]
fn playouts_end_as_if_played_move_by_move() {
    let start = AnimalShogi::default();
    let quick_try = parse::<AnimalShogi>("quick-try r1b/1pK/kP1/B1R b -");
    uniform_playouts_match_played_games(&start, 1);
    uniform_playouts_match_played_games(&quick_try, 2);
    decisive_playouts_match_played_games(&quick_try, 3);
    for (seed, position) in (0..).zip(random_game::<AnimalShogi>(2).into_iter().step_by(5).take(6))
    {
        uniform_playouts_match_played_games(&position, seed);
        if seed % 3 == 0 {
            decisive_playouts_match_played_games(&position, seed);
        }
    }
}
