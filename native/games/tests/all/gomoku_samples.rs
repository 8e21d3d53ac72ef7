use playout_games::Game;
use playout_games::gomoku::Gomoku;

use crate::counting::{assert_uniform, counts};
use crate::tools::{dice, parse};

fn sampled(text: &str, among: usize) {
    let position = parse::<Gomoku>(text);
    let mut pick = dice(1);
    assert_uniform(counts(|| position.sample(&mut pick)), among);
}

#[test]
fn a_sample_is_a_uniform_empty_point() {
    sampled("5/5/5/5/5 x freestyle", 25);
    sampled("xoxox/xoxox/5/oxo1o/xoxo1 x freestyle", 7);
    // Few points are found in another way.
    sampled("xxoox/oo1xo/xxoox/ooxxo/xxo2 x freestyle", 3);
}

/// Colours are moves like others.
#[test]
fn a_sample_under_swap2_is_a_uniform_move() {
    sampled("5/5/5/5/5 x freestyle+swap2", 25);
    sampled("5/5/xox2/5/5 o freestyle+swap2", 24);
    sampled("5/5/xoxox/5/5 x freestyle+swap2", 2);
}

/// The drawn points of decisive samples, one as likely as another.
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
    // Both have four; who moves wins.
    assert_eq!(decisive("6/6/1oooo1/6/6/xxxx2 x freestyle"), ["e1"]);
    assert_eq!(decisive("6/6/1oooo1/6/6/xxxx1x o freestyle"), ["a4", "f4"]);
    // One threat is met, of two none.
    assert_eq!(decisive("6/6/xoooo1/6/6/xxx3 x freestyle"), ["f4"]);
    assert_eq!(decisive("6/6/1oooo1/6/6/xxx1x1 x freestyle"), ["d1"]);
    assert_eq!(decisive("6/6/1oooo1/6/6/xxx2x x freestyle").len(), 28);
    assert_eq!(decisive("6/6/6/6/6/6 x freestyle").len(), 36);
}

/// Six in a row do not win in the variant, nor need they be prevented.
#[test]
fn a_decisive_sample_knows_the_variant() {
    let five = "o6/7/7/7/7/oooo3/xxx1xx1 x";
    assert_eq!(decisive(&format!("{five} freestyle")), ["d1"]);
    assert_eq!(decisive(&format!("{five} standard")), ["e2"]);
}
