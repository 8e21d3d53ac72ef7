//! The evaluation of a position by what every empty point would make for either colour.

use playout_games::gomoku::{Colour, Gomoku};

use super::board::{Board, Counts};
use super::patterns::{Class, Shape};
use super::status::Status;
use super::vcf::Vcf;
use super::weights::{CLASSES, SHAPES, TEMPO};
use crate::Threats;

/// The largest evaluation. Beyond it are positions whose result seems certain.
pub(super) const MAX_EVALUATION: i32 = 9_000;

/// The weights are hundredths of a point.
const UNIT: i32 = 100;

/// What a player overlooks of a colour's chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overlooked {
    pub(super) colour: Colour,
    /// The first class and the first shape that it does not see.
    classes: usize,
    shapes: usize,
}

impl Overlooked {
    /// What a player with these threats overlooks of its opponent.
    pub(super) fn by(threats: Threats, opponent: Colour) -> Option<Self> {
        let (classes, shapes) = match threats {
            Threats::Rows => (0, 0),
            Threats::Fives => (Class::Four as usize, Shape::Four as usize),
            Threats::Off | Threats::Fours | Threats::All => return None,
        };
        Some(Self { colour: opponent, classes, shapes })
    }
}

/// The evaluation for the colour to move, in points.
pub(super) fn evaluate(board: &Board, overlooked: Option<Overlooked>) -> i32 {
    weigh(board.counts(), board.to_move(), overlooked)
}

/// The evaluation by the counts of a board, for the colour to move, in points.
pub(super) fn weigh(counts: &Counts, to_move: Colour, overlooked: Option<Overlooked>) -> i32 {
    let mut sum = TEMPO;
    for (side, colour) in [to_move, to_move.other()].into_iter().enumerate() {
        let (seen_classes, seen_shapes) = match overlooked {
            Some(Overlooked { colour: other, classes, shapes }) if other == colour => {
                (classes, shapes)
            }
            _ => (Class::COUNT, Shape::COUNT),
        };
        let classes = counts.classes(colour);
        for class in 0..seen_classes {
            sum += i32::from(classes[class]) * CLASSES[side][class];
        }
        let shapes = counts.shapes(colour);
        for shape in 0..seen_shapes {
            sum += i32::from(shapes[shape]) * SHAPES[side][shape];
        }
    }
    (sum / UNIT).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// The board of a position that searches evaluate. `None` if colours have not been chosen, somebody
/// can complete a row, or the colour to move wins by continuous fours.
pub(super) fn evaluated(position: &Gomoku) -> Option<Board> {
    position.side_of(position.colour_to_move())?;
    let mut board = Board::new(position);
    let is_evaluated = matches!(Status::of(&board), Status::Open | Status::Threatened);
    (is_evaluated && Vcf::new().find(&mut board, 1_000).is_none()).then_some(board)
}

/// The counts that the evaluation weighs, for fitting its weights to results: for the colour to
/// move and then for the other, the lines of each class, and the points of each shape. `None` if
/// somebody can complete a row, or the colour to move wins by continuous fours, because such
/// positions are not evaluated.
#[doc(hidden)]
#[must_use]
pub fn gomoku_features(position: &Gomoku) -> Option<Vec<f64>> {
    let board = evaluated(position)?;
    let (colours, counts) = ([board.to_move(), board.to_move().other()], board.counts());
    let classes = colours.iter().flat_map(|&it| counts.classes(it)[..Class::COUNT].iter().copied());
    let shapes = colours.iter().flat_map(|&it| *counts.shapes(it));
    Some(classes.map(f64::from).chain(shapes.map(f64::from)).collect())
}
