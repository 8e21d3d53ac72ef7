//! A depthwise convolution of the activations of points: each output channel is a weighted sum of the same
//! channel of the points nearby, for both colours.
//!
//! An embedding sees the four lines of one point. The convolution combines the embeddings of neighbouring
//! points. Points at the same distance share a weight, so the output is the same in all symmetries of the
//! board. The idea is from dhbloo's Rapfi.

use playout_games::gomoku::MAX_SIZE;
use wide::i16x16;

use super::super::cells::Cell;
use super::embedding::{CHANNELS, Embedding, MAX_ACTIVATION};
use super::reader::Reader;

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

/// The weights of rings are in units of 1/2048, the bias is in that of the sums. Activations, in units of
/// 1/64, are shifted to units of 1/4096. The multiplication divides by 2^15, so products and their sums are
/// in units of 1/256.
const ACTIVATION_SHIFT: i32 = 6;
/// From twice such a sum to an output, in units of 1/64, and what rounds it.
const OUTPUT_SHIFT: i32 = 3;
const HALF: i16 = 1 << (OUTPUT_SHIFT - 1);

/// The channels of black and of white, or the sums and the differences of the two. A weight within a colour
/// and one across colours become a weight of the sums and one of the differences, which saves half of the
/// multiplications.
type Sides = [i16x16; 2];

const NONE: Sides = [i16x16::ZERO; 2];

fn sums_and_differences([a, b]: Sides) -> Sides {
    [a + b, a - b]
}

/// The clipped ReLU.
fn activations(channels: i16x16) -> i16x16 {
    channels.max(i16x16::ZERO).min(i16x16::splat(MAX_ACTIVATION))
}

/// The weights.
#[derive(Debug)]
pub(super) struct Convolution {
    /// For each ring, the weights of sums and of differences.
    rings: [Sides; RINGS.len()],
    /// Not positive, so that points far from all stones have an output of 0.
    bias: i16x16,
}

impl Convolution {
    /// Reads the weights: for each ring those within a colour and those across colours, then the bias.
    /// `None` if there are too few, or if a sum could overflow.
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let mut rings = [[[0; CHANNELS]; 2]; RINGS.len()];
        let mut bias = [0; CHANNELS];
        for weight in rings.as_flattened_mut().as_flattened_mut().iter_mut().chain(&mut bias) {
            *weight = reader.next()?;
        }
        // The products of the sum and of the difference add up to at most 2 `MAX_ACTIVATION`
        // (|same| + |cross|) / 512, and rounding adds at most 2.
        let most = |at: usize| -> u32 {
            let product =
                |weight: i16| u32::from(weight.unsigned_abs()) * u32::from(MAX_ACTIVATION as u16);
            let of_ring = |(ring, [same, cross]): (&[_], &[[i16; CHANNELS]; 2])| {
                let rounded = 2 + (product(same[at]) + product(cross[at])) / 256;
                ring.len() as u32 * rounded
            };
            let of_rings: u32 = RINGS.into_iter().zip(&rings).map(of_ring).sum();
            of_rings + 2 * u32::from(bias[at].unsigned_abs()) + HALF as u32
        };
        let total_fits = |[same, cross]: &[[i16; CHANNELS]; 2], at: usize| {
            let total = same[at].unsigned_abs().saturating_add(cross[at].unsigned_abs());
            total <= i16::MAX as u16
        };
        let fits = (0..CHANNELS).all(|at| {
            let totals_fit = rings.iter().all(|ring| total_fits(ring, at));
            totals_fit && bias[at] <= 0 && most(at) <= i16::MAX as u32
        });
        let rings = rings.map(|weights| sums_and_differences(weights.map(i16x16::new)));
        fits.then_some(Self { rings, bias: i16x16::new(bias) })
    }
}

/// The output of the convolution for a board, updated as points change.
#[derive(Debug)]
pub(super) struct Convolved<'n> {
    convolution: &'n Convolution,
    size: usize,
    /// The row and the column of each point.
    places: Box<[[u8; 2]]>,
    /// For each point the weighted sums, with [`MARGIN`] more before each row and after the last, so that no
    /// ring reaches from row to row.
    sums: Box<[Sides]>,
    /// The changes of these sums that [`Self::finish`] has yet to add.
    pending: Box<[Sides]>,
    /// For each row, the points whose sums change: a bit for each column, starting [`MARGIN`] columns left of
    /// the board.
    reached: [u32; MAX_SIZE as usize],
}

impl<'n> Convolved<'n> {
    /// The output for a board whose embeddings are all 0.
    pub(super) fn new(convolution: &'n Convolution, size: usize) -> Self {
        let bias = convolution.bias + convolution.bias + i16x16::splat(HALF);
        let all = |sides: Sides| vec![sides; size * (size + MARGIN) + MARGIN].into();
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

    /// Notes that the embedding of a point changes. That of an occupied point is 0.
    #[inline]
    pub(super) fn change(&mut self, cell: Cell, old: &Embedding, new: &Embedding) {
        let [row, column] = self.places[usize::from(cell)].map(usize::from);
        let [old, new] = [old, new].map(|point| {
            let (black, white) = point.0.split_at(CHANNELS);
            let both = [black, white].map(|it| i16x16::new(it.try_into().expect("a half")));
            sums_and_differences(both.map(activations)).map(|it| it << ACTIVATION_SHIFT)
        });
        if old == new {
            return;
        }
        for (ring, weights) in RINGS.into_iter().zip(&self.convolution.rings) {
            let difference: Sides = std::array::from_fn(|it| {
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

    /// The outputs of a point, black's and white's.
    pub(super) fn outputs(&self, cell: Cell) -> Sides {
        let [row, column] = self.places[usize::from(cell)].map(usize::from);
        Self::activated(self.sums[row * (self.size + MARGIN) + MARGIN + column])
    }

    /// The outputs, black's and white's, for the weighted sums of a point.
    fn activated(sums: Sides) -> Sides {
        sums_and_differences(sums).map(|it| activations(it >> OUTPUT_SHIFT))
    }

    /// Returns how the changes noted so far change the outputs' sums over the board, black's and white's.
    /// Then makes the changes if `keep` is set, and forgets them otherwise.
    #[inline]
    pub(super) fn finish(&mut self, keep: bool) -> Sides {
        // Points beyond the edges have no output.
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
                let [before, after] = [old, new].map(Self::activated);
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
        2 * (size * (size + MARGIN) + MARGIN) * size_of::<Sides>() + 2 * size * size
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    type Weights = [[[i16; CHANNELS]; 2]; RINGS.len()];

    fn bytes(weights: &Weights, bias: &[i16; CHANNELS]) -> Vec<u8> {
        let weights = weights.as_flattened().as_flattened().iter().chain(bias);
        weights.flat_map(|it| it.to_le_bytes()).collect()
    }

    fn weights(random: &mut Random) -> (Weights, [i16; CHANNELS]) {
        let mut weights = [[[0; CHANNELS]; 2]; RINGS.len()];
        let of_rings = weights.as_flattened_mut().as_flattened_mut();
        of_rings.fill_with(|| random.below(2_560) as i16 - 1_280);
        let bias = std::array::from_fn(|_| -(random.below(200) as i16));
        (weights, bias)
    }

    /// The sums over the board, black's and white's, for the embeddings of the points, row by row.
    fn sums(
        points: &[Embedding],
        size: usize,
        (weights, bias): &(Weights, [i16; CHANNELS]),
    ) -> Sides {
        let activation = |[x, y]: [isize; 2], at: usize| -> i32 {
            let is_inside = [x, y].iter().all(|it| (0..size as isize).contains(it));
            let of = |point: &Embedding| i32::from(point.0[at].clamp(0, MAX_ACTIVATION));
            if is_inside { of(&points[(y * size as isize + x) as usize]) } else { 0 }
        };
        let output = |x: isize, y: isize, side: usize, at: usize| {
            let mut sums = [i32::from(2 * bias[at] + HALF), 0];
            for (ring, [same, cross]) in RINGS.into_iter().zip(weights) {
                for [right, down] in ring {
                    let point = [x + isize::from(*right), y + isize::from(*down)];
                    let [black, white] = [at, CHANNELS + at].map(|at| activation(point, at));
                    let [same, cross] = [same[at], cross[at]].map(i32::from);
                    let rounded = |product: i32| (product + 256) >> 9;
                    sums[0] += rounded((black + white) * (same + cross));
                    sums[1] += rounded((black - white) * (same - cross));
                }
            }
            let sum = if side == 0 { sums[0] + sums[1] } else { sums[0] - sums[1] };
            (sum >> OUTPUT_SHIFT).clamp(0, i32::from(MAX_ACTIVATION))
        };
        std::array::from_fn(|side| {
            i16x16::new(std::array::from_fn(|at| {
                let cells = 0..(size * size) as isize;
                let size = size as isize;
                cells.map(|cell| output(cell % size, cell / size, side, at)).sum::<i32>() as i16
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
            let mut points = vec![Embedding::ZERO; size * size];
            let mut found = NONE;
            for _ in 0..6 {
                let mut changed = points.clone();
                let keep = random.below(2) == 0;
                for _ in 0..random.below(40) {
                    let cell = random.below((size * size) as u32) as usize;
                    let is_empty = random.below(4) > 0;
                    let channels = [0; 2 * CHANNELS].map(|_| random.below(250) as i16 - 50);
                    let point = if is_empty { Embedding(channels) } else { Embedding::ZERO };
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
            let bytes = bytes(&[[[weight; CHANNELS]; 2]; RINGS.len()], &[bias; CHANNELS]);
            Convolution::read(&mut Reader::new(&bytes)).is_some()
        };
        assert!(read(1_480, -200) && read(-1_480, 0));
        assert!(!read(1_600, 0) && !read(-1_600, 0) && !read(1_480, -2_000) && !read(0, 1));
        assert!(!read(i16::MIN, i16::MIN));
        // Two weights whose sum is too large, although the sums at a point would fit.
        let centre = |weight: i16| {
            let mut weights = [[[0; CHANNELS]; 2]; RINGS.len()];
            weights[0] = [[weight; CHANNELS]; 2];
            Convolution::read(&mut Reader::new(&bytes(&weights, &[0; CHANNELS]))).is_some()
        };
        assert!(centre(16_383) && !centre(16_384) && !centre(24_000));
        let all = bytes(&[[[1; CHANNELS]; 2]; RINGS.len()], &[0; CHANNELS]);
        assert!(Convolution::read(&mut Reader::new(&all[1..])).is_none());
    }
}
