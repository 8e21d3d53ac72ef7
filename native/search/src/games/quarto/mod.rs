mod levels;

use playout_games::quarto::Quarto;
use playout_games::{Game, Playouts, Side, Urgency};

use crate::{Level, MOST_POINTS, SearchGame};

impl SearchGame for Quarto {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "mcts";

    /// Who can win at once wins; who can only lose loses. Else the more safe
    /// moves there are, the better for who has the choice among them.
    fn evaluate(&self) -> i32 {
        let mut moves = Vec::new();
        let for_mover = match self.urgent_moves(&mut moves) {
            Urgency::Win => MOST_POINTS,
            Urgency::Lost => -MOST_POINTS,
            Urgency::Safe => moves.len() as i32,
        };
        if self.side_to_move() == Side::First { for_mover } else { -for_mover }
    }
}
