mod accumulator;
mod evaluation;
mod levels;
pub(crate) mod table;

use std::sync::Arc;

use playout_games::animal_shogi::AnimalShogi;
use playout_games::{Error, Game};

use crate::exact::Oracle;
use crate::game::no_table_of;
use crate::players::compile_strategies;
use crate::tables::path;
use crate::{Level, MctsSettings, SearchGame};

impl SearchGame for AnimalShogi {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "minimax";
    const MCTS: MctsSettings =
        MctsSettings { policy: None, threshold: 1, c: 0.5, ..MctsSettings::COMMON };

    const PRIOR_TEMPERATURE: f32 = 0.1;
    /// With 10, a search of 40 playouts would repeat its lost games too often (docs/log/levels.md).
    const EVALUATION_NOISE: u32 = 50;

    const TABLE_VARIANTS: &'static [&'static str] = &[Self::VARIANTS[0]];
    const TABLE_MIB: u64 = 256;

    type Accumulator = accumulator::Material;

    fn evaluate(&self) -> i32 {
        evaluation::evaluate(self)
    }

    fn oracle(&self) -> Result<Arc<dyn Oracle<Self>>, Error> {
        if !Self::TABLE_VARIANTS.contains(&self.variant()) {
            return Err(no_table_of(&format!("{} {}", Self::NAME, self.variant())));
        }
        Ok(table::Table::open(&path(Self::NAME)?)?)
    }

    fn check_table() -> Result<(), Error> {
        table::Table::check(&path(Self::NAME)?)
    }

    compile_strategies!();
}
