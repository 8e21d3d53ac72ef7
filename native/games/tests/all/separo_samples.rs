use std::collections::BTreeSet;

use playout_games::separo::Separo;
use playout_games::{Game, Playouts, Urgency};

use crate::counting::{assert_uniform, counts};
use crate::tools::{dice, legal, parse, random_game};
use crate::whole_run::short_or_whole;

#[test]
fn a_sample_is_a_uniform_move() {
    for (text, among) in [
        ("9 r - -", 4),
        ("5 b a5b4,b4c4 -", 3),
        ("5 b a5b4,b4c4,c4c5,c4d3,d2d3,d2e1 a1b2,a3a4,a3b2,b2c2", 1),
        ("19 b a19b18,b18c18 -", 4),
    ] {
        let position = parse::<Separo>(text);
        assert_eq!(legal(&position).len(), among, "{text}");
        let mut pick = dice(1);
        assert_uniform(counts(|| position.sample(&mut pick)), among);
    }
    let (position, among) = (0..)
        .flat_map(random_game::<Separo>)
        .map(|position| (position, legal(&position).len()))
        .find(|&(position, among)| position.size() > 15 && among > 20)
        .expect("the boards are large enough");
    let mut pick = dice(1);
    assert_uniform(counts(|| position.sample(&mut pick)), among);
}

/// In positions where the side to move can win at once, where it can stop the other side from
/// winning at once, and where it can do neither.
#[test]
fn a_decisive_sample_is_a_uniform_urgent_move() {
    let each = short_or_whole(1, 3);
    let mut tried = [0; 3];
    for position in (0..1_600).flat_map(random_game::<Separo>) {
        if tried == [each; 3] {
            break;
        }
        let mut urgent = Vec::new();
        if position.outcome().is_some() {
            continue;
        }
        let urgency = position.urgent_moves(&mut urgent);
        let all = legal(&position).len();
        let (index, is_decisive) = match urgency {
            Urgency::Win => (0, urgent.len() > 1 && urgent.len() < all),
            Urgency::Safe => (1, urgent.len() > 1 && urgent.len() < all),
            Urgency::Lost => (2, all > 1),
        };
        if !is_decisive || tried[index] == each {
            continue;
        }
        tried[index] += 1;
        let mut pick = dice(2);
        let drawn = counts(|| position.sample_decisive(&mut pick));
        let expected: BTreeSet<_> = urgent.iter().copied().collect();
        assert_eq!(drawn.keys().copied().collect::<BTreeSet<_>>(), expected, "{position}");
        assert_uniform(drawn, urgent.len());
    }
    assert_eq!(tried, [each; 3]);
}
