use playout_games::perft;
use playout_games::quarto::Quarto;
use proptest::prelude::*;

use crate::quarto_reference::Reference;
use crate::tools::{parse, random_position};
use crate::whole_run::short_or_whole;

const SQUARES: &str = "squares ..../..../..../.... -";

#[test]
fn counts_from_the_start_match_the_rules() {
    let counts = [1, 16, 3_840, 806_400, 146_764_800];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft(&Quarto::default(), depth), count, "depth {depth}");
    }
}

/// Up to depth 4 no line can be complete, so this agrees with the standard rules.
#[test]
fn squares_from_the_start() {
    let (fast, slow) = (parse::<Quarto>(SQUARES), Reference::read(SQUARES));
    for depth in 0..=3 {
        assert_eq!(perft(&fast, depth), slow.perft(depth), "depth {depth}");
    }
}

/// Here lines and blocks are within reach. The expected counts come from the reference.
#[test]
fn squares_differ_where_a_block_is_in_reach() {
    let text = "..../..../01../2... 3";
    let usual = perft(&parse::<Quarto>(text), 3);
    let squares = perft(&parse::<Quarto>(&format!("squares {text}")), 3);
    assert_eq!(usual, Reference::read(text).perft(3));
    assert_eq!(squares, Reference::read(&format!("squares {text}")).perft(3));
    assert!(squares < usual);
}

/// A finished game has one sequence, of zero moves, and none that are longer.
#[test]
fn finished_positions_count_only_themselves() {
    let won = parse::<Quarto>("..../..../..../0123 -");
    assert_eq!([0, 1, 2, u32::MAX].map(|depth| perft(&won, depth)), [1, 0, 0, 0]);
}

/// A large depth must not reserve memory for plies that cannot occur.
#[test]
fn depths_beyond_the_end_count_zero() {
    let late = parse::<Quarto>("23C5/F0B7/98D6/4E.. 1");
    assert_eq!(perft(&late, u32::MAX), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(short_or_whole(60, 200)))]

    #[test]
    fn in_the_middle_of_games(seed in any::<u64>()) {
        let position = random_position::<Quarto>(seed);
        let slow = Reference::read(&position.to_string());
        for depth in 0..=5 {
            let count = perft(&position, depth);
            // The reference would take too long.
            if count > 50_000 {
                break;
            }
            prop_assert_eq!(count, slow.perft(depth), "{} {}", position, depth);
        }
    }
}
