//! Scores: the result of a game and how soon it ends.
//!
//! A draw is 0. A win that ends the game with `n` pieces on the board is 17 - n, and a loss the
//! negative of that. So a score does not change as moves are played, but for the sign.

use crate::exact::Value;

/// The score of a position, for one of the sides.
pub(super) type Score = i8;

/// The score above the negated goal: the opponent has to reach it to refute the goal.
pub(super) const fn opposing(goal: Score) -> Score {
    1 - goal
}

/// A win with the next piece but one, which is the soonest for the side that gives a piece, with so
/// many empty cells.
pub(super) const fn soonest_win(empty: u32) -> Score {
    empty as Score - 1
}

/// A win two placements later, or a draw if the board would be full.
pub(super) const fn later_win(empty: u32) -> Score {
    let score = empty as Score - 3;
    if score > 0 { score } else { 0 }
}

/// The loss that comes soonest after a safe piece has been given: with the next piece but two. A draw
/// if the board would be full.
pub(super) const fn soonest_loss(empty: u32) -> Score {
    let score = 2 - empty as Score;
    if score < 0 { score } else { 0 }
}

/// The score of a value, for a position from which the board takes so many more plies to fill.
pub(super) fn score(value: Value, plies_left: u32) -> Score {
    let score = |plies: u32| (plies_left + 1).saturating_sub(plies) as Score;
    match value {
        Value::Win(plies) => score(plies),
        Value::Draw => 0,
        Value::Loss(plies) => -score(plies),
    }
}

/// The score as a value for a position from which the board takes so many more plies to fill. (Giving
/// the first piece is a ply, too.)
pub(super) fn value(score: Score, plies_left: u32) -> Value {
    // A win leaves one cell less empty than its score.
    let plies = || plies_left + 1 - u32::from(score.unsigned_abs());
    match score {
        1.. => Value::Win(plies()),
        0 => Value::Draw,
        ..=-1 => Value::Loss(plies()),
    }
}
