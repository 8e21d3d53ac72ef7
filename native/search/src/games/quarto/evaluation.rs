use playout_games::quarto::Quarto;
use playout_games::{Game, Playouts, Urgency};

use crate::MAX_POINTS;
use crate::game::for_first;

/// A position is won for a side that can win at once, and lost for a side whose every move lets the
/// opponent do so. Otherwise, the more safe moves the side to move has, the better.
pub(super) fn evaluate(position: &Quarto) -> i32 {
    let mut moves = Vec::new();
    let for_mover = match position.urgent_moves(&mut moves) {
        Urgency::Win => MAX_POINTS,
        Urgency::Lost => -MAX_POINTS,
        Urgency::Safe => moves.len() as i32,
    };
    for_first(position.side_to_move(), for_mover)
}
