mod balance;
mod levels;
mod swap2;
mod threats;
mod without_threats;

use playout_games::gomoku::Gomoku;
use playout_games::{Error, Record};

use crate::spec::{Player, Settings};
use crate::strategy::Strategy;
use crate::{
    Accumulator, Level, MctsSettings, MinimaxSettings, SearchGame, Threats, mcts, players,
};
use swap2::Swap2;
use threats::{ThreatKnowledge, ThreatPlayer};
use without_threats::{NearStones, Windows};

pub use balance::{gomoku_judgements, gomoku_openings, gomoku_stones};
pub use threats::{
    GOMOKU_FEATURES, GOMOKU_INPUTS, GOMOKU_MARGIN, GOMOKU_POINT_OUTPUTS, GOMOKU_RINGS,
    GomokuChoices, GomokuInputs, GomokuPoint, gomoku_choices, gomoku_features, gomoku_inputs,
    gomoku_logits, gomoku_rows, gomoku_value,
};

/// Starts a player in a position in which colours have been chosen.
type Begin = fn(&Record<Gomoku>, &Settings, u64) -> Box<dyn Strategy<Gomoku>>;

impl SearchGame for Gomoku {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "mcts";
    const MCTS: MctsSettings =
        MctsSettings { policy: None, threshold: 1, c: 0.5, ..MctsSettings::COMMON };
    const OWN_KEYS: &'static [&'static str] = &["radius", "threats", "network"];

    type Accumulator = Windows;

    fn evaluate(&self) -> i32 {
        Windows::new(self).evaluate(self)
    }

    fn strategy(
        record: &Record<Self>,
        player: Player,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Strategy<Self>>, Error> {
        let Settings { mcts, minimax, .. } = *settings;
        let without_threats: Begin = |record, settings, seed| {
            mcts::strategy_with(record, settings.mcts, &None, seed, NearStones::new)
        };
        let begin: Begin = match player {
            Player::Minimax if minimax.threats != Threats::Off => {
                |record, settings, seed| Box::new(ThreatPlayer::new(record, settings.minimax, seed))
            }
            Player::Mcts if mcts.policy.is_none() && mcts.threats != Threats::Off => {
                |record, settings, seed| {
                    mcts::evaluating_with(record, settings.mcts, &None, seed, ThreatKnowledge::new)
                }
            }
            Player::Mcts if mcts.policy.is_some() && mcts.radius.is_some() => without_threats,
            Player::Mcts => return Ok(without_threats(record, settings, seed)),
            _ => return players::strategy(record, player, settings, seed),
        };
        if !swap2::is_opening(record.position()) {
            return Ok(begin(record, settings, seed));
        }
        let has_playouts = player == Player::Mcts;
        let memory = if has_playouts { minimax.memory.min(mcts.memory) } else { minimax.memory };
        let minimax = MinimaxSettings { memory, ..minimax };
        let settings = *settings;
        let begin = move |record: &_, seed| begin(record, &settings, seed);
        Ok(Box::new(Swap2::new(record, minimax, has_playouts, seed, begin)))
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

    /// A position after up to so many random moves, without any that would end the game.
    pub(super) fn open_position(
        size: u32,
        variant: &str,
        plies: u32,
        random: &mut Random,
    ) -> Gomoku {
        let options = [("size", size.to_string()), ("variant", variant.to_owned())];
        let mut position = Gomoku::start(&Options::new(options)).expect("a start");
        for _ in 0..plies {
            let mut next = position;
            next.play(position.sample(&mut |n| random.below(n)));
            if next.outcome().is_none() {
                position = next;
            }
        }
        position
    }
}
