//! The weights of the network, which are integers, and its last layers.

use super::rows::Rows;
use super::super::patterns::Class;

/// How many numbers a point adds to the sums of a colour.
pub(super) const WIDTH: usize = 16;
/// The neurons between the sums and the value.
const HIDDEN: usize = 32;
/// What 1 is in a point's numbers, and the most of these.
const POINT_UNIT: i32 = 64;
pub(super) const MOST: i16 = 160;
/// The sums are divided by this, and an input of 1 is a sum of 8 before that.
const SUMS_SHIFT: u32 = 2;
/// What 1 is in the weights of the neurons, in the neurons, and in the weights of the value.
const HIDDEN_UNIT: i32 = 256;
const NEURON_SHIFT: u32 = 7;
const OUTPUT_UNIT: i32 = 512;

/// What a line adds to a point, for black and for white.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Vector(pub(super) [i16; 2 * WIDTH]);

#[derive(Debug)]
pub(super) struct Network {
    pub(super) lines: Box<[Vector]>,
    /// By the input: first those of the colour to move.
    hidden: Box<[[i32; HIDDEN]; 2 * WIDTH]>,
    hidden_bias: [i32; HIDDEN],
    output: [i32; HIDDEN],
    direct: [i32; 2 * WIDTH],
    bias: i32,
}

impl Network {
    pub(super) fn read(bytes: &[u8]) -> Self {
        let rows = Rows::get();
        let mut numbers = bytes.chunks_exact(2).map(|it| i16::from_le_bytes([it[0], it[1]]));
        let mut next = || numbers.next().expect("enough weights");
        let mut vectors = |count: usize| -> Vec<[i16; WIDTH]> {
            (0..count).map(|_| std::array::from_fn(|_| next())).collect()
        };
        let patterns = vectors(rows.patterns);
        let classes = vectors(Class::COUNT * Class::COUNT);
        let of = |row: u16| -> [i16; WIDTH] {
            let row = &rows.rows[usize::from(row)];
            let pattern = &patterns[usize::from(row.pattern)];
            let classes = &classes[usize::from(row.classes)];
            std::array::from_fn(|at| pattern[at] + classes[at])
        };
        let lines = (0..rows.rows.len() as u16).map(|row| {
            let mut vector = [0; 2 * WIDTH];
            if row > 0 {
                vector[..WIDTH].copy_from_slice(&of(row));
                vector[WIDTH..].copy_from_slice(&of(rows.rows[usize::from(row)].exchanged));
            }
            Vector(vector)
        });
        let lines = lines.collect();
        let mut hidden = Box::new([[0; HIDDEN]; 2 * WIDTH]);
        for neuron in 0..HIDDEN {
            for input in hidden.iter_mut() {
                input[neuron] = i32::from(next());
            }
        }
        let mut next = || i32::from(next());
        let network = Self {
            lines,
            hidden,
            hidden_bias: std::array::from_fn(|_| next() << NEURON_SHIFT),
            output: std::array::from_fn(|_| next()),
            direct: std::array::from_fn(|_| next()),
            bias: next(),
        };
        assert!(numbers.next().is_none());
        network
    }

    /// The points that correct the evaluation for the colour to move, by the sums of both colours.
    pub(super) fn value(&self, own: &[u16], other: &[u16]) -> i32 {
        let mut inputs = [0; 2 * WIDTH];
        for (input, sum) in inputs.iter_mut().zip(own.iter().chain(other)) {
            *input = i32::from(*sum >> SUMS_SHIFT);
        }
        let mut neurons = self.hidden_bias;
        let mut value = i64::from(self.bias) << 8;
        for (at, input) in inputs.into_iter().enumerate() {
            for (neuron, weight) in neurons.iter_mut().zip(&self.hidden[at]) {
                *neuron += weight * input;
            }
            value += i64::from(self.direct[at] * input);
        }
        for (neuron, weight) in neurons.into_iter().zip(self.output) {
            let neuron = neuron.max(0) >> NEURON_SHIFT;
            value += i64::from(neuron) * i64::from(weight);
        }
        // A value of 1 is 2^17, and 300 points.
        (value * 300 >> 17) as i32
    }
}
