//! The network in floating-point numbers, and its gradient.

use playout_search::{Random, gomoku_rows};

use crate::samples::Sample;

/// The numbers that a point adds to a colour's sums.
pub(crate) const WIDTH: usize = 16;
/// The neurons between the sums of both colours and the value.
pub(crate) const HIDDEN: usize = 32;
/// The number of pairs of classes.
const CLASSES: usize = 12 * 12;
/// A point adds at most this.
pub(crate) const MOST: f32 = 2.5;
/// The points of the evaluation at which a side wins e times as often as it loses.
const POINTS_TO_LEAD: f32 = 300.0;
/// What the sums are divided by before the neurons.
pub(crate) const SUMS: f32 = 8.0;

type Vector = [f32; WIDTH];

/// Where the parts of the weights begin in their vector.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) classes: usize,
    pub(crate) hidden: usize,
    pub(crate) hidden_bias: usize,
    pub(crate) output: usize,
    pub(crate) direct: usize,
    pub(crate) bias: usize,
    pub(crate) count: usize,
}

pub(crate) struct Network {
    rows: Vec<[u16; 3]>,
    pub(crate) layout: Layout,
    pub(crate) weights: Vec<f32>,
    /// The rows by the current weights, for the colour to move and for the other.
    combined: Vec<Vector>,
}

/// The gradient of a batch.
pub(crate) struct Gradient {
    rows: Vec<Vector>,
    pub(crate) weights: Vec<f32>,
}

fn sum_of(rows: &[Vector], point: [u16; 4]) -> Vector {
    let mut sum = [0.0; WIDTH];
    for row in point {
        let row = &rows[usize::from(row)];
        for (sum, value) in sum.iter_mut().zip(row) {
            *sum += value;
        }
    }
    sum
}

impl Network {
    pub(crate) fn new(seed: u64) -> Self {
        let rows = gomoku_rows();
        let patterns = rows.iter().map(|row| row[0]).max().map_or(0, usize::from) + 1;
        let classes = patterns * WIDTH;
        let hidden = classes + CLASSES * WIDTH;
        let hidden_bias = hidden + HIDDEN * 2 * WIDTH;
        let output = hidden_bias + HIDDEN;
        let direct = output + HIDDEN;
        let bias = direct + 2 * WIDTH;
        let layout =
            Layout { classes, hidden, hidden_bias, output, direct, bias, count: bias + 1 };
        let mut random = Random::new(seed);
        // The sum of four uniform numbers is near enough to the normal distribution.
        let mut normal = |deviation: f32| {
            let sum: f32 = (0..4).map(|_| random.below(1 << 20) as f32 / (1 << 20) as f32).sum();
            (sum - 2.0) * 3.0_f32.sqrt() * deviation
        };
        let mut weights = vec![0.0; layout.count];
        weights[classes..hidden].fill_with(|| normal(0.15));
        weights[hidden..hidden_bias].fill_with(|| normal(0.25));
        weights[output..direct].fill_with(|| normal(0.1));
        let mut network = Self { combined: vec![[0.0; WIDTH]; rows.len()], rows, layout, weights };
        network.combine();
        network
    }

    /// Computes the rows after the weights have changed.
    pub(crate) fn combine(&mut self) {
        for (row, combined) in self.rows.iter().zip(&mut self.combined).skip(1) {
            let pattern = &self.weights[usize::from(row[0]) * WIDTH..][..WIDTH];
            let classes =
                &self.weights[self.layout.classes + usize::from(row[1]) * WIDTH..][..WIDTH];
            for (at, value) in combined.iter_mut().enumerate() {
                *value = pattern[at] + classes[at];
            }
        }
    }

    pub(crate) fn gradient(&self) -> Gradient {
        Gradient {
            rows: vec![[0.0; WIDTH]; self.rows.len()],
            weights: vec![0.0; self.layout.count],
        }
    }

    fn exchanged(&self, point: [u16; 4]) -> [u16; 4] {
        point.map(|row| self.rows[usize::from(row)][2])
    }

    fn sums(&self, sample: &Sample) -> [f32; 2 * WIDTH] {
        let mut sums = [0.0; 2 * WIDTH];
        for &point in &sample.rows {
            for (side, point) in [point, self.exchanged(point)].into_iter().enumerate() {
                let sum = sum_of(&self.combined, point);
                for (total, value) in sums[side * WIDTH..].iter_mut().zip(sum) {
                    *total += value.clamp(0.0, MOST);
                }
            }
        }
        sums.map(|sum| sum / SUMS)
    }

    /// The neurons, and the logarithm of how many times as often the side to move wins as it loses.
    fn head(&self, sample: &Sample, sums: &[f32; 2 * WIDTH]) -> ([f32; HIDDEN], f32) {
        let Layout { hidden, hidden_bias, output, direct, bias, .. } = self.layout;
        let weights = &self.weights;
        let mut neurons = [0.0; HIDDEN];
        let mut value = weights[bias] + sample.points / POINTS_TO_LEAD;
        for (at, neuron) in neurons.iter_mut().enumerate() {
            let inputs = &weights[hidden + at * 2 * WIDTH..][..2 * WIDTH];
            let sum: f32 = inputs.iter().zip(sums).map(|(weight, sum)| weight * sum).sum();
            *neuron = (sum + weights[hidden_bias + at]).max(0.0);
            value += *neuron * weights[output + at];
        }
        value += weights[direct..bias].iter().zip(sums).map(|(weight, sum)| weight * sum).sum::<f32>();
        (neurons, value)
    }

    pub(crate) fn predict(&self, sample: &Sample) -> f32 {
        self.head(sample, &self.sums(sample)).1
    }

    /// Adds the gradient of the loss of a sample, and returns the prediction.
    pub(crate) fn add_gradient(&self, sample: &Sample, target: f32, to: &mut Gradient) -> f32 {
        let sums = self.sums(sample);
        let (neurons, value) = self.head(sample, &sums);
        let error = 1.0 / (1.0 + (-value).exp()) - target;
        let Layout { hidden, hidden_bias, output, direct, bias, .. } = self.layout;
        let mut of_sums = [0.0; 2 * WIDTH];
        to.weights[bias] += error;
        for (at, sum) in sums.iter().enumerate() {
            to.weights[direct + at] += error * sum;
            of_sums[at] = error * self.weights[direct + at];
        }
        for (at, neuron) in neurons.iter().enumerate().filter(|(_, neuron)| **neuron > 0.0) {
            to.weights[output + at] += error * neuron;
            let error = error * self.weights[output + at];
            to.weights[hidden_bias + at] += error;
            let inputs = hidden + at * 2 * WIDTH;
            for input in 0..2 * WIDTH {
                to.weights[inputs + input] += error * sums[input];
                of_sums[input] += error * self.weights[inputs + input];
            }
        }
        for &point in &sample.rows {
            for (side, point) in [point, self.exchanged(point)].into_iter().enumerate() {
                let sum = sum_of(&self.combined, point);
                let mut of_point = [0.0; WIDTH];
                for (at, error) in of_point.iter_mut().enumerate() {
                    let is_inside = sum[at] > 0.0 && sum[at] < MOST;
                    *error = if is_inside { of_sums[side * WIDTH + at] / SUMS } else { 0.0 };
                }
                for row in point {
                    let row = &mut to.rows[usize::from(row)];
                    for (row, error) in row.iter_mut().zip(of_point) {
                        *row += error;
                    }
                }
            }
        }
        value
    }

    /// Moves what was added to the rows to the weights that they are made of.
    pub(crate) fn distribute(&self, gradient: &mut Gradient) {
        for (row, values) in self.rows.iter().zip(&mut gradient.rows).skip(1) {
            let at = [usize::from(row[0]) * WIDTH, self.layout.classes + usize::from(row[1]) * WIDTH];
            for from in at {
                for (weight, value) in gradient.weights[from..][..WIDTH].iter_mut().zip(&*values) {
                    *weight += value;
                }
            }
            values.fill(0.0);
        }
        gradient.rows[0].fill(0.0);
    }

    pub(crate) fn print_ranges(&self) {
        let Layout { classes, hidden, hidden_bias, output, direct, bias, count } = self.layout;
        for (name, from, to) in [("patterns", 0, classes), ("classes", classes, hidden), ("hidden", hidden, hidden_bias), ("hidden bias", hidden_bias, output), ("output", output, direct), ("direct", direct, bias), ("bias", bias, count)] {
            let part = &self.weights[from..to];
            let most = part.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
            let square = (part.iter().map(|it| it * it).sum::<f32>() / part.len() as f32).sqrt();
            let wide = part.iter().filter(|it| it.abs() > 2.0).count();
            eprintln!("{name}: {} most {most:.3} rms {square:.3} over 2: {wide}", to - from);
        }
    }

    /// The weights as the search reads them.
    pub(crate) fn quantised(&self) -> Vec<u8> {
        let Layout { hidden, hidden_bias, output, direct, bias, count, .. } = self.layout;
        let parts = [(0, hidden, 64.0), (hidden, hidden_bias, 256.0), (hidden_bias, output, 256.0), (output, direct, 512.0), (direct, bias, 1024.0), (bias, count, 512.0)];
        let numbers = parts.into_iter().flat_map(|(from, to, unit)| {
            self.weights[from..to].iter().map(move |it| (it * unit).round().clamp(-32767.0, 32767.0) as i16)
        });
        numbers.flat_map(i16::to_le_bytes).collect()
    }
}
