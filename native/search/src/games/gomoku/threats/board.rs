//! A board that knows what every empty point would make for either colour, updated as stones come
//! and go.
//!
//! A stone changes only the points in line with it, and what they make is looked up in a table
//! ([`Patterns`]). What it changes is kept, so taking the last stone back restores it.
//! [`Board::counts_after`] counts what a stone would make without placing it.

mod counts;
mod lines;
mod points;

use playout_games::gomoku::{Colour, Gomoku, MAX_SIZE, Point};
use playout_games::{mix, set_bits};

use super::cells::{Cell, Cells, WORDS, contains, insert, iterate, remove};
use super::patterns::{Class, Patterns, REACH, Shape};
pub(super) use counts::Counts;
pub(super) use lines::Lines;
use points::{Points, Saved, Totals};

/// The distances, as in [`Lines::visit_near`], of the points that can spoil a row through a point.
const IN_ROW: u32 = 0b011_1101_1110;

/// A stone that can be taken back.
#[derive(Clone, Debug)]
struct Placed {
    cell: Cell,
    colour: Colour,
    /// How many points were saved before it.
    saved: usize,
    /// The totals before it.
    totals: Totals,
}

/// The board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    patterns: &'static Patterns,
    lines: Lines,
    points: Points,
    empty: Cells,
    /// The stones that can be taken back, in the order in which they were placed.
    placed: Vec<Placed>,
    /// The points that they changed, as they were before.
    saved: Vec<Saved>,
    stones: u16,
    to_move: Colour,
    key: u64,
}

impl Board {
    /// The board of a position in which colours have been chosen and nobody has won.
    pub(super) fn new(position: &Gomoku) -> Self {
        let size = usize::from(position.size());
        let mut board = Self {
            patterns: Patterns::of(position),
            lines: Lines::empty(size),
            points: Points::none(),
            empty: [0; WORDS],
            placed: Vec::new(),
            saved: Vec::new(),
            stones: 0,
            to_move: position.colour_to_move(),
            key: 0,
        };
        for colour in Colour::ALL {
            for point in position.stones(colour).iter() {
                let cell = board.cell(point);
                board.lines.toggle(colour, cell);
                board.key ^= stone_key(colour, cell);
                board.stones += 1;
            }
        }
        for point in position.empty_points().iter() {
            let cell = board.cell(point);
            insert(&mut board.empty, cell);
            board.points.set(cell, board.classes_around(cell));
        }
        board
    }

    /// For each colour, the classes of an empty point.
    fn classes_around(&self, cell: Cell) -> [u16; 2] {
        let mut classes = [0; 2];
        for (direction, [black, white]) in self.lines.around(cell).into_iter().enumerate() {
            let both = self.patterns.classes(black, white);
            classes[0] |= u16::from(both & 0xF) << (4 * direction);
            classes[1] |= u16::from(both >> 4) << (4 * direction);
        }
        classes
    }

    /// Places a stone of the colour to move on an empty point.
    pub(super) fn play(&mut self, cell: Cell) {
        debug_assert!(contains(&self.empty, cell));
        let colour = self.to_move;
        let totals = self.points.totals().clone();
        self.placed.push(Placed { cell, colour, saved: self.saved.len(), totals });
        self.saved.extend(self.points.saved(cell));
        let mut saved = std::mem::take(&mut self.saved);
        self.place(colour, cell, |before| saved.push(before));
        self.saved = saved;
        self.to_move = colour.other();
    }

    /// Places a stone. `save` receives each other point that it changes, as it was before.
    fn place(&mut self, colour: Colour, cell: Cell, save: impl FnMut(Saved)) {
        self.points.clear(cell);
        remove(&mut self.empty, cell);
        self.change_points_near(colour, cell, save);
        self.toggle(colour, cell);
        self.stones += 1;
    }

    /// Takes any stone away.
    fn take(&mut self, colour: Colour, cell: Cell) {
        self.change_points_near(colour, cell, |_| {});
        self.toggle(colour, cell);
        self.points.set(cell, self.classes_around(cell));
        insert(&mut self.empty, cell);
        self.stones -= 1;
    }

    /// Changes the points in line with a stone that comes or goes.
    #[inline]
    fn change_points_near(&mut self, colour: Colour, cell: Cell, mut save: impl FnMut(Saved)) {
        let Self { patterns, lines, points, .. } = self;
        lines.visit_near(colour, cell, patterns.near(), |other, direction, [black, white]| {
            points.change(other, direction, patterns.classes(black, white), &mut save);
        });
    }

    fn toggle(&mut self, colour: Colour, cell: Cell) {
        self.lines.toggle(colour, cell);
        self.key ^= stone_key(colour, cell);
    }

    /// Takes the last stone back.
    pub(super) fn undo(&mut self) {
        let Placed { cell, colour, saved, totals } = self.placed.pop().expect("a stone was placed");
        self.toggle(colour, cell);
        self.points.restore(self.saved.drain(saved..), totals);
        insert(&mut self.empty, cell);
        self.stones -= 1;
        self.to_move = colour;
    }

    /// Takes stones back until this many placed stones are left.
    pub(super) fn undo_to(&mut self, placed: usize) {
        while self.placed.len() > placed {
            self.undo();
        }
    }

    /// Brings the board to another position in which colours have been chosen. Stones placed before
    /// cannot be taken back then. Returns `false` if it has another size or rule.
    pub(super) fn follow(&mut self, position: &Gomoku) -> bool {
        let size = self.size();
        if usize::from(position.size()) != size
            || !std::ptr::eq(self.patterns, Patterns::of(position))
        {
            return false;
        }
        self.placed.clear();
        self.saved.clear();
        let stones = |colour, row: usize| position.stones(colour).rows()[row];
        for (colour, cell, is_new) in self.lines.differences(stones) {
            if is_new {
                self.place(colour, cell, |_| {});
            } else {
                self.take(colour, cell);
            }
        }
        self.to_move = position.colour_to_move();
        true
    }

    /// The number of stones placed that could be taken back.
    pub(super) fn placed(&self) -> usize {
        self.placed.len()
    }

    /// The stones placed after the first `placed`.
    pub(super) fn stones_since(&self, placed: usize) -> impl Iterator<Item = Cell> {
        self.placed[placed..].iter().map(|it| it.cell)
    }

    pub(super) fn to_move(&self) -> Colour {
        self.to_move
    }

    /// A hash of the stones.
    pub(super) fn stones_key(&self) -> u64 {
        self.key
    }

    /// A hash of the stones and of the colour to move.
    pub(super) fn key(&self) -> u64 {
        self.key ^ if self.to_move == Colour::White { WHITE } else { 0 }
    }

    /// What a stone of the colour to move changes in the key.
    pub(super) fn key_change(&self, cell: Cell) -> u64 {
        stone_key(self.to_move, cell) ^ WHITE
    }

    pub(super) fn size(&self) -> usize {
        self.lines.size()
    }

    pub(super) fn empty(&self) -> &Cells {
        &self.empty
    }

    pub(super) fn empty_count(&self) -> usize {
        self.size() * self.size() - usize::from(self.stones)
    }

    /// What a stone of a colour on an empty point makes.
    pub(super) fn shape(&self, colour: Colour, cell: Cell) -> Shape {
        self.points.shape(colour, cell)
    }

    /// The class of each line that a stone of a colour on an empty point makes.
    pub(super) fn classes(&self, colour: Colour, cell: Cell) -> [Class; 4] {
        let packed = self.points.classes_of(cell)[colour as usize];
        [0, 4, 8, 12].map(|shift| Class::numbered(u32::from(packed >> shift & 0xF)))
    }

    /// How often each class and shape occurs.
    pub(super) fn counts(&self) -> &Counts {
        self.points.counts()
    }

    /// Whether nobody can complete a row any more, so that the game ends in a draw.
    pub(super) fn is_dead(&self) -> bool {
        self.counts().are_dead(self.empty_count())
    }

    /// The counts after a stone of the colour to move on an empty point.
    pub(super) fn counts_after(&self, cell: Cell) -> Counts {
        let Self { patterns, lines, points, .. } = self;
        let mut counts = points.counts_without(cell);
        lines.visit_near(
            self.to_move,
            cell,
            patterns.near(),
            |other, direction, [black, white]| {
                points.count_change(&mut counts, other, direction, patterns.classes(black, white));
            },
        );
        counts
    }

    /// The points where a stone of a colour makes a four or completes a row.
    pub(super) fn fours(&self, colour: Colour) -> &Cells {
        self.points.fours(colour)
    }

    /// The points where a stone of a colour makes a three, a four, or completes a row.
    pub(super) fn threes(&self, colour: Colour) -> &Cells {
        self.points.threes(colour)
    }

    /// A point where a stone of a colour has at least this shape, which is a four or more.
    pub(super) fn find(&self, colour: Colour, least: Shape) -> Option<Cell> {
        iterate(self.fours(colour)).find(|&cell| self.shape(colour, cell) >= least)
    }

    /// Appends the points where a stone of the other colour leaves `attacker` no open four.
    ///
    /// The attacker must have a point with the shape of an open four, and neither colour one that
    /// completes a row. Every other stone that makes no four loses, because the attacker makes its
    /// open four: so with the defender's own fours these are all replies that matter.
    pub(super) fn defences(&self, attacker: Colour, defences: &mut Vec<Cell>) {
        let is_threat = |cell: &Cell| self.shape(attacker, *cell) == Shape::OpenFour;
        let threats = || iterate(self.fours(attacker)).filter(is_threat);
        let Some(first) = threats().next() else { return };
        let from = defences.len();
        defences.push(first);
        self.lines.visit_near(attacker, first, IN_ROW, |cell, _, _| defences.push(cell));
        let mut kept = from;
        for at in from..defences.len() {
            let block = defences[at];
            if threats().all(|threat| self.is_spoiled(attacker, threat, block)) {
                defences[kept] = block;
                kept += 1;
            }
        }
        defences.truncate(kept);
    }

    /// Whether `attacker` would make less than an open four on an empty point after a stone of the
    /// other colour on another, or the same, empty point.
    fn is_spoiled(&self, attacker: Colour, threat: Cell, block: Cell) -> bool {
        if threat == block {
            return true;
        }
        let size = self.size() as i32;
        let [from, to] = [threat, block].map(i32::from);
        let (right, up) = (to % size - from % size, to / size - from / size);
        let (direction, offset) = match (right, up) {
            (_, 0) => (0, right),
            (0, _) => (1, up),
            _ if right == up => (2, up),
            _ if right == -up => (3, up),
            _ => return false,
        };
        let reach = REACH as i32;
        if offset.abs() > reach {
            return false;
        }
        let lines = self.lines.around(threat)[direction];
        let [own, other] = [attacker, attacker.other()].map(|colour| lines[colour as usize]);
        let blocked = 1 << if offset < 0 { offset + reach } else { offset + reach - 1 };
        let class = self.patterns.class(own, other | blocked);
        self.points.shape_with(attacker, threat, direction, class) < Shape::OpenFour
    }

    /// Appends the empty points that are at most `radius` rows and columns away from a stone.
    pub(super) fn near_stones(&self, radius: u32, cells: &mut Vec<Cell>) {
        let size = self.size();
        let board = (1 << size) - 1;
        let occupied =
            |row| self.lines.row(Colour::Black, row) | self.lines.row(Colour::White, row);
        let mut wide = [0; MAX_SIZE as usize];
        for (row, wide) in wide[..size].iter_mut().enumerate() {
            let stones = occupied(row);
            *wide = (0..=radius).fold(0, |near, by| near | stones << by | stones >> by);
        }
        for row in 0..size {
            let rows = row.saturating_sub(radius as usize)..=(row + radius as usize).min(size - 1);
            let near = wide[rows].iter().fold(0, |near, bits| near | bits);
            let columns = near & board & !occupied(row);
            cells.extend(set_bits(columns).map(|column| (row * size) as Cell + column as Cell));
        }
    }

    /// The stones by lines.
    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The distances, as in [`Lines::visit_near`], at which a stone can change a class.
    pub(super) fn near(&self) -> u32 {
        self.patterns.near()
    }

    /// Whether rows have to be exactly five long.
    pub(super) fn is_exact(&self) -> bool {
        std::ptr::eq(self.patterns, Patterns::by_rule(true))
    }

    pub(super) fn cell(&self, point: Point) -> Cell {
        u16::from(point.row()) * self.size() as Cell + u16::from(point.column())
    }
}

const WHITE: u64 = 0x9E37_79B9_7F4A_7C15;

fn stone_key(colour: Colour, cell: Cell) -> u64 {
    mix(1, u64::from(cell) << 1 | colour as u64)
}

#[cfg(test)]
mod tests;
