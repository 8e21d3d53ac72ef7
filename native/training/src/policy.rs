//! The policy in floating-point numbers, and its gradient. `native/search` has it in integers
//! (`games/gomoku/threats/network/policy.rs`).

use playout_search::{GOMOKU_INPUTS, GOMOKU_POINT_OUTPUTS, Random};

use crate::choices::{self, Choice};
use crate::descent::Model;
use crate::layer::{Layer, add_dot_gradient, dot};
use crate::lines::{EmbeddingGradient, Lines, normal};
use crate::quantised::{self, Part};

/// The channels of an embedding for each colour.
const CHANNELS: usize = 8;
/// The neurons of the hidden layer.
const HIDDEN: usize = 32;
/// The activations of a point for the colour to move and for the other, then the outputs of the network there.
const INPUTS: usize = 2 * CHANNELS + GOMOKU_POINT_OUTPUTS;
/// What 1 is in the network's outputs of points, and in the inputs of its first layer.
const POINT_UNIT: f32 = 64.0;
const BOARD_UNIT: f32 = 128.0;

type Inputs = [f32; INPUTS];
type BoardInputs = [f32; GOMOKU_INPUTS];

fn board_inputs(choice: &Choice) -> BoardInputs {
    choice.inputs.map(|input| f32::from(input) / BOARD_UNIT)
}

/// Where the kinds of weights begin, after those of lines.
#[derive(Clone, Copy)]
struct Layout {
    hidden: Layer<HIDDEN>,
    /// The hidden layer's weights of the inputs of the network's first layer.
    context: usize,
    /// The logit's weights of the neurons, and of their inputs.
    output: usize,
    direct: usize,
    count: usize,
}

pub(crate) struct Policy {
    lines: Lines<CHANNELS>,
    layout: Layout,
    weights: Vec<f32>,
}

/// A move's inputs, neurons and logit.
struct Point {
    inputs: Inputs,
    neurons: [f32; HIDDEN],
    logit: f32,
}

impl Policy {
    /// A policy with small random weights.
    pub(crate) fn new(seed: u64) -> Self {
        let lines = Lines::new();
        let hidden = Layer::new(lines.end, INPUTS);
        let context = hidden.end;
        let output = context + HIDDEN * GOMOKU_INPUTS;
        let direct = output + HIDDEN;
        let count = direct + INPUTS;
        let mut random = Random::new(seed);
        let mut weights = vec![0.0; count];
        weights[lines.classes..lines.end].fill_with(|| normal(&mut random, 0.2));
        weights[hidden.weights..hidden.bias].fill_with(|| normal(&mut random, 0.25));
        weights[context..output].fill_with(|| normal(&mut random, 0.1));
        weights[output..direct].fill_with(|| normal(&mut random, 0.2));
        let layout = Layout { hidden, context, output, direct, count };
        let mut policy = Self { lines, layout, weights };
        policy.combine();
        policy
    }

    /// The part of the neurons' sums that all moves of a position share: the biases and the weighted inputs of
    /// the network's first layer.
    fn context(&self, inputs: &BoardInputs) -> [f32; HIDDEN] {
        let Layout { hidden, context, output, .. } = self.layout;
        let weights = self.weights[context..output].chunks_exact(GOMOKU_INPUTS);
        let mut sums = [0.0; HIDDEN];
        sums.copy_from_slice(&self.weights[hidden.bias..hidden.end]);
        sums.iter_mut().zip(weights).for_each(|(sum, weights)| *sum += dot(weights, inputs));
        sums
    }

    fn point(&self, context: [f32; HIDDEN], point: &choices::Point) -> Point {
        let Layout { hidden, output, direct, .. } = self.layout;
        let mut inputs: Inputs = [0.0; INPUTS];
        let (activations, outputs) = inputs.split_at_mut(2 * CHANNELS);
        activations.copy_from_slice(self.lines.point(point.rows).as_flattened());
        outputs
            .iter_mut()
            .zip(point.outputs)
            .for_each(|(input, output)| *input = f32::from(output) / POINT_UNIT);
        let neurons = hidden.neurons_with(&self.weights, &inputs, context);
        let logit = dot(&self.weights[output..], &neurons) + dot(&self.weights[direct..], &inputs);
        Point { inputs, neurons, logit }
    }

    /// The probabilities of the moves.
    pub(crate) fn probabilities(&self, choice: &Choice) -> Vec<f32> {
        let context = self.context(&board_inputs(choice));
        softmax(choice.points.iter().map(|point| self.point(context, point).logit))
    }

    fn add_gradient(
        &self,
        choice: &Choice,
        gradient: &mut [f32],
        of_rows: &mut EmbeddingGradient<CHANNELS>,
    ) {
        let Layout { hidden, context, output, direct, .. } = self.layout;
        let weights = &self.weights;
        let board_inputs = board_inputs(choice);
        let seen = self.context(&board_inputs);
        let points: Vec<Point> =
            choice.points.iter().map(|point| self.point(seen, point)).collect();
        let mut of_sums = [0.0; HIDDEN];
        let probabilities = softmax(points.iter().map(|it| it.logit));
        for (at, Point { inputs, neurons, .. }) in points.iter().enumerate() {
            let error = probabilities[at] - choice.shares[at];
            let (mut of_inputs, mut of_neurons) = ([0.0; INPUTS], [0.0; HIDDEN]);
            add_dot_gradient(weights, output, (neurons, &mut of_neurons), error, gradient);
            add_dot_gradient(weights, direct, (inputs, &mut of_inputs), error, gradient);
            let of_layer = (&inputs[..], &mut of_inputs[..]);
            hidden.add_gradient(weights, of_layer, (neurons, &of_neurons), gradient);
            for (of_sum, (neuron, error)) in of_sums.iter_mut().zip(neurons.iter().zip(of_neurons))
            {
                *of_sum += if *neuron > 0.0 { error } else { 0.0 };
            }
            let (own, others) = of_inputs.split_at(CHANNELS);
            let of_point = [own, &others[..CHANNELS]].map(|it| it.try_into().expect("a half"));
            of_rows.add(&self.lines, choice.points[at].rows, of_point);
        }
        let of_inputs = gradient[context..output].chunks_exact_mut(GOMOKU_INPUTS);
        for (slopes, error) in of_inputs.zip(of_sums) {
            slopes.iter_mut().zip(board_inputs).for_each(|(slope, input)| *slope += error * input);
        }
    }

    /// The policy with the weights that [`Self::quantised`] made bytes of; `None` if there are too many or
    /// too few.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut policy = Self::new(0);
        let (patterns, parts) = (policy.lines.classes, policy.parts());
        quantised::read(bytes, patterns, &parts, &mut policy.weights)?;
        policy.combine();
        Some(policy)
    }

    /// The weights as the search reads them (`network/policy.rs`), which are integers in units of
    /// their own.
    pub(crate) fn quantised(&self) -> Vec<u8> {
        quantised::bytes(&self.weights, self.lines.classes, &self.parts())
    }

    fn parts(&self) -> [Part; 6] {
        let Layout { hidden, context, output, direct, count } = self.layout;
        [
            (hidden.weights, 64.0),
            (hidden.bias, 1_024.0),
            (context, 256.0),
            (output, 1_024.0),
            (direct, 256.0),
            (count, 1_024.0),
        ]
    }
}

impl Model for Policy {
    type Sample = Choice;

    fn weights(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    fn combine(&mut self) {
        self.lines.combine(&self.weights);
    }

    fn gradient(&self, samples: &[&Choice]) -> Vec<f32> {
        let mut gradient = vec![0.0; self.layout.count];
        let mut of_rows = EmbeddingGradient::new(&self.lines);
        for choice in samples {
            self.add_gradient(choice, &mut gradient, &mut of_rows);
        }
        of_rows.finish(&self.lines, &mut gradient);
        gradient
    }
}

fn softmax(logits: impl Iterator<Item = f32>) -> Vec<f32> {
    let logits: Vec<f32> = logits.collect();
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let exponentials: Vec<f32> = logits.iter().map(|it| (it - most).exp()).collect();
    let total: f32 = exponentials.iter().sum();
    exponentials.into_iter().map(|it| it / total).collect()
}

#[cfg(test)]
mod tests {
    use playout_search::{GomokuPoint, gomoku_logits};

    use super::*;

    /// A policy that says something about everything.
    fn policy() -> Policy {
        let mut policy = Policy::new(7);
        let mut random = Random::new(8);
        let patterns = policy.lines.classes;
        policy.weights[..patterns].fill_with(|| random.below(1_000) as f32 / 2_000.0 - 0.2);
        let Layout { hidden, direct, count, .. } = policy.layout;
        // Without these, points that have nothing are where the neurons' slope changes.
        policy.weights[hidden.bias..hidden.end]
            .fill_with(|| 0.05 + random.below(1_000) as f32 / 1_000.0);
        policy.weights[direct..count].fill_with(|| normal(&mut random, 0.2));
        policy.combine();
        policy
    }

    /// Positions with lines of all kinds.
    fn choices() -> Vec<Choice> {
        let rows = playout_search::gomoku_rows().len() as u32;
        let mut random = Random::new(9);
        let mut choice = || {
            let count = 2 + random.below(20);
            let point = |random: &mut Random| choices::Point {
                rows: [0; 4].map(|_| random.below(rows) as u16),
                outputs: [0; GOMOKU_POINT_OUTPUTS].map(|_| random.below(160) as u8),
            };
            let points = (0..count).map(|_| point(&mut random)).collect();
            let inputs = [0; GOMOKU_INPUTS].map(|_| random.below(600) as i16);
            let mut shares: Box<[f32]> = (0..count).map(|_| random.below(9) as f32 + 0.1).collect();
            let total: f32 = shares.iter().sum();
            shares.iter_mut().for_each(|it| *it /= total);
            Choice { points, inputs, shares }
        };
        (0..200).map(|_| choice()).collect()
    }

    #[test]
    fn the_weights_of_the_search_say_the_same_as_these() {
        let policy = policy();
        let weights = policy.quantised();
        for choice in choices() {
            let points: Vec<GomokuPoint> =
                choice.points.iter().map(|it| (it.rows, it.outputs.map(i16::from))).collect();
            let logits = gomoku_logits(&points, &choice.inputs, &weights).expect("weights");
            let context = policy.context(&board_inputs(&choice));
            for (point, logit) in choice.points.iter().zip(logits) {
                let expected = policy.point(context, point).logit;
                let tolerance = 0.05 + 0.02 * expected.abs();
                let rows = point.rows;
                assert!((logit - expected).abs() < tolerance, "{logit}, {expected}: {rows:?}");
            }
        }
    }

    #[test]
    fn weights_that_are_read_again_are_the_same() {
        let weights = policy().quantised();
        let read = Policy::read(&weights).expect("weights");
        assert_eq!(read.quantised(), weights);
        assert!(Policy::read(&weights[1..]).is_none());
        assert!(Policy::read(&weights[2..]).is_none());
        assert!(Policy::read(&[&weights[..], &[0; 2]].concat()).is_none());
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut policy = policy();
        let choices = choices();
        let samples: Vec<&Choice> = choices.iter().collect();
        let loss = |policy: &Policy| -> f64 {
            let of = |choice: &Choice| -> f64 {
                let moves = choice.shares.iter().zip(policy.probabilities(choice));
                moves.map(|(&share, of)| -f64::from(share) * f64::from(of).ln()).sum()
            };
            choices.iter().map(of).sum()
        };
        let gradient = policy.gradient(&samples);
        let Layout { hidden: Layer { weights, bias, end }, output, direct, count, .. } =
            policy.layout;
        let classes = policy.lines.classes;
        for range in [
            0..classes,
            classes..weights,
            weights..bias,
            bias..end,
            end..output,
            output..direct,
            direct..count,
        ] {
            let steepest = range.max_by(|&a, &b| gradient[a].abs().total_cmp(&gradient[b].abs()));
            let at = steepest.expect("weights");
            let step = 0.0005;
            let weight = policy.weights[at];
            let losses = [weight - step, weight + step].map(|weight| {
                policy.weights[at] = weight;
                policy.combine();
                loss(&policy)
            });
            policy.weights[at] = weight;
            policy.combine();
            let slope = (losses[1] - losses[0]) / f64::from(2.0 * step);
            let expected = f64::from(gradient[at]);
            assert!((slope - expected).abs() < 0.03 * expected.abs(), "{at}: {slope}, {expected}");
        }
    }
}
