//! The embeddings of lines.

use playout_search::{Random, gomoku_rows};

/// The number of pairs of classes.
const CLASSES: usize = 12 * 12;
/// The largest activation.
pub(crate) const MAX_ACTIVATION: f32 = 2.5;

/// The embeddings of all rows: for each row, the weights of its pattern plus those of its pair of classes.
/// These are the first weights of a network, those of patterns first.
pub(crate) struct Lines<const CHANNELS: usize> {
    /// For each row, the numbers of its pattern and of its classes, and the row with the colours
    /// exchanged.
    rows: Vec<[u16; 3]>,
    /// Where the weights of pairs of classes begin and end.
    pub(crate) classes: usize,
    pub(crate) end: usize,
    /// By the current weights. That of the first row, of lines without stones, is 0.
    embeddings: Vec<[f32; CHANNELS]>,
}

impl<const CHANNELS: usize> Lines<CHANNELS> {
    pub(crate) fn new() -> Self {
        let rows = gomoku_rows();
        let patterns = rows.iter().map(|row| usize::from(row[0]) + 1).max().unwrap_or(0);
        let classes = patterns * CHANNELS;
        let end = classes + CLASSES * CHANNELS;
        Self { embeddings: vec![[0.0; CHANNELS]; rows.len()], rows, classes, end }
    }

    /// Where the two parts of a row's embedding begin.
    fn parts(&self, row: [u16; 3]) -> [usize; 2] {
        let [pattern, classes] = [row[0], row[1]].map(|it| usize::from(it) * CHANNELS);
        [pattern, self.classes + classes]
    }

    /// Computes the embeddings after the weights have changed.
    pub(crate) fn combine(&mut self, weights: &[f32]) {
        for at in 1..self.rows.len() {
            let [pattern, classes] =
                self.parts(self.rows[at]).map(|from| &weights[from..][..CHANNELS]);
            self.embeddings[at] = std::array::from_fn(|at| pattern[at] + classes[at]);
        }
    }

    /// The four rows of a point for the colour to move and for the other.
    fn sides(&self, point: [u16; 4]) -> [[u16; 4]; 2] {
        [point, point.map(|row| self.rows[usize::from(row)][2])]
    }

    /// The activations of a point for the colour to move and for the other.
    pub(crate) fn point(&self, point: [u16; 4]) -> [[f32; CHANNELS]; 2] {
        self.sides(point).map(|rows| {
            let mut sum = [0.0; CHANNELS];
            for row in rows {
                let embedding = &self.embeddings[usize::from(row)];
                sum.iter_mut().zip(embedding).for_each(|(sum, value)| *sum += value);
            }
            sum.map(|value| value.clamp(0.0, MAX_ACTIVATION))
        })
    }
}

/// The gradient of the embeddings.
pub(crate) struct EmbeddingGradient<const CHANNELS: usize>(Vec<[f32; CHANNELS]>);

impl<const CHANNELS: usize> EmbeddingGradient<CHANNELS> {
    pub(crate) fn new(lines: &Lines<CHANNELS>) -> Self {
        Self(vec![[0.0; CHANNELS]; lines.rows.len()])
    }

    /// Adds the gradient of a point's activations.
    pub(crate) fn add(
        &mut self,
        lines: &Lines<CHANNELS>,
        point: [u16; 4],
        slopes: [[f32; CHANNELS]; 2],
    ) {
        let values = lines.point(point);
        for (side, rows) in lines.sides(point).into_iter().enumerate() {
            let of_point: [f32; CHANNELS] = std::array::from_fn(|at| {
                let is_inside = values[side][at] > 0.0 && values[side][at] < MAX_ACTIVATION;
                if is_inside { slopes[side][at] } else { 0.0 }
            });
            for row in rows {
                let of_row = self.0[usize::from(row)].iter_mut();
                of_row.zip(of_point).for_each(|(row, value)| *row += value);
            }
        }
    }

    /// Adds these to the gradient of the weights.
    pub(crate) fn finish(&self, lines: &Lines<CHANNELS>, gradient: &mut [f32]) {
        for (&row, of_row) in lines.rows.iter().zip(&self.0).skip(1) {
            for from in lines.parts(row) {
                let weights = gradient[from..].iter_mut().zip(of_row);
                weights.for_each(|(weight, value)| *weight += value);
            }
        }
    }
}

/// Random numbers that are distributed normally, near enough: sums of four uniform numbers.
pub(crate) fn normal(random: &mut Random, deviation: f32) -> f32 {
    let sum: f32 = (0..4).map(|_| random.below(1 << 20) as f32 / (1 << 20) as f32).sum();
    (sum - 2.0) * 3.0_f32.sqrt() * deviation
}
