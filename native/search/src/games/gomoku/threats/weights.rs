//! The weights of the evaluation, in hundredths of a point.

use super::patterns::{Class, Shape};

/// For the colour to move and for the other, the weight of a line through an empty point by the
/// class that a stone would make of it.
pub(super) const CLASSES: [[i32; Class::COUNT]; 2] = [
    [0, 100, 200, 400, 800, 1_200, 1_500, 4_000, 5_000, 6_000, 10_000, 0],
    [0, -80, -160, -320, -640, -960, -1_200, -3_200, -4_000, -5_000, -20_000, 0],
];

/// For the colour to move and for the other, the weight of an empty point by the shape that a stone
/// would make.
pub(super) const SHAPES: [[i32; Shape::COUNT]; 2] = [
    [0, 0, 500, 500, 10_000, 0, 1_000, 20_000, 0, 0],
    [0, 0, -400, -400, -5_000, 0, -800, -10_000, -30_000, 0],
];

/// The bonus for the colour to move.
pub(super) const TEMPO: i32 = 3_000;
