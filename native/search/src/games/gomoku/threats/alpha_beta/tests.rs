use playout_games::{Game, Options};

use super::*;
use crate::Random;
use crate::gomoku_stones;
use playout_games::gomoku::Gomoku;

/// What is counted without placing a stone is what is found after placing it.
#[test]
fn leaves_are_the_same_with_and_without_their_stones() {
    let mut found = [0; 2];
    for seed in 0..80 {
        let mut random = Random::new(seed);
        let threats = [Threats::Rows, Threats::Fives, Threats::Fours, Threats::All];
        let settings = MinimaxSettings {
            threats: threats[seed as usize % 4],
            memory: 1,
            ..MinimaxSettings::COMMON
        };
        let variant = ["freestyle", "standard"][seed as usize / 4 % 2];
        let start = Gomoku::start(&Options::new([("variant", variant)])).expect("a start");
        let mut position = start;
        let count = 4 + random.below(20);
        for mv in gomoku_stones(&start, count, &mut random).unwrap_or_default() {
            let mut next = position;
            next.play(mv);
            if next.outcome().is_none() {
                position = next;
            }
        }
        let board = Board::new(&position);
        let mut search = AlphaBeta::new(board.clone(), &settings);
        search.set_root(board, 1);
        search.frames.push(Frame::new());
        for cell in iterate(&search.board.empty().clone()) {
            let [before, after] = [true, false].map(|is_before| {
                search.frames[1].begin(0, -INFINITE, INFINITE);
                if is_before {
                    return search.leaf_after(cell, 0, -INFINITE, INFINITE);
                }
                search.board.play(cell);
                let leaf = search.leaf(0, -INFINITE, INFINITE);
                search.board.undo();
                leaf
            });
            if let Some(before) = before {
                let after = after.expect("a leaf");
                assert_eq!(
                    (before.value, before.has_ended),
                    (after.value, after.has_ended),
                    "{cell} {position}"
                );
            }
            found[usize::from(before.is_some())] += 1;
        }
    }
    assert!(found[0] > 100 && found[1] > 10 * found[0], "{found:?}");
}
