use playout_games::gomoku::Gomoku;
use playout_games::{Game, Outcome, Playouts};
use proptest::prelude::*;

use crate::counting::{assert_uniform, counts};
use crate::tools::{dice, parse, random_position};

fn sampled(text: &str, among: usize) {
    let position = parse::<Gomoku>(text);
    let mut pick = dice(1);
    assert_uniform(counts(|| position.sample(&mut pick)), among);
}

#[test]
fn a_sample_is_a_uniform_empty_point() {
    sampled("5/5/5/5/5 x freestyle", 25);
    sampled("xoxox/xoxox/5/oxo1o/xoxo1 x freestyle", 7);
    // If there are few empty points, one is drawn from the set of them.
    sampled("xxoox/oo1xo/xxoox/ooxxo/xxo2 x freestyle", 3);
}

/// A move that chooses a colour is as likely as any other.
#[test]
fn a_swap2_sample_is_a_uniform_move() {
    sampled("5/5/5/5/5 x freestyle+swap2", 25);
    sampled("5/5/xox2/5/5 o freestyle+swap2", 24);
    sampled("5/5/xoxox/5/5 x freestyle+swap2", 2);
}

/// The points of decisive samples, which must be equally likely.
fn decisive(text: &str) -> Vec<String> {
    let position = parse::<Gomoku>(text);
    let mut pick = dice(2);
    let drawn = counts(|| position.sample_decisive(&mut pick));
    let points = drawn.keys().map(|mv| mv.to_string()).collect();
    let among = drawn.len();
    assert_uniform(drawn, among);
    points
}

#[test]
fn a_decisive_sample_wins_or_defends() {
    // Both colours have four in a row; the side to move wins.
    assert_eq!(decisive("6/6/1oooo1/6/6/xxxx2 x freestyle"), ["e1"]);
    assert_eq!(decisive("6/6/1oooo1/6/6/xxxx1x o freestyle"), ["a4", "f4"]);
    // A single threat is blocked; two cannot be.
    assert_eq!(decisive("6/6/xoooo1/6/6/xxx3 x freestyle"), ["f4"]);
    assert_eq!(decisive("6/6/1oooo1/6/6/xxx1x1 x freestyle"), ["d1"]);
    assert_eq!(decisive("6/6/1oooo1/6/6/xxx2x x freestyle").len(), 28);
    assert_eq!(decisive("6/6/6/6/6/6 x freestyle").len(), 36);
}

/// In the standard variant six in a row do not win and need not be blocked.
#[test]
fn decisive_samples_follow_the_variant() {
    let five = "o6/7/7/7/7/oooo3/xxx1xx1 x";
    assert_eq!(decisive(&format!("{five} freestyle")), ["d1"]);
    assert_eq!(decisive(&format!("{five} standard")), ["e2"]);
}

/// How many games end with each result.
fn results(mut play_out: impl FnMut() -> Outcome) -> [u32; 3] {
    let counts = counts(|| play_out().name());
    ["first", "second", "draw"].map(|name| counts.get(name).copied().unwrap_or(0))
}

/// Compares how the results of both are distributed.
#[test]
fn fast_playouts_have_the_same_results_as_played_ones() {
    for text in [
        "5/5/5/5/5 x freestyle",
        "5/5/xox2/5/5 o freestyle+swap2",
        "5/5/xoxox/5/5 x standard+swap2",
        "oooo1/xxxo1/ooxxx/xoxo1/ooxxx x freestyle",
        "xx1xxx/oo1oo1/6/6/xoxo2/oxo3 x standard+swapped",
        "7/7/1xxx3/1ooo3/7/7/7 x standard",
        "xxxxx/oooo1/5/5/5 o freestyle",
    ] {
        let start = parse::<Gomoku>(text);
        let (mut pick, mut bits) = (dice(3), dice(4));
        let slowly = results(|| {
            let mut position = start;
            loop {
                match position.outcome() {
                    Some(outcome) => return outcome,
                    None => position.play(position.sample(&mut pick)),
                }
            }
        });
        let mut word = || u64::from(bits(u32::MAX)) << 32 | u64::from(bits(u32::MAX));
        let at_once =
            results(|| start.play_out_uniformly(&mut word).expect("Gomoku has fast playouts"));
        for (slowly, at_once) in slowly.into_iter().zip(at_once) {
            let (slowly, at_once) = (f64::from(slowly), f64::from(at_once));
            let bound = 6.0 * (slowly + at_once).sqrt();
            assert!((slowly - at_once).abs() <= bound, "{text}: {slowly}, {at_once}");
        }
    }
}

proptest! {
    /// The same random numbers lead to the same game, and as many of them are used.
    #[test]
    fn a_decisive_playout_ends_as_if_played_move_by_move(seed: u64) {
        let start = random_position::<Gomoku>(seed);
        let mut position = start;
        let (mut pick, mut same) = (dice(!seed), dice(!seed));
        let expected = loop {
            match position.outcome() {
                Some(outcome) => break outcome,
                None => position.play(position.sample_decisive(&mut pick)),
            }
        };
        prop_assert_eq!(start.play_out_decisively(&mut same), Some(expected), "{}", start);
        prop_assert_eq!(pick(u32::MAX), same(u32::MAX));
    }
}
