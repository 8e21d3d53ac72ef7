//! The network in floating-point numbers, and its gradient. `native/search` has it in integers
//! (`games/gomoku/threats/network`).

use playout_search::{GOMOKU_FEATURES, POINTS_TO_LEAD, Random};

use crate::convolution::{Convolution, FeatureMap};
use crate::descent::Model;
use crate::layer::{self, add_dot_gradient, dot};
use crate::lines::{EmbeddingGradient, Lines, normal};
use crate::quantised::bytes;
use crate::samples::Sample;

/// The channels of an embedding for each colour.
const CHANNELS: usize = 16;
/// The number of sums over the board: of the activations of points for the colour to move and for the other,
/// then of the convolution's outputs.
const SUMS: usize = 4 * CHANNELS;
/// The inputs of the first layer: the sums and the features.
const INPUTS: usize = SUMS + GOMOKU_FEATURES;
/// The neurons of a layer.
const NEURONS: usize = 32;
/// What the sums and the features are divided by for the neurons.
const SUM_UNIT: f32 = 8.0;
const FEATURES: f32 = 128.0;
/// What 1 is in the search's weights of the convolution's rings. In the biases it is 256.
const CONVOLUTION_UNIT: f32 = 2_048.0;

type Inputs = [f32; INPUTS];
type Neurons = [f32; NEURONS];
type Layer = layer::Layer<NEURONS>;

/// Where the kinds of weights begin, after those of lines.
#[derive(Clone, Copy)]
struct Layout {
    convolution: Convolution<CHANNELS>,
    hidden: Layer,
    deep: Layer,
    /// The weights of the value: of the inputs, and of the neurons of both layers.
    direct: usize,
    output: [usize; 2],
    bias: usize,
    count: usize,
}

pub(crate) struct Network {
    lines: Lines<CHANNELS>,
    layout: Layout,
    weights: Vec<f32>,
}

impl Network {
    /// A network with small random weights.
    pub(crate) fn new(seed: u64) -> Self {
        let lines = Lines::new();
        let (classes, end) = (lines.classes, lines.end);
        let convolution = Convolution::new(end);
        let hidden = Layer::new(convolution.end, INPUTS);
        let deep = Layer::new(hidden.end, NEURONS);
        let direct = deep.end;
        let output = [direct + INPUTS, direct + INPUTS + NEURONS];
        let bias = output[1] + NEURONS;
        let count = bias + 1;
        let layout = Layout { convolution, hidden, deep, direct, output, bias, count };
        let mut random = Random::new(seed);
        let mut weights = vec![0.0; layout.count];
        weights[classes..end].fill_with(|| normal(&mut random, 0.15));
        convolution.begin(&mut weights, &mut random);
        weights[hidden.weights..hidden.bias].fill_with(|| normal(&mut random, 0.25));
        weights[deep.weights..deep.bias].fill_with(|| normal(&mut random, 0.2));
        weights[output[0]..bias].fill_with(|| normal(&mut random, 0.1));
        let mut network = Self { lines, layout, weights };
        network.combine();
        network
    }

    /// The inputs of the first layer, and the activations of the points.
    fn inputs(&self, sample: &Sample) -> (Inputs, FeatureMap<CHANNELS>) {
        let mut inputs = [0.0; INPUTS];
        let (sums, features) = inputs.split_at_mut(SUMS);
        let (of_points, of_convolution) = sums.split_at_mut(2 * CHANNELS);
        let mut map = FeatureMap::new(sample.size);
        for &(cell, rows) in &sample.points {
            let point = self.lines.point(rows);
            of_points.iter_mut().zip(point.as_flattened()).for_each(|(sum, value)| *sum += value);
            map.set(cell, point);
        }
        let outputs = self.layout.convolution.sums(&self.weights, &map);
        of_convolution.copy_from_slice(outputs.as_flattened());
        sums.iter_mut().for_each(|sum| *sum /= SUM_UNIT);
        let scaled = features.iter_mut().zip(sample.features);
        scaled.for_each(|(feature, value)| *feature = f32::from(value) / FEATURES);
        (inputs, map)
    }

    /// The neurons of both layers and the value.
    fn head(&self, sample: &Sample, inputs: &Inputs) -> ([Neurons; 2], f32) {
        let Layout { hidden, deep, direct, output, bias, .. } = self.layout;
        let weights = &self.weights;
        let hidden = hidden.neurons(weights, inputs);
        let deep = deep.neurons(weights, &hidden);
        let value = dot(&weights[direct..], inputs)
            + dot(&weights[output[0]..], &hidden)
            + dot(&weights[output[1]..], &deep)
            + weights[bias];
        ([hidden, deep], value + sample.evaluation / POINTS_TO_LEAD)
    }

    /// The corrected evaluation, as the logarithm of how many times as often the side to move wins
    /// as it loses.
    pub(crate) fn value(&self, sample: &Sample) -> f32 {
        self.head(sample, &self.inputs(sample).0).1
    }

    fn add_gradient(
        &self,
        sample: &Sample,
        gradient: &mut [f32],
        of_rows: &mut EmbeddingGradient<CHANNELS>,
    ) {
        let (inputs, map) = self.inputs(sample);
        let ([hidden_neurons, deep_neurons], value) = self.head(sample, &inputs);
        let error = 1.0 / (1.0 + (-value).exp()) - sample.target();
        let Layout { convolution, hidden, deep, direct, output, bias, .. } = self.layout;
        let weights = &self.weights;
        let (mut of_inputs, mut of_hidden, mut of_deep) =
            ([0.0; INPUTS], [0.0; NEURONS], [0.0; NEURONS]);
        gradient[bias] += error;
        add_dot_gradient(weights, output[1], (&deep_neurons, &mut of_deep), error, gradient);
        add_dot_gradient(weights, output[0], (&hidden_neurons, &mut of_hidden), error, gradient);
        add_dot_gradient(weights, direct, (&inputs, &mut of_inputs), error, gradient);
        let of_layer = (&hidden_neurons[..], &mut of_hidden[..]);
        deep.add_gradient(weights, of_layer, (&deep_neurons, &of_deep), gradient);
        let of_layer = (&inputs[..], &mut of_inputs[..]);
        hidden.add_gradient(weights, of_layer, (&hidden_neurons, &of_hidden), gradient);
        let slopes: [f32; SUMS] = std::array::from_fn(|at| of_inputs[at] / SUM_UNIT);
        let (of_sums, of_outputs) = slopes.split_at(2 * CHANNELS);
        let [of_sums, of_outputs] = [of_sums, of_outputs].map(|it| {
            let (own, other) = it.split_at(CHANNELS);
            [own, other].map(|it| it.try_into().expect("a half"))
        });
        let of_map = convolution.add_gradient(weights, &map, of_outputs, gradient);
        for &(cell, rows) in &sample.points {
            of_rows.add(&self.lines, rows, of_map.plus(cell, of_sums));
        }
    }

    /// The weights as the search reads them (`network/weights.rs`), which are integers in units of
    /// their own.
    pub(crate) fn quantised(&self) -> Vec<u8> {
        let Layout { convolution, direct, output, count, .. } = self.layout;
        let parts = [
            (self.lines.end, 64.0),
            (convolution.bias, CONVOLUTION_UNIT),
            (direct, 256.0),
            (output[0], 1_024.0),
            (count, 512.0),
        ];
        bytes(&self.weights, self.lines.classes, &parts)
    }
}

impl Model for Network {
    type Sample = Sample;

    fn weights(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    fn combine(&mut self) {
        self.layout.convolution.limit(&mut self.weights);
        self.lines.combine(&self.weights);
    }

    fn gradient(&self, samples: &[&Sample]) -> Vec<f32> {
        let mut gradient = vec![0.0; self.layout.count];
        let mut of_rows = EmbeddingGradient::new(&self.lines);
        for sample in samples {
            self.add_gradient(sample, &mut gradient, &mut of_rows);
        }
        of_rows.finish(&self.lines, &mut gradient);
        gradient
    }
}

#[cfg(test)]
mod tests {
    use playout_games::gomoku::Gomoku;
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
            if let Some(inputs) = gomoku_inputs(record.position()) {
                let sample = Sample::new(inputs, 0.25, (seed % 3 == 0).then_some(1.0));
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
        let Layout { hidden, deep, direct, output, bias, count, .. } = network.layout;
        let patterns = network.lines.classes;
        network.weights[..patterns].fill_with(|| random.below(1_000) as f32 / 2_000.0 - 0.2);
        for range in [hidden.bias..hidden.end, deep.bias..deep.end, direct..output[0], bias..count]
        {
            network.weights[range].fill_with(|| normal(&mut random, 0.2));
        }
        network.combine();
        network
    }

    /// Rounds weights to the units of the search, so that what is left of differences is that of the
    /// neurons.
    fn round(network: &mut Network) {
        let Layout { convolution, direct, output, count, .. } = network.layout;
        let end = network.lines.end;
        let units = [
            (0..end, 64.0),
            (end..convolution.bias, CONVOLUTION_UNIT),
            (convolution.bias..direct, 256.0),
            (direct..output[0], 1_024.0),
            (output[0]..count, 512.0),
        ];
        for (range, unit) in units {
            network.weights[range].iter_mut().for_each(|it| *it = (*it * unit).round() / unit);
        }
        network.combine();
    }

    #[test]
    fn the_weights_of_the_search_say_the_same_as_these() {
        let mut network = network();
        round(&mut network);
        // The search rounds the products and the outputs of the convolution, halves up.
        for (has_convolution, most) in [(true, 12.0), (false, 6.0)] {
            let Convolution { weights, end, .. } = network.layout.convolution;
            if !has_convolution {
                network.weights[weights..end].fill(0.0);
            }
            let weights = network.quantised();
            for (position, sample) in positions() {
                let expected = POINTS_TO_LEAD * network.value(&sample);
                let value = gomoku_value(&position, &weights).expect("weights") as f32;
                assert!((value - expected).abs() < most, "{value}, {expected}: {position}");
            }
        }
    }

    #[test]
    fn weights_within_the_limits_are_read() {
        let (position, sample) = positions().remove(0);
        for most in [0.5, 2.0, 1e6] {
            let mut network = network();
            let Convolution { weights, end, .. } = network.layout.convolution;
            for (at, weight) in network.weights[weights..end].iter_mut().enumerate() {
                *weight = if at % 3 == 0 { -most } else { most };
            }
            network.combine();
            assert!(network.value(&sample).is_finite());
            assert!(gomoku_value(&position, &network.quantised()).is_some(), "{most}");
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
        let Layout { convolution, hidden, deep, direct, output, bias, count } = network.layout;
        let classes = network.lines.classes;
        for range in [
            0..classes,
            classes..convolution.weights,
            convolution.weights..convolution.bias,
            convolution.bias..convolution.end,
            hidden.weights..hidden.bias,
            hidden.bias..hidden.end,
            deep.weights..deep.bias,
            deep.bias..deep.end,
            direct..output[0],
            output[0]..output[1],
            output[1]..bias,
            bias..count,
        ] {
            let steepest = range.max_by(|&a, &b| gradient[a].abs().total_cmp(&gradient[b].abs()));
            let at = steepest.expect("weights");
            let step = 0.004;
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
