pub(crate) mod book;
mod evaluation;
mod levels;
mod oracle;
mod perfect;
pub(crate) mod solver;

use std::sync::Arc;

use playout_games::quarto::Quarto;
use playout_games::{Error, Game, Record};

use crate::exact::Oracle;
use crate::game::no_table_of;
use crate::spec::{Player, Settings};
use crate::strategy::Strategy;
use crate::{FromScratch, Level, SearchGame, players};
use book::Book;
use oracle::Exact;
use perfect::PerfectQuarto;

impl SearchGame for Quarto {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "mcts";

    const TABLE_VARIANTS: &'static [&'static str] = &[Self::VARIANTS[0]];
    const IS_TABLE_BUILT_IN: bool = true;
    const TABLE_MIB: u64 = oracle::TABLE_MIB;

    type Accumulator = FromScratch;

    fn evaluate(&self) -> i32 {
        evaluation::evaluate(self)
    }

    fn oracle(&self) -> Result<Arc<dyn Oracle<Self>>, Error> {
        if !Self::TABLE_VARIANTS.contains(&self.variant()) {
            return Err(no_table_of(&format!("{} {}", Self::NAME, self.variant())));
        }
        Book::of_program()?;
        Ok(Exact::get())
    }

    fn quick_oracle(&self) -> Result<Arc<dyn Oracle<Self>>, Error> {
        Ok(Exact::get())
    }

    fn check_table() -> Result<(), Error> {
        Book::of_program().map(|_| ())
    }

    fn strategy(
        record: &Record<Self>,
        player: Player,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Strategy<Self>>, Error> {
        if player == Player::Perfect {
            return Ok(Box::new(PerfectQuarto::new(record, settings, seed)?));
        }
        players::strategy(record, player, settings, seed)
    }
}
