//! Fits the network to games by stochastic gradient descent.

use std::fs;
use std::io;
use std::path::Path;

use playout_search::Random;

use crate::network::{Network, POINTS_TO_LEAD};
use crate::samples::{self, Sample};

const EPOCHS: usize = 8;
const BATCH: usize = 256;
/// The size of steps at first; it falls to almost nothing.
const RATE: f32 = 2e-3;
const LEAST_RATE: f32 = RATE / 50.0;
/// How fast weights decay, in proportion to the steps.
const DECAY: f32 = 0.01;
/// How much of the target is the result, where there is one; the rest is the chance by the search.
const RESULT: f32 = 0.4;
/// One game of so many is kept to see how well the network predicts it.
const KEPT: usize = 20;

/// Adam (Kingma and Ba 2015), with weights that decay (Loshchilov and Hutter 2019).
struct Adam {
    moments: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Self {
        Self { moments: vec![[0.0; 2]; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let [first, second] = [0.9_f32, 0.999].map(|kept| 1.0 - kept.powi(self.steps));
        for ((weight, slope), moments) in weights.iter_mut().zip(gradient).zip(&mut self.moments) {
            moments[0] = 0.9 * moments[0] + 0.1 * slope;
            moments[1] = 0.999 * moments[1] + 0.001 * slope * slope;
            let step = moments[0] / first / ((moments[1] / second).sqrt() + 1e-8);
            *weight -= rate * (step + DECAY * *weight);
        }
    }
}

/// Fits a network to the games in some files, says how well it does, and writes its weights.
pub(crate) fn fit(files: &[&Path], seed: u64, to: &Path) -> io::Result<()> {
    let mut games = Vec::new();
    for file in files {
        games.extend(samples::read(file)?);
    }
    let numbered = || games.iter().enumerate();
    let mut training: Vec<&Sample> =
        numbered().filter(|(at, _)| at % KEPT != 0).flat_map(|(_, it)| it).collect();
    let kept: Vec<&Sample> =
        numbered().filter(|(at, _)| at % KEPT == 0).flat_map(|(_, it)| it).collect();
    println!("{} positions to fit, {} kept", training.len(), kept.len());
    report("without the network", &kept, |it| it.evaluation / POINTS_TO_LEAD);
    let mut network = Network::new(seed);
    let mut random = Random::new(seed);
    let mut adam = Adam::new(network.weights.len());
    let steps = EPOCHS * training.len().div_ceil(BATCH);
    for epoch in 1..=EPOCHS {
        random.shuffle(&mut training);
        for batch in training.chunks(BATCH) {
            let gradient = network.gradient(batch, target);
            let rest = 1.0 - adam.steps as f32 / steps as f32;
            adam.step(&mut network.weights, &gradient, (RATE * rest).max(LEAST_RATE));
            network.combine();
        }
        report(&format!("epoch {epoch}"), &kept, |it| network.value(it));
    }
    fs::write(to, network.quantised())
}

/// What the network should say.
fn target(sample: &Sample) -> f32 {
    match sample.result {
        Some(result) => RESULT * result + (1.0 - RESULT) * sample.chance,
        None => sample.chance,
    }
}

/// Prints the mean log losses of values: to the targets, and to the results where there are any.
fn report(name: &str, samples: &[&Sample], value: impl Fn(&Sample) -> f32) {
    let mean = |losses: &mut dyn Iterator<Item = f64>| {
        let (sum, count) = losses.fold((0.0, 0), |(sum, count), it| (sum + it, count + 1));
        sum / f64::from(count.max(1))
    };
    let targets = mean(&mut samples.iter().map(|it| loss(value(it), target(it))));
    let results = mean(&mut samples.iter().filter_map(|it| Some(loss(value(it), it.result?))));
    println!("{name}: log loss {targets:.4} to the targets, {results:.4} to the results");
}

/// The log loss of a value, which is the logarithm of how many times as often a side wins as it
/// loses.
fn loss(value: f32, target: f32) -> f64 {
    let chance = (1.0 / (1.0 + f64::from(-value).exp())).clamp(1e-9, 1.0 - 1e-9);
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adam_finds_the_least_of_a_parabola() {
        let mut adam = Adam::new(1);
        let mut weights = [0.0];
        for _ in 0..2_000 {
            let slope = [2.0 * (weights[0] - 3.0)];
            adam.step(&mut weights, &slope, 0.01);
        }
        assert!((weights[0] - 3.0).abs() < 0.1, "{weights:?}");
    }
}
