mod accumulator;
mod evaluation;
mod levels;
pub(crate) mod table;

use playout_games::animal_shogi::AnimalShogi;

use crate::game::compile_strategies;
use crate::{Level, MctsSettings, SearchGame};

impl SearchGame for AnimalShogi {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "minimax";
    const MCTS: MctsSettings =
        MctsSettings { policy: None, threshold: 1, c: 0.5, ..MctsSettings::COMMON };

    const PRIOR_TEMPERATURE: f32 = 0.1;
    /// With 10, a search of 40 playouts would repeat its lost games too often (docs/log/levels.md).
    const EVALUATION_NOISE: u32 = 50;

    type Accumulator = accumulator::Material;

    fn evaluate(&self) -> i32 {
        evaluation::evaluate(self)
    }

    compile_strategies!();
}
