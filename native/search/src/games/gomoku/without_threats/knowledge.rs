//! What `mcts` asks about a position.

use playout_games::gomoku::{Gomoku, Move};

use super::candidates::{near_stones, urgent};
use super::windows::Windows;
use crate::MctsSettings;
use crate::game::{Accumulator, evaluate_moves};
use crate::mcts::{Knowledge, Listed};

/// How far moves may be from the stones on the board, in a search without playouts.
const RADIUS: u32 = 1;

/// Knows rows that can be completed at once, and which points are near stones.
pub(crate) struct NearStones {
    /// How far moves may be from the stones on the board; `None` if anywhere.
    radius: Option<u32>,
    /// Those of the last position that was evaluated: the next one differs by a few stones.
    windows: Option<Windows>,
}

impl NearStones {
    pub(crate) fn new(settings: &MctsSettings) -> Self {
        let radius = if settings.policy.is_some() { settings.radius } else { Some(RADIUS) };
        Self { radius, windows: None }
    }
}

impl Knowledge<Gomoku> for NearStones {
    fn leaves_moves_out(&self) -> bool {
        self.radius.is_some()
    }

    fn urgent_moves(&mut self, position: &Gomoku, moves: &mut Vec<Move>) -> Listed {
        Listed::at_once(urgent(position, self.radius, moves))
    }

    fn moves(&mut self, position: &Gomoku, moves: &mut Vec<Move>) -> bool {
        near_stones(position, self.radius, moves)
    }

    fn evaluate_moves(&mut self, position: &Gomoku, moves: &[Move], values: &mut Vec<i32>) {
        let windows = self.windows.get_or_insert_with(|| Windows::new(position));
        windows.follow(position);
        evaluate_moves(windows, position, moves, values);
    }
}
