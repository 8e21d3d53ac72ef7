//! Embeddings of lines and of points.

/// The channels of an embedding for each colour.
pub(super) const CHANNELS: usize = 16;
/// The largest activation. In embeddings and activations, 1 is 64.
pub(super) const MAX_ACTIVATION: i16 = 160;

/// The embedding of a line, or of a point, which is the sum of those of its four lines: the channels for
/// black, then those for white.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Embedding(pub(super) [i16; 2 * CHANNELS]);

impl Embedding {
    pub(super) const ZERO: Self = Self([0; 2 * CHANNELS]);
}
