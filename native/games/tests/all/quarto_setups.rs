//! Arbitrary positions: which of them are accepted.

use playout_games::quarto::Quarto;
use playout_games::{Code, Game};
use proptest::prelude::*;

use crate::quarto_reference::Reference;
use crate::tools::{dice, parse};
use crate::whole_run::short_or_whole;

/// A random well-formed text. Most have each piece only once; many have complete lines.
fn arbitrary_setup(seed: u64) -> String {
    let mut pick = dice(seed);
    let mut pieces: Vec<_> = "0123456789ABCDEF".chars().collect();
    for i in (1..16).rev() {
        pieces.swap(i, pick(i as u32 + 1) as usize);
    }
    if pick(8) == 0 {
        pieces[pick(16) as usize] = pieces[pick(16) as usize];
    }
    let placed = pick(17);
    let mut cells: Vec<_> =
        (0..16).map(|i| if i < placed { pieces[i as usize] } else { '.' }).collect();
    for i in (1..16).rev() {
        cells.swap(i, pick(i as u32 + 1) as usize);
    }
    let hand = match pick(5) {
        0 => pieces[pick(16) as usize],
        1 | 2 => '-',
        _ => *pieces.get(placed as usize).unwrap_or(&'-'),
    };
    let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
    let variant = if pick(2) == 0 { "" } else { "squares " };
    format!("{variant}{} {hand}", rows.join("/"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(short_or_whole(5_000, 20_000)))]

    #[test]
    fn exactly_the_valid_positions_are_accepted(seed in any::<u64>()) {
        let text = arbitrary_setup(seed);
        let slow = Reference::read(&text);
        match Quarto::parse(&text) {
            Ok(position) => {
                prop_assert!(slow.is_accepted(), "{}", text);
                prop_assert_eq!(position.to_string(), text);
                prop_assert_eq!(position.side_to_move().name(), slow.side());
                prop_assert_eq!(position.outcome().map(|o| o.name()), slow.outcome());
            }
            Err(error) => {
                prop_assert!(!slow.is_accepted(), "{}: {}", text, error);
                prop_assert_eq!(error.code(), Code::BadPosition);
                prop_assert!(error.location().is_some());
            }
        }
    }
}

#[test]
fn accepted_and_refused_positions_are_both_common() {
    let accepted =
        (0..10_000).filter(|&seed| Quarto::parse(&arbitrary_setup(seed)).is_ok()).count();
    assert!((1_500..8_500).contains(&accepted), "{accepted}");
}

#[test]
fn lines_with_a_common_cell_are_accepted() {
    // A row and a column meet in a1, without and with other pieces.
    for text in ["3.../2.../1.../0456 -", "3C../2B../1.../0456 -"] {
        assert_eq!(Reference::read(text).complete_lines().len(), 2);
        assert!(parse::<Quarto>(text).outcome().is_some());
    }
}
