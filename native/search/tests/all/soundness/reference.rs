//! The exhaustive search, compared with one that is too slow for most tests.

use std::collections::HashMap;

use playout_games::{Game, Record, Side};

use super::exhaustive::{Horizon, ResultBounds, result_bounds, result_for};
use super::games;

/// The result for `First` if every position at the horizon has the result `beyond`. It plays every
/// move on a copy of the record.
fn reference_result<G: Game>(record: &Record<G>, plies: u32, beyond: i8) -> i8 {
    if let Some(outcome) = record.outcome() {
        return result_for(Side::First, outcome);
    }
    if plies == 0 {
        return beyond;
    }
    let results = record.legal_moves().into_iter().map(|mv| {
        let mut next = record.clone();
        next.play(mv);
        reference_result(&next, plies - 1, beyond)
    });
    let best = match record.position().side_to_move() {
        Side::First => results.max(),
        Side::Second => results.min(),
    };
    best.expect("the game is not over")
}

#[test]
fn results_match_those_computed_on_records() {
    let mut exact = [0; 3];
    for record in games::animal_shogi(40) {
        let found = result_bounds(&record, Horizon::Plies(3), Side::First, &mut HashMap::new());
        let [min, max] = [-1, 1].map(|beyond| reference_result(&record, 3, beyond));
        assert_eq!(
            found,
            ResultBounds { min, max },
            "{} {:?}",
            record.start(),
            record.move_texts()
        );
        if found.is_exact() {
            exact[(found.min + 1) as usize] += 1;
        }
    }
    assert!(exact.iter().all(|&count| count > 0), "{exact:?}");
}
