//! What every empty point would make for either colour.

use playout_games::gomoku::Colour;

use super::super::cells::{CELLS, Cell, Cells, WORDS, insert, remove};
use super::super::patterns::{Class, Shape, Shapes, shapes};
use super::counts::{Change, Counts};

/// The classes and shapes of all empty points.
#[derive(Clone, Debug)]
pub(super) struct Points {
    shapes_of: &'static Shapes,
    /// For each colour, the classes of every empty point, four bits per direction; 0 elsewhere.
    classes: [[u16; CELLS]; 2],
    /// For each colour, the shape of every empty point; 0 elsewhere.
    shapes: [[u8; CELLS]; 2],
    totals: Totals,
}

/// What is known of all points together. It is small enough to be kept for every stone that may be
/// taken back.
#[derive(Clone, Debug)]
pub(super) struct Totals {
    counts: Counts,
    /// For each colour, the points where a stone makes a four or more.
    fours: [Cells; 2],
    /// For each colour, the points where a stone makes a three or more.
    threes: [Cells; 2],
}

/// A point for a colour before a stone changed it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    cell: Cell,
    colour: u8,
    shape: u8,
    classes: u16,
}

impl Points {
    /// No points.
    pub(super) fn none() -> Self {
        Self {
            shapes_of: shapes(),
            classes: [[0; CELLS]; 2],
            shapes: [[0; CELLS]; 2],
            totals: Totals {
                counts: Counts::NONE,
                fours: [[0; WORDS]; 2],
                threes: [[0; WORDS]; 2],
            },
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
        &self.totals.counts
    }

    pub(super) fn fours(&self, colour: Colour) -> &Cells {
        &self.totals.fours[colour as usize]
    }

    pub(super) fn threes(&self, colour: Colour) -> &Cells {
        &self.totals.threes[colour as usize]
    }

    /// Adds a point with its classes for each colour.
    pub(super) fn set(&mut self, cell: Cell, classes: [u16; 2]) {
        for (colour, classes) in classes.into_iter().enumerate() {
            let shape = self.shapes_of[usize::from(classes)];
            self.totals.counts.add(colour, classes, shape, 1);
            self.store(colour, cell, classes, [0, shape]);
        }
    }

    /// Takes a point away.
    pub(super) fn clear(&mut self, cell: Cell) {
        for (colour, classes) in self.classes_of(cell).into_iter().enumerate() {
            let shape = self.shapes[colour][usize::from(cell)];
            self.totals.counts.add(colour, classes, shape, -1);
            self.store(colour, cell, 0, [shape, 0]);
        }
    }

    pub(super) fn totals(&self) -> &Totals {
        &self.totals
    }

    /// A point for each colour, to be restored.
    pub(super) fn saved(&self, cell: Cell) -> [Saved; 2] {
        [0, 1].map(|colour| self.saved_for(colour, cell))
    }

    fn saved_for(&self, colour: usize, cell: Cell) -> Saved {
        let at = usize::from(cell);
        let (shape, classes) = (self.shapes[colour][at], self.classes[colour][at]);
        Saved { cell, colour: colour as u8, shape, classes }
    }

    /// Restores points and the totals with them.
    pub(super) fn restore(&mut self, saved: impl Iterator<Item = Saved>, totals: Totals) {
        for Saved { cell, colour, shape, classes } in saved {
            self.classes[usize::from(colour)][usize::from(cell)] = classes;
            self.shapes[usize::from(colour)][usize::from(cell)] = shape;
        }
        self.totals = totals;
    }

    /// Changes the class of a line through a point for both colours, which are in one number as in
    /// the table of patterns. `save` receives the point for each colour before it changes.
    #[inline]
    pub(super) fn change(
        &mut self,
        cell: Cell,
        direction: usize,
        both: u8,
        mut save: impl FnMut(Saved),
    ) {
        for (colour, class) in [both & 0xF, both >> 4].into_iter().enumerate() {
            if let Some(change) = self.changed(colour, cell, direction, class) {
                save(self.saved_for(colour, cell));
                self.totals.counts.apply(colour, &change);
                self.store(colour, cell, change.classes, change.shapes);
            }
        }
    }

    /// The counts without a point.
    pub(super) fn counts_without(&self, cell: Cell) -> Counts {
        let mut counts = self.totals.counts.clone();
        for (colour, classes) in self.classes_of(cell).into_iter().enumerate() {
            counts.add(colour, classes, self.shapes[colour][usize::from(cell)], -1);
        }
        counts
    }

    /// Counts what [`change`](Self::change) would change, without changing it.
    #[inline]
    pub(super) fn count_change(&self, counts: &mut Counts, cell: Cell, direction: usize, both: u8) {
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
        let totals = &mut self.totals;
        for (set, least) in [(&mut totals.threes, Shape::Three), (&mut totals.fours, Shape::Four)] {
            let [was, is] = [before, after].map(|shape| shape >= least as u8);
            if is && !was {
                insert(&mut set[colour], cell);
            } else if was && !is {
                remove(&mut set[colour], cell);
            }
        }
    }
}
