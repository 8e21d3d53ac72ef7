//! The network's weights, which are integers, and the layers from the sums to the value.

use std::sync::LazyLock;

use super::convolution::Convolution;
use super::embedding::{CHANNELS, Embedding};
use super::features::FEATURES;
use super::layer::{Layer, NEURONS, Sums, dot, neurons, read_biases};
use super::reader::Reader;
use super::rows::Row;
use crate::POINTS_TO_LEAD;

/// The number of sums over the board: of the activations of points for black and for white, then of the
/// convolution's outputs.
pub(super) const SUMS: usize = 4 * CHANNELS;
/// The inputs of the first layer: the sums and the features.
pub const INPUTS: usize = SUMS + FEATURES;

/// In the inputs, 1 is 128; a sum of 8 is an input of 1.
pub(super) const INPUT_SHIFT: u32 = 2;
/// In the weights of the neurons and in the neurons, 1 is 256: the sums of the first layer are divided
/// by the 128 of its inputs, those of the second by the 256 of the first layer's neurons.
const HIDDEN_SHIFT: u32 = 7;
const DEEP_SHIFT: u32 = 8;
/// In the weights of the neurons' values 1 is 512, in those of the inputs 1024, in the value 2^17.
const BIAS_SHIFT: u32 = 8;
const VALUE_SHIFT: u32 = 17;
/// The points of a value of 1, at which a side wins e times as often as it loses.
const POINTS: i64 = POINTS_TO_LEAD as i64;

/// The weights that `native/training` fits, made as games/gomoku/README.md says.
static BYTES: &[u8] = include_bytes!("weights.bin");
static NETWORK: LazyLock<Network> =
    LazyLock::new(|| Network::read(BYTES).expect("the weights of this network"));

/// The inputs of the first layer.
pub(super) type Inputs = [i16; INPUTS];

/// The network.
#[derive(Debug)]
pub(super) struct Network {
    /// The embeddings of lines, by row.
    pub(super) lines: Box<[Embedding]>,
    pub(super) convolution: Convolution,
    hidden: Layer,
    hidden_bias: Sums,
    deep: Layer,
    deep_bias: Sums,
    /// The weights of the value: of the inputs, and of the neurons of both layers.
    direct: [i16; INPUTS],
    output: [[i16; NEURONS]; 2],
    bias: i16,
}

impl Network {
    /// The network of the program.
    pub(super) fn get() -> &'static Self {
        &NETWORK
    }

    /// Reads weights. `None` if their number is wrong, or if those of the convolution are too large.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let lines = reader.lines::<CHANNELS>()?;
        let embedding = |both: &[[i16; CHANNELS]; 2]| {
            Embedding(both.as_flattened().try_into().expect("as many for both colours"))
        };
        let lines = lines.iter().map(embedding).collect();
        let convolution = Convolution::read(&mut reader)?;
        let hidden = Layer::read(&mut reader, INPUTS)?;
        let hidden_bias = read_biases(&mut reader, HIDDEN_SHIFT)?;
        let deep = Layer::read(&mut reader, NEURONS)?;
        let deep_bias = read_biases(&mut reader, DEEP_SHIFT)?;
        let (mut direct, mut output) = ([0; INPUTS], [[0; NEURONS]; 2]);
        for weight in direct.iter_mut().chain(output.as_flattened_mut()) {
            *weight = reader.next()?;
        }
        let bias = reader.next()?;
        reader.is_at_end().then_some(Self {
            lines,
            convolution,
            hidden,
            hidden_bias,
            deep,
            deep_bias,
            direct,
            output,
            bias,
        })
    }

    /// The embedding of a point after one of its rows changes. The first row, whose embedding is 0, stands
    /// for none.
    pub(super) fn with_row(&self, point: &Embedding, old: Row, new: Row) -> Embedding {
        let [old, new] = [old, new].map(|row| &self.lines[usize::from(row)].0);
        Embedding(std::array::from_fn(|at| point.0[at] + new[at] - old[at]))
    }

    /// The value in points for the colour to move.
    pub(super) fn value(&self, inputs: &Inputs) -> i32 {
        let hidden = neurons(self.hidden.add(self.hidden_bias, inputs), HIDDEN_SHIFT);
        let deep = neurons(self.deep.add(self.deep_bias, &hidden), DEEP_SHIFT);
        let value = dot(inputs, &self.direct)
            + dot(&hidden, &self.output[0])
            + dot(&deep, &self.output[1])
            + (i64::from(self.bias) << BIAS_SHIFT);
        ((value * POINTS) >> VALUE_SHIFT) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The checksum of the weights that games/gomoku/README.md names.
    const CHECKSUM: u32 = 0xB196_A93A;

    #[test]
    fn the_weights_are_those_of_the_recipe_and_small() {
        assert_eq!(crc32fast::hash(BYTES), CHECKSUM);
        assert!(BYTES.len() < 200_000);
        let bytes = size_of_val(&*Network::get().lines);
        assert!(bytes < 1 << 20, "{bytes}");
    }

    #[test]
    fn weights_of_another_number_are_refused() {
        assert!(Network::read(&BYTES[..BYTES.len() - 1]).is_none());
        assert!(Network::read(&[BYTES, &[0]].concat()).is_none());
        assert!(Network::read(&[BYTES, &[0; 2]].concat()).is_none());
        assert!(Network::read(&[]).is_none());
    }
}
