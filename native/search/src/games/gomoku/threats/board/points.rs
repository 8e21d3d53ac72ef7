//! What every empty point would make for either colour.

use playout_games::gomoku::Colour;

use super::super::patterns::{Class, Shape, Shapes, shapes};
use super::counts::{Change, Counts};
use super::{CELLS, Cell, Cells, WORDS, insert, remove};

/// The classes and shapes of all empty points.
#[derive(Clone, Debug)]
pub(super) struct Points {
    shapes_of: &'static Shapes,
    /// For each colour, the classes of every empty point, four bits per direction; 0 elsewhere.
    classes: [[u16; CELLS]; 2],
    /// For each colour, the shape of every empty point; 0 elsewhere.
    shapes: [[u8; CELLS]; 2],
    counts: Counts,
    /// For each colour, the points where a stone makes a four or more.
    fours: [Cells; 2],
    /// For each colour, the points where a stone makes a three or more.
    threes: [Cells; 2],
}

impl Points {
    /// No points.
    pub(super) fn none() -> Self {
        Self {
            shapes_of: shapes(),
            classes: [[0; CELLS]; 2],
            shapes: [[0; CELLS]; 2],
            counts: Counts::NONE,
            fours: [[0; WORDS]; 2],
            threes: [[0; WORDS]; 2],
        }
    }

    /// For each colour, the classes of an empty point, four bits per direction.
    pub(super) fn classes_of(&self, cell: Cell) -> [u16; 2] {
        [0, 1].map(|colour| self.classes[colour][usize::from(cell)])
    }

    pub(super) fn shape(&self, colour: Colour, cell: Cell) -> Shape {
        Shape::numbered(self.shapes[colour as usize][usize::from(cell)])
    }

    /// The shape of a point if one of its lines had another class.
    pub(super) fn shape_with(
        &self,
        colour: Colour,
        cell: Cell,
        direction: usize,
        class: Class,
    ) -> Shape {
        let change = self.changed(colour as usize, cell, direction, class as u8);
        change.map_or(self.shape(colour, cell), |change| Shape::numbered(change.shapes[1]))
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    pub(super) fn fours(&self, colour: Colour) -> &Cells {
        &self.fours[colour as usize]
    }

    pub(super) fn threes(&self, colour: Colour) -> &Cells {
        &self.threes[colour as usize]
    }

    /// Adds a point with its classes for each colour.
    pub(super) fn set(&mut self, cell: Cell, classes: [u16; 2]) {
        for (colour, classes) in classes.into_iter().enumerate() {
            let shape = self.shapes_of[usize::from(classes)];
            self.counts.add(colour, classes, shape, 1);
            self.store(colour, cell, classes, [0, shape]);
        }
    }

    /// Takes a point away.
    pub(super) fn clear(&mut self, cell: Cell) {
        for (colour, classes) in self.classes_of(cell).into_iter().enumerate() {
            let shape = self.shapes[colour][usize::from(cell)];
            self.counts.add(colour, classes, shape, -1);
            self.store(colour, cell, 0, [shape, 0]);
        }
    }

    /// Changes the classes of a line through a point, both in one number as in the table of
    /// patterns. Tells `save` the colours for which that changes something, with all their classes
    /// before.
    #[inline]
    pub(super) fn change(
        &mut self,
        cell: Cell,
        direction: usize,
        both: u8,
        mut save: impl FnMut(usize, u16),
    ) {
        for (colour, class) in [both & 0xF, both >> 4].into_iter().enumerate() {
            if let Some(change) = self.changed(colour, cell, direction, class) {
                save(colour, change.classes[0]);
                self.counts.apply(colour, &change);
                self.store(colour, cell, change.classes[1], change.shapes);
            }
        }
    }

    /// Puts back what [`change`](Self::change) saved of a point.
    pub(super) fn restore(&mut self, colour: usize, cell: Cell, classes: u16) {
        let different = self.classes[colour][usize::from(cell)] ^ classes;
        let direction = different.trailing_zeros() / 4;
        let class = (classes >> (4 * direction) & 0xF) as u8;
        if let Some(change) = self.changed(colour, cell, direction as usize, class) {
            self.counts.apply(colour, &change);
            self.store(colour, cell, classes, change.shapes);
        }
    }

    /// The counts without a point.
    pub(super) fn counts_without(&self, cell: Cell) -> Counts {
        let mut counts = self.counts.clone();
        for (colour, classes) in self.classes_of(cell).into_iter().enumerate() {
            counts.add(colour, classes, self.shapes[colour][usize::from(cell)], -1);
        }
        counts
    }

    /// Counts what [`change`](Self::change) would change, without changing it.
    #[inline]
    pub(super) fn count_change(
        &self,
        counts: &mut Counts,
        cell: Cell,
        direction: usize,
        both: u8,
    ) {
        for (colour, class) in [both & 0xF, both >> 4].into_iter().enumerate() {
            if let Some(change) = self.changed(colour, cell, direction, class) {
                counts.apply(colour, &change);
            }
        }
    }

    #[inline]
    fn changed(&self, colour: usize, cell: Cell, direction: usize, class: u8) -> Option<Change> {
        let at = usize::from(cell);
        let (classes, shape) = (self.classes[colour][at], self.shapes[colour][at]);
        Change::new(self.shapes_of, classes, shape, direction, class)
    }

    /// Stores the classes of a point and its new shape.
    #[inline]
    fn store(&mut self, colour: usize, cell: Cell, classes: u16, shapes: [u8; 2]) {
        let at = usize::from(cell);
        self.classes[colour][at] = classes;
        let [before, after] = shapes;
        if before == after {
            return;
        }
        self.shapes[colour][at] = after;
        for (set, least) in [(&mut self.threes, Shape::Three), (&mut self.fours, Shape::Four)] {
            let [was, is] = [before, after].map(|shape| shape >= least as u8);
            if is && !was {
                insert(&mut set[colour], cell);
            } else if was && !is {
                remove(&mut set[colour], cell);
            }
        }
    }
}
