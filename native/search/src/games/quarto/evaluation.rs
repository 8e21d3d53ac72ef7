use playout_games::quarto::Quarto;
use playout_games::{Game, Playouts, Urgency};

use crate::MAX_POINTS;
use crate::game::for_first;

/// A side that can win at once wins, and a side whose every move loses, loses. Otherwise, more safe
/// moves are better for the side that chooses among them.
pub(super) fn evaluate(position: &Quarto) -> i32 {
    let mut moves = Vec::new();
    let for_mover = match position.urgent_moves(&mut moves) {
        Urgency::Win => MAX_POINTS,
        Urgency::Lost => -MAX_POINTS,
        Urgency::Safe => moves.len() as i32,
    };
    for_first(position.side_to_move(), for_mover)
}
