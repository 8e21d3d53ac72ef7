//! Endgames, which are small enough for a plain negamax.

use playout_games::{Game, Outcome, Side};

use crate::support::{choose, random_record, search, solve};
use playout_search::{Budget, Status};

/// Random positions of Quarto with five or six pieces left.
fn endgames() -> impl Iterator<Item = playout_games::Record<playout_games::quarto::Quarto>> {
    (0..400).filter_map(|seed| random_record(seed, 11 + (seed % 2) as u32)).take(60)
}

#[test]
fn mcts_proves_what_negamax_finds() {
    let mut results = [0; 3];
    for record in endgames() {
        let position = record.position();
        let choice = choose(&record, "mcts:playouts=1000000,seed=1");
        let proof = choice.proof.unwrap_or_else(|| panic!("{position} was not proven"));
        let expected = solve(position);
        assert_eq!(proof.outcome, expected, "{position}");
        assert_eq!(choice.value, expected.value_for(position.side_to_move()));

        let mut next = *position;
        next.play(choice.mv);
        assert_eq!(solve(&next), expected, "{position}: {}", position.move_text(choice.mv));
        results[match expected {
            Outcome::Win(Side::First) => 0,
            Outcome::Win(Side::Second) => 1,
            Outcome::Draw => 2,
        }] += 1;
    }
    assert!(results.iter().all(|&count| count > 5), "all results occur: {results:?}");
}

#[test]
fn the_same_moves_are_found_without_proofs() {
    for record in endgames().take(20) {
        let position = record.position();
        let choice = choose(&record, "mcts:playouts=60000,proofs=off,seed=1");
        assert_eq!(choice.proof, None);
        let mut next = *position;
        next.play(choice.mv);
        assert_eq!(solve(&next), solve(position), "{position}");
    }
}

#[test]
fn proofs_are_correct_at_any_time() {
    for record in endgames() {
        let expected = solve(record.position());
        let mut search = search(&record, "mcts:playouts=100000,seed=2");
        loop {
            let status = search.step(Budget::units(7));
            if let Some(proof) = search.choice().and_then(|choice| choice.proof) {
                assert_eq!(proof.outcome, expected, "{}", record.position());
            }
            if status == Status::Done {
                break;
            }
        }
    }
}

#[test]
fn proofs_are_correct_throughout_the_game() {
    for record in endgames().take(20) {
        let mut record = record;
        let mut search = search(&record, "mcts:playouts=400,seed=3");
        while record.outcome().is_none() {
            let choice = search.run().expect("the game is not over");
            let expected = solve(record.position());
            if let Some(proof) = choice.proof {
                assert_eq!(proof.outcome, expected, "{}", record.position());
            }
            search.advance(choice.mv).expect("the choice is legal");
            record.play(choice.mv);
        }
        assert_eq!(search.choice(), None);
    }
}
