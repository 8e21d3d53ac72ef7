//! Values of positions: evaluations up to [`MAX_POINTS`], beyond them proven wins and losses.

use playout_games::Side;

use crate::game::MAX_POINTS;

/// The value of a win at the root. A win at ply n is worth n less, still far above any evaluation.
pub(crate) const WIN: i32 = 1_000_000;
/// A bound above every value.
pub(crate) const INFINITE: i32 = 2 * WIN;

/// The side that wins according to a winning or losing value for `First`.
pub(super) fn winner(value: i32) -> Side {
    if value > 0 { Side::First } else { Side::Second }
}

/// Converts a value to the form stored in the table, where wins count plies from the position
/// itself.
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    if value.abs() > MAX_POINTS { value + value.signum() * ply as i32 } else { value }
}

/// The inverse of [`to_table`].
pub(crate) fn from_table(value: i32, ply: usize) -> i32 {
    if value.abs() > MAX_POINTS { value - value.signum() * ply as i32 } else { value }
}
