//! The sums over the board of the activations of points and of the convolution's outputs.
//!
//! They are updated when a position is evaluated, and not with every stone, because most stones are placed
//! by searches for continuous fours, which evaluate nothing.

use playout_games::gomoku::Colour;
use wide::i16x16;

use super::super::board::{Board, Counts, Lines};
use super::super::cells::{CELLS, Cell, Cells, contains, insert};
use super::convolution::Convolved;
use super::embedding::{CHANNELS, Embedding, MAX_ACTIVATION};
use super::features::features;
use super::rows::{Row, Rows};
use super::weights::{INPUT_SHIFT, INPUTS, Inputs, Network, SUMS};

/// The sums of a board.
#[derive(Debug)]
pub(super) struct Accumulator<'n> {
    network: &'n Network,
    rows: &'static Rows,
    is_exact: bool,
    /// The distances at which a stone changes a row: those at which it changes a class.
    near: u32,
    /// The stones of the board whose sums these are, and their hash.
    lines: Lines,
    stones_key: u64,
    /// For each empty point, the rows of its lines.
    rows_of: [[Row; 4]; CELLS],
    /// For each point, its embedding, or the one it had when it was empty last.
    points: [Embedding; CELLS],
    convolved: Convolved<'n>,
    /// The sums of the activations and of the convolution's outputs, each for black and then for white.
    sums: Sums,
}

pub(super) type Sums = [u16; SUMS];

/// The points that have changed since the position evaluated last, each with its embedding then.
struct Changed {
    cells: Cells,
    /// Not as an [`Embedding`], whose alignment would double the size.
    points: Vec<(Cell, [i16; 2 * CHANNELS])>,
}

impl Changed {
    /// Remembers the embedding of a point before it changes for the first time.
    fn note(&mut self, cell: Cell, embedding: &Embedding) {
        if !contains(&self.cells, cell) {
            insert(&mut self.cells, cell);
            self.points.push((cell, embedding.0));
        }
    }
}

/// What the network computes for a board and for its points, for the colour to move: the policy's inputs.
pub(crate) struct View<'a> {
    to_move: Colour,
    /// The inputs of the network's first layer. 1 is 128.
    pub(crate) inputs: Inputs,
    accumulator: &'a Accumulator<'a>,
}

/// The activations of a point for the colour to move and for the other, then the convolution's outputs
/// there. 1 is 64.
pub(super) type PointOutputs = [i16; POINT_OUTPUTS];
/// The number of the outputs of a point.
pub const POINT_OUTPUTS: usize = 4 * CHANNELS;

impl View<'_> {
    /// The rows of the lines through an empty point.
    pub(super) fn rows(&self, cell: Cell) -> [Row; 4] {
        let rows = self.accumulator.rows_of[usize::from(cell)];
        match self.to_move {
            Colour::Black => rows,
            Colour::White => {
                rows.map(|row| self.accumulator.rows.parts[usize::from(row)].exchanged)
            }
        }
    }

    /// The outputs for an empty point.
    pub(super) fn outputs(&self, cell: Cell) -> PointOutputs {
        let Accumulator { points, convolved, .. } = self.accumulator;
        let mut outputs = [0; POINT_OUTPUTS];
        let (activations, convolutions) = outputs.split_at_mut(2 * CHANNELS);
        for (output, channel) in activations.iter_mut().zip(points[usize::from(cell)].0) {
            *output = channel.clamp(0, MAX_ACTIVATION);
        }
        let sides = convolved.outputs(cell).map(i16x16::to_array);
        convolutions.copy_from_slice(sides.as_flattened());
        if self.to_move == Colour::White {
            for kind in outputs.chunks_exact_mut(2 * CHANNELS) {
                kind.rotate_left(CHANNELS);
            }
        }
        outputs
    }
}

/// What rounds a sum to the unit of an input.
const HALF: u16 = 1 << (INPUT_SHIFT - 1);

/// The clipped ReLU.
fn activation(channel: i16) -> u16 {
    channel.clamp(0, MAX_ACTIVATION) as u16
}

fn add(sums: &mut Sums, embedding: &Embedding) {
    for (sum, channel) in sums.iter_mut().zip(embedding.0) {
        *sum += activation(channel);
    }
}

fn subtract(sums: &mut Sums, embedding: &Embedding) {
    for (sum, channel) in sums.iter_mut().zip(embedding.0) {
        *sum -= activation(channel);
    }
}

/// Adds changes to the sums of the convolution's outputs.
fn add_changes(sums: &mut Sums, changes: [i16x16; 2]) {
    let changes = changes.map(i16x16::to_array);
    for (sum, change) in sums[2 * CHANNELS..].iter_mut().zip(changes.as_flattened()) {
        *sum = sum.wrapping_add_signed(*change);
    }
}

/// The inputs of the first layer for a colour to move.
pub(super) fn inputs(to_move: Colour, sums: &Sums, counts: &Counts) -> Inputs {
    let mut inputs = [0; INPUTS];
    let (of_sums, of_counts) = inputs.split_at_mut(SUMS);
    for (inputs, sums) in
        of_sums.chunks_exact_mut(2 * CHANNELS).zip(sums.chunks_exact(2 * CHANNELS))
    {
        let (black, white) = sums.split_at(CHANNELS);
        let sides = if to_move == Colour::Black { [black, white] } else { [white, black] };
        let scaled = inputs.iter_mut().zip(sides.into_iter().flatten());
        scaled.for_each(|(input, sum)| *input = ((sum + HALF) >> INPUT_SHIFT).cast_signed());
    }
    of_counts.copy_from_slice(&features(counts, to_move));
    inputs
}

impl<'n> Accumulator<'n> {
    /// The sums for a board of the same size and rule without stones, which are 0.
    pub(super) fn new(network: &'n Network, board: &Board) -> Self {
        Self {
            network,
            rows: Rows::get(),
            is_exact: board.is_exact(),
            near: board.near(),
            lines: Lines::empty(board.size()),
            stones_key: 0,
            rows_of: [[0; 4]; CELLS],
            points: [Embedding::ZERO; CELLS],
            convolved: Convolved::new(&network.convolution, board.size()),
            sums: [0; SUMS],
        }
    }

    /// Whether the board has the same size and rule.
    pub(super) fn fits(&self, board: &Board) -> bool {
        (self.lines.size(), self.is_exact) == (board.size(), board.is_exact())
    }

    /// The value of the network for the colour to move, in points.
    pub(super) fn value(&mut self, board: &Board) -> i32 {
        self.follow(board);
        self.value_for(board.to_move(), &self.sums, board.counts())
    }

    /// The value for the other colour after a stone of the colour to move on an empty point, by the
    /// counts after it, in points.
    pub(super) fn value_after(&mut self, board: &Board, cell: Cell, counts: &Counts) -> i32 {
        self.follow(board);
        let mover = board.to_move();
        let sums = self.sums_after(mover, cell);
        self.value_for(mover.other(), &sums, counts)
    }

    fn value_for(&self, to_move: Colour, sums: &Sums, counts: &Counts) -> i32 {
        self.network.value(&inputs(to_move, sums, counts))
    }

    /// The board as the policy sees it.
    pub(super) fn view(&mut self, board: &Board) -> View<'_> {
        self.follow(board);
        let to_move = board.to_move();
        View { to_move, inputs: inputs(to_move, &self.sums, board.counts()), accumulator: self }
    }

    /// Takes away the stones that are not on the board and adds those that are missing, and then updates
    /// the sums for the points that changed.
    fn follow(&mut self, board: &Board) {
        if self.stones_key == board.stones_key() {
            return;
        }
        self.stones_key = board.stones_key();
        let stones = |colour, row| board.lines().row(colour, row);
        let mut changed = Changed { cells: [0; _], points: Vec::with_capacity(64) };
        for (colour, cell, is_new) in self.lines.differences(stones) {
            self.change(colour, cell, is_new, &mut changed);
        }
        let Self { points, convolved, sums, .. } = self;
        for (cell, old) in changed.points {
            let is_empty = contains(board.empty(), cell);
            let new = if is_empty { &points[usize::from(cell)] } else { &Embedding::ZERO };
            let old = Embedding(old);
            subtract(sums, &old);
            add(sums, new);
            convolved.change(cell, &old, new);
        }
        add_changes(sums, convolved.finish(true));
    }

    /// Adds a stone to the lines or takes it away, and notes the points whose rows or stones change.
    fn change(&mut self, colour: Colour, cell: Cell, is_new: bool, changed: &mut Changed) {
        let Self { network, rows, is_exact, lines, rows_of, points, .. } = self;
        changed.note(cell, if is_new { &points[usize::from(cell)] } else { &Embedding::ZERO });
        lines.visit_near(colour, cell, self.near, |other, direction, [black, white]| {
            let at = usize::from(other);
            let row = rows.at(*is_exact, black, white);
            let old = std::mem::replace(&mut rows_of[at][direction], row);
            if old != row {
                changed.note(other, &points[at]);
                points[at] = network.with_row(&points[at], old, row);
            }
        });
        lines.toggle(colour, cell);
        if !is_new {
            let at = usize::from(cell);
            rows_of[at] = lines.around(cell).map(|[black, white]| rows.at(*is_exact, black, white));
            points[at] = rows_of[at]
                .iter()
                .fold(Embedding::ZERO, |sum, &row| network.with_row(&sum, 0, row));
        }
    }

    /// The sums after a stone of a colour on an empty point.
    fn sums_after(&mut self, colour: Colour, cell: Cell) -> Sums {
        let Self { network, rows, is_exact, lines, rows_of, points, convolved, near, .. } = self;
        let mut sums = self.sums;
        let point = &points[usize::from(cell)];
        subtract(&mut sums, point);
        convolved.change(cell, point, &Embedding::ZERO);
        lines.visit_near(colour, cell, *near, |other, direction, [black, white]| {
            let at = usize::from(other);
            let row = rows.at(*is_exact, black, white);
            let old = rows_of[at][direction];
            if old != row {
                let before = &points[at];
                let after = network.with_row(before, old, row);
                subtract(&mut sums, before);
                add(&mut sums, &after);
                convolved.change(other, before, &after);
            }
        });
        add_changes(&mut sums, convolved.finish(false));
        sums
    }

    /// The size in bytes.
    pub(super) const BYTES: usize = size_of::<Self>() + Convolved::BYTES;
}
