use playout_games::{Game, Options, Playouts};

use super::super::cells::move_at;
use super::*;
use crate::Random;
use crate::games::gomoku::testing::open_position;
use crate::whole_run::short_or_whole;

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// A line as a list of points, so that it can be classified without bits or tables.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Own,
    Other,
    Empty,
}

/// Whether the stones around the middle of a line make a row there.
fn is_row(line: &[At; 11], is_exact: bool) -> bool {
    let count = |indices: &mut dyn Iterator<Item = usize>| {
        indices.take_while(|&at| line[at] == At::Own).count()
    };
    let length = 1 + count(&mut (0..5).rev()) + count(&mut (6..11));
    length == 5 || length > 5 && !is_exact
}

/// How many points make a row through the middle when a stone is added.
fn completions(line: &[At; 11], is_exact: bool) -> usize {
    with_stone(line).filter(|line| is_row(line, is_exact)).count()
}

fn with_stone(line: &[At; 11]) -> impl Iterator<Item = [At; 11]> {
    let empty = (1..10).filter(|&at| at != 5 && line[at] == At::Empty);
    empty.map(|at| {
        let mut line = *line;
        line[at] = At::Own;
        line
    })
}

/// The class by its definition.
fn classify(line: &[At; 11], is_exact: bool) -> Class {
    let opening =
        |line: &[At; 11]| with_stone(line).filter(|line| completions(line, is_exact) > 1).count();
    let is_three = |line: &[At; 11]| {
        completions(line, is_exact) == 0
            && with_stone(line).any(|line| completions(&line, is_exact) == 1)
            && opening(line) == 0
    };
    let is_open = |line: &[At; 11]| completions(line, is_exact) == 0 && opening(line) > 0;
    let ways = |line: &[At; 11]| with_stone(line).filter(is_open).count();
    let is_quiet = |line: &[At; 11]| {
        with_stone(line).all(|line| completions(&line, is_exact) == 0)
            && completions(line, is_exact) == 0
    };
    if is_row(line, is_exact) {
        return Class::Five;
    }
    match (completions(line, is_exact), opening(line)) {
        (2.., _) => return Class::OpenFour,
        (1, _) => return Class::Four,
        (_, 2..) => return Class::OpenThree,
        (_, 1) => return Class::BrokenThree,
        _ => {}
    }
    if !is_quiet(line) {
        return Class::Three;
    }
    match ways(line) {
        3.. => return Class::OpenTwo,
        1.. => return Class::BrokenTwo,
        _ => {}
    }
    if with_stone(line).any(|line| is_three(&line)) {
        return Class::Two;
    }
    let with_two = || with_stone(line).filter(is_quiet);
    if with_two().any(|line| ways(&line) > 0) {
        return Class::OpenOne;
    }
    let is_two = |line: [At; 11]| ways(&line) == 0 && with_stone(&line).any(|line| is_three(&line));
    if with_two().any(is_two) { Class::One } else { Class::Dead }
}

fn line_through(position: &Gomoku, colour: Colour, cell: Cell, step: (i32, i32)) -> [At; 11] {
    let size = i32::from(position.size());
    let (column, row) = (i32::from(cell) % size, i32::from(cell) / size);
    std::array::from_fn(|index| {
        let away = index as i32 - 5;
        let (column, row) = (column + away * step.0, row + away * step.1);
        if !(0..size).contains(&column) || !(0..size).contains(&row) {
            return At::Other;
        }
        let point = Point::new(column as u8, row as u8).expect("a point");
        match position.stone_at(point) {
            Some(stone) if stone == colour => At::Own,
            Some(_) => At::Other,
            None => At::Empty,
        }
    })
}

/// Compares every point with the definition.
fn check(board: &Board, position: &Gomoku) {
    let is_exact = position.variant() == "standard";
    let cells: Vec<_> = position.empty_points().iter().map(|it| board.cell(it)).collect();
    assert_eq!(iterate(board.empty()).collect::<Vec<_>>(), cells, "{position}");
    for colour in Colour::ALL {
        let (mut shapes, mut classes) = ([0; Shape::COUNT], [0; 16]);
        for &cell in &cells {
            let expected =
                STEPS.map(|step| classify(&line_through(position, colour, cell, step), is_exact));
            assert_eq!(board.classes(colour, cell), expected, "{colour} {cell} {position}");
            expected.iter().for_each(|&class| classes[class as usize] += 1);
            let shape = board.shape(colour, cell);
            shapes[shape as usize] += 1;
            assert_eq!(contains(board.fours(colour), cell), shape >= Shape::Four);
            assert_eq!(contains(board.threes(colour), cell), shape >= Shape::Three);
            let wins = position
                .winning_points(colour)
                .contains(move_at(cell, board.size() as Cell).point().expect("a point"));
            assert_eq!(shape == Shape::Five, wins, "{position}");
        }
        assert_eq!(board.counts().shapes(colour), &shapes, "{position}");
        assert_eq!(board.counts().classes(colour), &classes, "{position}");
        assert_eq!(iterate(board.fours(colour)).filter(|it| !cells.contains(it)).count(), 0);
    }
}

/// Everything that a board says about its points.
fn facts(board: &Board) -> impl PartialEq + std::fmt::Debug + use<> {
    let of = |colour| {
        let point = |cell| {
            (board.classes(colour, cell), board.shape(colour, cell), board.lines().around(cell))
        };
        let points: Vec<_> = iterate(board.empty()).map(point).collect();
        (points, *board.fours(colour), *board.threes(colour))
    };
    let stones = (board.key(), board.to_move(), board.empty_count());
    (Colour::ALL.map(of), board.counts().clone(), stones)
}

#[test]
fn classes_follow_stones_as_they_come_and_go() {
    for seed in 0..short_or_whole(20, 60) {
        let mut random = Random::new(seed);
        let size = [5, 6, 9, 15, 20][seed as usize % 5];
        let variant = ["freestyle", "standard"][seed as usize / 5 % 2];
        let options = [("size", size.to_string()), ("variant", variant.to_owned())];
        let mut position = Gomoku::start(&Options::new(options)).expect("a start");
        let mut board = Board::new(&position);
        let mut before = Vec::new();
        let plies = random.below(1 + (size * size) as u32);
        for ply in 0..plies {
            let mv = position.sample(&mut |n| random.below(n));
            let cell = board.cell(mv.point().expect("a point"));
            let mut next = position;
            next.play(mv);
            if next.outcome().is_some() {
                continue;
            }
            before.push(facts(&board));
            let counts = board.counts_after(cell);
            board.play(cell);
            assert_eq!(&counts, board.counts(), "{position}");
            position = next;
            if ply % 16 == 0 {
                check(&board, &position);
            }
            assert_eq!(facts(&board), facts(&Board::new(&position)), "{position}");
        }
        check(&board, &position);
        while let Some(facts_before) = before.pop() {
            board.undo();
            assert_eq!(facts(&board), facts_before);
        }
    }
}

/// A stone is a defence, or the attacker still has an open four.
#[test]
fn defences_are_the_stones_that_leave_no_open_four() {
    let mut checked = 0;
    for seed in 0..4_000 {
        let mut random = Random::new(seed);
        let variant = ["freestyle", "standard"][seed as usize % 2];
        let options = [("size", "9".to_owned()), ("variant", variant.to_owned())];
        let mut position = Gomoku::start(&Options::new(options)).expect("a start");
        for _ in 0..12 + random.below(30) {
            if position.outcome().is_none() {
                let mv = position.sample(&mut |n| random.below(n));
                position.play(mv);
            }
        }
        if position.outcome().is_some() {
            continue;
        }
        let mut board = Board::new(&position);
        let (mover, attacker) = (board.to_move(), board.to_move().other());
        let has_five = Colour::ALL.iter().any(|&it| board.counts().count(it, Shape::Five) > 0);
        if has_five || board.counts().count(attacker, Shape::OpenFour) == 0 {
            continue;
        }
        let mut defences = Vec::new();
        board.defences(attacker, &mut defences);
        for cell in iterate(board.empty()) {
            let makes_four = board.shape(mover, cell) >= Shape::Four;
            board.play(cell);
            let is_defence = board.counts().count(attacker, Shape::OpenFour) == 0;
            board.undo();
            let is_listed = defences.contains(&cell);
            assert!(is_listed == is_defence || is_listed && makes_four, "{cell} {position}");
        }
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
}

/// A board that follows other positions of a game knows what a new board knows, whatever stones were
/// placed on it in between.
#[test]
fn a_board_follows_positions_of_the_same_game() {
    let mut random = Random::new(5);
    for game in 0..20 {
        let size = [5, 9, 15, 20][game % 4];
        let variant = ["freestyle", "standard"][game / 4 % 2];
        let options = [("size", size.to_string()), ("variant", variant.to_owned())];
        let start = Gomoku::start(&Options::new(options)).expect("a start");
        let mut board = Board::new(&start);
        for _ in 0..20 {
            let plies = random.below(size * 4);
            let position = open_position(size, variant, plies, &mut random);
            assert!(board.follow(&position), "{position}");
            let expected = facts(&Board::new(&position));
            assert_eq!(facts(&board), expected, "{position}");
            for cell in iterate(&board.empty().clone()).take(6) {
                board.play(cell);
            }
            if random.below(2) == 0 {
                board.undo_to(0);
                assert_eq!(facts(&board), expected, "{position}");
            }
        }
        // Of the other variant, or of another size.
        let other_variant = ["standard", "freestyle"][game / 4 % 2];
        for (size, variant) in [(size, other_variant), (10, variant)] {
            let options = [("size", size.to_string()), ("variant", variant.to_owned())];
            let other = Gomoku::start(&Options::new(options)).expect("a start");
            assert!(!board.follow(&other), "{other}");
        }
    }
}

/// Whether some five points in a line have no stone of the other colour, and in `standard` could become
/// a row of exactly five.
fn can_become_a_row(position: &Gomoku, colour: Colour) -> bool {
    let size = i32::from(position.size());
    let is_exact = position.variant() == "standard";
    let at = |x: i32, y: i32| {
        let is_inside = (0..size).contains(&x) && (0..size).contains(&y);
        is_inside.then(|| position.stone_at(Point::new(x as u8, y as u8).expect("a point")))
    };
    (0..size * size).any(|index| {
        STEPS.iter().any(|(right, up)| {
            let (x, y) = (index % size, index / size);
            let along = |step: i32| at(x + step * right, y + step * up);
            let is_free = (0..5)
                .all(|step| matches!(along(step), Some(None)) || along(step) == Some(Some(colour)));
            let has_neighbour = [-1, 5].iter().any(|&step| along(step) == Some(Some(colour)));
            is_free && !(is_exact && has_neighbour)
        })
    })
}

/// Positions are dead when neither colour can complete a row, not sooner and not later.
#[test]
fn dead_positions_are_those_without_a_possible_row() {
    let mut found = [0; 2];
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let variant = ["freestyle", "standard"][seed as usize % 2];
        let size = [5, 7, 9, 15][seed as usize / 2 % 4];
        let plies = size * size - random.below(size * size / 2);
        let position = open_position(size, variant, plies, &mut random);
        let board = Board::new(&position);
        let is_dead = !Colour::ALL.iter().any(|&colour| can_become_a_row(&position, colour));
        assert_eq!(board.is_dead(), is_dead, "{position}");
        for cell in iterate(board.empty()) {
            let mut after = board.clone();
            after.play(cell);
            let counts = board.counts_after(cell);
            assert_eq!(counts.are_dead(board.empty_count() - 1), after.is_dead(), "{position}");
        }
        found[usize::from(is_dead && board.empty_count() > 0)] += 1;
    }
    assert!(found.iter().all(|&count| count > 20), "{found:?}");
}
