//! Stochastic gradient descent.

use playout_search::Random;

/// The size of steps at first; it falls to almost nothing.
const RATE: f32 = 2e-3;
const LEAST_RATE: f32 = RATE / 50.0;
const BATCH: usize = 256;
/// How fast weights decay, in proportion to the steps.
const DECAY: f32 = 0.01;
/// One game of so many is kept to see how well the model predicts it.
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

/// What is fitted.
pub(crate) trait Model {
    type Sample;

    fn weights(&mut self) -> &mut [f32];

    /// Follows a change of the weights, after bringing them back within their limits.
    fn combine(&mut self);

    /// The gradient of the sum of the losses of some samples.
    fn gradient(&self, samples: &[&Self::Sample]) -> Vec<f32>;
}

/// The samples of games: those to fit a model to, and those of games kept to judge it.
pub(crate) struct Samples<'a, S> {
    training: Vec<&'a S>,
    pub(crate) kept: Vec<&'a S>,
}

impl<'a, S> Samples<'a, S> {
    pub(crate) fn of(games: &'a [Vec<S>]) -> Self {
        let of = |is_kept: bool| {
            let numbered = games.iter().enumerate();
            numbered.filter(|(at, _)| (at % KEPT == 0) == is_kept).flat_map(|(_, it)| it).collect()
        };
        let samples = Self { training: of(false), kept: of(true) };
        println!("{} positions to fit, {} kept", samples.training.len(), samples.kept.len());
        samples
    }
}

/// Fits a model to samples, and says after each epoch how well it does.
pub(crate) fn descend<M: Model>(
    model: &mut M,
    samples: &mut Samples<'_, M::Sample>,
    epochs: usize,
    seed: u64,
    report: impl Fn(&str, &[&M::Sample], &M),
) {
    let mut random = Random::new(seed);
    let mut adam = Adam::new(model.weights().len());
    let steps = epochs * samples.training.len().div_ceil(BATCH);
    for epoch in 1..=epochs {
        random.shuffle(&mut samples.training);
        for batch in samples.training.chunks(BATCH) {
            let mut gradient = model.gradient(batch);
            gradient.iter_mut().for_each(|it| *it /= batch.len() as f32);
            let rest = 1.0 - adam.steps as f32 / steps as f32;
            adam.step(model.weights(), &gradient, (RATE * rest).max(LEAST_RATE));
            model.combine();
        }
        report(&format!("epoch {epoch}"), &samples.kept, model);
    }
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
