use playout_games::Game;
use playout_games::animal_shogi::AnimalShogi;

use super::*;
use crate::exact::listed::{AFTER_GIRAFFE, CIRCLE, Listed, START};

const AFTER_LION_LEFT: &str = "rkb/1p1/KP1/B1R w -";

fn perfect(
    record: &Record<AnimalShogi>,
    known: &[(&'static str, Value)],
    among: Among,
    seed: u64,
) -> Perfect<AnimalShogi> {
    let settings = Settings { among, ..Settings::COMMON };
    Perfect::new(record, Arc::new(Listed(known.to_vec())), &settings, seed)
}

fn player(circles: usize, known: &[(&'static str, Value)]) -> Perfect<AnimalShogi> {
    let moves = CIRCLE.repeat(circles);
    let record = Record::from_texts(None, moves).expect("legal moves");
    perfect(&record, known, Among::Hardest, 1)
}

fn chosen(player: &Perfect<AnimalShogi>) -> (String, Option<(&'static str, Option<u32>)>) {
    let decision = player.decision().expect("the game is not over");
    let proof = decision.proof.map(|proof| (proof.result, proof.plies));
    (player.record.position().move_text(decision.mv), proof)
}

#[test]
fn the_shortest_win_is_chosen() {
    let known = [(AFTER_GIRAFFE, Value::Loss(30)), (AFTER_LION_LEFT, Value::Loss(20))];
    assert_eq!(chosen(&player(0, &known)), ("2d3c".to_owned(), Some(("win", Some(21)))));
}

/// After one circle, the start has occurred twice, and so far nothing else has: a win is still
/// one. After two moves of the second, so have two positions of the circle.
#[test]
fn a_win_past_closed_positions_is_not_proven() {
    let known = [(AFTER_GIRAFFE, Value::Loss(30)), (START, Value::Loss(40))];
    assert_eq!(chosen(&player(1, &known)), ("1d1c".to_owned(), Some(("win", Some(31)))));
    let nearer = [(AFTER_GIRAFFE, Value::Loss(30)), (START, Value::Loss(28))];
    assert_eq!(chosen(&player(1, &nearer)), ("1d1c".to_owned(), None));
    assert_eq!(chosen(&player(0, &nearer)).1, Some(("win", Some(31))));
}

/// A longer win that no closed position can spoil is better than a shorter one that might be.
#[test]
fn a_certain_win_is_preferred() {
    let known = [
        (AFTER_GIRAFFE, Value::Loss(30)),
        (AFTER_LION_LEFT, Value::Loss(20)),
        (START, Value::Loss(25)),
    ];
    assert_eq!(chosen(&player(1, &known)), ("2d3c".to_owned(), Some(("win", Some(21)))));
    let shorter_is_uncertain = [
        (AFTER_GIRAFFE, Value::Loss(30)),
        (AFTER_LION_LEFT, Value::Loss(20)),
        (START, Value::Loss(10)),
    ];
    assert_eq!(chosen(&player(1, &shorter_is_uncertain)).1, None);
}

/// A move to a position that has occurred twice ends the game, so it draws whatever the table
/// says about the position.
#[test]
fn moves_to_closed_positions_draw() {
    let mut record = Record::from_texts(None, CIRCLE).expect("legal moves");
    record.play_texts(CIRCLE[..3].iter().copied()).expect("legal moves");
    // 3b3a would be the third occurrence of the start.
    let known = [(START, Value::Loss(30))];
    let player = perfect(&record, &known, Among::Random, 1);
    let text = |it: &Ranked<AnimalShogi>| player.record.position().move_text(it.mv);
    let back = player.ranked.iter().find(|it| text(it) == "3b3a").expect("a legal move");
    assert_eq!((back.value, back.certainty), (Value::Draw, Certainty::Repeats));
    assert_eq!(chosen(&player).1.map(|(result, _)| result), Some("draw"));
}

/// Losing moves are losses only if nothing nearer to the end can save the loser.
#[test]
fn a_loss_is_proven_only_without_closed_positions() {
    let all = ["2c2b", "2d1c", "2d3c", "1d1c"].map(|mv| {
        let record = Record::<AnimalShogi>::from_texts(None, [mv]).expect("a legal move");
        let text: &'static str = record.position().to_string().leak();
        (text, Value::Win(if mv == "2c2b" { 75 } else { 77 }))
    });
    assert_eq!(chosen(&player(0, &all)).1, Some(("loss", Some(78))));
    assert_eq!(chosen(&player(1, &all)).1, Some(("loss", Some(78))));
    let closed = [&all[..], &[(START, Value::Loss(50))]].concat();
    assert_eq!(chosen(&player(1, &closed)).1, None);
}

#[test]
fn the_hardest_move_leaves_the_fewest_holding_replies() {
    // After 2c2b Black attacks the lion: five replies, all drawn but those listed.
    let lost = ["1a2b", "2a2b", "2a1b"].map(|reply| {
        let moves = ["2c2b", reply];
        let record = Record::<AnimalShogi>::from_texts(None, moves).expect("legal moves");
        (&*record.position().to_string().leak(), Value::Win(9))
    });
    let hardest = player(0, &lost);
    assert_eq!(chosen(&hardest), ("2c2b".to_owned(), Some(("draw", None))));
    let random = |seed| {
        let record = Record::new(AnimalShogi::default());
        chosen(&perfect(&record, &lost, Among::Random, seed)).0
    };
    let moves: std::collections::BTreeSet<_> = (0..50).map(random).collect();
    assert_eq!(moves.len(), 4);
}
