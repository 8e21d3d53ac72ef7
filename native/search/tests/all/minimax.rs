//! Alpha-beta, compared with a full-width search.

use std::collections::BTreeSet;

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{Game, Outcome, Playouts, Record, Side};
use playout_search::{Budget, MAX_POINTS, Random, SearchGame, Status};

use crate::support::{choose, random_record, search, solve};
use crate::whole_run::short_or_whole;

const WIN: i32 = 1_000_000;

/// The value of a position for `First` by minimax to a depth.
fn minimax<G: SearchGame>(record: &Record<G>, ply: u32, depth: u32) -> i32 {
    match record.outcome() {
        Some(Outcome::Win(Side::First)) => return WIN - ply as i32,
        Some(Outcome::Win(Side::Second)) => return ply as i32 - WIN,
        Some(Outcome::Draw) => return 0,
        None if depth == 0 => return record.position().evaluate(),
        None => {}
    }
    let values = record.legal_moves().into_iter().map(|mv| {
        let mut next = record.clone();
        next.play(mv);
        minimax(&next, ply + 1, depth - 1)
    });
    let best = match record.position().side_to_move() {
        Side::First => values.max(),
        Side::Second => values.min(),
    };
    best.expect("the game is not over")
}

fn random_game<G: Playouts>(start: &str, seed: u64, plies: u32) -> Option<Record<G>> {
    let mut random = Random::new(seed);
    let mut record = Record::<G>::from_texts(Some(start), []).expect("a start");
    for _ in 0..plies {
        if record.outcome().is_some() {
            return None;
        }
        let mv = record.position().sample(&mut |n| random.below(n));
        record.play(mv);
    }
    record.outcome().is_none().then_some(record)
}

/// The value that iterative deepening should find: it ends at the first depth with a win or loss.
fn expected<G: SearchGame>(record: &Record<G>, depth: u32) -> i32 {
    let values = (1..=depth).map(|depth| minimax(record, 0, depth));
    let mut last = 0;
    for value in values {
        last = value;
        if value.abs() > MAX_POINTS {
            break;
        }
    }
    last
}

fn check_values<G: SearchGame>(start: &str, plies: u32, depth: u32, more: &str) {
    let mut decided = 0;
    for seed in 0..40 {
        let Some(record) = random_game::<G>(start, seed, plies) else { continue };
        let value = expected(&record, depth);
        let choice = choose(&record, &format!("minimax:depth={depth},memory=0,seed={seed}{more}"));
        let side = record.position().side_to_move();
        let for_side = if side == Side::First { value } else { -value };
        let moves = record.moves();
        if value.abs() > MAX_POINTS {
            decided += 1;
            let proof = choice.proof.expect("a win or loss is proven");
            assert_eq!(proof.plies, Some((WIN - value.abs()) as u32), "{moves:?}");
            assert_eq!(proof.outcome.value_for(side), f64::from(for_side.signum()), "{moves:?}");
        } else {
            let points = (choice.value * f64::from(MAX_POINTS)).round() as i32;
            assert_eq!(points, for_side, "{moves:?}");
        }
        // The chosen move must have this value.
        let mut next = record.clone();
        next.play(choice.mv);
        if value.abs() <= MAX_POINTS {
            assert_eq!(minimax(&next, 1, depth - 1), value, "{moves:?}");
        }
    }
    assert!(decided > 0, "some positions are won or lost");
}

#[test]
fn alpha_beta_finds_what_a_full_search_finds() {
    check_values::<AnimalShogi>("rkb/1p1/1P1/BKR b -", 8, 4, "");
    check_values::<AnimalShogi>("rkb/1p1/1P1/BKR b -", 14, 3, "");
    check_values::<Quarto>("..../..../..../.... -", 9, 2, "");
    check_values::<Gomoku>("6/6/6/6/6/6 x freestyle", 22, 3, ",threats=off");
    check_values::<Separo>("9 r - -", 26, 3, "");
}

/// Compares proofs near the end of Quarto games with a search to the end.
#[test]
fn proofs_are_correct() {
    for memory in [0, 1, 64] {
        let mut proven = 0;
        for seed in 0..60 {
            let Some(record) = random_record(seed, 11) else { continue };
            let player = format!("minimax:nodes=500000,memory={memory},seed={seed}");
            let choice = choose(&record, &player);
            if let Some(proof) = choice.proof {
                assert_eq!(proof.outcome, solve(record.position()), "{:?}", record.moves());
                proven += 1;
            }
        }
        assert!(proven > 10, "{proven} with a table of {memory} MiB");
    }
}

/// Candidates are all near stones, but a distant reply may refute an apparent win, and a distant
/// move may win sooner.
#[test]
fn wins_are_proven_against_all_replies() {
    let seeds = short_or_whole(50, 150);
    for more in ["", ",threats=off"] {
        let mut proven = 0;
        for seed in 0..seeds {
            let Some(record) = random_game::<Gomoku>("8/8/8/8/8/8/8/8 x freestyle", seed, 18)
            else {
                continue;
            };
            let side = record.position().side_to_move();
            let choice = choose(&record, &format!("minimax:depth=3,radius=1,seed={seed}{more}"));
            let Some(proof) = choice.proof else { continue };
            let Outcome::Win(winner) = proof.outcome else { panic!("a draw takes longer") };
            proven += 1;
            // Checking longer proofs would take too long.
            let Some(plies) = proof.plies.filter(|plies| *plies <= 3) else { continue };
            let expected = (1..=plies).map(|depth| minimax(&record, 0, depth)).collect::<Vec<_>>();
            let value = if winner == Side::First { WIN } else { -WIN };
            let value = value - value.signum() * plies as i32;
            assert_eq!(expected.last(), Some(&value), "{:?}", record.moves());
            assert!(expected[..expected.len() - 1].iter().all(|it| it.abs() <= MAX_POINTS));
            if winner == side {
                let mut next = record.clone();
                next.play(choice.mv);
                assert_eq!(minimax(&next, 1, plies - 1), value, "{:?}", record.moves());
            }
        }
        assert!(proven > seeds / 15, "{proven} with {more:?}");
    }
}

/// Two threes can only be stopped at their common point f6, which is next to no stone.
#[test]
fn a_distant_reply_refutes_a_win() {
    let text = "o1o5o/9/8o/1xxx5/9/5x3/5x3/5x3/o8 o freestyle";
    let record = Record::<Gomoku>::from_texts(Some(text), []).expect("a position");
    let choice = choose(&record, "minimax:depth=5,radius=1,threats=off,seed=1");
    assert_eq!(record.position().move_text(choice.mv), "f6");
    assert!(choice.proof.is_none() && choice.value.abs() < 1.0, "{}", choice.value);
}

#[test]
fn a_table_saves_nodes() {
    let record = Record::<AnimalShogi>::from_texts(None, []).expect("a start");
    let nodes = |memory| {
        let player = format!("minimax:depth=7,memory={memory},seed=1");
        choose(&record, &player).nodes
    };
    let (without, with) = (nodes(0), nodes(64));
    assert!(with * 3 < without * 2, "{with} nodes with a table, {without} without");
}

#[test]
fn sooner_wins_and_later_losses_are_preferred() {
    // The lion can be captured at once or later.
    let record =
        Record::<AnimalShogi>::from_texts(Some("r1b/1k1/1P1/BKR b p"), []).expect("a position");
    let choice = choose(&record, "minimax:depth=5,seed=1");
    assert_eq!(record.position().move_text(choice.mv), "2c2b");
    assert_eq!(choice.proof.and_then(|proof| proof.plies), Some(1));
}

#[test]
fn the_seed_chooses_among_equal_moves() {
    let record = Record::new(Quarto::default());
    let moves: BTreeSet<_> =
        (0..40).map(|seed| choose(&record, &format!("minimax:depth=1,seed={seed}")).mv).collect();
    assert!(moves.len() > 8, "{moves:?}");
}

/// The value of each root move for the side to move, by minimax to a depth.
fn values<G: SearchGame>(record: &Record<G>, depth: u32) -> Vec<(G::Move, i32)> {
    let side = record.position().side_to_move();
    let sign = if side == Side::First { 1 } else { -1 };
    let moves = record.legal_moves().into_iter();
    let value = |mv| {
        let mut next = record.clone();
        next.play(mv);
        sign * minimax(&next, 1, depth - 1)
    };
    moves.map(|mv| (mv, value(mv))).collect()
}

#[test]
fn the_seed_chooses_only_within_the_margin() {
    let (mut several, mut decided) = (0, 0);
    for seed in 0..30 {
        let start = "rkb/1p1/1P1/BKR b -";
        let Some(record) = random_game::<AnimalShogi>(start, seed, 5) else { continue };
        let value = expected(&record, 3).abs();
        if value > MAX_POINTS {
            decided += 1;
            let with = choose(&record, &format!("minimax:depth=3,margin=300,seed={seed}"));
            let without = choose(&record, &format!("minimax:depth=3,seed={seed}"));
            assert_eq!((with.mv, with.proof), (without.mv, without.proof));
            continue;
        }
        let values = values(&record, 3);
        let best = values.iter().map(|(_, value)| *value).max().expect("it has moves");
        for margin in [1, 60] {
            let close = values.iter().filter(|(_, value)| best - value < margin);
            let close: BTreeSet<_> = close.map(|(mv, _)| *mv).collect();
            let chosen: BTreeSet<_> = (0..40)
                .map(|seed| {
                    let player = format!("minimax:depth=3,margin={margin},seed={seed}");
                    let choice = choose(&record, &player);
                    let points = (choice.value * f64::from(MAX_POINTS)).round() as i32;
                    assert!(values.contains(&(choice.mv, points)), "{:?}", record.moves());
                    assert_eq!(choice.line[0], choice.mv);
                    choice.mv
                })
                .collect();
            // If there are few moves, forty seeds choose each of them.
            let chooses_all = close.len() <= 4;
            assert!(
                chosen.is_subset(&close) && (!chooses_all || chosen == close),
                "{:?}",
                record.moves()
            );
            several += u32::from(chosen.len() > 1);
        }
    }
    assert!(several > 5 && decided > 0, "{several} {decided}");
}

#[test]
fn repetitions_in_the_record_and_on_the_path_count() {
    // Both sides move back and forth; the third occurrence is two moves away.
    let moves = ["1d1c", "3a3b", "1c1d", "3b3a", "1d1c", "3a3b"];
    let record = Record::<AnimalShogi>::from_texts(None, moves).expect("legal moves");
    for depth in 1..=4 {
        let value = expected(&record, depth);
        let choice = choose(&record, &format!("minimax:depth={depth},seed=1"));
        let side = record.position().side_to_move();
        let for_side = if side == Side::First { value } else { -value };
        assert_eq!((choice.value * f64::from(MAX_POINTS)).round() as i32, for_side);
    }
}

/// In each of these positions, a claim of the search without threats about the win found at the last
/// depth takes too many nodes.
#[test]
fn no_search_ends_with_a_win_against_some_of_the_replies() {
    for (seed, plies) in [(124, 10), (45, 22)] {
        let record = random_game::<Gomoku>("8/8/8/8/8/8/8/8 x freestyle", seed, plies)
            .expect("the game is not over");
        for more in ["", ",threats=off"] {
            let player = format!("minimax:depth=5,radius=1,seed={seed}{more}");
            let choice = choose(&record, &player);
            let is_open = choice.value.abs() < 1.0;
            assert!(choice.proof.is_some() || is_open, "{player}: {:?}", record.moves());
        }
    }
}

#[test]
fn lines_have_the_values_of_a_full_search() {
    // Wins and losses after moves other than the best, without and with a table.
    let mut proven = [[0; 2]; 2];
    for seed in 0..60 {
        let start = "rkb/1p1/1P1/BKR b -";
        let Some(record) = random_game::<AnimalShogi>(start, seed, 14) else { continue };
        let memories = [0, 1];
        for memory in memories {
            let player = format!("minimax:depth=3,memory={memory},seed={seed}");
            let mut search = search(&record, &player);
            search.set_multi_pv(4);
            let depth = search.run().and_then(|choice| choice.depth).expect("a depth");
            let values = values(&record, depth);
            for (index, line) in search.lines().iter().enumerate() {
                let about = format!("{player}: {line:?} in {:?}", record.moves());
                let value = values.iter().find(|(mv, _)| *mv == line.mv).expect("a legal move").1;
                let is_decided = value.abs() > MAX_POINTS;
                if memory == 0 {
                    let points = (line.value * f64::from(MAX_POINTS)).round() as i32;
                    assert_eq!(points, value.clamp(-MAX_POINTS, MAX_POINTS), "{about}");
                    assert_eq!(line.proof.is_some(), is_decided, "{about}");
                }
                let Some(proof) = line.proof else { continue };
                assert!(is_decided, "{about}, but the value is {value}");
                assert_eq!(proof.result, if value > 0 { "win" } else { "loss" }, "{about}");
                assert!(proof.plies.is_none_or(|it| it == (WIN - value.abs()) as u32), "{about}");
                if index > 0 {
                    proven[memory][usize::from(value > 0)] += 1;
                }
            }
        }
    }
    assert!(proven.as_flattened().iter().all(|&count| count > 5), "{proven:?}");
}

/// The position has no win by continuous fours alone.
#[test]
fn a_win_by_fours_and_threes_is_found_and_carries_its_line() {
    let moves = ["h8", "i9", "g7", "f6", "i7", "j6"];
    let record = Record::<Gomoku>::from_texts(None, moves).expect("legal moves");
    let choice = choose(&record, "minimax:nodes=40000,seed=1");
    assert_eq!(choice.proof.map(|proof| proof.result), Some("win"));
    let mut end = record.clone();
    choice.line.iter().for_each(|&mv| end.play(mv));
    assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)));

    // Slices of any size find the same.
    let mut sliced = search(&record, "minimax:nodes=40000,seed=1");
    while sliced.step(Budget::units(1)) == Status::Running {}
    let sliced = sliced.choice().expect("the game is not over");
    assert_eq!((sliced.mv, sliced.nodes), (choice.mv, choice.nodes));
    assert_eq!((sliced.line, sliced.proof), (choice.line, choice.proof));

    let without = choose(&record, "minimax:nodes=40000,threats=off,seed=1");
    assert_eq!(without.proof, None);
}
