//! The evaluation of a position by what every empty point would make for either colour.

use super::board::Board;
use super::patterns::{Class, Shape};
use super::weights::{CLASSES, SHAPES, TEMPO};

/// The largest evaluation. Beyond it are positions whose result seems certain.
pub(super) const MAX_EVALUATION: i32 = 9_000;

/// The weights are hundredths of a point.
const UNIT: i32 = 100;

/// The evaluation for the colour to move, in points.
pub(super) fn evaluate(board: &Board) -> i32 {
    let mut sum = TEMPO;
    for (side, colour) in [board.to_move(), board.to_move().other()].into_iter().enumerate() {
        let classes = board.class_counts(colour);
        for class in 0..Class::COUNT {
            sum += i32::from(classes[class]) * CLASSES[side][class];
        }
        let shapes = board.shape_counts(colour);
        for shape in 0..Shape::COUNT {
            sum += i32::from(shapes[shape]) * SHAPES[side][shape];
        }
    }
    (sum / UNIT).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}
