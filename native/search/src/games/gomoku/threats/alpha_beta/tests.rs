use super::*;
use crate::Random;
use crate::games::gomoku::testing::open_position;

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
        let size = [5, 9, 15][seed as usize % 3];
        let plies = random.below(size * size);
        let position = open_position(size, variant, plies, &mut random);
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
