use playout_games::tic_tac_toe::TicTacToe;

use crate::{Level, SearchGame};

/// The smallest example: one level, and nothing known beyond the rules.
impl SearchGame for TicTacToe {
    const LEVELS: &'static [Level] =
        &[Level { number: 1, name: "sparrow", spec: "mcts:playouts=20,ms=1000,policy=uniform" }];
    const STRONGEST: &'static str = "mcts";
}
