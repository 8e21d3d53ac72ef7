//! The work of alpha-beta in the middle of Gomoku games, where a move takes tens of milliseconds
//! (docs/articles.md) and must not take seconds.

use playout_games::gomoku::Gomoku;
use playout_games::{Game, Record};
use playout_search::Random;

use crate::support::choose;

/// Three times as many nodes as the largest of these searches has.
const NODES: u64 = 8_000;

/// The first `plies` plies of a game: six random stones near the centre, then moves of a shallow
/// player; `None` if the game ended earlier.
fn played(seed: u64, plies: usize) -> Option<Record<Gomoku>> {
    let mut random = Random::new(seed);
    let mut record = Record::<Gomoku>::from_texts(None, []).expect("a start");
    while record.ply() < plies {
        if record.outcome().is_some() {
            return None;
        }
        let mv = if record.ply() < 6 {
            let mut point = || 4 + random.below(7);
            let text = format!("{}{}", char::from(b'a' + point() as u8), point() + 1);
            let Ok(mv) = record.position().parse_move(&text) else { continue };
            mv
        } else {
            choose(&record, &format!("minimax:depth=1,radius=1,seed={seed}")).mv
        };
        record.play(mv);
    }
    record.outcome().is_none().then_some(record)
}

#[test]
fn four_plies_have_few_nodes() {
    let records = (0..60).filter_map(|seed| played(seed, 10 + (seed % 20) as usize));
    let records: Vec<_> = records.take(12).collect();
    assert!(records.len() > 6, "{} games were long enough", records.len());
    for record in records {
        let choice = choose(&record, "minimax:depth=4,radius=1,seed=1");
        assert!(choice.nodes < NODES, "{} nodes: {}", choice.nodes, record.position());
        assert!(record.position().is_legal(choice.mv));
    }
}
