//! The policy network: how likely a search is to choose a move.
//!
//! It has embeddings of lines of its own, with fewer channels than those of the evaluation. The activations
//! of a point, and what the evaluation's network computes there, are the inputs of one hidden layer, and the
//! logit is a weighted sum of the inputs and of its neurons. The layer also sees the inputs of the
//! evaluation's first layer, so that a move that stops a threat is likelier where there is a threat. Only the
//! candidates of a position that gets children need logits, so nothing is updated with every stone.

use std::array;
use std::sync::LazyLock;

use super::super::cells::Cell;
use super::accumulator::{POINT_OUTPUTS, PointOutputs, View};
use super::embedding::MAX_ACTIVATION;
use super::layer::{Layer, NEURONS, Sums, dot, neurons, read_biases};
use super::reader::Reader;
use super::rows::Row;
use super::weights::{INPUTS as BOARD_INPUTS, Inputs as BoardInputs};

/// The channels of an embedding for each colour.
const CHANNELS: usize = 8;
/// In the weights of the neurons 1 is 1024, in the neurons 256.
const NEURON_SHIFT: u32 = 8;
/// In the inputs of the evaluation 1 is 128, which is twice what it is in activations.
const BOARD_SHIFT: u32 = 1;
/// A logit of 1.
pub(crate) const UNIT: f32 = 65_536.0;

/// The weights that `native/training` fits, made as games/gomoku/README.md says.
static BYTES: &[u8] = include_bytes!("policy.bin");
static POLICY: LazyLock<Policy> =
    LazyLock::new(|| Policy::read(BYTES).expect("the weights of this policy"));

/// Channels for the colour to move, then for the other; in embeddings and activations, 1 is 64.
type Embedding = [i16; 2 * CHANNELS];
/// The inputs of a move: the activations of its point, then the outputs of the evaluation's network there.
const INPUTS: usize = 2 * CHANNELS + POINT_OUTPUTS;
type Inputs = [i16; INPUTS];

/// The part of the neurons' sums that all moves of a position share: the biases and the weighted inputs of
/// the evaluation.
pub(crate) struct Context(Sums);

/// The policy.
#[derive(Debug)]
pub(crate) struct Policy {
    /// The embeddings of lines, by row.
    lines: Box<[Embedding]>,
    hidden: Layer,
    bias: Sums,
    /// The weights of the evaluation's inputs in the neurons.
    context: Layer,
    /// In the weights of the neurons' outputs 1 is 256, in those of the inputs 1024.
    output: [i16; NEURONS],
    direct: Inputs,
}

impl Policy {
    /// The policy of the program.
    pub(crate) fn get() -> &'static Self {
        &POLICY
    }

    /// Reads weights. `None` if their number is wrong.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let lines = reader.lines::<CHANNELS>()?;
        let embedding = |both: &[[i16; CHANNELS]; 2]| -> Embedding {
            both.as_flattened().try_into().expect("as many for both colours")
        };
        let lines = lines.iter().map(embedding).collect();
        let hidden = Layer::read(&mut reader, INPUTS)?;
        let bias = read_biases(&mut reader, NEURON_SHIFT)?;
        let context = Layer::read(&mut reader, BOARD_INPUTS)?;
        let (mut output, mut direct) = ([0; NEURONS], [0; INPUTS]);
        for weight in output.iter_mut().chain(&mut direct) {
            *weight = reader.next()?;
        }
        reader.is_at_end().then_some(Self { lines, hidden, bias, context, output, direct })
    }

    /// The context of a position with these inputs of the evaluation for the colour to move.
    pub(super) fn context(&self, inputs: &BoardInputs) -> Context {
        let sums = self.context.add(Sums::default(), inputs);
        Context(array::from_fn(|at| self.bias[at] + (sums[at] >> BOARD_SHIFT)))
    }

    /// The logit of a move, in parts of [`UNIT`], from the rows of the lines through its point and the outputs
    /// of the evaluation's network there, for the colour to move.
    pub(super) fn logit(&self, context: &Context, rows: [Row; 4], outputs: &PointOutputs) -> i64 {
        let mut inputs: Inputs = [0; INPUTS];
        let (point, others) = inputs.split_at_mut(2 * CHANNELS);
        for row in rows {
            let line = &self.lines[usize::from(row)];
            point.iter_mut().zip(line).for_each(|(sum, value)| *sum += value);
        }
        point.iter_mut().for_each(|it| *it = (*it).clamp(0, MAX_ACTIVATION));
        others.copy_from_slice(outputs);
        let neurons = neurons(self.hidden.add(context.0, &inputs), NEURON_SHIFT);
        dot(&inputs, &self.direct) + dot(&neurons, &self.output)
    }

    /// The logits of moves on a board, in parts of [`UNIT`].
    pub(crate) fn logits(&self, view: &View<'_>) -> impl Fn(Cell) -> i64 {
        let context = self.context(&view.inputs);
        move |cell| self.logit(&context, view.rows(cell), &view.outputs(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The checksum of the weights that games/gomoku/README.md names.
    const CHECKSUM: u32 = 0x33B7_6243;

    #[test]
    fn the_weights_are_those_of_the_recipe_and_small() {
        assert_eq!(crc32fast::hash(BYTES), CHECKSUM);
        assert!(BYTES.len() < 100_000);
        let bytes = size_of_val(&*Policy::get().lines);
        assert!(bytes < 1 << 19, "{bytes}");
    }

    #[test]
    fn weights_of_another_number_are_refused() {
        assert!(Policy::read(&BYTES[..BYTES.len() - 1]).is_none());
        assert!(Policy::read(&[BYTES, &[0]].concat()).is_none());
        assert!(Policy::read(&[BYTES, &[0; 2]].concat()).is_none());
        assert!(Policy::read(&[]).is_none());
    }
}
