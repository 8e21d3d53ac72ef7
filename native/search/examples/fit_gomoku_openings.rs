//! Fits what a search of an opening of Gomoku means (`games/gomoku/balance.rs`) to the results of
//! games that the player plays against itself, by logistic regression.
//!
//!     cargo run --release -p playout-search --example fit_gomoku_openings -- GAMES PLAYER SEED
//!
//! PLAYER is a spec such as `mcts:playouts=400`. Prints a line for each game, with the stones of the
//! opening, the points for the side to move after each number of positions, and its result; then for
//! each number of positions the slope, the offset for each number of stones, and the mean log loss. If PLAYER has no
//! limit of time, the same arguments give the same lines.

use std::env;

use playout_games::gomoku::Gomoku;
use playout_games::{Game, Record};
use playout_search::{Random, Search, Spec, gomoku_judgements, gomoku_stones};

/// How many stones the openings have, and after how many positions the search says what it found.
const STONES: [u32; 6] = [5, 3, 5, 4, 5, 6];
const VISITS: [u64; 4] = [300, 2_000, 6_000, 20_000];
/// Openings with more points than this after the first search are not played.
const MOST_POINTS: i32 = 250;
/// Points are fitted in this unit.
const UNIT: f64 = 300.0;
const ROUNDS: usize = 20_000;

/// The points of an opening and the result, for the side to move.
struct Sample {
    stones: u32,
    points: Vec<i32>,
    /// 1 for a win, 0.5 for a draw.
    result: f64,
}

impl Sample {
    /// How often the side to move wins, by the points after the search numbered `at`.
    fn chance(&self, at: usize, slope: f64, offsets: &[f64; 4]) -> f64 {
        let points = self.points(at);
        1.0 / (1.0 + (-slope * points - offsets[self.stones as usize - 3]).exp())
    }

    /// The points after a search, in units.
    fn points(&self, at: usize) -> f64 {
        (f64::from(self.points[at]) / UNIT).clamp(-4.0, 4.0)
    }

    fn loss(&self, at: usize, slope: f64, offsets: &[f64; 4]) -> f64 {
        let chance = self.chance(at, slope, offsets).clamp(1e-9, 1.0 - 1e-9);
        -self.result * chance.ln() - (1.0 - self.result) * (1.0 - chance).ln()
    }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|it| it.parse::<u64>().ok());
    let (Some(games), Some(player), Some(seed)) = (number(0), arguments.get(1), number(2)) else {
        eprintln!("usage: fit_gomoku_openings GAMES PLAYER SEED");
        std::process::exit(2);
    };
    let mut samples = Vec::new();
    for game in 0..games {
        let stones = STONES[game as usize % STONES.len()];
        let sample = play(stones, player, (seed << 32) + game);
        println!("{stones} {:?} {}", sample.points, sample.result);
        samples.push(sample);
    }
    for (at, visits) in VISITS.iter().enumerate() {
        let (slope, offsets) = fit(&samples, at);
        let losses = samples.iter().map(|it| it.loss(at, slope, &offsets));
        let loss = losses.sum::<f64>() / samples.len() as f64;
        println!(
            "{visits} positions: slope {slope:.2}, offsets {offsets:.2?} with 3 to 6 stones, \
             log loss {loss:.4}"
        );
    }
}

/// An opening that is not decided, and the points of its search.
fn open(stones: u32, random: &mut Random) -> (Record<Gomoku>, Vec<i32>) {
    loop {
        let mut record = Record::new(Gomoku::default());
        let moves = gomoku_stones(record.position(), stones, random);
        moves.into_iter().flatten().for_each(|mv| record.play(mv));
        let seed = u64::from(random.below(u32::MAX));
        let first = gomoku_judgements(&record, &VISITS[..1], seed)[0];
        if first.abs() <= MOST_POINTS {
            let points = gomoku_judgements(&record, &VISITS, seed);
            return (record, points);
        }
    }
}

fn play(stones: u32, player: &str, seed: u64) -> Sample {
    let mut random = Random::new(seed);
    let (mut record, points) = open(stones, &mut random);
    let side = record.position().side_to_move();
    let mut searches = [0, 1].map(|_| {
        let seed = random.below(u32::MAX);
        let spec = Spec::parse(&format!("{player},seed={seed}")).expect("a player with limits");
        (Search::new(&record, &spec).expect("the game is not over"), spec)
    });
    while record.outcome().is_none() {
        let (search, spec) = &mut searches[record.position().side_to_move() as usize];
        search.continue_from(&record, spec).expect("the game is not over");
        record.play(search.run().expect("a move").mv);
    }
    let outcome = record.outcome().expect("the game is over");
    Sample { stones, points, result: (1.0 + outcome.value_for(side)) / 2.0 }
}

/// The slope and the offsets with 3 to 6 stones.
fn fit(samples: &[Sample], at: usize) -> (f64, [f64; 4]) {
    let (mut slope, mut offsets) = (1.0, [0.0; 4]);
    for _ in 0..ROUNDS {
        let (mut of_slope, mut of_offsets) = (0.0, [0.0; 4]);
        for sample in samples {
            let error = sample.result - sample.chance(at, slope, &offsets);
            of_slope += error * sample.points(at);
            of_offsets[sample.stones as usize - 3] += error;
        }
        let rate = 2.0 / samples.len() as f64;
        slope += rate * of_slope;
        offsets.iter_mut().zip(of_offsets).for_each(|(offset, by)| *offset += rate * by);
    }
    (slope, offsets)
}
