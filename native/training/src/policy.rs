//! The policy in floating-point numbers, and its gradient. `native/search` has it in integers
//! (`games/gomoku/threats/network/policy.rs`).

use playout_search::{GOMOKU_FEATURES, Random};

use crate::choices::Choice;
use crate::fit::Model;
use crate::layer::{Layer, add_dot_gradient, dot};
use crate::lines::{EmbeddingGradient, Lines, bytes, normal};

/// The channels of an embedding for each colour.
const CHANNELS: usize = 8;
/// The neurons of the hidden layer.
const HIDDEN: usize = 32;
/// The activations of a point for the colour to move, then for the other.
const INPUTS: usize = 2 * CHANNELS;
/// What the features are divided by for the neurons.
const FEATURES: f32 = 128.0;

type Inputs = [f32; INPUTS];
type Features = [f32; GOMOKU_FEATURES];

fn features(choice: &Choice) -> Features {
    choice.features.map(|feature| f32::from(feature) / FEATURES)
}

/// Where the kinds of weights begin, after those of lines.
#[derive(Clone, Copy)]
struct Layout {
    hidden: Layer<HIDDEN>,
    /// The hidden layer's weights of the position's features.
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

/// A move's activations, neurons and logit.
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
        let output = context + HIDDEN * GOMOKU_FEATURES;
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

    /// The part of the neurons' sums that all moves of a position share: the biases and the weighted
    /// features.
    fn context(&self, features: &Features) -> [f32; HIDDEN] {
        let Layout { hidden, context, output, .. } = self.layout;
        let weights = self.weights[context..output].chunks_exact(GOMOKU_FEATURES);
        let mut sums = [0.0; HIDDEN];
        sums.copy_from_slice(&self.weights[hidden.bias..hidden.end]);
        sums.iter_mut().zip(weights).for_each(|(sum, weights)| *sum += dot(weights, features));
        sums
    }

    fn point(&self, context: [f32; HIDDEN], rows: [u16; 4]) -> Point {
        let Layout { hidden, output, direct, .. } = self.layout;
        let inputs: Inputs = self.lines.point(rows).as_flattened().try_into().expect("both sides");
        let neurons = hidden.neurons_with(&self.weights, &inputs, context);
        let logit = dot(&self.weights[output..], &neurons) + dot(&self.weights[direct..], &inputs);
        Point { inputs, neurons, logit }
    }

    /// The probabilities of the moves.
    pub(crate) fn probabilities(&self, choice: &Choice) -> Vec<f32> {
        let context = self.context(&features(choice));
        softmax(choice.points.iter().map(|&rows| self.point(context, rows).logit))
    }

    fn add_gradient(
        &self,
        choice: &Choice,
        gradient: &mut [f32],
        of_rows: &mut EmbeddingGradient<CHANNELS>,
    ) {
        let Layout { hidden, context, output, direct, .. } = self.layout;
        let weights = &self.weights;
        let features = features(choice);
        let seen = self.context(&features);
        let points: Vec<Point> = choice.points.iter().map(|&rows| self.point(seen, rows)).collect();
        let mut of_sums = [0.0; HIDDEN];
        let probabilities = softmax(points.iter().map(|it| it.logit));
        for (at, Point { inputs, neurons, .. }) in points.iter().enumerate() {
            let error = probabilities[at] - if at == choice.chosen { 1.0 } else { 0.0 };
            let (mut of_inputs, mut of_neurons) = ([0.0; INPUTS], [0.0; HIDDEN]);
            add_dot_gradient(weights, output, (neurons, &mut of_neurons), error, gradient);
            add_dot_gradient(weights, direct, (inputs, &mut of_inputs), error, gradient);
            let of_layer = (&inputs[..], &mut of_inputs[..]);
            hidden.add_gradient(weights, of_layer, (neurons, &of_neurons), gradient);
            for (of_sum, (neuron, error)) in of_sums.iter_mut().zip(neurons.iter().zip(of_neurons))
            {
                *of_sum += if *neuron > 0.0 { error } else { 0.0 };
            }
            let (own, other) = of_inputs.split_at(CHANNELS);
            let of_point = [own, other].map(|it| it.try_into().expect("a half"));
            of_rows.add(&self.lines, choice.points[at], of_point);
        }
        let of_features = gradient[context..output].chunks_exact_mut(GOMOKU_FEATURES);
        for (slopes, error) in of_features.zip(of_sums) {
            slopes.iter_mut().zip(features).for_each(|(slope, feature)| *slope += error * feature);
        }
    }

    /// The weights as the search reads them (`network/policy.rs`), which are integers in units of
    /// their own.
    pub(crate) fn quantised(&self) -> Vec<u8> {
        let Layout { direct, count, .. } = self.layout;
        let (classes, end, weights) = (self.lines.classes, self.lines.end, &self.weights);
        let parts = [
            (&weights[classes..end], 64.0),
            (&weights[end..direct], 256.0),
            (&weights[direct..count], 1_024.0),
        ];
        bytes(&weights[..classes], parts)
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
    use playout_search::gomoku_logits;

    use super::*;

    /// A policy that says something about everything.
    fn policy() -> Policy {
        let mut policy = Policy::new(7);
        let mut random = Random::new(8);
        let patterns = policy.lines.classes;
        policy.weights[..patterns].fill_with(|| random.below(1_000) as f32 / 2_000.0 - 0.2);
        // Without these, points that have nothing are where the neurons' slope changes.
        policy.weights[policy.layout.hidden.bias..policy.layout.hidden.end].fill(0.05);
        policy.combine();
        policy
    }

    /// Positions with lines of all kinds.
    fn choices() -> Vec<Choice> {
        let rows = playout_search::gomoku_rows().len() as u32;
        let mut random = Random::new(9);
        let mut choice = || {
            let count = 2 + random.below(20);
            let points = (0..count).map(|_| [0; 4].map(|_| random.below(rows) as u16)).collect();
            let features = [0; GOMOKU_FEATURES].map(|_| random.below(600) as i16);
            Choice { points, features, chosen: random.below(count) as usize }
        };
        (0..200).map(|_| choice()).collect()
    }

    #[test]
    fn the_weights_of_the_search_say_the_same_as_these() {
        let policy = policy();
        let weights = policy.quantised();
        for choice in choices() {
            let logits =
                gomoku_logits(&choice.points, &choice.features, &weights).expect("weights");
            let context = policy.context(&features(&choice));
            for (&rows, logit) in choice.points.iter().zip(logits) {
                let expected = policy.point(context, rows).logit;
                let tolerance = 0.05 + 0.02 * expected.abs();
                assert!((logit - expected).abs() < tolerance, "{logit}, {expected}: {rows:?}");
            }
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut policy = policy();
        let choices = choices();
        let samples: Vec<&Choice> = choices.iter().collect();
        let loss = |policy: &Policy| -> f64 {
            let of = |choice: &Choice| -f64::from(policy.probabilities(choice)[choice.chosen]).ln();
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
