//! The policy: how likely a search is to choose a move, by the lines through its point and the counts of
//! the position.
//!
//! It has vectors of its own for what is on a line, narrower than those of the evaluation. Those of
//! the four lines of a point, limited below and above, are the inputs of a few neurons, and these
//! and the inputs make a logit. The neurons also see the features of the whole position, so that a
//! move that stops something is likelier where there is something to stop. It is only asked about the
//! moves of a position whose children are listed, so nothing follows stones.

use std::array;
use std::sync::LazyLock;

use super::features::FEATURES;
use super::layer::{Layer, NEURONS, Sums, neurons, product, read_biases};
use super::rows::Row;
use super::weights::{MOST, Reader};

/// How many numbers a line adds to a point for a colour.
const WIDTH: usize = 8;
/// In the weights of the neurons and in the neurons, 1 is 256.
const NEURON_SHIFT: u32 = 6;
/// In the features 1 is 128, which is twice what it is in a point.
const FEATURE_SHIFT: u32 = 1;
/// A logit of 1.
pub(in super::super) const UNIT: f32 = 65_536.0;

/// The weights that `native/training` fits, made as docs/architecture.md says.
static BYTES: &[u8] = include_bytes!("policy.bin");
static POLICY: LazyLock<Policy> =
    LazyLock::new(|| Policy::read(BYTES).expect("the weights of this policy"));

/// What a point has for the colour to move and then for the other; 1 is 64.
type Inputs = [i16; 2 * WIDTH];

/// The part of the neurons' sums that is the same for all moves of a position: the biases and what the
/// features add.
pub(in super::super) struct Context(Sums);

/// The policy.
#[derive(Debug)]
pub(in super::super) struct Policy {
    /// By the row of the line.
    lines: Box<[Inputs]>,
    hidden: Layer,
    bias: Sums,
    /// The weights of the features in the neurons.
    context: Layer,
    /// In these 1 is 256, in the weights of the inputs 1024.
    output: [i16; NEURONS],
    direct: Inputs,
}

impl Policy {
    /// The policy of the program.
    pub(in super::super) fn get() -> &'static Self {
        &POLICY
    }

    /// Reads weights. `None` if they are not as many as there should be.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let lines = reader.lines::<WIDTH>()?;
        let inputs = |both: &[[i16; WIDTH]; 2]| -> Inputs {
            both.as_flattened().try_into().expect("as many for both colours")
        };
        let lines = lines.iter().map(inputs).collect();
        let hidden = Layer::read(&mut reader, 2 * WIDTH)?;
        let bias = read_biases(&mut reader, NEURON_SHIFT)?;
        let context = Layer::read(&mut reader, FEATURES)?;
        let (mut output, mut direct) = ([0; NEURONS], [0; 2 * WIDTH]);
        for weight in output.iter_mut().chain(&mut direct) {
            *weight = reader.next()?;
        }
        reader.is_at_end().then_some(Self { lines, hidden, bias, context, output, direct })
    }

    /// What the neurons see of a position with these features for the colour to move.
    pub(in super::super) fn context(&self, features: &[i16; FEATURES]) -> Context {
        let sums = self.context.add(Sums::default(), features);
        Context(array::from_fn(|at| self.bias[at] + (sums[at] >> FEATURE_SHIFT)))
    }

    /// The logit of a move, in parts of [`UNIT`], by what the neurons see of the position and by the
    /// rows of the lines through the move's point, for the colour to move.
    pub(in super::super) fn logit(&self, context: &Context, rows: [Row; 4]) -> i64 {
        let mut point = [0_i16; 2 * WIDTH];
        for row in rows {
            let line = &self.lines[usize::from(row)];
            point.iter_mut().zip(line).for_each(|(sum, value)| *sum += value);
        }
        let point = point.map(|it| it.clamp(0, MOST));
        let neurons = neurons(self.hidden.add(context.0, &point), NEURON_SHIFT);
        product(&point, &self.direct) + product(&neurons, &self.output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The checksum of the weights that docs/architecture.md names.
    const CHECKSUM: u32 = 0xA3DF_C944;

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
