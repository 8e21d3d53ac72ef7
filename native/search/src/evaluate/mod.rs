//! What `minimax`, and `mcts` with `policy=evaluation`, know of a game beyond its
//! rules: one module a game.

mod animal_shogi;
mod gomoku;
mod quarto;
mod separo;

use playout_games::{Game, Outcome, Side};

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

    /// Appends how well `First` stands after each of some legal moves: 0 for a draw,
    /// [`MOST_POINTS`] for a win.
    fn evaluate_moves(&self, moves: &[Self::Move], values: &mut Vec<i32>) {
        evaluate_one_by_one(self, moves, values);
    }

    /// The points by which a side leads that wins e (2.7) times as often as it
    /// loses.
    const POINTS_TO_LEAD: f32 = 300.0;

    /// By how much the chance of a win after a move has to be higher for `mcts` to
    /// explore it e times as much.
    const PREFERENCE: f32 = 0.05;

    /// The points by which chance makes moves better or worse when `mcts` judges them,
    /// so that no two searches play the same game; at least 1.
    const CHANCE: u32 = 10;

    /// Appends the moves worth searching, the most promising first, and says
    /// whether these are all legal moves. In games with a board to be filled,
    /// `radius` is how far from the stones that are there.
    fn candidates(&self, _radius: u32, moves: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(moves);
        true
    }
}

fn evaluate_one_by_one<G: Evaluate>(position: &G, moves: &[G::Move], values: &mut Vec<i32>) {
    values.extend(moves.iter().map(|&mv| {
        let mut next = position.clone();
        next.play(mv);
        match next.outcome() {
            Some(Outcome::Win(Side::First)) => MOST_POINTS,
            Some(Outcome::Win(Side::Second)) => -MOST_POINTS,
            Some(Outcome::Draw) => 0,
            None => next.evaluate(),
        }
    }));
}
