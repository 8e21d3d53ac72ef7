//! A small network that corrects the evaluation.
mod accumulator;
mod rows;
mod weights;

pub(super) use accumulator::Accumulator;
use playout_games::gomoku::{Colour, Gomoku};
use playout_games::Game;
use super::board::{Board, iterate};
use super::evaluation::evaluate;
use super::fours::{Fours, Status};
use rows::Rows;
use std::sync::LazyLock;
use weights::Network;

fn load(n: u32) -> Network { let p = std::env::var(format!("NET{n}")).expect("NET"); Network::read(&std::fs::read(p).expect("file")) }
static NET1: LazyLock<Network> = LazyLock::new(|| load(1));
static NET2: LazyLock<Network> = LazyLock::new(|| load(2));
pub(super) fn accumulator(n: u32, board: &Board) -> Option<Box<Accumulator>> {
    match n { 0 => None, 1 => Some(Box::new(Accumulator::new(&NET1, board))), _ => Some(Box::new(Accumulator::new(&NET2, board))) }
}
#[doc(hidden)]
#[must_use]
pub fn gomoku_value(position: &Gomoku) -> i32 {
    let board = Board::new(position);
    evaluate(&board, None) + Accumulator::new(&NET1, &board).correction(&board)
}


/// For each row of the network's first layer, the numbers of its pattern and of its classes, and the row with the colours exchanged.
#[doc(hidden)]
#[must_use]
pub fn gomoku_rows() -> Vec<[u16; 3]> {
    Rows::get().rows.iter().map(|row| [row.pattern, row.classes, row.exchanged]).collect()
}

/// What the network sees of a position, for the colour to move: the points of the evaluation, and for each empty point near stones the rows of
/// its four lines. `None` if such positions are not evaluated.
#[doc(hidden)]
#[must_use]
pub fn gomoku_inputs(position: &Gomoku) -> Option<(i32, Vec<[u16; 4]>)> {
    position.side_of(position.colour_to_move())?;
    let mut board = Board::new(position);
    let is_evaluated = matches!(Status::of(&board), Status::Open | Status::Threatened);
    if !is_evaluated || Fours::new().find(&mut board, 1_000).is_some() {
        return None;
    }
    let rows = Rows::get();
    let is_exact = position.variant() == "standard";
    let is_white = board.to_move() == Colour::White;
    let points = iterate(board.empty()).map(|cell| {
        board.around(cell).map(|[black, white]| {
            let [own, other] = if is_white { [white, black] } else { [black, white] };
            rows.at(is_exact, own, other)
        })
    });
    let points = points.filter(|rows| rows.iter().any(|&row| row != 0)).collect();
    Some((evaluate(&board, None), points))
}
