//! What `minimax` knows of a game beyond its rules: one module a game.

mod animal_shogi;
mod gomoku;
mod quarto;
mod separo;

use playout_games::Game;

impl Evaluate for playout_games::tic_tac_toe::TicTacToe {}

/// A guess is at most so many points for a side; a proven result counts more.
pub const MOST_POINTS: i32 = 10_000;

/// A game whose positions can be judged without playing on.
pub trait Evaluate: Game {
    /// How well `First` stands, in points from -[`MOST_POINTS`] to
    /// [`MOST_POINTS`]: 0 is level.
    ///
    /// The position must not be finished.
    fn evaluate(&self) -> i32 {
        0
    }

    /// Appends the moves worth searching, the most promising first, and says
    /// whether these are all legal moves. In games with a board to be filled,
    /// `radius` is how far from the stones that are there.
    fn candidates(&self, _radius: u32, moves: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(moves);
        true
    }
}
