use playout_games::tic_tac_toe::TicTacToe;
use playout_games::{Game, Playouts, Urgency};

use crate::MAX_POINTS;
use crate::game::for_first;

/// A position is won for a side that can win at once, and lost for a side that cannot prevent the
/// opponent's immediate win. All others are equal.
pub(super) fn evaluate(position: &TicTacToe) -> i32 {
    let for_mover = match position.urgent_moves(&mut Vec::new()) {
        Urgency::Win => MAX_POINTS,
        Urgency::Safe => 0,
        Urgency::Lost => -MAX_POINTS,
    };
    for_first(position.side_to_move(), for_mover)
}
