use playout_games::perft;
use playout_games::quarto::Quarto;
use proptest::prelude::*;

use crate::quarto_slow::Slow;
use crate::tools::{parse, random_position};

const SQUARES: &str = "squares ..../..../..../.... -";

#[test]
fn from_the_start_as_the_rules_say() {
    let counts = [1, 16, 3_840, 806_400, 146_764_800];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft(&Quarto::default(), depth), count, "depth {depth}");
    }
}

/// Up to depth 4 no line can stand, so this agrees with the usual rules.
#[test]
fn squares_from_the_start() {
    let (fast, slow) = (parse::<Quarto>(SQUARES), Slow::read(SQUARES));
    for depth in 0..=3 {
        assert_eq!(perft(&fast, depth), slow.perft(depth), "depth {depth}");
    }
}

/// From here lines and blocks are in reach; the counts are the slow
/// program's, which the proptest below runs on other positions.
#[test]
fn squares_differ_where_a_block_is_in_reach() {
    let text = "..../..../01../2... 3";
    let usual = perft(&parse::<Quarto>(text), 3);
    let squares = perft(&parse::<Quarto>(&format!("squares {text}")), 3);
    assert_eq!(usual, Slow::read(text).perft(3));
    assert_eq!(squares, Slow::read(&format!("squares {text}")).perft(3));
    assert!(squares < usual);
}

/// A finished game has one sequence of no moves and none of any.
#[test]
fn finished_positions_end_the_count() {
    let won = parse::<Quarto>("..../..../..../0123 -");
    assert_eq!([0, 1, 2, u32::MAX].map(|depth| perft(&won, depth)), [1, 0, 0, 0]);
}

/// The depth is no promise that the game lasts so long: nothing is set aside
/// for plies that cannot come.
#[test]
fn depths_beyond_the_end_of_the_game_count_nothing() {
    let late = parse::<Quarto>("23C5/F0B7/98D6/4E.. 1");
    assert_eq!(perft(&late, u32::MAX), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn in_the_middle_of_games(seed in any::<u64>()) {
        let position = random_position::<Quarto>(seed);
        let slow = Slow::read(&position.to_string());
        for depth in 0..=5 {
            let count = perft(&position, depth);
            // As deep as the slow one can bear.
            if count > 50_000 {
                break;
            }
            prop_assert_eq!(count, slow.perft(depth), "{} {}", position, depth);
        }
    }
}
