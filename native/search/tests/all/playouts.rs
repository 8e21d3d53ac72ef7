//! Results of playouts, compared with exact probabilities: playouts begin with the side to move,
//! and count for the winner.

use std::collections::BTreeSet;

use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{Game, Outcome, Playouts, Record, Side};
use playout_search::{Policy, Random, playout};

use crate::support::choose;

/// The moves that a uniform playout may draw, with their probabilities.
type Draws<G> = fn(&G) -> Vec<(<G as Game>::Move, f64)>;

fn each_move_alike<G: Game>(position: &G) -> Vec<(G::Move, f64)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let probability = 1.0 / moves.len() as f64;
    moves.into_iter().map(|mv| (mv, probability)).collect()
}

/// A uniform cell, then a uniform piece.
fn each_cell_alike(position: &Quarto) -> Vec<(<Quarto as Game>::Move, f64)> {
    let cell = |mv| position.steps(mv).first().cloned();
    let moves = each_move_alike(position);
    let cells: BTreeSet<_> = moves.iter().map(|(mv, _)| cell(*mv)).collect();
    let beside = |mv| moves.iter().filter(|(other, _)| cell(*other) == cell(mv)).count();
    moves.iter().map(|(mv, _)| (*mv, 1.0 / (cells.len() * beside(*mv)) as f64)).collect()
}

/// The probabilities that `First` wins, of a draw, and that `Second` wins.
fn exactly<G: Game>(position: &G, draws: Draws<G>) -> [f64; 3] {
    match position.outcome() {
        Some(Outcome::Win(Side::First)) => return [1.0, 0.0, 0.0],
        Some(Outcome::Draw) => return [0.0, 1.0, 0.0],
        Some(Outcome::Win(Side::Second)) => return [0.0, 0.0, 1.0],
        None => {}
    }
    let mut sum = [0.0; 3];
    for (mv, probability) in draws(position) {
        let mut next = position.clone();
        next.play(mv);
        for (sum, part) in sum.iter_mut().zip(exactly(&next, draws)) {
            *sum += probability * part;
        }
    }
    sum
}

fn check_frequencies<G: Playouts>(position: &G, draws: Draws<G>, seed: u64) -> [f64; 3] {
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
    let exact = exactly(position, draws);
    for (count, probability) in counts.into_iter().zip(exact) {
        let mean = f64::from(PLAYOUTS) * probability;
        let bound = 6.0 * (mean * (1.0 - probability)).max(0.0).sqrt() + 1e-6;
        assert!((f64::from(count) - mean).abs() <= bound, "{position}: {counts:?}, {exact:?}");
    }
    exact
}

/// After some random moves, so that either side may be to move.
fn near_the_end<G: Playouts>(start: &G, plies: std::ops::Range<u32>, draws: Draws<G>) {
    let mut uneven = [false; 2];
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut position = start.clone();
        for _ in 0..plies.start + random.below(plies.end - plies.start) {
            if position.outcome().is_none() {
                position.play(position.sample(&mut |n| random.below(n)));
            }
        }
        let exact = check_frequencies(&position, draws, seed);
        uneven[position.side_to_move() as usize] |= (exact[0] - exact[2]).abs() > 0.05;
    }
    assert_eq!(uneven, [true; 2], "sides can be told apart, whoever is to move");
}

#[test]
fn a_playout_counts_for_its_winner() {
    near_the_end(&Quarto::default(), 13..15, each_cell_alike);
    let gomoku = Gomoku::parse("oooo1/xxxo1/ooxxx/xoxo1/ooxxx x freestyle").expect("a position");
    near_the_end(&gomoku, 0..2, each_move_alike);
    near_the_end(&Separo::parse("5 r - -").expect("a position"), 0..6, each_move_alike);
}

/// White is to move with two points left. On d5 it lets Black complete column e; on e5 it draws. If
/// White could move twice in a row, both would win in row 5.
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
