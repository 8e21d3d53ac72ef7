//! The results of playouts, compared with exact probabilities.

use std::collections::BTreeSet;

use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{Game, Outcome, Playouts, Record, Side};
use playout_search::{Policy, Random, playout};

use crate::support::choose;

/// The moves that a uniform playout may choose, with their probabilities.
type Distribution<G> = fn(&G) -> Vec<(<G as Game>::Move, f64)>;

fn uniform_over_moves<G: Game>(position: &G) -> Vec<(G::Move, f64)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let probability = 1.0 / moves.len() as f64;
    moves.into_iter().map(|mv| (mv, probability)).collect()
}

/// First a uniformly chosen cell, then a uniformly chosen piece.
fn uniform_over_cells(position: &Quarto) -> Vec<(<Quarto as Game>::Move, f64)> {
    let cell = |mv| position.steps(mv).first().cloned();
    let moves = uniform_over_moves(position);
    let cells: BTreeSet<_> = moves.iter().map(|(mv, _)| cell(*mv)).collect();
    let count_in_cell = |mv| moves.iter().filter(|(other, _)| cell(*other) == cell(mv)).count();
    moves.iter().map(|(mv, _)| (*mv, 1.0 / (cells.len() * count_in_cell(*mv)) as f64)).collect()
}

/// The probabilities that `First` wins, that the game is a draw, and that `Second` wins.
fn exact_probabilities<G: Game>(position: &G, distribution: Distribution<G>) -> [f64; 3] {
    match position.outcome() {
        Some(Outcome::Win(Side::First)) => return [1.0, 0.0, 0.0],
        Some(Outcome::Draw) => return [0.0, 1.0, 0.0],
        Some(Outcome::Win(Side::Second)) => return [0.0, 0.0, 1.0],
        None => {}
    }
    let mut sum = [0.0; 3];
    for (mv, probability) in distribution(position) {
        let mut next = position.clone();
        next.play(mv);
        for (sum, part) in sum.iter_mut().zip(exact_probabilities(&next, distribution)) {
            *sum += probability * part;
        }
    }
    sum
}

/// Checks that playouts have their expected results, and returns the exact probabilities.
fn check_frequencies<G: Playouts>(
    position: &G,
    distribution: Distribution<G>,
    seed: u64,
) -> [f64; 3] {
    const PLAYOUTS: u32 = 3_000;

    let mut counts = [0_u32; 3];
    let mut random = Random::new(seed);
    for _ in 0..PLAYOUTS {
        let index = match playout(position.clone(), Policy::Uniform, &mut random) {
            Outcome::Win(Side::First) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Side::Second) => 2,
        };
        counts[index] += 1;
    }
    let exact = exact_probabilities(position, distribution);
    for (count, probability) in counts.into_iter().zip(exact) {
        let mean = f64::from(PLAYOUTS) * probability;
        let bound = 6.0 * (mean * (1.0 - probability)).max(0.0).sqrt() + 1e-6;
        assert!((f64::from(count) - mean).abs() <= bound, "{position}: {counts:?}, {exact:?}");
    }
    exact
}

/// Checks playouts from random positions near the end of a game, with either side to move.
fn check_near_the_end<G: Playouts>(
    start: &G,
    plies: std::ops::Range<u32>,
    distribution: Distribution<G>,
) {
    let mut uneven = [false; 2];
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut position = start.clone();
        for _ in 0..plies.start + random.below(plies.end - plies.start) {
            if position.outcome().is_none() {
                position.play(position.sample(&mut |n| random.below(n)));
            }
        }
        let exact = check_frequencies(&position, distribution, seed);
        uneven[position.side_to_move() as usize] |= (exact[0] - exact[2]).abs() > 0.05;
    }
    assert_eq!(uneven, [true; 2], "for either side to move, some position favours one side");
}

#[test]
fn a_playout_counts_for_its_winner() {
    check_near_the_end(&Quarto::default(), 13..15, uniform_over_cells);
    let gomoku = Gomoku::parse("oooo1/xxxo1/ooxxx/xoxo1/ooxxx x freestyle").expect("a position");
    check_near_the_end(&gomoku, 0..2, uniform_over_moves);
    check_near_the_end(&Separo::parse("5 r - -").expect("a position"), 0..6, uniform_over_moves);
}

/// White is to move with two points left: d5 lets Black complete column e, and e5 draws. A playout
/// in which White moved twice in a row would see both moves win in row 5.
#[test]
fn after_a_move_it_is_the_other_sides_turn() {
    let position = "ooo2/xxoox/ooxxx/xxoox/ooxxx o freestyle";
    let record = Record::<Gomoku>::from_texts(Some(position), []).expect("a position");
    for player in ["monte_carlo:playouts=100", "mcts:playouts=100,policy=uniform,proofs=off"] {
        for seed in 0..10 {
            let choice = choose(&record, &format!("{player},seed={seed}"));
            assert_eq!(record.position().move_text(choice.mv), "e5", "{player}");
            if player.starts_with("monte_carlo") {
                assert_eq!(choice.estimate.draw, 1.0);
            }
        }
    }
    let after = |moves: &[&str]| {
        let texts = moves.iter().copied();
        Record::<Gomoku>::from_texts(Some(position), texts).expect("legal moves").outcome()
    };
    assert_eq!(after(&["d5", "e5"]), Some(Outcome::Win(Side::First)));
    assert_eq!(after(&["e5", "d5"]), Some(Outcome::Draw));
}
