use playout_games::Game;
use playout_games::gomoku::{Gomoku, Move};

use super::windows::{self, Changes};
use crate::MAX_POINTS;
use crate::game::{evaluate_one_by_one, for_first};

/// Points for a window of five by its number of stones, which all have the same colour.
pub(super) const WINDOW: [i32; 6] = [0, 1, 8, 60, 400, 0];
/// A bonus for the side to move if it can complete a window at once.
const CAN_COMPLETE: i32 = 9_000;
/// A bonus for the side to move.
const TEMPO: i32 = 20;

/// Counts the windows of five, in all four directions, in which only one colour has stones. Windows
/// overlap, so an open row counts more than a blocked one.
pub(super) fn evaluate(position: &Gomoku) -> i32 {
    let mover = position.colour_to_move();
    let [own, other] = windows::count(position, [mover, mover.other()]);
    let lead = points(&own) - points(&other);
    let for_mover = for_mover(lead, own[4] as i32, other[4] as i32);
    for_first(position.side_to_move(), for_mover)
}

/// Computes for all points at once how a stone changes the windows.
pub(super) fn evaluate_moves(position: &Gomoku, moves: &[Move], values: &mut Vec<i32>) {
    let mover = position.colour_to_move();
    let changes = Changes::new(position, [mover, mover.other()], &WINDOW);
    let [own, other] = changes.counts;
    // In the swap2 opening, a move may place no stone, and the turn may stay with the same side.
    let is_opening = position.side_of(mover).is_none();
    if is_opening || own[4] > 0 || position.empty_points().len() == 1 {
        return evaluate_one_by_one(position, moves, values);
    }
    let lead = points(&own) - points(&other);
    let opponent = position.side_to_move().other();
    values.extend(moves.iter().map(|mv| {
        let point = mv.point().expect("only swap2 has moves without a point");
        let [own, other] = changes.fours(point);
        for_first(opponent, for_mover(-lead - changes.points(point), other, own))
    }));
}

/// The evaluation for the colour to move, given its lead in points and the number of windows in
/// which each colour has four stones.
pub(super) fn for_mover(lead: i32, own_fours: i32, other_fours: i32) -> i32 {
    let points = if own_fours > 0 {
        CAN_COMPLETE
    } else if other_fours > 1 {
        -CAN_COMPLETE + TEMPO
    } else {
        lead + TEMPO
    };
    points.clamp(-MAX_POINTS, MAX_POINTS)
}

fn points(windows: &[u32; 6]) -> i32 {
    windows.iter().zip(WINDOW).map(|(&count, points)| count as i32 * points).sum()
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_game;
    use super::*;

    #[test]
    fn move_values_match_evaluations_after_the_move() {
        for seed in 0..200 {
            let position = random_game(seed, (seed * 7 % 120) as u32);
            if position.outcome().is_some() {
                continue;
            }
            let (mut moves, mut values, mut expected) = (Vec::new(), Vec::new(), Vec::new());
            position.legal_moves(&mut moves);
            evaluate_moves(&position, &moves, &mut values);
            evaluate_one_by_one(&position, &moves, &mut expected);
            assert_eq!(values, expected, "{position}");
        }
    }
}
