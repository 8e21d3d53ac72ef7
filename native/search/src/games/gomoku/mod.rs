mod accumulator;
mod candidates;
mod evaluation;
mod levels;
mod windows;

use playout_games::gomoku::{Gomoku, Move};

use crate::{Level, MctsSettings, SearchGame};

impl SearchGame for Gomoku {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "minimax:radius=1";
    const MCTS: MctsSettings =
        MctsSettings { policy: None, threshold: 1, c: 0.5, ..MctsSettings::COMMON };
    const HAS_RADIUS: bool = true;

    type Accumulator = accumulator::Windows;

    fn evaluate(&self) -> i32 {
        evaluation::evaluate(self)
    }

    fn evaluate_moves(&self, moves: &[Move], values: &mut Vec<i32>) {
        evaluation::evaluate_moves(self, moves, values);
    }

    fn candidates(&self, radius: u32, moves: &mut Vec<Move>) -> bool {
        candidates::candidates(self, radius, moves)
    }
}

#[cfg(test)]
mod testing {
    use playout_games::gomoku::Gomoku;
    use playout_games::{Game, Options, Playouts};

    use crate::Random;

    /// A game on a board of some size after random moves, or its end.
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
