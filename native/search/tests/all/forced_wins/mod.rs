//! What the engine calls won in Gomoku is won: an independent prover agrees.

mod prover;
mod proving;

use std::collections::HashSet;

use playout_games::gomoku::{Colour, Gomoku, Move, Point};
use playout_games::{Game, Options, Outcome, Record};
use playout_search::{Random, Search, Spec};

use crate::whole_run::short_or_whole;

use prover::GivenUp;
use proving::prover;

/// The longest wins that the prover has to confirm, in plies.
const LONGEST: u32 = 9;
/// The most positions that the prover visits for one win.
const MOST_POSITIONS: u64 = 2_000;

/// A position after some random stones near each other, in which nobody can win at once.
fn position(size: u32, variant: &str, random: &mut Random) -> Option<Record<Gomoku>> {
    let options = [("size", size.to_string()), ("variant", variant.to_owned())];
    let mut record = Record::new(Gomoku::start(&Options::new(options)).expect("a start"));
    let plies = 8 + random.below(size);
    for _ in 0..plies {
        let mut point = || (size / 2 - 3 + random.below(7)) as u8;
        let mv = Move::place(Point::new(point(), point()).expect("a point"));
        if record.outcome().is_none() && record.position().is_legal(mv) {
            record.play(mv);
        }
    }
    let position = record.position();
    let is_quiet = Colour::ALL.iter().all(|&it| position.winning_points(it).is_empty());
    (record.outcome().is_none() && is_quiet).then_some(record)
}

/// How many wins the engine finds, and how many of them the prover gives up. They are the wins in
/// random positions and those later in their lines, of more than three plies.
fn check(size: u32, variant: &str, player: &str, positions: u32) -> [u32; 2] {
    let mut random = Random::new(u64::from(size));
    let spec = Spec::parse(player).expect("a spec");
    let (mut wins, mut given_up) = (0, 0);
    for _ in 0..positions {
        let Some(mut record) = position(size, variant, &mut random) else { continue };
        while let Some((line, plies)) = winning_line(&record, &spec) {
            if line.len() <= 3 {
                break;
            }
            if line.len() as u32 <= LONGEST {
                wins += 1;
                given_up += u32::from(confirm(&record, line.len() as u32, plies).is_err());
            }
            line[..2].iter().for_each(|&mv| record.play(mv));
        }
    }
    [wins, given_up]
}

/// The line of a win of the side to move that the engine calls proven, and the plies within which it
/// wins. The line leads to the win.
fn winning_line(record: &Record<Gomoku>, spec: &Spec) -> Option<(Vec<Move>, u32)> {
    let choice = Search::new(record, spec).expect("a search").run().expect("a move");
    let proof = choice.proof.filter(|proof| proof.result == "win")?;
    let mut end = record.clone();
    choice.line.iter().for_each(|&mv| end.play(mv));
    let winner = Some(Outcome::Win(record.position().side_to_move()));
    assert_eq!(end.outcome(), winner, "{:?} in {}", choice.line, record.position());
    let plies = proof.plies.unwrap_or_else(|| panic!("no plies: {}", record.position()));
    Some((choice.line, plies))
}

/// Panics if the prover finds no win within so many plies. The line, which may be shorter, need not be
/// the longest defence.
fn confirm(record: &Record<Gomoku>, line: u32, plies: u32) -> Result<(), GivenUp> {
    let mut prover = prover(record.position(), MOST_POSITIONS);
    for it in (line..=plies).step_by(2) {
        if prover.wins(it)? {
            return Ok(());
        }
    }
    panic!("no win in {plies} plies: {}", record.position());
}

/// Checks the wins of both players that know threats, by searches that find only wins by threats, eight
/// times as many for the faster one.
#[test]
fn what_the_engine_calls_won_is_won() {
    let positions = short_or_whole(20, 500);
    for (size, variant) in [(9, "freestyle"), (9, "standard"), (15, "freestyle"), (15, "standard")]
    {
        let alpha_beta = check(size, variant, "minimax:depth=1,seed=1", 8 * positions);
        let tree_search = check(size, variant, "mcts:playouts=300,seed=1", positions);
        for ([wins, given_up], least) in
            [(alpha_beta, positions * 3 / 5), (tree_search, positions / 4)]
        {
            println!("{size} {variant}: {wins} wins, {given_up} given up");
            assert!(wins > least && given_up * 20 <= wins, "{given_up} of {wins} given up");
        }
    }
}

#[test]
fn the_prover_knows_wins_and_positions_without_one() {
    for (text, plies) in [
        ("9/9/9/9/2xxx4/9/9/ooo6/9 x freestyle", Some(3)),
        ("9/9/9/9/1oxxx4/9/9/oo7/9 x freestyle", None),
        ("9/9/4x4/4x4/2xx5/9/9/o1o2o1o1/9 x freestyle", Some(5)),
        ("9/9/9/9/3xx4/9/9/oo7/9 x freestyle", None),
        ("9/9/x3xxx2/9/9/9/9/oo1o3o1/9 x standard", Some(3)),
        ("9/9/xx2xx3/9/9/9/9/oo1o3o1/9 x standard", None),
    ] {
        let position = Gomoku::parse(text).expect(text);
        let found = [1, 3, 5]
            .into_iter()
            .find(|&it| prover(&position, MOST_POSITIONS).wins(it).expect(text));
        assert_eq!(found, plies, "{text}");
    }
}

/// The positions of `playout bench gomoku_wins`: the plies of the win by the engine, the positions
/// that the prover needs for it, and the position.
const WINS: &str = include_str!("../../../../cli/src/commands/bench/gomoku_wins.txt");
/// The wins of the file of which the tests prove some again, by the positions that they need.
const QUICK: u64 = 30;

/// The plies, the positions that the prover needs, and the position of each of the wins.
fn wins() -> impl Iterator<Item = (u32, u64, &'static str)> {
    WINS.lines().map(|line| {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().expect("three words");
        let (plies, visited, text) = (word(), word(), word());
        (plies.parse().expect("a number"), visited.parse().expect("a number"), text)
    })
}

fn prove(plies: u32, visited: u64, text: &str) {
    let position = Gomoku::parse(text).expect(text);
    assert!(proving::prove(&position, plies, 10 * visited.max(QUICK)).is_ok(), "{text}");
}

#[test]
fn the_wins_of_the_bench_are_wins() {
    let mut seen = HashSet::new();
    for (plies, _, text) in wins() {
        assert!((7..=35).contains(&plies) && plies % 2 == 1, "{text}");
        let position = Gomoku::parse(text).expect(text);
        assert!(position.outcome().is_none() && seen.insert(text), "{text}");
    }
    assert!(seen.len() >= 200, "{} wins", seen.len());
    let quick: Vec<_> = wins().filter(|(_, visited, _)| *visited <= QUICK).collect();
    assert!(quick.len() >= 50, "{} quick ones", quick.len());
    quick.into_iter().step_by(15).for_each(|(plies, visited, text)| prove(plies, visited, text));
}

#[test]
#[ignore = "takes some minutes"]
fn every_win_of_the_bench_is_a_win() {
    wins().for_each(|(plies, visited, text)| prove(plies, visited, text));
}

#[test]
fn proven_wins_have_lines_to_the_end() {
    let mut found = 0;
    for (_, _, text) in wins().step_by(7) {
        let record = Record::new(Gomoku::parse(text).expect(text));
        for player in ["minimax:nodes=20000,seed=1", "mcts:playouts=1000,seed=1"] {
            let spec = Spec::parse(player).expect("a spec");
            found += u32::from(winning_line(&record, &spec).is_some());
        }
    }
    assert!(found > 40, "{found}");
}
