use playout_games::gomoku::{MAX_SIZE, Move, Point};
use playout_games::{Game, Options, Playouts};
use proptest::prelude::*;

use super::super::cells::{contains, move_at};
use super::super::patterns::{Class, Shape};
use super::convolution::Convolved;
use super::embedding::{CHANNELS, Embedding, MAX_ACTIVATION};
use super::features::FEATURES;
use super::*;
use crate::Random;

fn start(size: u8, variant: &str) -> Gomoku {
    let options = [("size", size.to_string()), ("variant", variant.to_owned())];
    Gomoku::start(&Options::new(options)).expect("a start")
}

/// Plays random moves, but none that ends the game.
fn play(position: &mut Gomoku, moves: u32, random: &mut Random) -> Vec<Move> {
    let mut played = Vec::new();
    for _ in 0..moves {
        let mv = position.sample(&mut |n| random.below(n));
        let mut next = *position;
        next.play(mv);
        if next.outcome().is_none() {
            *position = next;
            played.push(mv);
        }
    }
    played
}

/// The value, from the definition of the sums.
fn value(board: &Board) -> i32 {
    let (rows, network) = (Rows::get(), Network::get());
    let mut sums = [[0_u16; CHANNELS]; 2];
    let mut convolved = Convolved::new(&network.convolution, board.size());
    for cell in iterate(board.empty()) {
        let lines = board.lines().around(cell);
        let mut point = [[0; CHANNELS]; 2];
        for (side, sums) in sums.iter_mut().enumerate() {
            for (at, sum) in sums.iter_mut().enumerate() {
                let of = |[black, white]: [u32; 2]| {
                    let [own, other] = if side == 0 { [black, white] } else { [white, black] };
                    let row = rows.at(board.is_exact(), own, other);
                    network.lines[usize::from(row)].0[at]
                };
                point[side][at] = lines.into_iter().map(of).sum();
                *sum += point[side][at].clamp(0, MAX_ACTIVATION) as u16;
            }
        }
        let point = Embedding(point.as_flattened().try_into().expect("both sides"));
        convolved.change(cell, &Embedding::ZERO, &point);
    }
    let outputs = convolved.finish(true).map(|it| it.to_array().map(i16::cast_unsigned));
    let own = board.to_move() as usize;
    let sums = [sums[own], sums[1 - own], outputs[own], outputs[1 - own]];
    let scaled = sums.map(|sums| sums.map(|it| ((it + 2) / 4) as i16));
    let features = features(board.counts(), board.to_move());
    network.value(&[scaled.as_flattened(), &features].concat().try_into().expect("all inputs"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// However the board gets to a position, the network says the same of it.
    #[test]
    fn values_follow_stones(
        size in 5_u8..=MAX_SIZE,
        variant in prop::sample::select(vec!["freestyle", "standard"]),
        seed in any::<u64>(),
        steps in prop::collection::vec((any::<prop::sample::Index>(), 0_u32..60), 1..12),
    ) {
        let mut random = Random::new(seed);
        let mut board = Board::new(&start(size, variant));
        let mut position = start(size, variant);
        let mut accumulator = Accumulator::new(Network::get(), &board);
        for (kept, plies) in steps {
            // Some stones are taken back, and others placed.
            board.undo_to(kept.index(board.placed() + 1));
            let before: Vec<_> = board.stones_since(0).collect();
            position = start(size, variant);
            for cell in before {
                position.play(move_at(cell, board.size() as Cell));
            }
            for mv in play(&mut position, plies, &mut random) {
                board.play(board.cell(mv.point().expect("a point")));
            }
            prop_assert_eq!(accumulator.value(&board), value(&board), "{}", position);

            // What the policy sees of the points is what the sums are made of.
            let view = accumulator.view(&board);
            let mut sums = [0_u16; GOMOKU_POINT_OUTPUTS];
            for cell in 0..u16::from(size) * u16::from(size) {
                let is_empty = contains(board.empty(), cell);
                if is_empty {
                    prop_assert_eq!(view.rows(cell), rows_for_mover(&board, cell));
                }
                for (at, (sum, output)) in sums.iter_mut().zip(view.outputs(cell)).enumerate() {
                    let is_of_convolution = at >= 2 * CHANNELS;
                    *sum += if is_empty || is_of_convolution { output.cast_unsigned() } else { 0 };
                }
            }
            let inputs = sums.map(|sum| ((sum + 2) / 4).cast_signed());
            prop_assert_eq!(&inputs[..], &view.inputs[..inputs.len()], "{}", position);
        }
        let new = Board::new(&position);
        prop_assert!(accumulator.fits(&new));
        prop_assert_eq!(accumulator.value(&new), Accumulator::new(Network::get(), &new).value(&new));
    }

    /// A move has the same evaluation whether its stone is placed or not.
    #[test]
    fn moves_are_evaluated_as_if_their_stones_were_placed(
        size in 5_u8..=MAX_SIZE,
        variant in prop::sample::select(vec!["freestyle", "standard"]),
        has_network in any::<bool>(),
        seed in any::<u64>(),
        plies in 0_u32..120,
    ) {
        let mut position = start(size, variant);
        play(&mut position, plies, &mut Random::new(seed));
        let mut board = Board::new(&position);
        let mut evaluator = Evaluator::new(has_network);
        for cell in iterate(&board.empty().clone()) {
            let counts = board.counts_after(cell);
            let found = evaluator.evaluate_after(&board, cell, &counts, None);
            board.play(cell);
            let expected = Evaluator::new(has_network).evaluate(&board, None);
            board.undo();
            prop_assert_eq!(found, expected, "{} {}", position, cell);
        }
    }

    #[test]
    fn symmetric_positions_have_the_same_evaluation_and_policy(
        size in 5_u8..=MAX_SIZE,
        variant in prop::sample::select(vec!["freestyle", "standard"]),
        seed in any::<u64>(),
        plies in 0_u32..120,
    ) {
        let mut position = start(size, variant);
        let moves = play(&mut position, plies, &mut Random::new(seed));
        let board = Board::new(&position);
        let expected = Evaluator::new(true).evaluate(&board, None);
        for symmetry in 1..8 {
            let turned_point = |mut column: u8, mut row: u8| {
                if symmetry & 1 != 0 {
                    column = size - 1 - column;
                }
                if symmetry & 2 != 0 {
                    row = size - 1 - row;
                }
                if symmetry & 4 != 0 {
                    (column, row) = (row, column);
                }
                Point::new(column, row).expect("a point")
            };
            let mut turned = start(size, variant);
            for mv in &moves {
                let point = mv.point().expect("a point");
                turned.play(Move::place(turned_point(point.column(), point.row())));
            }
            let turned_board = Board::new(&turned);
            let found = Evaluator::new(true).evaluate(&turned_board, None);
            prop_assert_eq!(found, expected, "{}", turned);
            let [mut evaluator, mut turned_evaluator] = [true; 2].map(Evaluator::new);
            let views = [evaluator.view(&board), turned_evaluator.view(&turned_board)];
            let [logit, turned_logit] = views.each_ref().map(|view| Policy::get().logits(view));
            for cell in iterate(board.empty()) {
                let [column, row] = [cell % u16::from(size), cell / u16::from(size)];
                let turned_cell = turned_board.cell(turned_point(column as u8, row as u8));
                prop_assert_eq!(turned_logit(turned_cell), logit(cell), "{} {}", position, cell);
            }
        }
    }
}

/// One evaluator serves boards of every size and both rules, as if it were new.
#[test]
fn an_evaluator_changes_to_another_board() {
    let mut evaluator = Evaluator::new(true);
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let variant = ["freestyle", "standard"][seed as usize % 2];
        let mut position = start(5 + (seed % 16) as u8, variant);
        play(&mut position, 20, &mut random);
        let board = Board::new(&position);
        let expected = Evaluator::new(true).evaluate(&board, None);
        assert_eq!(evaluator.evaluate(&board, None), expected, "{position}");
    }
}

/// Without the network, the evaluation is the weighted sum alone, as levels 6 to 12 have it.
#[test]
fn without_the_network_the_evaluation_is_the_sum() {
    let mut differ = 0;
    for seed in 0..40 {
        let mut position = start(15, "freestyle");
        play(&mut position, 30, &mut Random::new(seed));
        let board = Board::new(&position);
        let mut without = Evaluator::new(false);
        assert_eq!(without.evaluate(&board, None), evaluate(&board, None));
        assert_eq!(without.bytes(), 0);
        let with = Evaluator::new(true).evaluate(&board, None);
        differ += u32::from(with != evaluate(&board, None));
    }
    assert!(differ > 30, "{differ}");
}

/// The features are what the counts say, for the colour to move first.
#[test]
fn features_are_counts() {
    for seed in 0..40 {
        let mut position =
            start(5 + (seed % 16) as u8, ["freestyle", "standard"][seed as usize % 2]);
        play(&mut position, 30, &mut Random::new(seed));
        let board = Board::new(&position);
        let (own, other) = (board.to_move(), board.to_move().other());
        let expected = [own, other].map(|colour| {
            let (mut classes, mut shapes) = ([0_i16; Class::COUNT], [0_i16; Shape::COUNT]);
            for cell in iterate(board.empty()) {
                for class in board.classes(colour, cell) {
                    classes[class as usize] += 1;
                }
                shapes[board.shape(colour, cell) as usize] += 1;
            }
            (classes, shapes)
        });
        let features = features(board.counts(), own);
        for (side, (classes, shapes)) in expected.iter().enumerate() {
            let (of_classes, of_shapes) =
                features[side * FEATURES / 2..][..FEATURES / 2].split_at(Class::COUNT);
            for (class, (feature, count)) in of_classes.iter().zip(classes).enumerate() {
                let unit = if class < Class::Two as usize { 1 } else { 16 };
                assert_eq!(*feature, unit * count, "{position}");
            }
            for (shape, (feature, count)) in of_shapes.iter().zip(shapes).enumerate() {
                let unit = if shape == Shape::Quiet as usize { 1 } else { 32 };
                assert_eq!(*feature, unit * count, "{position}");
            }
        }
    }
}

#[test]
fn what_is_seen_for_training_gives_the_same_value() {
    let mut position = start(15, "freestyle");
    play(&mut position, 12, &mut Random::new(3));
    let bytes = include_bytes!("weights.bin");
    let board = Board::new(&position);
    assert_eq!(gomoku_value(&position, bytes), Some(evaluate(&board, None) + value(&board)));
    assert_eq!(gomoku_value(&position, &bytes[1..]), None);
}
