//! The players without a tree.

use std::collections::BTreeMap;

use playout_games::quarto::Quarto;
use playout_games::{Game, Outcome, Playouts, Record, Side, Urgency};

use crate::support::{choose, random_record};
use crate::whole_run::short_or_whole;

#[test]
fn random_is_uniform_over_moves() {
    let record = Record::new(Quarto::default());
    let mut counts = BTreeMap::new();
    for seed in 0..16_000 {
        *counts.entry(choose(&record, &format!("random:seed={seed}")).mv).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 16);
    // 1,000 each; the standard deviation is 31.
    assert!(counts.values().all(|count| (845..1_155).contains(count)), "{counts:?}");
}

#[test]
fn careful_wins_at_once_and_prevents_immediate_wins() {
    let mut seen = [0; 3];
    for seed in 0..600 {
        let Some(record) = random_record(seed, (seed % 14) as u32) else { continue };
        let mut urgent = Vec::new();
        let urgency = record.position().urgent_moves(&mut urgent);
        let choice = choose(&record, &format!("careful:seed={seed}"));
        assert!(urgent.contains(&choice.mv));
        let result = choice.proof.map(|proof| (proof.result, proof.plies));
        let (expected, index) = match urgency {
            Urgency::Win => (Some(("win", Some(1))), 0),
            Urgency::Safe => (None, 1),
            Urgency::Lost => (Some(("loss", Some(2))), 2),
        };
        assert_eq!(result, expected);
        seen[index] += 1;
    }
    assert!(seen.iter().all(|&count| count > 5), "all cases occur: {seen:?}");
}

#[test]
fn monte_carlo_spreads_playouts_evenly_over_moves() {
    let record = random_record(1, 4).expect("the game is not over");
    let moves = record.legal_moves().len() as u64;
    let choice = choose(&record, &format!("monte_carlo:playouts={},seed=1", 3 * moves + 1));
    assert_eq!(choice.visits.len() as u64, moves);
    assert_eq!(choice.visits[0].1, 4);
    assert!(choice.visits[1..].iter().all(|(_, visits)| *visits == 3));
}

#[test]
fn monte_carlo_chooses_the_best_mean() {
    // Three matching pieces are in a row, so most moves give the opponent a winning piece.
    let mut record = Record::new(Quarto::default());
    record.play_texts(["-0", "a1-1", "b1-2", "c1-F"]).expect("legal moves");
    let choice = choose(&record, "monte_carlo:playouts=40000,seed=1");
    assert_eq!(choice.value, choice.estimate.win - choice.estimate.loss);
    let mut urgent = Vec::new();
    assert_eq!(record.position().urgent_moves(&mut urgent), Urgency::Safe);
    assert!(urgent.contains(&choice.mv), "many playouts avoid a blunder");
}

/// The wins and losses of one player against another, with alternating sides.
fn play(a: &str, b: &str, games: u64) -> (u32, u32) {
    let (mut wins, mut losses) = (0, 0);
    for game in 0..games {
        let side_of_a = if game % 2 == 0 { Side::First } else { Side::Second };
        let mut record = Record::new(Quarto::default());
        while record.outcome().is_none() {
            let player = if record.position().side_to_move() == side_of_a { a } else { b };
            let mv =
                choose(&record, &format!("{player}seed={}", 1_000 * game + record.ply() as u64)).mv;
            record.play(mv);
        }
        match record.outcome() {
            Some(Outcome::Win(side)) if side == side_of_a => wins += 1,
            Some(Outcome::Win(_)) => losses += 1,
            _ => {}
        }
    }
    (wins, losses)
}

#[test]
fn each_player_beats_the_simpler_one() {
    let (games, margin) = short_or_whole((20, 5), (40, 10));
    for (a, b) in [
        ("careful:", "random:"),
        ("mcts:playouts=1000,", "careful:"),
        ("minimax:depth=3,", "careful:"),
        ("mcts:playouts=1000,", "monte_carlo:playouts=1000,"),
    ] {
        let (wins, losses) = play(a, b, games);
        assert!(wins > 2 * losses + margin, "{a} v {b}: {wins} to {losses}");
    }
}
