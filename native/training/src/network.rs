//! The network in floating-point numbers, and its gradient. `native/search` has it in integers
//! (`games/gomoku/threats/network`).

use std::ops::Range;

use playout_games::gomoku::Gomoku;
use playout_search::{Random, SearchGame, gomoku_rows};

use crate::samples::Sample;

/// How many numbers a line adds to a point for a colour, and a point to that colour's sums.
const WIDTH: usize = 16;
/// The neurons between the sums of both colours and the value.
const HIDDEN: usize = 32;
/// The number of pairs of classes.
const CLASSES: usize = 12 * 12;
/// The most that a point adds.
const MOST: f32 = 2.5;
/// What the sums are divided by for the neurons.
const SUMS: f32 = 8.0;
/// The points of the evaluation at which a side wins e times as often as it loses.
pub(crate) const POINTS_TO_LEAD: f32 = Gomoku::POINTS_TO_LEAD;

/// What a line adds to a point.
type Vector = [f32; WIDTH];
/// The sums of the colour to move, then the other's.
type Sums = [f32; 2 * WIDTH];

/// Where the kinds of weights begin.
#[derive(Clone, Copy)]
struct Layout {
    /// After the vectors of patterns, those of pairs of classes.
    classes: usize,
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
    /// For each row, the numbers of its pattern and of its classes, and the row with the colours
    /// exchanged.
    rows: Vec<[u16; 3]>,
    layout: Layout,
    pub(crate) weights: Vec<f32>,
    /// What the rows add by the current weights. The first, of lines without stones, adds nothing.
    vectors: Vec<Vector>,
}

impl Network {
    /// A network with small random weights.
    pub(crate) fn new(seed: u64) -> Self {
        let rows = gomoku_rows();
        let patterns = rows.iter().map(|row| usize::from(row[0]) + 1).max().unwrap_or(0);
        let classes = patterns * WIDTH;
        let hidden = classes + CLASSES * WIDTH;
        let hidden_bias = hidden + HIDDEN * 2 * WIDTH;
        let output = hidden_bias + HIDDEN;
        let direct = output + HIDDEN;
        let bias = direct + 2 * WIDTH;
        let count = bias + 1;
        let layout = Layout { classes, hidden, hidden_bias, output, direct, bias, count };
        let mut random = Random::new(seed);
        // The sum of four uniform numbers is near enough to the normal distribution.
        let mut normal = |deviation: f32| {
            let sum: f32 = (0..4).map(|_| random.below(1 << 20) as f32 / (1 << 20) as f32).sum();
            (sum - 2.0) * 3.0_f32.sqrt() * deviation
        };
        let mut weights = vec![0.0; count];
        weights[classes..hidden].fill_with(|| normal(0.15));
        weights[hidden..hidden_bias].fill_with(|| normal(0.25));
        weights[output..direct].fill_with(|| normal(0.1));
        let mut network = Self { vectors: vec![[0.0; WIDTH]; rows.len()], rows, layout, weights };
        network.combine();
        network
    }

    /// Where the two vectors of a row begin.
    fn parts(&self, row: [u16; 3]) -> [usize; 2] {
        let [pattern, classes] = [row[0], row[1]].map(|it| usize::from(it) * WIDTH);
        [pattern, self.layout.classes + classes]
    }

    /// Computes what rows add after the weights have changed.
    pub(crate) fn combine(&mut self) {
        for at in 1..self.rows.len() {
            let [pattern, classes] =
                self.parts(self.rows[at]).map(|from| &self.weights[from..][..WIDTH]);
            self.vectors[at] = std::array::from_fn(|at| pattern[at] + classes[at]);
        }
    }

    /// The four rows of a point for the colour to move and for the other.
    fn sides(&self, point: [u16; 4]) -> [[u16; 4]; 2] {
        [point, point.map(|row| self.rows[usize::from(row)][2])]
    }

    fn point(&self, rows: [u16; 4]) -> Vector {
        let mut point = [0.0; WIDTH];
        for row in rows {
            let vector = &self.vectors[usize::from(row)];
            point.iter_mut().zip(vector).for_each(|(point, value)| *point += value);
        }
        point
    }

    fn sums(&self, sample: &Sample) -> Sums {
        let mut sums = [0.0; 2 * WIDTH];
        for &point in &sample.points {
            for (side, rows) in self.sides(point).into_iter().enumerate() {
                let point = self.point(rows);
                for (sum, value) in sums[side * WIDTH..].iter_mut().zip(point) {
                    *sum += value.clamp(0.0, MOST);
                }
            }
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

    /// The gradient of the mean log loss of some samples.
    pub(crate) fn gradient(
        &self,
        samples: &[&Sample],
        target: impl Fn(&Sample) -> f32,
    ) -> Vec<f32> {
        let mut gradient = vec![0.0; self.layout.count];
        let mut of_rows = vec![[0.0; WIDTH]; self.rows.len()];
        for sample in samples {
            self.add_gradient(sample, target(sample), &mut gradient, &mut of_rows);
        }
        for (&row, of_row) in self.rows.iter().zip(&of_rows).skip(1) {
            for from in self.parts(row) {
                let weights = gradient[from..].iter_mut().zip(of_row);
                weights.for_each(|(weight, value)| *weight += value);
            }
        }
        gradient.iter_mut().for_each(|it| *it /= samples.len() as f32);
        gradient
    }

    fn add_gradient(
        &self,
        sample: &Sample,
        target: f32,
        gradient: &mut [f32],
        of_rows: &mut [Vector],
    ) {
        let sums = self.sums(sample);
        let (neurons, value) = self.head(sample, &sums);
        let error = 1.0 / (1.0 + (-value).exp()) - target;
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
        for &point in &sample.points {
            for (side, rows) in self.sides(point).into_iter().enumerate() {
                let point = self.point(rows);
                let of_point: Vector = std::array::from_fn(|at| {
                    let is_inside = point[at] > 0.0 && point[at] < MOST;
                    if is_inside { of_sums[side * WIDTH + at] / SUMS } else { 0.0 }
                });
                for row in rows {
                    let of_row = of_rows[usize::from(row)].iter_mut();
                    of_row.zip(of_point).for_each(|(row, value)| *row += value);
                }
            }
        }
    }

    /// The weights as the search reads them (`network/weights.rs`), which are integers in units of
    /// their own.
    pub(crate) fn quantised(&self) -> Vec<u8> {
        let Layout { classes, hidden, output, direct, bias, count, .. } = self.layout;
        let whole = |range: Range<usize>, unit: f32, most: f32| {
            self.weights[range].iter().map(move |it| (it * unit).round().clamp(-most, most))
        };
        let patterns = whole(0..classes, 64.0, 127.0).map(|it| it as i8 as u8);
        let parts = [
            (classes..hidden, 64.0),
            (hidden..output, 256.0),
            (output..direct, 512.0),
            (direct..bias, 1_024.0),
            (bias..count, 512.0),
        ];
        let others = parts.into_iter().flat_map(|(range, unit)| whole(range, unit, 32_767.0));
        patterns.chain(others.flat_map(|it| (it as i16).to_le_bytes())).collect()
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
                    result: None,
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
        let patterns = network.layout.classes;
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
                let target = f64::from(sample.chance);
                -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
            };
            samples.iter().map(of).sum::<f64>() / samples.len() as f64
        };
        let gradient = network.gradient(&samples, |it| it.chance);
        let Layout { classes, hidden, hidden_bias, output, direct, bias, count } = network.layout;
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
