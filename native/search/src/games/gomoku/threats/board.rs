//! A board that knows what every empty point would make for either colour, updated as stones come
//! and go.
//!
//! A stone changes only the points in line with it, and what they make is looked up in a table
//! ([`Patterns`]). The old classes are kept, so taking the stone back restores them.

use playout_games::gomoku::{Colour, Gomoku, MAX_SIZE, Move, Point};
use playout_games::mix;

use super::patterns::{Class, Patterns, REACH, Shape, shapes};

/// The number of points of the largest board.
pub(super) const CELLS: usize = MAX_SIZE as usize * MAX_SIZE as usize;
/// Words of a set of points.
const WORDS: usize = CELLS.div_ceil(64);
/// The number of lines in a diagonal direction; the other directions have fewer.
pub(super) const LINES: usize = 2 * MAX_SIZE as usize - 1;

/// A point of the board: its row times the size, plus its column.
pub(super) type Cell = u16;

/// A set of points, one bit each.
pub(super) type Cells = [u64; WORDS];

/// The points of a set, in order.
pub(super) fn iterate(cells: &Cells) -> impl Iterator<Item = Cell> + use<> {
    (0..).zip(*cells).flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros() as u16;
            bits = (bits != 0).then(|| bits & (bits - 1))?;
            Some(word * 64 + bit)
        })
    })
}

/// The classes and shapes of a point before a stone changed them.
#[derive(Clone, Copy, Debug)]
struct Saved {
    cell: Cell,
    classes: [u16; 2],
}

/// The board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    size: u16,
    patterns: &'static Patterns,
    shapes_of: &'static [u8],
    /// For each colour and direction, the lines of the board, with one bit per point, starting at
    /// bit [`REACH`]. Beyond the ends of a line, the bits of both colours are set.
    lines: [[[u32; LINES]; 4]; 2],
    /// For each colour, the classes of every empty point, four bits per direction; 0 elsewhere.
    classes: [[u16; CELLS]; 2],
    /// The shapes of every empty point; 0 elsewhere.
    shapes: [[u8; CELLS]; 2],
    /// For each colour, how many points have each shape.
    shape_counts: [[u16; Shape::COUNT]; 2],
    /// For each colour, how many lines through points have each class.
    class_counts: [[i16; 16]; 2],
    /// For each colour, the points where a stone makes a four or more.
    fours: [Cells; 2],
    /// For each colour, the points where a stone makes a three or more.
    threes: [Cells; 2],
    empty: Cells,
    /// The stones in the order in which they were placed, without those of the position.
    placed: Vec<(Cell, Colour)>,
    saved: Vec<Saved>,
    /// For each stone placed, how long `saved` was before it.
    marks: Vec<usize>,
    stones: u16,
    to_move: Colour,
    key: u64,
}

/// For each direction, the line through a point and the point's bit in that line.
pub(super) fn line_bits(size: usize, column: usize, row: usize) -> [(usize, u32); 4] {
    let [across, up] = [column, row].map(|coordinate| coordinate as u32 + REACH);
    [(row, across), (column, up), (column + size - 1 - row, up), (column + row, up)]
}

/// The bits around a point of a line.
pub(super) fn around(line: u32, bit: u32) -> u32 {
    let bits = line >> (bit - REACH);
    bits & 0x1F | bits >> 1 & 0x3E0
}

fn insert(cells: &mut Cells, cell: Cell) {
    cells[usize::from(cell / 64)] |= 1 << (cell % 64);
}

fn remove(cells: &mut Cells, cell: Cell) {
    cells[usize::from(cell / 64)] &= !(1 << (cell % 64));
}

pub(super) fn contains(cells: &Cells, cell: Cell) -> bool {
    cells[usize::from(cell / 64)] >> (cell % 64) & 1 == 1
}

impl Board {
    /// The board of a position in which colours have been chosen and nobody has won.
    pub(super) fn new(position: &Gomoku) -> Self {
        let size = usize::from(position.size());
        let mut board = Self {
            size: size as u16,
            patterns: Patterns::of(position),
            shapes_of: shapes(),
            lines: [[[u32::MAX; LINES]; 4]; 2],
            classes: [[0; CELLS]; 2],
            shapes: [[0; CELLS]; 2],
            shape_counts: [[0; Shape::COUNT]; 2],
            class_counts: [[0; 16]; 2],
            fours: [[0; WORDS]; 2],
            threes: [[0; WORDS]; 2],
            empty: [0; WORDS],
            placed: Vec::new(),
            saved: Vec::new(),
            marks: Vec::new(),
            stones: 0,
            to_move: position.colour_to_move(),
            key: 0,
        };
        board.lines = board.empty_lines();
        for colour in Colour::ALL {
            for point in position.stones(colour).iter() {
                let (column, row) = (usize::from(point.column()), usize::from(point.row()));
                board.set_lines(colour, column, row);
                board.key ^= stone_key(colour, board.cell(point));
                board.stones += 1;
            }
        }
        for point in position.empty_points().iter() {
            let cell = board.cell(point);
            insert(&mut board.empty, cell);
            let (column, row) = (usize::from(point.column()), usize::from(point.row()));
            let mut classes = [0; 2];
            for (direction, (line, bit)) in line_bits(size, column, row).into_iter().enumerate() {
                let [black, white] = [0, 1].map(|it| around(board.lines[it][direction][line], bit));
                let both = board.patterns.classes(black, white);
                classes[0] |= u16::from(both & 0xF) << (4 * direction);
                classes[1] |= u16::from(both >> 4) << (4 * direction);
            }
            board.set_classes(cell, classes, 1);
        }
        board
    }

    fn set_lines(&mut self, colour: Colour, column: usize, row: usize) {
        let bits = line_bits(usize::from(self.size), column, row);
        for (lines, (line, bit)) in self.lines[colour as usize].iter_mut().zip(bits) {
            lines[line] |= 1 << bit;
        }
    }

    /// Sets the classes of a point that has none.
    fn set_classes(&mut self, cell: Cell, classes: [u16; 2], sign: i16) {
        let at = usize::from(cell);
        for (colour, packed) in classes.into_iter().enumerate() {
            let shape = self.shapes_of[usize::from(packed)];
            for direction in 0..4 {
                let class = packed >> (4 * direction) & 0xF;
                self.class_counts[colour][usize::from(class)] += sign;
            }
            let count = &mut self.shape_counts[colour][usize::from(shape)];
            *count = count.wrapping_add_signed(sign);
            let is_set = sign > 0;
            self.classes[colour][at] = if is_set { packed } else { 0 };
            self.shapes[colour][at] = if is_set { shape } else { 0 };
            if shape >= Shape::Three as u8 {
                let put = if is_set { insert } else { remove };
                put(&mut self.threes[colour], cell);
                if shape >= Shape::Four as u8 {
                    put(&mut self.fours[colour], cell);
                }
            }
        }
    }

    /// Replaces the classes of a point for one colour.
    fn replace(&mut self, colour: usize, cell: Cell, packed: u16) {
        let at = usize::from(cell);
        let old = self.classes[colour][at];
        self.classes[colour][at] = packed;
        let shape = self.shapes_of[usize::from(packed)];
        let old_shape = self.shapes[colour][at];
        // Only one direction differs, or several when a stone is taken back with others.
        let mut difference = old ^ packed;
        while difference != 0 {
            let shift = difference.trailing_zeros() & !3;
            self.class_counts[colour][usize::from(old >> shift & 0xF)] -= 1;
            self.class_counts[colour][usize::from(packed >> shift & 0xF)] += 1;
            difference &= !(0xF << shift);
        }
        if shape == old_shape {
            return;
        }
        self.shapes[colour][at] = shape;
        self.shape_counts[colour][usize::from(old_shape)] -= 1;
        self.shape_counts[colour][usize::from(shape)] += 1;
        for (set, least) in [(&mut self.threes, Shape::Three), (&mut self.fours, Shape::Four)] {
            let (was, is) = (old_shape >= least as u8, shape >= least as u8);
            if is && !was {
                insert(&mut set[colour], cell);
            } else if was && !is {
                remove(&mut set[colour], cell);
            }
        }
    }

    /// Places a stone of the colour to move on an empty point.
    pub(super) fn play(&mut self, cell: Cell) {
        self.place(self.to_move, cell);
        self.to_move = self.to_move.other();
    }

    fn place(&mut self, colour: Colour, cell: Cell) {
        debug_assert!(contains(&self.empty, cell));
        let size = usize::from(self.size);
        let at = usize::from(cell);
        self.marks.push(self.saved.len());
        let classes = [0, 1].map(|it| self.classes[it][at]);
        self.saved.push(Saved { cell, classes });
        self.set_classes(cell, classes, -1);
        remove(&mut self.empty, cell);
        let bits = line_bits(size, at % size, at / size);
        let steps = [1, size as i32, size as i32 + 1, size as i32 - 1];
        for direction in 0..4 {
            let (line, bit) = bits[direction];
            self.lines[colour as usize][direction][line] |= 1 << bit;
            let [black, white] = [0, 1].map(|it| self.lines[it][direction][line]);
            let shift = bit - REACH;
            let mut empty = !((black | white) >> shift) & 0x7FF;
            while empty != 0 {
                let near = empty.trailing_zeros();
                empty &= empty - 1;
                let other_bit = shift + near;
                let classes =
                    self.patterns.classes(around(black, other_bit), around(white, other_bit));
                let offset = near as i32 - REACH as i32;
                let other = (i32::from(cell) + offset * steps[direction]) as Cell;
                let other_at = usize::from(other);
                let old = [0, 1].map(|it| self.classes[it][other_at]);
                let put = |old: u16, class: u8| {
                    old & !(0xF << (4 * direction)) | u16::from(class) << (4 * direction)
                };
                let new = [put(old[0], classes & 0xF), put(old[1], classes >> 4)];
                if new == old {
                    continue;
                }
                self.saved.push(Saved { cell: other, classes: old });
                for it in 0..2 {
                    if new[it] != old[it] {
                        self.replace(it, other, new[it]);
                    }
                }
            }
        }
        self.placed.push((cell, colour));
        self.key ^= stone_key(colour, cell);
        self.stones += 1;
    }

    /// Takes the last stone back.
    pub(super) fn undo(&mut self) {
        let (cell, colour) = self.placed.pop().expect("a stone was placed");
        let mark = self.marks.pop().expect("a mark for each stone");
        let size = usize::from(self.size);
        let at = usize::from(cell);
        for (direction, (line, bit)) in
            line_bits(size, at % size, at / size).into_iter().enumerate()
        {
            self.lines[colour as usize][direction][line] &= !(1 << bit);
        }
        while self.saved.len() > mark + 1 {
            let Some(Saved { cell, classes }) = self.saved.pop() else { break };
            for (it, packed) in classes.into_iter().enumerate() {
                if self.classes[it][usize::from(cell)] != packed {
                    self.replace(it, cell, packed);
                }
            }
        }
        if let Some(Saved { cell, classes }) = self.saved.pop() {
            self.set_classes(cell, classes, 1);
            insert(&mut self.empty, cell);
        }
        self.key ^= stone_key(colour, cell);
        self.stones -= 1;
        self.to_move = colour;
    }

    /// Takes stones back until this many placed stones are left.
    pub(super) fn undo_to(&mut self, placed: usize) {
        while self.placed.len() > placed {
            self.undo();
        }
    }

    /// Brings the board to another position of the same game, in which colours have been chosen.
    /// Returns `false` if stones of the board's first position are missing there; the board is then
    /// unusable.
    pub(super) fn follow(&mut self, position: &Gomoku) -> bool {
        if u16::from(position.size()) != self.size
            || !std::ptr::eq(self.patterns, Patterns::of(position))
        {
            return false;
        }
        let rows = Colour::ALL.map(|colour| *position.stones(colour).rows());
        let size = self.size;
        let is_there = |&(cell, colour): &(Cell, Colour)| {
            rows[colour as usize][usize::from(cell / size)] >> (cell % size) & 1 == 1
        };
        let kept = self.placed.iter().position(|it| !is_there(it)).unwrap_or(self.placed.len());
        self.undo_to(kept);
        let on_board = (1 << size) - 1;
        for (colour, rows) in Colour::ALL.into_iter().zip(rows) {
            for (row, stones) in (0..size).zip(rows) {
                let known = self.lines[colour as usize][0][usize::from(row)] >> REACH & on_board;
                if known & !stones != 0 {
                    return false;
                }
                let mut missing = stones & !known;
                while missing != 0 {
                    let cell = row * size + missing.trailing_zeros() as Cell;
                    missing &= missing - 1;
                    if !contains(&self.empty, cell) {
                        return false;
                    }
                    self.place(colour, cell);
                }
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
        self.placed[placed..].iter().map(|(cell, _)| *cell)
    }

    pub(super) fn to_move(&self) -> Colour {
        self.to_move
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
        usize::from(self.size)
    }

    pub(super) fn empty(&self) -> &Cells {
        &self.empty
    }

    pub(super) fn empty_count(&self) -> usize {
        usize::from(self.size) * usize::from(self.size) - usize::from(self.stones)
    }

    /// What a stone of a colour on an empty point makes.
    pub(super) fn shape(&self, colour: Colour, cell: Cell) -> Shape {
        Shape::numbered(self.shapes[colour as usize][usize::from(cell)])
    }

    /// The class of each line that a stone of a colour on an empty point makes.
    pub(super) fn classes(&self, colour: Colour, cell: Cell) -> [Class; 4] {
        let packed = self.classes[colour as usize][usize::from(cell)];
        [0, 4, 8, 12].map(|shift| Class::numbered(u32::from(packed >> shift & 0xF)))
    }

    /// How many points have a shape for a colour.
    pub(super) fn count(&self, colour: Colour, shape: Shape) -> u16 {
        self.shape_counts[colour as usize][shape as usize]
    }

    /// For a colour, how many points have each shape.
    pub(super) fn shape_counts(&self, colour: Colour) -> &[u16; Shape::COUNT] {
        &self.shape_counts[colour as usize]
    }

    /// For a colour, how many lines through points have each class.
    pub(super) fn class_counts(&self, colour: Colour) -> &[i16; 16] {
        &self.class_counts[colour as usize]
    }

    /// The points where a stone of a colour makes a four or completes a row.
    pub(super) fn fours(&self, colour: Colour) -> &Cells {
        &self.fours[colour as usize]
    }

    /// The points where a stone of a colour makes a three, a four, or completes a row.
    pub(super) fn threes(&self, colour: Colour) -> &Cells {
        &self.threes[colour as usize]
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
        self.in_line(first, REACH - 1, |cell| defences.push(cell));
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
        let size = i32::from(self.size);
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
        let at = usize::from(threat);
        let (column, row) = (at % size as usize, at / size as usize);
        let (line, bit) = line_bits(size as usize, column, row)[direction];
        let lines = |colour: Colour| around(self.lines[colour as usize][direction][line], bit);
        let blocked = 1 << if offset < 0 { offset + reach } else { offset + reach - 1 };
        let class = self.patterns.class(lines(attacker), lines(attacker.other()) | blocked);
        let old = self.classes[attacker as usize][at];
        let packed = old & !(0xF << (4 * direction)) | (class as u16) << (4 * direction);
        self.shapes_of[usize::from(packed)] < Shape::OpenFour as u8
    }

    /// The empty points in line with a point, at most so many steps away.
    pub(super) fn in_line(&self, cell: Cell, reach: u32, mut visit: impl FnMut(Cell)) {
        let size = usize::from(self.size);
        let at = usize::from(cell);
        let bits = line_bits(size, at % size, at / size);
        let steps = [1, size as i32, size as i32 + 1, size as i32 - 1];
        for direction in 0..4 {
            let (line, bit) = bits[direction];
            let occupied = self.lines[0][direction][line] | self.lines[1][direction][line];
            let mask = ((1 << (2 * reach + 1)) - 1) & !(1 << reach);
            let mut empty = !(occupied >> (bit - reach)) & mask;
            while empty != 0 {
                let near = empty.trailing_zeros() as i32;
                empty &= empty - 1;
                visit((i32::from(cell) + (near - reach as i32) * steps[direction]) as Cell);
            }
        }
    }

    /// Appends the empty points that are at most `radius` rows and columns away from a stone.
    pub(super) fn near_stones(&self, radius: u32, cells: &mut Vec<Cell>) {
        let size = usize::from(self.size);
        let board = ((1 << size) - 1) << REACH;
        let occupied = |row: usize| (self.lines[0][0][row] | self.lines[1][0][row]) & board;
        let mut wide = [0; MAX_SIZE as usize];
        for (row, wide) in wide[..size].iter_mut().enumerate() {
            let stones = u64::from(occupied(row));
            *wide = (0..=radius).fold(0, |near, by| near | stones << by | stones >> by);
        }
        for row in 0..size {
            let rows = row.saturating_sub(radius as usize)..=(row + radius as usize).min(size - 1);
            let near = wide[rows].iter().fold(0, |near, bits| near | bits);
            let mut columns = near as u32 & board & !occupied(row);
            while columns != 0 {
                let column = columns.trailing_zeros() - REACH;
                columns &= columns - 1;
                cells.push((row * size) as Cell + column as Cell);
            }
        }
    }

    /// The lines of a board of this size without stones.
    pub(super) fn empty_lines(&self) -> [[[u32; LINES]; 4]; 2] {
        let size = usize::from(self.size);
        let mut lines = [[u32::MAX; LINES]; 4];
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |it| (row, it))) {
            for (direction, (line, bit)) in line_bits(size, column, row).into_iter().enumerate() {
                lines[direction][line] &= !(1 << bit);
            }
        }
        [lines; 2]
    }

    /// For each colour and direction, the lines of the board, with one bit per point, starting at
    /// bit [`REACH`]. Beyond the ends of a line, the bits of both colours are set.
    pub(super) fn lines(&self) -> &[[[u32; LINES]; 4]; 2] {
        &self.lines
    }

    /// Whether rows have to be exactly five long.
    pub(super) fn is_exact(&self) -> bool {
        std::ptr::eq(self.patterns, Patterns::by_rule(true))
    }

    /// For each direction, the bits around a point: black's and white's.
    pub(super) fn around(&self, cell: Cell) -> [[u32; 2]; 4] {
        let size = usize::from(self.size);
        let at = usize::from(cell);
        let bits = line_bits(size, at % size, at / size);
        std::array::from_fn(|direction| {
            let (line, bit) = bits[direction];
            [0, 1].map(|it| around(self.lines[it][direction][line], bit))
        })
    }

    pub(super) fn cell(&self, point: Point) -> Cell {
        u16::from(point.row()) * self.size + u16::from(point.column())
    }

    #[cfg(test)]
    pub(super) fn mv(&self, cell: Cell) -> Move {
        move_at(cell, self.size)
    }
}

/// The move to a point of a board of this size.
pub(super) fn move_at(cell: Cell, size: Cell) -> Move {
    let point = Point::new((cell % size) as u8, (cell / size) as u8);
    Move::place(point.expect("a point of the board"))
}

const WHITE: u64 = 0x9E37_79B9_7F4A_7C15;

fn stone_key(colour: Colour, cell: Cell) -> u64 {
    mix(1, u64::from(cell) << 1 | colour as u64)
}

#[cfg(test)]
mod tests;
