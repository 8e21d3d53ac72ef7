pub(crate) mod book;
mod evaluation;
mod levels;
pub(crate) mod solver;

use playout_games::quarto::Quarto;

use crate::game::compile_strategies;
use crate::{FromScratch, Level, SearchGame};

impl SearchGame for Quarto {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "mcts";

    type Accumulator = FromScratch;

    fn evaluate(&self) -> i32 {
        evaluation::evaluate(self)
    }

    compile_strategies!();
}
