//! A fully connected layer with ReLU, in integers, many weights at a time.

use wide::{i16x16, i32x8};

use super::reader::Reader;

/// The neurons of a layer.
pub(super) const NEURONS: usize = 32;

/// The sums of a layer's neurons before the ReLU.
pub(super) type Sums = [i32x8; NEURONS / 8];

/// The weights of a layer's inputs.
#[derive(Debug)]
pub(super) struct Layer {
    /// By two inputs and by eight neurons: the weights of both, neuron by neuron.
    weights: Box<[[i16x16; NEURONS / 8]]>,
}

impl Layer {
    /// Reads the weights of an even number of inputs, neuron by neuron.
    pub(super) fn read(reader: &mut Reader<'_>, inputs: usize) -> Option<Self> {
        let mut pairs = vec![[[0; 16]; NEURONS / 8]; inputs / 2];
        for neuron in 0..NEURONS {
            for input in 0..inputs {
                pairs[input / 2][neuron / 8][neuron % 8 * 2 + input % 2] = reader.next()?;
            }
        }
        let weights = pairs.into_iter().map(|pair| pair.map(i16x16::new)).collect();
        Some(Self { weights })
    }

    /// Adds the weighted inputs to the sums.
    pub(super) fn add(&self, mut sums: Sums, inputs: &[i16]) -> Sums {
        for (&[first, second], weights) in inputs.as_chunks().0.iter().zip(&self.weights) {
            let both = i16x16::new([[first, second]; 8].as_flattened().try_into().expect("16"));
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum += weights.dot(both);
            }
        }
        sums
    }
}

/// Reads biases, shifts them to the unit of the sums, and adds the half that makes [`neurons`] round.
pub(super) fn read_biases(reader: &mut Reader<'_>, shift: u32) -> Option<Sums> {
    let mut bias = [[0; 8]; NEURONS / 8];
    for bias in bias.as_flattened_mut() {
        *bias = (i32::from(reader.next()?) << shift) + (1 << (shift - 1));
    }
    Some(bias.map(i32x8::new))
}

/// The neurons: the ReLU of the sums, shifted to the unit of neurons.
pub(super) fn neurons(sums: Sums, shift: u32) -> [i16; NEURONS] {
    let mut neurons = [0; NEURONS];
    let sums = sums.map(i32x8::to_array);
    for (neuron, sum) in neurons.iter_mut().zip(sums.as_flattened()) {
        *neuron = (sum >> shift).clamp(0, i32::from(i16::MAX)) as i16;
    }
    neurons
}

/// The dot product.
pub(super) fn dot(numbers: &[i16], weights: &[i16]) -> i64 {
    let products = numbers.iter().zip(weights).map(|(&a, &b)| i32::from(a) * i32::from(b));
    products.map(i64::from).sum()
}
