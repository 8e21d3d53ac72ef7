use playout_games::gomoku::Gomoku;
use playout_games::{Game, Options, Playouts};

use super::*;
use crate::Random;

/// A position after random moves.
fn position(size: u32, variant: &str, random: &mut Random) -> Gomoku {
    let options = [("size", size.to_string()), ("variant", variant.to_owned())];
    let mut position = Gomoku::start(&Options::new(options)).expect("a start");
    for _ in 0..random.below(size * size) {
        let mut next = position;
        next.play(position.sample(&mut |n| random.below(n)));
        if next.outcome().is_none() {
            position = next;
        }
    }
    position
}

/// What is found at the horizon without placing a stone is what is found after placing it, whatever
/// the window is and the table has.
#[test]
fn leaves_are_the_same_with_and_without_their_stones() {
    let mut found = [0; 3];
    for seed in 0..120 {
        let mut random = Random::new(seed);
        let threats = [Threats::Rows, Threats::Fives, Threats::Fours, Threats::All];
        let settings = MinimaxSettings {
            threats: threats[seed as usize % 4],
            memory: 1,
            ..MinimaxSettings::COMMON
        };
        let variant = ["freestyle", "standard"][seed as usize / 4 % 2];
        let position = position([5, 9, 15][seed as usize % 3], variant, &mut random);
        let board = Board::new(&position);
        let mut search = AlphaBeta::new(board.clone(), &settings);
        search.set_root(board, 1);
        search.frames.resize_with(MAX_PLY + 1, Frame::new);
        search.ply = [0, MAX_PLY - 1][seed as usize % 2];
        for cell in iterate(&search.board.empty().clone()) {
            let beta = random.below(400) as i32 - 200;
            let (alpha, beta) = [(beta - 1, beta), (-INFINITE, INFINITE)][random.below(2) as usize];
            let has_entry = random.below(2) == 0;
            if has_entry {
                let bounds = [Bound::Lower, Bound::Upper, Bound::Exact];
                let entry = Entry {
                    value: random.below(600) as i32 - 300,
                    bound: bounds[random.below(3) as usize],
                    depth: random.below(3) as u8,
                    best_index: cell,
                };
                let key = search.board.key() ^ search.board.key_change(cell) ^ search.key_change;
                search.table.put(key, entry);
            }
            let ply = search.ply + 1;
            search.frames[ply].begin(0, alpha, beta);
            let Some(before) = search.leaf_after(cell, 0, alpha, beta) else {
                found[0] += 1;
                continue;
            };
            search.board.play(cell);
            let after = search.leaf(0, alpha, beta).expect("a leaf");
            search.board.undo();
            let facts = |found: Found| (found.value, found.has_ended);
            assert_eq!(facts(before), facts(after), "{cell} {position}");
            found[1 + usize::from(has_entry)] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 200), "{found:?}");
}
