//! Fits the network to games by stochastic gradient descent.

use std::io;
use std::path::Path;

use playout_search::Random;

use crate::network::Network;
use crate::samples::{self, Sample};

const BATCH: usize = 256;
const RATE: f32 = 2e-3;
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
    fn step(&mut self, weights: &mut [f32], gradient: &mut [f32], rate: f32, decay: f32) {
        self.steps += 1;
        let [first, second] = [0.9_f32, 0.999].map(|kept| 1.0 - kept.powi(self.steps));
        for ((weight, gradient), moments) in
            weights.iter_mut().zip(gradient).zip(&mut self.moments)
        {
            let slope = *gradient;
            *gradient = 0.0;
            moments[0] = 0.9 * moments[0] + 0.1 * slope;
            moments[1] = 0.999 * moments[1] + 0.001 * slope * slope;
            let step = moments[0] / first / ((moments[1] / second).sqrt() + 1e-8);
            *weight -= rate * (step + decay * *weight);
        }
    }
}

fn target(sample: &Sample) -> f32 {
    match sample.result {
        Some(result) => RESULT * result + (1.0 - RESULT) * sample.chance,
        None => sample.chance,
    }
}

fn loss(value: f32, target: f32) -> f64 {
    let chance = (1.0 / (1.0 + f64::from(-value).exp())).clamp(1e-9, 1.0 - 1e-9);
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// The mean losses to targets, and to results where there are any.
pub(crate) fn losses<'a>(
    samples: impl Iterator<Item = &'a Sample> + Clone,
    predict: impl Fn(&Sample) -> f32,
) -> [f64; 2] {
    let mean = |losses: &mut dyn Iterator<Item = f64>| {
        let (sum, count) = losses.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
        sum / count
    };
    let targets = &mut samples.clone().map(|it| loss(predict(it), target(it)));
    let results = &mut samples.filter_map(|it| Some(loss(predict(it), it.result?)));
    [mean(targets), mean(results)]
}

pub(crate) fn fit(games: &Path, epochs: usize, seed: u64, to: &Path) -> io::Result<()> {
    let env = |name: &str, or: f32| std::env::var(name).ok().map_or(or, |it| it.parse().unwrap());
    let (batch_size, rate0, decay) =
        (env("BATCH", BATCH as f32) as usize, env("RATE", RATE), env("DECAY", 0.01));
    let games = samples::read(games, false)?;
    let is_kept = |game: &usize| game % KEPT == 0;
    let mut training: Vec<&Sample> =
        games.iter().enumerate().filter(|(at, _)| !is_kept(at)).flat_map(|(_, it)| it).collect();
    let kept: Vec<&Sample> =
        games.iter().enumerate().filter(|(at, _)| is_kept(at)).flat_map(|(_, it)| it).collect();
    let before = losses(kept.iter().copied(), |it| it.points / 300.0);
    eprintln!("{} positions, {} kept; without the network {before:.4?}", training.len(), kept.len());
    for scale in [0.6, 0.8, 1.25, 1.5, 2.0] {
        let scaled = losses(kept.iter().copied(), |it| it.points * scale / 300.0);
        eprintln!("  times {scale}: {scaled:.4?}");
    }
    let ideal = losses(kept.iter().copied(), |it| { let t = target(it).clamp(0.0005, 0.9995); (t / (1.0 - t)).ln() });
    eprintln!("  of the target itself {ideal:.4?}");
    let mut network = Network::new(seed);
    let mut random = Random::new(seed);
    let mut adam = Adam { moments: vec![[0.0; 2]; network.layout.count], steps: 0 };
    let mut gradient = network.gradient();
    let total = epochs * training.len().div_ceil(batch_size);
    for epoch in 0..epochs {
        random.shuffle(&mut training);
        let mut sum = 0.0;
        for batch in training.chunks(batch_size) {
            for sample in batch {
                let target = target(sample);
                sum += loss(network.add_gradient(sample, target, &mut gradient), target);
            }
            network.distribute(&mut gradient);
            let scale = 1.0 / batch.len() as f32;
            gradient.weights.iter_mut().for_each(|it| *it *= scale);
            let progress = adam.steps as f32 / total as f32;
            let rate = rate0 * (1.0 - progress).max(0.02);
            adam.step(&mut network.weights, &mut gradient.weights, rate, decay);
            network.combine();
        }
        let now = losses(kept.iter().copied(), |it| network.predict(it));
        eprintln!("epoch {}: {:.4}, kept {now:.4?}", epoch + 1, sum / training.len() as f64);
    }
    network.print_ranges();
    std::fs::write(to, network.quantised())
}

pub(crate) fn check(games: &Path) -> io::Result<()> {
    let games = samples::read(games, true)?;
    let kept = || games.iter().step_by(KEPT).flatten();
    for variant in [0, 1] {
        let kept = || kept().filter(move |it| it.variant == variant);
        let before = losses(kept(), |it| it.points / 300.0);
        let now = losses(kept(), |it| it.value / 300.0);
        eprintln!("{} positions: without {before:.4?}, with {now:.4?}", kept().count());
    }
    Ok(())
}
