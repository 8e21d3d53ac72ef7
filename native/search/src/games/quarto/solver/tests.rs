//! Compares the solver with a plain search that plays by the game's rules.

use playout_games::quarto::Quarto;
use playout_games::{Game, Options, Outcome, Playouts};

use super::{Solution, Table, Wanted};
use crate::Random;
use crate::exact::Value;

/// A random position with so many pieces placed and one in hand.
pub(crate) fn random(variant: &str, placed: u32, random: &mut Random) -> Quarto {
    let options = Options::new([("variant", variant.to_owned())]);
    let start = Quarto::start(&options).expect("a start");
    loop {
        let mut position = start;
        for _ in 0..=placed {
            if position.outcome().is_none() {
                let mv = position.sample(&mut |n| random.below(n));
                position.play(mv);
            }
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// Plain negamax with alpha-beta, by the rules alone. A win is worth more the sooner it comes.
fn negamax(position: &Quarto, ply: i32, mut alpha: i32, beta: i32) -> i32 {
    const WIN: i32 = 100;

    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(side)) if side == position.side_to_move() => return WIN - ply,
        Some(Outcome::Win(_)) => return ply - WIN,
        None => {}
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    // Those that end the game come first.
    moves.sort_by_key(|mv| mv.piece());
    let mut best = -WIN;
    for mv in moves {
        let mut next = *position;
        next.play(mv);
        best = best.max(-negamax(&next, ply + 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn plain_value(position: &Quarto) -> Value {
    match negamax(position, 0, -100, 100) {
        score @ 1.. => Value::Win((100 - score) as u32),
        0 => Value::Draw,
        score => Value::Loss((100 + score) as u32),
    }
}

/// Compares values of random positions, and returns how many are won, drawn and lost.
fn compare(variant: &str, placed: u32, count: u32) -> [u32; 3] {
    // Shared by all positions, and so small that entries are replaced.
    let table = Table::new(0);
    let mut numbers = Random::new(u64::from(placed));
    let mut counts = [0; 3];
    for _ in 0..count {
        let position = random(variant, placed, &mut numbers);
        let expected = plain_value(&position);
        let value = Solution::new(&position, Wanted::Plies).run(&table);
        assert_eq!(value, expected, "{position}");
        let result = Solution::new(&position, Wanted::Result).run(&table);
        let kind = |value: Value| value.cmp(&Value::Draw);
        assert_eq!(kind(result), kind(expected), "{position}");
        for limit in [Value::Win(1), Value::Draw, Value::Loss(2), value, value.after().after()] {
            let answer = Solution::new(&position, Wanted::AtMost(limit)).run(&table);
            assert_eq!(answer == limit, value <= limit, "{position}: {limit:?}");
            assert!(answer == limit || limit < answer && answer <= value, "{position}: {limit:?}");
        }
        counts[(kind(value) as i8 + 1) as usize] += 1;
    }
    counts
}

#[test]
fn values_agree_with_plain_search() {
    for variant in Quarto::VARIANTS {
        for (placed, count) in [(15, 200), (14, 400), (13, 400), (12, 400), (11, 400), (10, 200)] {
            let counts = compare(variant, placed, count);
            let least = counts.iter().min();
            assert!(placed > 13 || least > Some(&0), "{variant} {placed} {counts:?}");
        }
        compare(variant, 9, 200);
        compare(variant, 8, 60);
    }
}
