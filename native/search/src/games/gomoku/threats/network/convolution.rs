//! A depthwise convolution: at each point of the board, a weighted sum of what the point and those near
//! it have. Each of the numbers is convolved by itself, from those of both colours.
//!
//! A row sees one line. The convolution sees together what points near each other have, each from all four
//! of its lines. Points at the same distance have the same weight, so symmetries of the board change
//! nothing. dhbloo's Rapfi convolves what points have, too.

use playout_games::gomoku::MAX_SIZE;
use wide::i16x16;

use super::super::board::Cell;
use super::weights::{MOST, Reader, Vector, WIDTH};

/// The points around a point that have the same weight, from the nearest to the farthest, as offsets of
/// columns and rows.
pub const RINGS: [&[[i8; 2]]; 5] = [
    &[[0, 0]],
    &[[1, 0], [-1, 0], [0, 1], [0, -1]],
    &[[1, 1], [-1, 1], [1, -1], [-1, -1]],
    &[[2, 0], [-2, 0], [0, 2], [0, -2]],
    &[[2, 2], [-2, 2], [2, -2], [-2, -2]],
];

/// The most rows or columns from the point.
pub const MARGIN: usize = 2;
/// The columns of all rings, row by row from [`MARGIN`] above the point; bit 0 is [`MARGIN`] to the left.
const REACHED: [u32; 2 * MARGIN + 1] = reached();

const fn reached() -> [u32; 2 * MARGIN + 1] {
    let mut reached = [0; 2 * MARGIN + 1];
    let mut ring = 0;
    while ring < RINGS.len() {
        let mut at = 0;
        while at < RINGS[ring].len() {
            let [x, y] = RINGS[ring][at];
            reached[(MARGIN as i8 + y) as usize] |= 1 << (MARGIN as i8 + x);
            at += 1;
        }
        ring += 1;
    }
    reached
}

/// Weights are read in units of 1/256 and used in units of 1/2048.
const READ_SHIFT: i32 = 3;
/// What points have, in units of 1/64, is used in units of 1/4096. Multiplying divides by 2^15, so products
/// and their sums are in units of 1/256.
const POINT_SHIFT: i32 = 6;
/// From twice such a sum to units of 1/64, with what rounds it.
const MADE_SHIFT: i32 = 3;
const HALF: i16 = 1 << (MADE_SHIFT - 1);

/// Numbers for black and for white, or their sums and their differences. A weight for the same colour and one
/// for the other are a weight of the sums and one of the differences.
type Two = [i16x16; 2];

const NONE: Two = [i16x16::ZERO; 2];

fn sums_and_differences([a, b]: Two) -> Two {
    [a + b, a - b]
}

fn limited(numbers: i16x16) -> i16x16 {
    numbers.max(i16x16::ZERO).min(i16x16::splat(MOST))
}

/// The weights.
#[derive(Debug)]
pub(super) struct Convolution {
    /// Of each ring, those of sums and of differences.
    rings: [Two; RINGS.len()],
    /// What is added; not positive, so that points near nothing make nothing.
    bias: i16x16,
}

impl Convolution {
    /// Reads the weights: of each ring for the same colour and for the other, and what is added. `None` if
    /// there are not enough, or if they are so large that a sum may not fit.
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let mut rings = [[[0; WIDTH]; 2]; RINGS.len()];
        let mut bias = [0; WIDTH];
        for weight in rings.as_flattened_mut().as_flattened_mut().iter_mut().chain(&mut bias) {
            *weight = reader.next()?;
        }
        // For both colours at most `MOST`, the products of the sum and of the difference are together at most
        // 2 `MOST` (|same| + |other|) / 64, and rounding adds at most 2.
        let most = |at: usize| -> u32 {
            let product = |weight: i16| u32::from(weight.unsigned_abs()) * u32::from(MOST as u16);
            let of_ring = |(ring, [same, other]): (&[_], &[[i16; WIDTH]; 2])| {
                let rounded = 2 + (product(same[at]) + product(other[at])) / 32;
                ring.len() as u32 * rounded
            };
            let of_rings: u32 = RINGS.into_iter().zip(&rings).map(of_ring).sum();
            of_rings + 2 * u32::from(bias[at].unsigned_abs()) + HALF as u32
        };
        let fits_shift = |[same, other]: &[[i16; WIDTH]; 2], at: usize| {
            let total = same[at].unsigned_abs().saturating_add(other[at].unsigned_abs());
            total <= i16::MAX as u16 >> READ_SHIFT
        };
        let fits = (0..WIDTH).all(|at| {
            let rings_fit = rings.iter().all(|ring| fits_shift(ring, at));
            rings_fit && bias[at] <= 0 && most(at) <= i16::MAX as u32
        });
        let rings = rings.map(|weights| {
            sums_and_differences(weights.map(i16x16::new)).map(|it| it << READ_SHIFT)
        });
        fits.then_some(Self { rings, bias: i16x16::new(bias) })
    }
}

/// What the convolution makes of the points of a board.
#[derive(Debug)]
pub(super) struct Convolved<'n> {
    convolution: &'n Convolution,
    size: usize,
    /// The row and the column of each point.
    places: Box<[[u8; 2]]>,
    /// For each point the weighted sums, with [`MARGIN`] more before each row and after the last, so that no
    /// ring reaches from row to row.
    sums: Box<[Two]>,
    /// What changes that have been noted add to these sums.
    pending: Box<[Two]>,
    /// For each row, the points to which they add something: a bit for each column, from [`MARGIN`] to the
    /// left on.
    reached: [u32; MAX_SIZE as usize],
}

impl<'n> Convolved<'n> {
    /// A board whose points have nothing.
    pub(super) fn new(convolution: &'n Convolution, size: usize) -> Self {
        let bias = convolution.bias + convolution.bias + i16x16::splat(HALF);
        let all = |two: Two| vec![two; size * (size + MARGIN) + MARGIN].into();
        let place = |cell| [cell / size, cell % size].map(|it| it as u8);
        Self {
            convolution,
            size,
            places: (0..size * size).map(place).collect(),
            sums: all([bias, i16x16::ZERO]),
            pending: all(NONE),
            reached: [0; _],
        }
    }

    /// Notes that a point has other numbers now. A point that is not empty has none.
    #[inline]
    pub(super) fn change(&mut self, cell: Cell, old: &Vector, new: &Vector) {
        let [row, column] = self.places[usize::from(cell)].map(usize::from);
        let [old, new] = [old, new].map(|point| {
            let (black, white) = point.0.split_at(WIDTH);
            let both = [black, white].map(|it| i16x16::new(it.try_into().expect("a half")));
            sums_and_differences(both.map(limited)).map(|it| it << POINT_SHIFT)
        });
        if old == new {
            return;
        }
        for (ring, weights) in RINGS.into_iter().zip(&self.convolution.rings) {
            let difference: Two = std::array::from_fn(|it| {
                new[it].mul_scale_round(weights[it]) - old[it].mul_scale_round(weights[it])
            });
            for &[x, y] in ring {
                let row = row.wrapping_add_signed(isize::from(y));
                if row < self.size {
                    let at = row * (self.size + MARGIN) + MARGIN + column;
                    let pending = &mut self.pending[at.wrapping_add_signed(isize::from(x))];
                    *pending = [pending[0] + difference[0], pending[1] + difference[1]];
                }
            }
        }
        for (down, columns) in REACHED.into_iter().enumerate() {
            let reached = self.reached[..self.size].get_mut((row + down).wrapping_sub(MARGIN));
            if let Some(reached) = reached {
                *reached |= columns << column;
            }
        }
    }

    /// Forgets the changes that have been noted, after making them if `keep` is set. Returns the changes
    /// of the sums over the board of what the convolution makes, black's and white's.
    #[inline]
    pub(super) fn finish(&mut self, keep: bool) -> Two {
        // Nobody reads what is beyond the edges.
        let board = ((1 << self.size) - 1) << MARGIN;
        let mut changes = NONE;
        for (row, reached) in self.reached[..self.size].iter_mut().enumerate() {
            let mut reached = std::mem::take(reached) & board;
            while reached != 0 {
                let at = row * (self.size + MARGIN) + reached.trailing_zeros() as usize;
                reached &= reached - 1;
                let pending = std::mem::replace(&mut self.pending[at], NONE);
                let old = self.sums[at];
                let new = [old[0] + pending[0], old[1] + pending[1]];
                let [before, after] = [old, new]
                    .map(|sums| sums_and_differences(sums).map(|it| limited(it >> MADE_SHIFT)));
                changes = std::array::from_fn(|it| changes[it] + (after[it] - before[it]));
                if keep {
                    self.sums[at] = new;
                }
            }
        }
        changes
    }

    /// The size in bytes for the largest board, besides that of the struct.
    pub(super) const BYTES: usize = {
        let size = MAX_SIZE as usize;
        2 * (size * (size + MARGIN) + MARGIN) * size_of::<Two>() + 2 * size * size
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    type Weights = [[[i16; WIDTH]; 2]; RINGS.len()];

    fn bytes(weights: &Weights, bias: &[i16; WIDTH]) -> Vec<u8> {
        let weights = weights.as_flattened().as_flattened().iter().chain(bias);
        weights.flat_map(|it| it.to_le_bytes()).collect()
    }

    fn weights(random: &mut Random) -> (Weights, [i16; WIDTH]) {
        let mut weights = [[[0; WIDTH]; 2]; RINGS.len()];
        let of_rings = weights.as_flattened_mut().as_flattened_mut();
        of_rings.fill_with(|| random.below(320) as i16 - 160);
        let bias = std::array::from_fn(|_| -(random.below(200) as i16));
        (weights, bias)
    }

    /// The sums over the board, black's and white's, by what the points have, row by row.
    fn sums(points: &[Vector], size: usize, (weights, bias): &(Weights, [i16; WIDTH])) -> Two {
        let number = |[x, y]: [isize; 2], at: usize| -> i32 {
            let is_inside = [x, y].iter().all(|it| (0..size as isize).contains(it));
            let of = |point: &Vector| i32::from(point.0[at].clamp(0, MOST));
            if is_inside { of(&points[(y * size as isize + x) as usize]) } else { 0 }
        };
        let made = |x: isize, y: isize, side: usize, at: usize| {
            let mut sums = [i32::from(2 * bias[at] + HALF), 0];
            for (ring, [same, other]) in RINGS.into_iter().zip(weights) {
                for [right, down] in ring {
                    let point = [x + isize::from(*right), y + isize::from(*down)];
                    let [black, white] = [at, WIDTH + at].map(|at| number(point, at));
                    let [same, other] = [same[at], other[at]].map(i32::from);
                    let rounded = |product: i32| (product + 32) >> 6;
                    sums[0] += rounded((black + white) * (same + other));
                    sums[1] += rounded((black - white) * (same - other));
                }
            }
            let sum = if side == 0 { sums[0] + sums[1] } else { sums[0] - sums[1] };
            (sum >> MADE_SHIFT).clamp(0, i32::from(MOST))
        };
        std::array::from_fn(|side| {
            i16x16::new(std::array::from_fn(|at| {
                let cells = 0..(size * size) as isize;
                let size = size as isize;
                cells.map(|cell| made(cell % size, cell / size, side, at)).sum::<i32>() as i16
            }))
        })
    }

    #[test]
    fn sums_follow_the_points() {
        for seed in 0..8 {
            let mut random = Random::new(seed);
            let weights = weights(&mut random);
            let bytes = bytes(&weights.0, &weights.1);
            let convolution = Convolution::read(&mut Reader::new(&bytes)).expect("weights");
            let size = 5 + random.below(16) as usize;
            let mut convolved = Convolved::new(&convolution, size);
            let mut points = vec![Vector::NOTHING; size * size];
            let mut found = NONE;
            for _ in 0..6 {
                let mut changed = points.clone();
                let keep = random.below(2) == 0;
                for _ in 0..random.below(40) {
                    let cell = random.below((size * size) as u32) as usize;
                    let is_empty = random.below(4) > 0;
                    let numbers = [0; 2 * WIDTH].map(|_| random.below(250) as i16 - 50);
                    let point = if is_empty { Vector(numbers) } else { Vector::NOTHING };
                    convolved.change(cell as Cell, &changed[cell], &point);
                    changed[cell] = point;
                }
                let changes = convolved.finish(keep);
                let sum = [found[0] + changes[0], found[1] + changes[1]];
                assert_eq!(sum, sums(&changed, size, &weights), "{seed}");
                if keep {
                    (points, found) = (changed, sum);
                }
            }
        }
    }

    #[test]
    fn weights_whose_sums_may_not_fit_are_refused() {
        let read = |weight: i16, bias: i16| {
            let bytes = bytes(&[[[weight; WIDTH]; 2]; RINGS.len()], &[bias; WIDTH]);
            Convolution::read(&mut Reader::new(&bytes)).is_some()
        };
        assert!(read(185, -200) && read(-185, 0));
        assert!(!read(200, 0) && !read(-200, 0) && !read(185, -2_000) && !read(0, 1));
        assert!(!read(i16::MIN, i16::MIN));
        // One weight that is too large for its shift, though its sum is not.
        let centre = |weight: i16| {
            let mut weights = [[[0; WIDTH]; 2]; RINGS.len()];
            weights[0] = [[weight; WIDTH]; 2];
            Convolution::read(&mut Reader::new(&bytes(&weights, &[0; WIDTH]))).is_some()
        };
        assert!(centre(2_047) && !centre(2_048) && !centre(3_000));
        let all = bytes(&[[[1; WIDTH]; 2]; RINGS.len()], &[0; WIDTH]);
        assert!(Convolution::read(&mut Reader::new(&all[1..])).is_none());
    }
}
