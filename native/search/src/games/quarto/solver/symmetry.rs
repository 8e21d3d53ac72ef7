//! One key for all boards that are equal by symmetry.
//!
//! 32 permutations of the cells map lines to lines (8 if blocks are lines), and so do the 384 ways to
//! permute the attributes and to swap their values. A key is the smallest word that any of these
//! 12,288 (3,072) symmetries makes of a board.
//!
//! The permutations of the cells are those that make the largest number of the occupied cells; a
//! table lists them by occupied cells, and there is seldom more than one. Among the values of an
//! attribute, the one that the highest occupied cell has is set to 0, and the lanes are sorted.

use std::sync::LazyLock;

use playout_games::quarto::{LINES, STRAIGHT_LINES};

use super::lines::{SQUARES, STANDARD};

/// The image of each cell.
type Permutation = [u8; 16];

/// The symmetries of the cells.
#[derive(Debug)]
pub(crate) struct Symmetries {
    /// For each permutation, the image of the lower and of the upper eight cells.
    images: Vec<[[u16; 256]; 2]>,
    /// The numbers of the permutations to apply, in order of the occupied cells.
    applied: Vec<u8>,
    /// By occupied cells: where their permutations begin.
    starts: Vec<u32>,
    /// The highest cells that can be occupied in an image, one for each class of cells that can be
    /// exchanged.
    highest: [u32; 3],
    /// The bit of the variant.
    variant: u64,
}

static OF_STANDARD: LazyLock<Symmetries> =
    LazyLock::new(|| Symmetries::new(&LINES[..STRAIGHT_LINES], 0));
static OF_SQUARES: LazyLock<Symmetries> = LazyLock::new(|| Symmetries::new(&LINES, BLOCKS));

/// The free bits of a key, which tell the highest occupied cells apart.
const CLASS: [u64; 3] = [0, 1 << 15, 1 << 31];
/// The key of an empty board, another free bit.
const EMPTY: u64 = 1 << 47;
/// The last free bit tells the variants apart, so that they can share a table.
const BLOCKS: u64 = 1 << 63;

impl Symmetries {
    /// The symmetries of a variant, by its number of vectors.
    pub(crate) fn of<const N: usize>() -> &'static Self {
        const { assert!(N == STANDARD || N == SQUARES) };
        if N == STANDARD { &OF_STANDARD } else { &OF_SQUARES }
    }

    fn new(lines: &[u16], variant: u64) -> Self {
        let images: Vec<_> = permutations(lines).iter().map(image_table).collect();
        let (mut applied, mut starts) = (Vec::new(), vec![0]);
        let mut highest = [false; 16];
        for occupied in 0..=u16::MAX {
            let of = |number: &u8| image(&images[usize::from(*number)], occupied);
            let numbers = 0..images.len() as u8;
            let best = numbers.clone().map(|number| of(&number)).max().unwrap_or_default();
            applied.extend(numbers.filter(|number| of(number) == best));
            starts.push(applied.len() as u32);
            if best != 0 {
                highest[best.ilog2() as usize] = true;
            }
        }
        let mut classes = (0..16).rev().filter(|&cell| highest[cell as usize]);
        let highest = std::array::from_fn(|_| classes.next().unwrap_or(0));
        debug_assert_eq!(classes.next(), None);
        Self { images, applied, starts, highest, variant }
    }

    /// The key of a board, given its lanes and the occupied cells.
    ///
    /// Equal keys mean equal boards but for symmetry: the highest cell is in no lane, and every other
    /// cell is in one, because no two pieces are equal. So the lanes and the highest cell give the
    /// board. It follows from its class, which two free bits tell.
    #[inline]
    pub(crate) fn key(&self, lanes: u64, occupied: u16) -> u64 {
        let mut least = u64::MAX;
        for &number in self.applied(occupied) {
            let images = &self.images[usize::from(number)];
            let occupied = image(images, occupied);
            let highest = highest(occupied);
            let sorted = sorted(std::array::from_fn(|attribute| {
                let lane = image(images, (lanes >> (16 * attribute)) as u16);
                if lane >> highest & 1 == 1 { lane ^ occupied } else { lane }
            }));
            let word = sorted.into_iter().fold(0, |word, lane| word << 16 | u64::from(lane));
            least = least.min(word | self.class(occupied));
        }
        least | self.variant
    }

    /// The key of a board with a piece in hand: that of the board, and the image of the piece.
    pub(crate) fn key_with_hand(&self, lanes: u64, occupied: u16, hand: u8) -> (u64, u8) {
        let keys = self.applied(occupied).iter().map(|&number| {
            let images = &self.images[usize::from(number)];
            let occupied = image(images, occupied);
            let highest = highest(occupied);
            // The piece counts as one more cell of each lane, the least, so that it only decides
            // between equal lanes.
            let sorted = sorted(std::array::from_fn(|attribute| {
                let lane = image(images, (lanes >> (16 * attribute)) as u16);
                let with_hand = u32::from(lane) << 1 | u32::from(hand >> attribute & 1);
                let swapped = with_hand ^ (u32::from(occupied) << 1 | 1);
                // On an empty board the piece in hand decides.
                let decides =
                    if occupied == 0 { u16::from(hand >> attribute) } else { lane >> highest };
                if decides & 1 == 1 { swapped } else { with_hand }
            }));
            let lanes = sorted.map(|lane| u64::from(lane >> 1));
            let word = lanes.into_iter().fold(0, |word, lane| word << 16 | lane);
            let hand = sorted.into_iter().fold(0, |piece, lane| piece << 1 | (lane & 1) as u8);
            (word | self.class(occupied), hand)
        });
        let (key, hand) = keys.min().unwrap_or_default();
        (key | self.variant, hand)
    }

    /// The lanes and the occupied cells of a key, which are one of the boards that have it. The first
    /// lane of the key is that of the highest attribute.
    pub(crate) fn board(&self, key: u64) -> (u64, u16) {
        let class = CLASS.iter().position(|&bit| bit != 0 && key & bit != 0).unwrap_or(0);
        let lanes = key & !(CLASS[1] | CLASS[2] | EMPTY | BLOCKS);
        let union = (0..4).fold(0, |union, attribute| union | (lanes >> (16 * attribute)) as u16);
        let highest = if key & EMPTY == 0 { 1 << self.highest[class] } else { 0 };
        (lanes, union | highest)
    }

    /// The numbers of the permutations to apply to a board.
    fn applied(&self, occupied: u16) -> &[u8] {
        let at = usize::from(occupied);
        &self.applied[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The free bits for the occupied cells of an image.
    #[inline(always)]
    fn class(&self, occupied: u16) -> u64 {
        if occupied == 0 {
            return EMPTY;
        }
        let highest = highest(occupied);
        let is_second = usize::from(highest != self.highest[0]);
        let is_third = usize::from(highest == self.highest[2]);
        CLASS[is_second + is_third]
    }
}

/// The highest occupied cell.
#[inline(always)]
fn highest(occupied: u16) -> u32 {
    15 - occupied.leading_zeros().min(15)
}

/// Sorts four things, by a network.
#[inline(always)]
fn sorted<T: Copy + Ord>(mut things: [T; 4]) -> [T; 4] {
    for (low, high) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        let (a, b) = (things[low], things[high]);
        (things[low], things[high]) = (a.min(b), a.max(b));
    }
    things
}

/// All permutations of the cells that map every line to a line. They are products of a permutation of
/// the rows and one of the columns, and perhaps the exchange of both.
fn permutations(lines: &[u16]) -> Vec<Permutation> {
    let orders = orders();
    let mut found = Vec::new();
    for rows in &orders {
        for columns in &orders {
            for is_transposed in [false, true] {
                let image = |cell: u8| {
                    let (row, column) =
                        (rows[usize::from(cell / 4)], columns[usize::from(cell % 4)]);
                    if is_transposed { column * 4 + row } else { row * 4 + column }
                };
                let permutation: Permutation = std::array::from_fn(|cell| image(cell as u8));
                let is_line = |line: &u16| {
                    let cells = (0..16).filter(|cell| line >> cell & 1 == 1);
                    let image = cells.fold(0_u16, |set, cell| set | 1 << permutation[cell]);
                    lines.contains(&image)
                };
                if lines.iter().all(is_line) {
                    found.push(permutation);
                }
            }
        }
    }
    found
}

/// All orders of four things.
fn orders() -> Vec<[u8; 4]> {
    let all = (0..256_u32).map(|number| [0, 2, 4, 6].map(|shift| (number >> shift & 3) as u8));
    all.filter(|order| (0..4).all(|thing| order.contains(&thing))).collect()
}

fn image_table(permutation: &Permutation) -> [[u16; 256]; 2] {
    [0, 8].map(|first| {
        std::array::from_fn(|byte| {
            let cells = (0..8).filter(|cell| byte >> cell & 1 == 1);
            cells.fold(0, |set, cell| set | 1 << permutation[first + cell])
        })
    })
}

#[inline(always)]
fn image(images: &[[u16; 256]; 2], cells: u16) -> u16 {
    let [low, high] = cells.to_le_bytes().map(usize::from);
    images[0][low] | images[1][high]
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::Random;
    use crate::games::quarto::solver::board::Board;

    /// A board as the pieces on its cells.
    type Pieces = [Option<u8>; 16];

    fn random(random: &mut Random, placed: u32) -> Pieces {
        let mut pieces = [None; 16];
        let mut remaining: Vec<u8> = (0..16).collect();
        for _ in 0..placed {
            let cell = loop {
                let cell = random.below(16) as usize;
                if pieces[cell].is_none() {
                    break cell;
                }
            };
            let piece = remaining.remove(random.below(remaining.len() as u32) as usize);
            pieces[cell] = Some(piece);
        }
        pieces
    }

    fn key<const N: usize>(pieces: &Pieces) -> u64 {
        let board = pieces.iter().enumerate().fold(Board::<N>::new(), |board, (cell, piece)| {
            piece.map_or(board, |piece| board.with(piece, cell))
        });
        Symmetries::of::<N>().key(board.lanes(), board.occupied())
    }

    /// The image under a permutation of the cells, one of the attributes, and a swap of values.
    fn moved(pieces: &Pieces, cells: &Permutation, attributes: &[u8; 4], swapped: u8) -> Pieces {
        let mut image = [None; 16];
        for (cell, piece) in pieces.iter().enumerate() {
            image[usize::from(cells[cell])] = piece.map(|piece| {
                let bit = |bit: usize| (piece >> bit & 1) << attributes[bit];
                (0..4).fold(0, |set, at| set | bit(at)) ^ swapped
            });
        }
        image
    }

    #[test]
    fn there_are_as_many_permutations_as_published() {
        assert_eq!(permutations(&LINES[..STRAIGHT_LINES]).len(), 32);
        assert_eq!(permutations(&LINES).len(), 8);
    }

    #[test]
    fn all_images_have_the_same_key() {
        fn check<const N: usize>(lines: &[u16]) {
            let mut random = Random::new(7);
            for placed in 1..=16 {
                let pieces = self::random(&mut random, placed);
                let expected = key::<N>(&pieces);
                for cells in permutations(lines) {
                    for attributes in orders() {
                        let swapped = random.below(16) as u8;
                        let image = moved(&pieces, &cells, &attributes, swapped);
                        assert_eq!(key::<N>(&image), expected, "{pieces:?} {image:?}");
                    }
                }
            }
        }

        check::<STANDARD>(&LINES[..STRAIGHT_LINES]);
        check::<SQUARES>(&LINES);
    }

    /// The least image by trying all symmetries, as another form of the key.
    fn least(pieces: &Pieces, cells: &[Permutation], orders: &[[u8; 4]]) -> Pieces {
        let images = cells.iter().flat_map(|cells| {
            orders.iter().flat_map(move |attributes| {
                (0..16).map(move |swapped| moved(pieces, cells, attributes, swapped))
            })
        });
        images.min().expect("there are symmetries")
    }

    #[test]
    fn keys_give_a_board_back() {
        fn check<const N: usize>() {
            let symmetries = Symmetries::of::<N>();
            let mut random = Random::new(8);
            for round in 0..200 {
                let key = key::<N>(&self::random(&mut random, round % 17));
                let (lanes, occupied) = symmetries.board(key);
                assert_eq!(occupied.count_ones(), round % 17);
                assert_eq!(symmetries.key(lanes, occupied), key);
            }
        }

        check::<STANDARD>();
        check::<SQUARES>();
    }

    #[test]
    fn different_boards_have_different_keys() {
        fn check<const N: usize>(lines: &[u16]) {
            let (cells, orders) = (permutations(lines), orders());
            let mut random = Random::new(9);
            let mut boards = HashMap::new();
            // Few pieces, so that many of the boards are equal by symmetry.
            for round in 0..600 {
                let pieces = self::random(&mut random, round % 4);
                let least = least(&pieces, &cells, &orders);
                let known = boards.entry(key::<N>(&pieces)).or_insert(least);
                assert_eq!(*known, least, "{pieces:?}");
            }
            assert!(boards.len() > 50);
        }

        check::<STANDARD>(&LINES[..STRAIGHT_LINES]);
        check::<SQUARES>(&LINES);
    }
}
