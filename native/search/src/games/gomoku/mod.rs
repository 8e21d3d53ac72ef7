mod accumulator;
mod candidates;
mod evaluation;
mod levels;
mod threats;
mod windows;

use playout_games::gomoku::{Gomoku, Move};
use playout_games::{Error, Record, Urgency};

use crate::spec::{Player, Settings};
use crate::strategy::{self, Strategy};
use crate::{Level, MctsSettings, SearchGame, Threats, mcts};
use threats::{ThreatKnowledge, ThreatPlayer};

pub use threats::gomoku_features;

impl SearchGame for Gomoku {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "minimax";
    const MCTS: MctsSettings =
        MctsSettings { policy: None, threshold: 1, c: 0.5, ..MctsSettings::COMMON };
    const RADIUS: Option<u32> = Some(1);
    const HAS_THREATS: bool = true;

    type Accumulator = accumulator::Windows;

    fn evaluate(&self) -> i32 {
        evaluation::evaluate(self)
    }

    fn evaluate_moves(&self, moves: &[Move], values: &mut Vec<i32>) {
        evaluation::evaluate_moves(self, moves, values);
    }

    fn candidates(&self, radius: u32, moves: &mut Vec<Move>) -> bool {
        candidates::candidates(self, radius, false, moves)
    }

    fn urgent_candidates(&self, moves: &mut Vec<Move>) -> (Urgency, bool) {
        candidates::urgent(self, moves)
    }

    fn strategy(
        record: &Record<Self>,
        player: Player,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Strategy<Self>>, Error> {
        let is_evaluated = settings.mcts.policy.is_none();
        match player {
            Player::Minimax if settings.minimax.threats != Threats::Off => {
                Ok(Box::new(ThreatPlayer::new(record, settings.minimax, seed)))
            }
            Player::Mcts if is_evaluated && settings.mcts.threats != Threats::Off => {
                let new = ThreatKnowledge::new;
                Ok(mcts::strategy_with(record, settings.mcts, &None, seed, new))
            }
            _ => strategy::new(record, player, settings, seed),
        }
    }
}

#[cfg(test)]
mod testing {
    use playout_games::gomoku::Gomoku;
    use playout_games::{Game, Options, Playouts};

    use crate::Random;

    /// The position after some random moves, or the final position if the game ends sooner. The
    /// seed also determines the size of the board.
    pub(super) fn random_game(seed: u64, plies: u32) -> Gomoku {
        let mut random = Random::new(seed);
        let size = 5 + seed % 16;
        let options = Options::new([("size", size.to_string())]);
        let mut position = Gomoku::start(&options).expect("a start");
        for _ in 0..plies {
            if position.outcome().is_none() {
                let mv = position.sample(&mut |n| random.below(n));
                position.play(mv);
            }
        }
        position
    }
}
