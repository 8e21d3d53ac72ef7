mod accumulator;
mod evaluation;
mod levels;

use playout_games::separo::Separo;

use crate::players::compile_strategies;
use crate::{Level, MctsSettings, Policy, SearchGame};

impl SearchGame for Separo {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "mcts";
    const MCTS: MctsSettings = MctsSettings { policy: Some(Policy::Mast), ..MctsSettings::COMMON };

    type Accumulator = accumulator::Roots;

    fn evaluate(&self) -> i32 {
        evaluation::evaluate(self)
    }

    compile_strategies!();
}
