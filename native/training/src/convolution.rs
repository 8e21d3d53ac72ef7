//! A depthwise convolution of what points have, in floating-point numbers, and its gradient.
//!
//! At each point of the board it weighs what the point and those near it have, each number by itself,
//! that of the one colour and that of the other. Points at the same distance have the same weight, so
//! that symmetries of the board change nothing.

use playout_games::gomoku::MAX_SIZE;
use playout_search::{GOMOKU_MARGIN, GOMOKU_RINGS, Random};

use crate::lines::{MOST, normal};

/// The points of a row, with those that a weight may reach beyond the edges.
const ROW: usize = MAX_SIZE as usize + 2 * GOMOKU_MARGIN;
const RINGS: usize = GOMOKU_RINGS.len();
/// The largest weight, and the largest sum of products, because the search adds them up in 16 bits.
const MOST_WEIGHT: f32 = 1.5;
const MOST_SUM: f32 = 60.0;

/// The numbers of a point for the colour to move and for the other.
pub(crate) type Both<const WIDTH: usize> = [[f32; WIDTH]; 2];

/// What the points of a board have.
pub(crate) struct Field<const WIDTH: usize> {
    size: usize,
    points: Vec<Both<WIDTH>>,
    /// Whether a point, or one in its rings, has been set.
    is_reached: Vec<bool>,
}

impl<const WIDTH: usize> Field<WIDTH> {
    /// A board of points that have nothing.
    pub(crate) fn new(size: usize) -> Self {
        let points = vec![[[0.0; WIDTH]; 2]; ROW * ROW];
        Self { size, points, is_reached: vec![false; ROW * ROW] }
    }

    fn at(&self, cell: u16) -> usize {
        let cell = usize::from(cell);
        (cell / self.size + GOMOKU_MARGIN) * ROW + cell % self.size + GOMOKU_MARGIN
    }

    pub(crate) fn set(&mut self, cell: u16, point: Both<WIDTH>) {
        let at = self.at(cell);
        self.points[at] = point;
        for offset in GOMOKU_RINGS.into_iter().flatten() {
            self.is_reached[beside(at, *offset)] = true;
        }
    }

    /// What a point has, added to other numbers.
    pub(crate) fn plus(&self, cell: u16, mut other: Both<WIDTH>) -> Both<WIDTH> {
        add(&mut other, &self.points[self.at(cell)]);
        other
    }

    /// The sum of what the points of a ring around a point have.
    fn ring(&self, at: usize, ring: &[[i8; 2]]) -> Both<WIDTH> {
        let mut sum = [[0.0; WIDTH]; 2];
        for &offset in ring {
            add(&mut sum, &self.points[beside(at, offset)]);
        }
        sum
    }

    /// The points of the board that have been set or have one in their rings that has.
    fn reached(&self) -> impl Iterator<Item = usize> {
        let row = |y| (0..self.size).map(move |x| (y + GOMOKU_MARGIN) * ROW + x + GOMOKU_MARGIN);
        (0..self.size).flat_map(row).filter(|&at| self.is_reached[at])
    }
}

fn beside(at: usize, [x, y]: [i8; 2]) -> usize {
    at.wrapping_add_signed(isize::from(y) * ROW as isize + isize::from(x))
}

fn add<const WIDTH: usize>(to: &mut Both<WIDTH>, other: &Both<WIDTH>) {
    for (sum, value) in to.as_flattened_mut().iter_mut().zip(other.as_flattened()) {
        *sum += value;
    }
}

/// Where the weights of a convolution are: for each ring those of the same colour and those of the
/// other, then the biases, none of which is positive, so that points far from stones make nothing.
#[derive(Clone, Copy)]
pub(crate) struct Convolution<const WIDTH: usize> {
    pub(crate) weights: usize,
    pub(crate) bias: usize,
    pub(crate) end: usize,
}

impl<const WIDTH: usize> Convolution<WIDTH> {
    pub(crate) fn new(weights: usize) -> Self {
        let bias = weights + 2 * RINGS * WIDTH;
        Self { weights, bias, end: bias + WIDTH }
    }

    /// Sets the first weights: most of a point's own number, and something of the others.
    pub(crate) fn begin(&self, weights: &mut [f32], random: &mut Random) {
        weights[self.weights..self.bias].fill_with(|| normal(random, 0.3));
        weights[self.weights..][..WIDTH].iter_mut().for_each(|it| *it += 0.7);
        weights[self.bias..self.end].fill(-0.1);
    }

    /// Keeps the weights within their limits.
    pub(crate) fn limit(&self, weights: &mut [f32]) {
        let of_rings = weights[self.weights..self.bias].iter_mut();
        of_rings.for_each(|it| *it = it.clamp(-MOST_WEIGHT, MOST_WEIGHT));
        weights[self.bias..self.end].iter_mut().for_each(|it| *it = it.clamp(-MOST_WEIGHT, 0.0));
        for at in 0..WIDTH {
            let of_ring =
                |ring: usize| (self.weights + 2 * ring * WIDTH + at, GOMOKU_RINGS[ring].len());
            let total: f32 = (0..RINGS)
                .map(of_ring)
                .map(|(from, count)| {
                    (weights[from].abs() + weights[from + WIDTH].abs()) * MOST * count as f32
                })
                .sum();
            if total > MOST_SUM {
                for (from, _) in (0..RINGS).map(of_ring) {
                    weights[from] *= MOST_SUM / total;
                    weights[from + WIDTH] *= MOST_SUM / total;
                }
            }
        }
    }

    /// The weights of a ring: of the same colour and of the other.
    fn of_ring<'w>(&self, weights: &'w [f32], ring: usize) -> [&'w [f32]; 2] {
        let of_ring = &weights[self.weights + 2 * ring * WIDTH..][..2 * WIDTH];
        of_ring.split_at(WIDTH).into()
    }

    /// What the convolution makes of a point, before it is limited, by the sums of its rings.
    fn convolved(&self, weights: &[f32], rings: &[Both<WIDTH>; RINGS]) -> Both<WIDTH> {
        let bias: [f32; WIDTH] = std::array::from_fn(|at| weights[self.bias + at]);
        let mut sums = [bias; 2];
        for (ring, [own, other]) in rings.iter().enumerate() {
            let [same, exchanged] = self.of_ring(weights, ring);
            for at in 0..WIDTH {
                sums[0][at] += same[at] * own[at] + exchanged[at] * other[at];
                sums[1][at] += same[at] * other[at] + exchanged[at] * own[at];
            }
        }
        sums
    }

    fn rings(field: &Field<WIDTH>, at: usize) -> [Both<WIDTH>; RINGS] {
        GOMOKU_RINGS.map(|ring| field.ring(at, ring))
    }

    /// The sums over the board of what the convolution makes of points.
    pub(crate) fn sums(&self, weights: &[f32], field: &Field<WIDTH>) -> Both<WIDTH> {
        let mut sums = [[0.0; WIDTH]; 2];
        for at in field.reached() {
            let convolved = self.convolved(weights, &Self::rings(field, at));
            add(&mut sums, &convolved.map(|it| it.map(|it| it.clamp(0.0, MOST))));
        }
        sums
    }

    /// Adds the gradient by the weights for that by the sums, and returns that by what points have.
    pub(crate) fn add_gradient(
        &self,
        weights: &[f32],
        field: &Field<WIDTH>,
        of_sums: Both<WIDTH>,
        gradient: &mut [f32],
    ) -> Field<WIDTH> {
        let mut of_convolved = Field::new(field.size);
        for cell in field.reached() {
            let rings = Self::rings(field, cell);
            let convolved = self.convolved(weights, &rings);
            let slopes: Both<WIDTH> = std::array::from_fn(|side| {
                std::array::from_fn(|at| {
                    let is_inside = convolved[side][at] > 0.0 && convolved[side][at] < MOST;
                    if is_inside { of_sums[side][at] } else { 0.0 }
                })
            });
            for (ring, [own, other]) in rings.iter().enumerate() {
                let from = self.weights + 2 * ring * WIDTH;
                let (same, exchanged) = gradient[from..][..2 * WIDTH].split_at_mut(WIDTH);
                for at in 0..WIDTH {
                    same[at] += slopes[0][at] * own[at] + slopes[1][at] * other[at];
                    exchanged[at] += slopes[0][at] * other[at] + slopes[1][at] * own[at];
                }
            }
            for at in 0..WIDTH {
                gradient[self.bias + at] += slopes[0][at] + slopes[1][at];
            }
            of_convolved.points[cell] = slopes;
        }
        // A ring is symmetric, so a point is in the rings of those in its own.
        let mut of_field = Field::new(field.size);
        for cell in field.reached() {
            for (ring, of_ring) in Self::rings(&of_convolved, cell).iter().enumerate() {
                let [same, exchanged] = self.of_ring(weights, ring);
                let [own, other] = &mut of_field.points[cell];
                for at in 0..WIDTH {
                    own[at] += same[at] * of_ring[0][at] + exchanged[at] * of_ring[1][at];
                    other[at] += same[at] * of_ring[1][at] + exchanged[at] * of_ring[0][at];
                }
            }
        }
        of_field
    }
}
