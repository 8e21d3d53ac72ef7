//! Finds forced wins of Gomoku in games of the players against each other, for
//! `playout bench gomoku_wins` and the tests.
//!
//!     cargo run --release -p playout-search --example find_gomoku_wins -- GAMES SEED NODES MOST
//!
//! Plays GAMES games from balanced openings, and prints the longest win in each that alpha-beta
//! proves within NODES positions and, for every other game, a shorter one, if the tests' prover
//! confirms them within MOST positions. A line has the plies of the win, how many positions the prover
//! needed, and the position. The same arguments give the same lines.

// The tests use the rest of it.
#[allow(dead_code)]
#[path = "../tests/all/forced_wins/prover.rs"]
mod prover;
#[allow(dead_code)]
#[path = "../tests/all/forced_wins/proving.rs"]
mod proving;

use std::env;

use playout_games::gomoku::Gomoku;
use playout_games::{Game, Outcome, Record};
use playout_search::{Random, Search, Spec, gomoku_openings};

/// The players of the games.
const PLAYERS: [&str; 2] = ["mcts:playouts=1500,network=off", "minimax:nodes=4000,network=off"];
/// The plies of the wins that are kept.
const LEAST: usize = 7;
const MOST: usize = 35;

fn main() {
    let arguments: Vec<u64> = env::args().skip(1).filter_map(|it| it.parse().ok()).collect();
    let [games, seed, nodes, most] = arguments[..] else {
        eprintln!("usage: find_gomoku_wins GAMES SEED NODES MOST");
        std::process::exit(2);
    };
    let spec =
        Spec::parse(&format!("minimax:nodes={nodes},network=off,seed={seed}")).expect("a spec");
    for game in 0..games {
        let seed = (seed << 32) + game;
        let wins = wins_of(&play(seed), &spec);
        let (last, others) = match wins.split_last() {
            Some((last, others)) => (Some(last), others),
            None => (None, &[][..]),
        };
        let other = others.get(others.len() / 2).filter(|_| game % 2 == 0);
        for (plies, record) in last.into_iter().chain(other) {
            let position = record.position();
            if let Ok(visited) = proving::prove(position, *plies as u32, most) {
                println!("{plies} {visited} {position}");
            }
        }
    }
}

/// Plays a game from a balanced opening.
fn play(seed: u64) -> Record<Gomoku> {
    let mut random = Random::new(seed);
    let start = Record::new(Gomoku::default());
    let openings = gomoku_openings(&start, 1, &mut random).expect("an opening");
    let mut record = start;
    openings[0].iter().for_each(|&mv| record.play(mv));
    let first = seed as usize;
    while record.outcome().is_none() {
        let player = PLAYERS[(first + record.position().side_to_move() as usize) % 2];
        let seed = random.below(u32::MAX);
        let spec = Spec::parse(&format!("{player},seed={seed}")).expect("a spec");
        let mut search = Search::new(&record, &spec).expect("the game is not over");
        record.play(search.run().expect("a move").mv);
    }
    record
}

/// The positions of a game that the winner can win by force, with the plies, from the last to the
/// first that is proven.
fn wins_of(game: &Record<Gomoku>, spec: &Spec) -> Vec<(usize, Record<Gomoku>)> {
    let mut wins = Vec::new();
    let Some(Outcome::Win(winner)) = game.outcome() else { return wins };
    for plies in (0..game.ply()).rev() {
        let mut record = Record::new(*game.start());
        game.moves()[..plies].iter().for_each(|&mv| record.play(mv));
        if record.position().side_to_move() != winner {
            continue;
        }
        let mut search = Search::new(&record, spec).expect("the game is not over");
        let choice = search.run().expect("a move");
        if choice.proof.is_none_or(|proof| proof.result != "win") {
            break;
        }
        if (LEAST..=MOST).contains(&choice.line.len()) {
            wins.push((choice.line.len(), record));
        }
    }
    wins
}
