//! Counting in steps gives the same result as counting at once.

use playout_games::quarto::Quarto;
use playout_games::{Code, GAMES, Game, MAX_PERFT_PLIES, Perft, open_perft, perft};

#[test]
fn steps_of_any_size_give_the_same_count() {
    for pieces in [1, 7, 1_000, u64::MAX] {
        for depth in 0..3 {
            let mut count = Perft::new(&Quarto::default(), depth);
            let counted = (0..10_000).find_map(|_| count.step(pieces));
            assert_eq!(counted, Some(perft(&Quarto::default(), depth)), "{pieces}, {depth}");
            assert_eq!(count.step(1), counted, "the count no longer changes");
        }
    }
}

#[test]
fn a_step_stops_at_its_limit() {
    let mut count = Perft::new(&Quarto::default(), 4);
    assert_eq!((0..100).find_map(|_| count.step(10)), None);
}

#[test]
fn names_and_depths_are_checked() {
    for game in GAMES {
        let mut count = open_perft(game, None, [], 1).expect("it can be counted");
        let described = playout_games::describe(game, None, []).expect("a start");
        assert_eq!(count(10), Some(described.moves.len() as u64));
    }
    let refused = |game, moves: &[&'static str], depth| {
        open_perft(game, None, moves.iter().copied(), depth).err().expect("refused").code()
    };
    assert_eq!(refused("chess", &[], 1), Code::UnknownGame);
    assert_eq!(refused(Quarto::NAME, &["c3"], 1), Code::IllegalMove);
    assert_eq!(refused(Quarto::NAME, &[], MAX_PERFT_PLIES + 1), Code::BadOption);
}
