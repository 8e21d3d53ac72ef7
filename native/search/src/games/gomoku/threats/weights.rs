//! The weights of the evaluation, in hundredths of a point, as `examples/fit_gomoku.rs` prints them
//! (`fit_gomoku 1000 1000 1`; docs/log/tuning.md).

use super::patterns::{Class, Shape};

/// For the colour to move and for the other, the weight of a line through an empty point by the
/// class that a stone would make of it.
pub(super) const CLASSES: [[i32; Class::COUNT]; 2] = [
    [0, -102, -7, 196, 649, 424, 1_208, 2_822, 2_022, 1_915, 0, 0],
    [0, 106, 30, -100, -495, -282, -1_160, -2_028, -709, -1_370, -15_252, 0],
];

/// For the colour to move and for the other, the weight of an empty point by the shape that a stone
/// would make.
pub(super) const SHAPES: [[i32; Shape::COUNT]; 2] = [
    [0, -1_016, 372, 1_591, 7_455, 1_154, 11_992, 6_477, 0, 0],
    [0, 861, -185, -985, -3_971, -3_079, -11_365, -31_474, -11_722, 0],
];

/// The bonus for the colour to move.
pub(super) const TEMPO: i32 = 1_220;
