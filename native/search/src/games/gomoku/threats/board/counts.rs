//! How often each class and each shape occurs on a board.

use playout_games::gomoku::Colour;

use super::super::patterns::{Class, Shape, Shapes};

/// For each colour, how many lines through empty points have each class, and how many empty points
/// have each shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    classes: [[i16; 16]; 2],
    shapes: [[i16; Shape::COUNT]; 2],
}

/// What a stone changes at another point for a colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// The classes of all lines after it.
    pub(super) classes: u16,
    /// The shapes before and after it.
    pub(super) shapes: [u8; 2],
    /// The class of the line that changes, before and after it.
    class: [u8; 2],
}

impl Change {
    /// The change of a line's class; `None` if the line has it already.
    pub(super) fn new(
        shapes: &Shapes,
        classes: u16,
        shape: u8,
        direction: usize,
        class: u8,
    ) -> Option<Self> {
        let shift = 4 * direction;
        let before = (classes >> shift & 0xF) as u8;
        if class == before {
            return None;
        }
        let after = classes ^ u16::from(before ^ class) << shift;
        Some(Self {
            classes: after,
            shapes: [shape, shapes[usize::from(after)]],
            class: [before, class],
        })
    }
}

impl Counts {
    /// The counts of no points.
    pub(super) const NONE: Self = Self { classes: [[0; 16]; 2], shapes: [[0; Shape::COUNT]; 2] };

    /// Adds a point, or takes it away.
    pub(super) fn add(&mut self, colour: usize, classes: u16, shape: u8, sign: i16) {
        for direction in 0..4 {
            self.classes[colour][usize::from(classes >> (4 * direction) & 0xF)] += sign;
        }
        self.shapes[colour][usize::from(shape)] += sign;
    }

    /// Counts a point as it is after a change, no longer as it was before.
    pub(super) fn apply(&mut self, colour: usize, change: &Change) {
        let [before, after] = change.class.map(usize::from);
        self.classes[colour][before] -= 1;
        self.classes[colour][after] += 1;
        let [before, after] = change.shapes.map(usize::from);
        self.shapes[colour][before] -= 1;
        self.shapes[colour][after] += 1;
    }

    /// For a colour, how many lines through points have each class.
    pub(crate) fn classes(&self, colour: Colour) -> &[i16; 16] {
        &self.classes[colour as usize]
    }

    /// For a colour, how many points have each shape.
    pub(crate) fn shapes(&self, colour: Colour) -> &[i16; Shape::COUNT] {
        &self.shapes[colour as usize]
    }

    /// How many points have a shape for a colour.
    pub(crate) fn count(&self, colour: Colour, shape: Shape) -> i16 {
        self.shapes[colour as usize][shape as usize]
    }

    /// Whether nobody can complete a row any more, if these are the counts of so many empty points.
    pub(crate) fn are_dead(&self, empty: usize) -> bool {
        let lines = 4 * empty as i16;
        self.classes.iter().all(|classes| classes[Class::Dead as usize] == lines)
    }

    /// Whether a colour has a point where a stone makes a four, but completes no row.
    pub(crate) fn has_fours(&self, colour: Colour) -> bool {
        let fours = Shape::Four as usize..=Shape::OpenFour as usize;
        self.shapes[colour as usize][fours].iter().any(|&count| count > 0)
    }
}
