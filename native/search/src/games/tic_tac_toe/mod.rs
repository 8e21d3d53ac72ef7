//! Tic-tac-toe, the smallest example: only the required items, and every default.

mod evaluation;
mod levels;

use playout_games::tic_tac_toe::TicTacToe;

use crate::players::compile_strategies;
use crate::{FromScratch, Level, SearchGame};

impl SearchGame for TicTacToe {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "mcts";

    type Accumulator = FromScratch;

    fn evaluate(&self) -> i32 {
        evaluation::evaluate(self)
    }

    compile_strategies!();
}
