//! The depthwise convolution of the network in floating-point numbers, and its gradient
//! (`native/search` has it in integers: `network/convolution.rs`).

use playout_games::gomoku::MAX_SIZE;
use playout_search::{GOMOKU_MARGIN, GOMOKU_RINGS, Random};

use crate::lines::{MAX_ACTIVATION, normal};

/// The points of a row, with a margin for rings that reach beyond the edges.
const ROW: usize = MAX_SIZE as usize + 2 * GOMOKU_MARGIN;
const RINGS: usize = GOMOKU_RINGS.len();
/// The largest weight, and the largest sum of products, because the search adds them up in 16 bits.
const MAX_WEIGHT: f32 = 1.5;
const MAX_SUM: f32 = 60.0;

/// The channels of a point for the colour to move and for the other.
pub(crate) type Sides<const CHANNELS: usize> = [[f32; CHANNELS]; 2];

/// The channels of all points of a board.
pub(crate) struct FeatureMap<const CHANNELS: usize> {
    size: usize,
    points: Vec<Sides<CHANNELS>>,
    /// Whether a point, or one in its rings, has been set.
    is_reached: Vec<bool>,
}

impl<const CHANNELS: usize> FeatureMap<CHANNELS> {
    /// A map of zeros.
    pub(crate) fn new(size: usize) -> Self {
        let points = vec![[[0.0; CHANNELS]; 2]; ROW * ROW];
        Self { size, points, is_reached: vec![false; ROW * ROW] }
    }

    fn at(&self, cell: u16) -> usize {
        let cell = usize::from(cell);
        (cell / self.size + GOMOKU_MARGIN) * ROW + cell % self.size + GOMOKU_MARGIN
    }

    pub(crate) fn set(&mut self, cell: u16, point: Sides<CHANNELS>) {
        let at = self.at(cell);
        self.points[at] = point;
        for offset in GOMOKU_RINGS.into_iter().flatten() {
            self.is_reached[beside(at, *offset)] = true;
        }
    }

    /// The channels of a point, added to others.
    pub(crate) fn plus(&self, cell: u16, mut other: Sides<CHANNELS>) -> Sides<CHANNELS> {
        add(&mut other, &self.points[self.at(cell)]);
        other
    }

    /// The sums of channels over a ring around a point.
    fn ring(&self, at: usize, ring: &[[i8; 2]]) -> Sides<CHANNELS> {
        let mut sum = [[0.0; CHANNELS]; 2];
        for &offset in ring {
            add(&mut sum, &self.points[beside(at, offset)]);
        }
        sum
    }

    /// The points of the board that have been set, and those with such a point in their rings.
    fn reached(&self) -> impl Iterator<Item = usize> {
        let row = |y| (0..self.size).map(move |x| (y + GOMOKU_MARGIN) * ROW + x + GOMOKU_MARGIN);
        (0..self.size).flat_map(row).filter(|&at| self.is_reached[at])
    }
}

fn beside(at: usize, [x, y]: [i8; 2]) -> usize {
    at.wrapping_add_signed(isize::from(y) * ROW as isize + isize::from(x))
}

fn add<const CHANNELS: usize>(to: &mut Sides<CHANNELS>, other: &Sides<CHANNELS>) {
    for (sum, value) in to.as_flattened_mut().iter_mut().zip(other.as_flattened()) {
        *sum += value;
    }
}

/// Where the weights of a convolution are: for each ring those within a colour and those across colours,
/// then the biases, none of which is positive, so that points far from stones have an output of 0.
#[derive(Clone, Copy)]
pub(crate) struct Convolution<const CHANNELS: usize> {
    pub(crate) weights: usize,
    pub(crate) bias: usize,
    pub(crate) end: usize,
}

impl<const CHANNELS: usize> Convolution<CHANNELS> {
    pub(crate) fn new(weights: usize) -> Self {
        let bias = weights + 2 * RINGS * CHANNELS;
        Self { weights, bias, end: bias + CHANNELS }
    }

    /// Sets the first weights: random ones, larger for a point's own channel.
    pub(crate) fn begin(&self, weights: &mut [f32], random: &mut Random) {
        weights[self.weights..self.bias].fill_with(|| normal(random, 0.3));
        weights[self.weights..][..CHANNELS].iter_mut().for_each(|it| *it += 0.7);
        weights[self.bias..self.end].fill(-0.1);
    }

    /// Keeps the weights within their limits.
    pub(crate) fn limit(&self, weights: &mut [f32]) {
        let of_rings = weights[self.weights..self.bias].iter_mut();
        of_rings.for_each(|it| *it = it.clamp(-MAX_WEIGHT, MAX_WEIGHT));
        weights[self.bias..self.end].iter_mut().for_each(|it| *it = it.clamp(-MAX_WEIGHT, 0.0));
        for at in 0..CHANNELS {
            let of_ring =
                |ring: usize| (self.weights + 2 * ring * CHANNELS + at, GOMOKU_RINGS[ring].len());
            let total: f32 = (0..RINGS)
                .map(of_ring)
                .map(|(from, count)| {
                    (weights[from].abs() + weights[from + CHANNELS].abs())
                        * MAX_ACTIVATION
                        * count as f32
                })
                .sum();
            if total > MAX_SUM {
                for (from, _) in (0..RINGS).map(of_ring) {
                    weights[from] *= MAX_SUM / total;
                    weights[from + CHANNELS] *= MAX_SUM / total;
                }
            }
        }
    }

    /// The weights of a ring: within a colour and across colours.
    fn of_ring<'w>(&self, weights: &'w [f32], ring: usize) -> [&'w [f32]; 2] {
        let of_ring = &weights[self.weights + 2 * ring * CHANNELS..][..2 * CHANNELS];
        of_ring.split_at(CHANNELS).into()
    }

    /// The output at a point before the clipped ReLU, from the sums over its rings.
    fn output(&self, weights: &[f32], rings: &[Sides<CHANNELS>; RINGS]) -> Sides<CHANNELS> {
        let bias: [f32; CHANNELS] = std::array::from_fn(|at| weights[self.bias + at]);
        let mut sums = [bias; 2];
        for (ring, [own, other]) in rings.iter().enumerate() {
            let [same, cross] = self.of_ring(weights, ring);
            for at in 0..CHANNELS {
                sums[0][at] += same[at] * own[at] + cross[at] * other[at];
                sums[1][at] += same[at] * other[at] + cross[at] * own[at];
            }
        }
        sums
    }

    fn rings(map: &FeatureMap<CHANNELS>, at: usize) -> [Sides<CHANNELS>; RINGS] {
        GOMOKU_RINGS.map(|ring| map.ring(at, ring))
    }

    /// The sums of the outputs over the board.
    pub(crate) fn sums(&self, weights: &[f32], map: &FeatureMap<CHANNELS>) -> Sides<CHANNELS> {
        let mut sums = [[0.0; CHANNELS]; 2];
        for at in map.reached() {
            let output = self.output(weights, &Self::rings(map, at));
            add(&mut sums, &output.map(|it| it.map(|it| it.clamp(0.0, MAX_ACTIVATION))));
        }
        sums
    }

    /// Adds the gradient of the weights to `gradient`, given that of the sums, and returns that of the
    /// feature map.
    pub(crate) fn add_gradient(
        &self,
        weights: &[f32],
        map: &FeatureMap<CHANNELS>,
        of_sums: Sides<CHANNELS>,
        gradient: &mut [f32],
    ) -> FeatureMap<CHANNELS> {
        let mut of_outputs = FeatureMap::new(map.size);
        for cell in map.reached() {
            let rings = Self::rings(map, cell);
            let output = self.output(weights, &rings);
            let slopes: Sides<CHANNELS> = std::array::from_fn(|side| {
                std::array::from_fn(|at| {
                    let is_inside = output[side][at] > 0.0 && output[side][at] < MAX_ACTIVATION;
                    if is_inside { of_sums[side][at] } else { 0.0 }
                })
            });
            for (ring, [own, other]) in rings.iter().enumerate() {
                let from = self.weights + 2 * ring * CHANNELS;
                let (same, cross) = gradient[from..][..2 * CHANNELS].split_at_mut(CHANNELS);
                for at in 0..CHANNELS {
                    same[at] += slopes[0][at] * own[at] + slopes[1][at] * other[at];
                    cross[at] += slopes[0][at] * other[at] + slopes[1][at] * own[at];
                }
            }
            for at in 0..CHANNELS {
                gradient[self.bias + at] += slopes[0][at] + slopes[1][at];
            }
            of_outputs.points[cell] = slopes;
        }
        // A ring is symmetric, so a point is in the rings of those in its own.
        let mut of_map = FeatureMap::new(map.size);
        for cell in map.reached() {
            for (ring, of_ring) in Self::rings(&of_outputs, cell).iter().enumerate() {
                let [same, cross] = self.of_ring(weights, ring);
                let [own, other] = &mut of_map.points[cell];
                for at in 0..CHANNELS {
                    own[at] += same[at] * of_ring[0][at] + cross[at] * of_ring[1][at];
                    other[at] += same[at] * of_ring[1][at] + cross[at] * of_ring[0][at];
                }
            }
        }
        of_map
    }
}
