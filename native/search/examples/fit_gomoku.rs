//! Fits the weights of Gomoku's evaluation (`games/gomoku/threats/weights.rs`) to the results of
//! games that it plays against itself, by logistic regression.
//!
//!     cargo run --release -p playout-search --example fit_gomoku -- GAMES NODES SEED [VARIANT]
//!
//! Plays GAMES games with NODES positions per move, each from six random stones near the centre, and
//! prints the weights. The same arguments give the same weights.

use std::env;

use playout_games::gomoku::{Gomoku, Move, Point};
use playout_games::{Game, Options, Record};
use playout_search::{Random, Search, Spec, gomoku_features};

/// Classes, shapes, and the number of rounds of gradient descent.
const CLASSES: usize = 12;
const SHAPES: usize = 10;
const ROUNDS: usize = 400;
/// A value of 1 in the logistic function is this many hundredths of a point.
const SCALE: f64 = 30_000.0;
/// Keeps the weights of rare counts small.
const DECAY: f64 = 1e-4;

struct Sample {
    features: Vec<f64>,
    /// 1 if the colour to move won, 0.5 for a draw.
    result: f64,
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|it| it.parse::<u64>().ok());
    let (Some(games), Some(nodes), Some(seed)) = (number(0), number(1), number(2)) else {
        eprintln!("usage: fit_gomoku GAMES NODES SEED [VARIANT]");
        std::process::exit(2);
    };
    let variant = arguments.get(3).map_or("freestyle", String::as_str);
    let mut samples = Vec::new();
    for game in 0..games {
        play(variant, nodes, seed.wrapping_mul(1 << 20) + game, &mut samples);
        if game % 100 == 99 {
            eprintln!("{} games, {} positions", game + 1, samples.len());
        }
    }
    let (weights, before, after) = fit(&samples);
    println!(
        "// {} positions; log loss {before:.4} without weights, {after:.4} with",
        samples.len()
    );
    let rounded: Vec<_> = weights.iter().map(|it| (it * SCALE).round() as i64).collect();
    for (name, from, each) in [("CLASSES", 0, CLASSES), ("SHAPES", 2 * CLASSES, SHAPES)] {
        println!(
            "{name} = [{:?}, {:?}]",
            &rounded[from..][..each],
            &rounded[from + each..][..each]
        );
    }
    println!("TEMPO = {}", rounded[2 * (CLASSES + SHAPES)]);
}

/// Plays a game and adds its positions.
fn play(variant: &str, nodes: u64, seed: u64, samples: &mut Vec<Sample>) {
    let mut random = Random::new(seed);
    let start = Gomoku::start(&Options::new([("variant", variant)])).expect("a variant");
    let mut record = Record::new(start);
    while record.ply() < 6 {
        let mut coordinate = || 4 + random.below(7) as u8;
        let mv = Move::place(Point::new(coordinate(), coordinate()).expect("a point"));
        if record.position().is_legal(mv) {
            record.play(mv);
        }
    }
    let spec =
        Spec::parse(&format!("minimax:nodes={nodes},network=off,seed={seed}")).expect("a spec");
    let mut seen = Vec::new();
    while record.outcome().is_none() {
        let position = record.position();
        if let Some(features) = gomoku_features(position) {
            seen.push((features, position.side_to_move()));
        }
        let mut search = Search::new(&record, &spec).expect("the game is not over");
        record.play(search.run().expect("a move").mv);
    }
    let outcome = record.outcome().expect("the game is over");
    samples.extend(seen.into_iter().map(|(features, side)| Sample {
        features,
        result: (1.0 + outcome.value_for(side)) / 2.0,
    }));
}

/// The weights, the last of which is that of the move itself, and the loss without and with them.
fn fit(samples: &[Sample]) -> (Vec<f64>, f64, f64) {
    let count = samples.first().map_or(0, |it| it.features.len()) + 1;
    // The features have very different sizes, so each gets a step of its own.
    let mut scales = vec![1e-9; count];
    for sample in samples {
        for (scale, value) in scales.iter_mut().zip(&sample.features) {
            *scale += value * value / samples.len() as f64;
        }
    }
    scales[count - 1] = 1.0;
    // The first class and the first shape of each side follow from the others.
    let is_fixed = |at: usize| {
        at == 0
            || at == CLASSES
            || at == 2 * CLASSES
            || at == 2 * CLASSES + SHAPES
            || scales[at] < 1e-6
    };
    let mut weights = vec![0.0; count];
    let mut moments = vec![(0.0, 0.0); count];
    let before = loss(samples, &weights);
    for round in 1..=ROUNDS {
        let mut gradient = vec![0.0; count];
        for sample in samples {
            let error = predict(&weights, &sample.features) - sample.result;
            for (at, value) in sample.features.iter().enumerate() {
                gradient[at] += error * value / scales[at].sqrt();
            }
            gradient[count - 1] += error;
        }
        for at in (0..count).filter(|&at| !is_fixed(at)) {
            let slope =
                gradient[at] / samples.len() as f64 + DECAY * weights[at] * scales[at].sqrt();
            // Adam (Kingma and Ba 2015).
            let (mean, square) = &mut moments[at];
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.99 * *square + 0.01 * slope * slope;
            let mean = *mean / (1.0 - 0.9_f64.powi(round as i32));
            let square = *square / (1.0 - 0.99_f64.powi(round as i32));
            let rate = 0.05 / (1.0 + round as f64 / 60.0);
            weights[at] -= rate * mean / (square.sqrt() + 1e-9) / scales[at].sqrt();
        }
    }
    let after = loss(samples, &weights);
    (weights, before, after)
}

fn predict(weights: &[f64], features: &[f64]) -> f64 {
    let sum: f64 = weights.iter().zip(features).map(|(weight, value)| weight * value).sum();
    1.0 / (1.0 + (-sum - weights[weights.len() - 1]).exp())
}

fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let of = |sample: &Sample| {
        let chance = predict(weights, &sample.features).clamp(1e-9, 1.0 - 1e-9);
        -(sample.result * chance.ln() + (1.0 - sample.result) * (1.0 - chance).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}
