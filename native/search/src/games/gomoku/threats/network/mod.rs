//! A small network that corrects the evaluation, and a policy that says which moves are likely.
//!
//! Every line through an empty point has an embedding, which depends on the pattern of stones nearby. The
//! embedding of a point is the sum of those of its four lines. After a clipped ReLU, and again after a
//! depthwise convolution, the channels are summed over the board for each colour. Two fully connected
//! layers turn these sums and the counts of the evaluation into a value. A stone changes few points, so the
//! sums are updated at little cost, as in NNUE (Nasu 2018). Embeddings of line patterns and their
//! convolution are ideas of dhbloo's Rapfi. A line and its mirror image share an embedding, and the
//! convolution is symmetric, so the value is the same in all symmetries of the board.

mod accumulator;
mod convolution;
mod embedding;
mod features;
mod layer;
mod policy;
mod reader;
mod rows;
mod weights;

use playout_games::gomoku::{Colour, Gomoku};

use super::board::{Board, Counts};
use super::cells::{Cell, iterate};
use super::evaluation::{MAX_EVALUATION, Overlooked, evaluate, evaluated, weigh};
#[doc(hidden)]
pub use accumulator::POINT_OUTPUTS as GOMOKU_POINT_OUTPUTS;
use accumulator::{Accumulator, PointOutputs, View};
#[doc(hidden)]
pub use convolution::{MARGIN as GOMOKU_MARGIN, RINGS as GOMOKU_RINGS};
#[doc(hidden)]
pub use features::FEATURES as GOMOKU_FEATURES;
use features::features;
pub(super) use policy::{Policy, UNIT};
use rows::{Row, Rows};
#[doc(hidden)]
pub use weights::INPUTS as GOMOKU_INPUTS;
use weights::Network;

/// The evaluation of a player, with the network or without it.
#[derive(Debug)]
pub(super) struct Evaluator {
    has_network: bool,
    accumulator: Option<Box<Accumulator<'static>>>,
}

impl Evaluator {
    pub(super) fn new(has_network: bool) -> Self {
        if has_network {
            // The tables are made now, because later the clock runs.
            let _ = (Network::get(), Rows::get());
        }
        Self { has_network, accumulator: None }
    }

    /// The evaluation for the colour to move, in points.
    pub(super) fn evaluate(&mut self, board: &Board, overlooked: Option<Overlooked>) -> i32 {
        let points = evaluate(board, overlooked);
        self.corrected(points, board, |accumulator| accumulator.value(board))
    }

    /// The evaluation after a stone of the colour to move, for the other colour, in points, by the
    /// counts after it.
    pub(super) fn evaluate_after(
        &mut self,
        board: &Board,
        cell: Cell,
        counts: &Counts,
        overlooked: Option<Overlooked>,
    ) -> i32 {
        let points = weigh(counts, board.to_move().other(), overlooked);
        self.corrected(points, board, |accumulator| accumulator.value_after(board, cell, counts))
    }

    /// The points with what the network adds, if there is one.
    fn corrected(
        &mut self,
        points: i32,
        board: &Board,
        value: impl FnOnce(&mut Accumulator<'static>) -> i32,
    ) -> i32 {
        if !self.has_network {
            return points;
        }
        (points + value(self.accumulator(board))).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// The board as the policy sees it. Only a player with the network has a policy.
    pub(super) fn view(&mut self, board: &Board) -> View<'_> {
        self.accumulator(board).view(board)
    }

    /// The sums, of this board or of another of the same size and rule.
    fn accumulator(&mut self, board: &Board) -> &mut Accumulator<'static> {
        if !self.accumulator.as_ref().is_some_and(|it| it.fits(board)) {
            self.accumulator = None;
        }
        self.accumulator.get_or_insert_with(|| Box::new(Accumulator::new(Network::get(), board)))
    }

    /// The size in bytes, once a position has been evaluated.
    pub(super) fn bytes(&self) -> usize {
        if self.has_network { Accumulator::BYTES } else { 0 }
    }
}

/// What the rows are made of, for training: the number of the pattern, that of the pair of classes,
/// and the row with the colours exchanged.
#[doc(hidden)]
#[must_use]
pub fn gomoku_rows() -> Vec<[u16; 3]> {
    Rows::get().parts.iter().map(|it| [it.pattern, it.classes, it.exchanged]).collect()
}

/// The evaluation that the network corrects, and its inputs, for training, for the colour to move.
#[doc(hidden)]
#[derive(Debug)]
pub struct GomokuInputs {
    /// The points without the network.
    pub evaluation: i32,
    /// The size of the board.
    pub size: usize,
    /// The empty points near stones, row by row, and the rows of the lines through each.
    pub points: Vec<(u16, [u16; 4])>,
    /// The features of the whole position. 1 is 128.
    pub features: [i16; GOMOKU_FEATURES],
}

/// The evaluation that the network corrects, and its inputs. `None` if somebody can complete a row, or the colour
/// to move wins by continuous fours, because such positions are not evaluated.
#[doc(hidden)]
#[must_use]
pub fn gomoku_inputs(position: &Gomoku) -> Option<GomokuInputs> {
    let board = evaluated(position)?;
    let points = iterate(board.empty()).map(|cell| (cell, rows_for_mover(&board, cell)));
    Some(GomokuInputs {
        evaluation: evaluate(&board, None),
        size: board.size(),
        points: points.filter(|(_, rows)| rows.iter().any(|&row| row != 0)).collect(),
        features: features(board.counts(), board.to_move()),
    })
}

/// The rows of the lines through an empty point for the colour to move.
fn rows_for_mover(board: &Board, cell: Cell) -> [Row; 4] {
    let is_white = board.to_move() == Colour::White;
    board.lines().around(cell).map(|[black, white]| {
        let [own, other] = if is_white { [white, black] } else { [black, white] };
        Rows::get().at(board.is_exact(), own, other)
    })
}

/// A move as the policy sees it, for training: the rows of the lines through its point, and what the
/// network computes there, in which 1 is 64.
#[doc(hidden)]
pub type GomokuPoint = ([u16; 4], PointOutputs);

impl View<'_> {
    /// An empty point.
    pub(super) fn point(&self, cell: Cell) -> GomokuPoint {
        (self.rows(cell), self.outputs(cell))
    }
}

/// The logits of moves by a policy with these weights, for training, by their points and the inputs of the
/// network's first layer. `None` if these are not weights.
#[doc(hidden)]
#[must_use]
pub fn gomoku_logits(
    points: &[GomokuPoint],
    inputs: &[i16; GOMOKU_INPUTS],
    weights: &[u8],
) -> Option<Vec<f32>> {
    let policy = Policy::read(weights)?;
    let context = policy.context(inputs);
    let logit = |(rows, outputs): &GomokuPoint| policy.logit(&context, *rows, outputs);
    Some(points.iter().map(|point| logit(point) as f32 / UNIT).collect())
}

/// The evaluation of a position with these weights for the colour to move, in points, for training.
/// `None` if colours have not been chosen, or these are not weights.
#[doc(hidden)]
#[must_use]
pub fn gomoku_value(position: &Gomoku, weights: &[u8]) -> Option<i32> {
    position.side_of(position.colour_to_move())?;
    let board = Board::new(position);
    let network = Network::read(weights)?;
    let value = Accumulator::new(&network, &board).value(&board);
    Some(evaluate(&board, None) + value)
}

#[cfg(test)]
mod tests;
