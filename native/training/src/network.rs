//! The network in floating-point numbers, and its gradient. `native/search` has it in integers
//! (`games/gomoku/threats/network`).

use playout_games::gomoku::Gomoku;
use playout_search::{Random, SearchGame};

use crate::fit::Model;
use crate::lines::{Lines, Slopes, bytes, normal};
use crate::samples::Sample;

/// How many numbers a line adds to a point for a colour, and a point to that colour's sums.
const WIDTH: usize = 16;
/// The neurons between the sums of both colours and the value.
const HIDDEN: usize = 32;
/// What the sums are divided by for the neurons.
const SUMS: f32 = 8.0;
/// The points of the evaluation at which a side wins e times as often as it loses.
pub(crate) const POINTS_TO_LEAD: f32 = Gomoku::POINTS_TO_LEAD;

/// The sums of the colour to move, then the other's.
type Sums = [f32; 2 * WIDTH];

/// Where the kinds of weights begin, after those of lines.
#[derive(Clone, Copy)]
struct Layout {
    /// For each neuron, the weights of its inputs.
    hidden: usize,
    hidden_bias: usize,
    /// The weights of the neurons, and of their inputs, in the value.
    output: usize,
    direct: usize,
    bias: usize,
    count: usize,
}

pub(crate) struct Network {
    lines: Lines<WIDTH>,
    layout: Layout,
    weights: Vec<f32>,
}

impl Network {
    /// A network with small random weights.
    pub(crate) fn new(seed: u64) -> Self {
        let lines = Lines::new();
        let (classes, hidden) = (lines.classes, lines.end);
        let hidden_bias = hidden + HIDDEN * 2 * WIDTH;
        let output = hidden_bias + HIDDEN;
        let direct = output + HIDDEN;
        let bias = direct + 2 * WIDTH;
        let count = bias + 1;
        let layout = Layout { hidden, hidden_bias, output, direct, bias, count };
        let mut random = Random::new(seed);
        let mut weights = vec![0.0; count];
        weights[classes..hidden].fill_with(|| normal(&mut random, 0.15));
        weights[hidden..hidden_bias].fill_with(|| normal(&mut random, 0.25));
        weights[output..direct].fill_with(|| normal(&mut random, 0.1));
        let mut network = Self { lines, layout, weights };
        network.combine();
        network
    }

    fn sums(&self, sample: &Sample) -> Sums {
        let mut sums = [0.0; 2 * WIDTH];
        for &point in &sample.points {
            let point = self.lines.point(point);
            sums.iter_mut().zip(point.as_flattened()).for_each(|(sum, value)| *sum += value);
        }
        sums.map(|sum| sum / SUMS)
    }

    /// The neurons and the value.
    fn head(&self, sample: &Sample, sums: &Sums) -> ([f32; HIDDEN], f32) {
        let Layout { hidden, hidden_bias, output, direct, bias, .. } = self.layout;
        let weights = &self.weights;
        let product = |from: usize| -> f32 {
            weights[from..].iter().zip(sums).map(|(weight, sum)| weight * sum).sum()
        };
        let neurons: [f32; HIDDEN] = std::array::from_fn(|at| {
            (product(hidden + at * 2 * WIDTH) + weights[hidden_bias + at]).max(0.0)
        });
        let outputs = neurons.iter().zip(&weights[output..]);
        let value: f32 = outputs.map(|(neuron, weight)| neuron * weight).sum();
        (neurons, value + product(direct) + weights[bias] + sample.evaluation / POINTS_TO_LEAD)
    }

    /// The corrected evaluation, as the logarithm of how many times as often the side to move wins
    /// as it loses.
    pub(crate) fn value(&self, sample: &Sample) -> f32 {
        self.head(sample, &self.sums(sample)).1
    }

    fn add_gradient(&self, sample: &Sample, gradient: &mut [f32], of_rows: &mut Slopes<WIDTH>) {
        let sums = self.sums(sample);
        let (neurons, value) = self.head(sample, &sums);
        let error = 1.0 / (1.0 + (-value).exp()) - sample.target();
        let Layout { hidden, hidden_bias, output, direct, bias, .. } = self.layout;
        gradient[bias] += error;
        let mut of_sums = [0.0; 2 * WIDTH];
        // Adds what the inputs from a place in the weights contribute to a sum with this error.
        let mut add_inputs = |from: usize, error: f32, gradient: &mut [f32]| {
            for (at, sum) in sums.iter().enumerate() {
                gradient[from + at] += error * sum;
                of_sums[at] += error * self.weights[from + at];
            }
        };
        add_inputs(direct, error, gradient);
        for (at, neuron) in neurons.iter().enumerate().filter(|(_, neuron)| **neuron > 0.0) {
            gradient[output + at] += error * neuron;
            let error = error * self.weights[output + at];
            gradient[hidden_bias + at] += error;
            add_inputs(hidden + at * 2 * WIDTH, error, gradient);
        }
        let of_sums = of_sums.map(|slope| slope / SUMS);
        let (own, other) = of_sums.split_at(WIDTH);
        let of_point = [own, other].map(|it| it.try_into().expect("a half"));
        for &point in &sample.points {
            of_rows.add(&self.lines, point, of_point);
        }
    }

    /// The weights as the search reads them (`network/weights.rs`), which are integers in units of
    /// their own.
    pub(crate) fn quantised(&self) -> Vec<u8> {
        let Layout { hidden, output, direct, bias, count, .. } = self.layout;
        let (classes, weights) = (self.lines.classes, &self.weights);
        let parts = [
            (&weights[classes..hidden], 64.0),
            (&weights[hidden..output], 256.0),
            (&weights[output..direct], 512.0),
            (&weights[direct..bias], 1_024.0),
            (&weights[bias..count], 512.0),
        ];
        bytes(&weights[..classes], parts)
    }
}

impl Model for Network {
    type Sample = Sample;

    fn weights(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    fn combine(&mut self) {
        self.lines.combine(&self.weights);
    }

    fn gradient(&self, samples: &[&Sample]) -> Vec<f32> {
        let mut gradient = vec![0.0; self.layout.count];
        let mut of_rows = Slopes::new(&self.lines);
        for sample in samples {
            self.add_gradient(sample, &mut gradient, &mut of_rows);
        }
        of_rows.finish(&self.lines, &mut gradient);
        gradient
    }
}

#[cfg(test)]
mod tests {
    use playout_games::{Game, Options, Record};
    use playout_search::{gomoku_inputs, gomoku_stones, gomoku_value};

    use super::*;

    /// Positions of all kinds with what the network sees of them.
    fn positions() -> Vec<(Gomoku, Sample)> {
        let mut positions = Vec::new();
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let variant = ["freestyle", "standard"][seed as usize % 2];
            let size = (5 + seed % 16).to_string();
            let options = Options::new([("variant", variant), ("size", &size)]);
            let mut record = Record::new(Gomoku::start(&options).expect("a start"));
            let count = 1 + random.below(20);
            let moves = gomoku_stones(record.position(), count, &mut random);
            moves.into_iter().flatten().for_each(|mv| record.play(mv));
            if let Some((points, lines)) = gomoku_inputs(record.position()) {
                let sample = Sample {
                    evaluation: points as f32,
                    points: lines.into(),
                    chance: 0.25,
                    result: (seed % 3 == 0).then_some(1.0),
                };
                positions.push((*record.position(), sample));
            }
        }
        assert!(positions.len() > 100);
        positions
    }

    /// A network that says something about everything.
    fn network() -> Network {
        let mut network = Network::new(7);
        let mut random = Random::new(8);
        let patterns = network.lines.classes;
        network.weights[..patterns].fill_with(|| random.below(1_000) as f32 / 2_000.0 - 0.2);
        network.combine();
        network
    }

    #[test]
    fn the_weights_of_the_search_say_the_same_as_these() {
        let network = network();
        let weights = network.quantised();
        for (position, sample) in positions() {
            let expected = POINTS_TO_LEAD * network.value(&sample);
            let value = gomoku_value(&position, &weights).expect("weights") as f32;
            let tolerance = 6.0 + 0.02 * (expected - sample.evaluation).abs();
            assert!((value - expected).abs() < tolerance, "{value}, {expected}: {position}");
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut network = network();
        let positions = positions();
        let samples: Vec<&Sample> = positions.iter().map(|(_, sample)| sample).collect();
        let loss = |network: &Network| {
            let of = |sample: &&Sample| {
                let chance = 1.0 / (1.0 + f64::from(-network.value(sample)).exp());
                let target = f64::from(sample.target());
                -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
            };
            samples.iter().map(of).sum::<f64>()
        };
        let gradient = network.gradient(&samples);
        let Layout { hidden, hidden_bias, output, direct, bias, count } = network.layout;
        let classes = network.lines.classes;
        for range in [
            0..classes,
            classes..hidden,
            hidden..hidden_bias,
            hidden_bias..output,
            output..direct,
            direct..bias,
            bias..count,
        ] {
            let steepest = range.max_by(|&a, &b| gradient[a].abs().total_cmp(&gradient[b].abs()));
            let at = steepest.expect("weights");
            let step = 0.01;
            let weight = network.weights[at];
            let losses = [weight - step, weight + step].map(|weight| {
                network.weights[at] = weight;
                network.combine();
                loss(&network)
            });
            network.weights[at] = weight;
            network.combine();
            let slope = (losses[1] - losses[0]) / f64::from(2.0 * step);
            let expected = f64::from(gradient[at]);
            assert!((slope - expected).abs() < 0.02 * expected.abs(), "{at}: {slope}, {expected}");
        }
    }
}
