//! The policy: how likely a search is to choose a move, by the lines through its point.
//!
//! It has vectors of its own for what is on a line, narrower than those of the evaluation. Those of
//! the four lines of a point, limited below and above, are the inputs of a few neurons, and these
//! and the inputs make a logit. It is only asked about the moves of a position whose children are
//! listed, so nothing follows stones.

use std::sync::LazyLock;

use super::rows::Row;
use super::weights::{MOST, Reader};

/// How many numbers a line adds to a point for a colour.
const WIDTH: usize = 8;
/// The neurons between what a point has and its logit.
const HIDDEN: usize = 16;
/// In the weights of the neurons and in the neurons, 1 is 256.
const NEURON_SHIFT: u32 = 6;
/// A logit of 1.
pub(in super::super) const UNIT: f32 = 65_536.0;

/// The weights that `native/training` fits, made as docs/architecture.md says.
static BYTES: &[u8] = include_bytes!("policy.bin");
static POLICY: LazyLock<Policy> =
    LazyLock::new(|| Policy::read(BYTES).expect("the weights of this policy"));

/// What a point has for the colour to move and then for the other; 1 is 64.
type Inputs = [i16; 2 * WIDTH];

/// The policy.
#[derive(Debug)]
pub(in super::super) struct Policy {
    /// By the row of the line.
    lines: Box<[Inputs]>,
    hidden: [Inputs; HIDDEN],
    bias: [i32; HIDDEN],
    /// In these 1 is 256, in the weights of the inputs 1024.
    output: [i16; HIDDEN],
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
        let mut policy = Self {
            lines: lines.iter().map(inputs).collect(),
            hidden: [[0; 2 * WIDTH]; HIDDEN],
            bias: [0; HIDDEN],
            output: [0; HIDDEN],
            direct: [0; 2 * WIDTH],
        };
        for weight in policy.hidden.as_flattened_mut() {
            *weight = reader.next()?;
        }
        for bias in &mut policy.bias {
            *bias = i32::from(reader.next()?) << NEURON_SHIFT;
        }
        for weight in policy.output.iter_mut().chain(&mut policy.direct) {
            *weight = reader.next()?;
        }
        reader.is_at_end().then_some(policy)
    }

    /// The logit of a move, in parts of [`UNIT`], by the rows of the lines through its point for the
    /// colour to move.
    pub(in super::super) fn logit(&self, rows: [Row; 4]) -> i64 {
        let mut point = [0_i16; 2 * WIDTH];
        for row in rows {
            let line = &self.lines[usize::from(row)];
            point.iter_mut().zip(line).for_each(|(sum, value)| *sum += value);
        }
        let point = point.map(|it| it.clamp(0, MOST));
        let product = |weights: &Inputs| -> i32 {
            weights.iter().zip(point).map(|(&weight, it)| i32::from(weight) * i32::from(it)).sum()
        };
        let mut logit = i64::from(product(&self.direct));
        for ((weights, bias), output) in self.hidden.iter().zip(self.bias).zip(self.output) {
            let neuron = (product(weights) + bias).max(0) >> NEURON_SHIFT;
            logit += i64::from(neuron) * i64::from(output);
        }
        logit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The checksum of the weights that docs/architecture.md names.
    const CHECKSUM: u32 = 0xCCEB_BD4D;

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
