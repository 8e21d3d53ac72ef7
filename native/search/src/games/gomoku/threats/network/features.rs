//! Features of the whole position, for both networks: the counts that the evaluation's weighted sum uses.
//!
//! The weighted sum gives each of them one weight. Neurons can combine them.

use playout_games::gomoku::Colour;

use super::super::board::Counts;
use super::super::cells::CELLS;
use super::super::patterns::{Class, Shape};

/// The number of features: for the colour to move and for the other, the classes and then the shapes.
pub const FEATURES: usize = 2 * (Class::COUNT + Shape::COUNT);

/// How much a line and a point add to a feature, in which 1 is 128. Classes and shapes that most lines and
/// points have add little.
const CLASSES: [i16; Class::COUNT] = [1, 1, 1, 16, 16, 16, 16, 16, 16, 16, 16, 16];
const SHAPES: [i16; Shape::COUNT] = [1, 32, 32, 32, 32, 32, 32, 32, 32, 32];
// Even if all lines of all points of the largest board had one class.
const _: () = assert!(16 * 4 * CELLS as i32 <= i16::MAX as i32);

/// The features for a colour to move, by the counts of a board.
pub(super) fn features(counts: &Counts, to_move: Colour) -> [i16; FEATURES] {
    let mut features = [0; FEATURES];
    let sides = features.chunks_exact_mut(Class::COUNT + Shape::COUNT);
    for (side, colour) in sides.zip([to_move, to_move.other()]) {
        let (classes, shapes) = side.split_at_mut(Class::COUNT);
        let weighed = classes.iter_mut().zip(counts.classes(colour)).zip(CLASSES);
        weighed.for_each(|((feature, count), unit)| *feature = count * unit);
        let weighed = shapes.iter_mut().zip(counts.shapes(colour)).zip(SHAPES);
        weighed.for_each(|((feature, count), unit)| *feature = count * unit);
    }
    features
}
