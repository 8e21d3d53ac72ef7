use playout_games::gomoku::{Colour, Gomoku, MAX_SIZE, Move, Point};
use playout_games::{Game, Urgency, set_bits};

/// Appends the moves that win at once; if there are none, those that stop an immediate win; if
/// there are none, the points near stones, in board order. With `only_near`, it does not look for
/// immediate wins. Returns `false` if this leaves out moves that might matter.
pub(super) fn candidates(
    position: &Gomoku,
    radius: u32,
    only_near: bool,
    moves: &mut Vec<Move>,
) -> bool {
    let mover = position.colour_to_move();
    // In the swap2 opening, every point is a candidate, and so is choosing a colour.
    let is_opening = position.side_of(mover).is_none();
    if is_opening {
        position.legal_moves(moves);
        return true;
    }
    let stones = stones(position);
    if stones.iter().all(|row| *row == 0) {
        // On an empty board, only the centre: it is in the most windows.
        let middle = position.size() / 2;
        moves.extend(Point::new(middle, middle).map(Move::place));
        return false;
    }
    for colour in [mover, mover.other()].into_iter().filter(|_| !only_near) {
        let forced = position.winning_points(colour);
        if !forced.is_empty() {
            moves.extend(forced.iter().map(Move::place));
            // No other move matters, so this does not count as leaving moves out.
            return true;
        }
    }
    let from = moves.len();
    let empty = position.empty_points();
    for (row, columns) in near(&stones, position.size(), radius).into_iter().enumerate() {
        let columns = columns & empty.rows()[row];
        let point = |column| Point::new(column as u8, row as u8);
        moves.extend(set_bits(columns).filter_map(point).map(Move::place));
    }
    if moves.len() == from {
        position.legal_moves(moves);
        return true;
    }
    moves.len() - from == empty.len() as usize
}

/// Appends the points near stones, or all legal moves without a radius, and returns whether this
/// leaves moves out.
pub(super) fn near_stones(position: &Gomoku, radius: Option<u32>, moves: &mut Vec<Move>) -> bool {
    match radius {
        Some(radius) => !candidates(position, radius, true, moves),
        None => {
            position.legal_moves(moves);
            false
        }
    }
}

/// Appends the moves that complete a row; if there are none, those that stop one, even if they do not
/// stop all: the opponent has to win elsewhere. If there are none, it appends those [near
/// stones](near_stones). Returns how urgent they are, and whether moves are left out.
pub(super) fn urgent(
    position: &Gomoku,
    radius: Option<u32>,
    moves: &mut Vec<Move>,
) -> (Urgency, bool) {
    let mover = position.colour_to_move();
    let wins = position.winning_points(mover);
    if !wins.is_empty() {
        moves.extend(wins.iter().map(Move::place));
        return (Urgency::Win, false);
    }
    let threats = position.winning_points(mover.other());
    if threats.is_empty() {
        return (Urgency::Safe, near_stones(position, radius, moves));
    }
    moves.extend(threats.iter().map(Move::place));
    (if threats.len() == 1 { Urgency::Safe } else { Urgency::Lost }, false)
}

type Rows = [u32; MAX_SIZE as usize];

/// The stones of both colours.
fn stones(position: &Gomoku) -> Rows {
    let [black, white] = Colour::ALL.map(|colour| *position.stones(colour).rows());
    std::array::from_fn(|row| black[row] | white[row])
}

/// The points at most `radius` rows and columns away from a stone. Some may be off the board.
fn near(stones: &Rows, size: u8, radius: u32) -> Rows {
    let size = usize::from(size);
    let spread = |bits: u32| (0..=radius).fold(0, |near, by| near | bits << by | bits >> by);
    let wide = stones.map(spread);
    let radius = radius as usize;
    let mut near = [0; MAX_SIZE as usize];
    for (row, near) in near[..size].iter_mut().enumerate() {
        let rows = row.saturating_sub(radius)..=(row + radius).min(size - 1);
        *near = wide[rows].iter().fold(0, |near, bits| near | bits);
    }
    near
}

#[cfg(test)]
mod tests {
    use playout_games::Playouts;

    use super::*;
    use crate::games::gomoku::testing::random_game;

    #[test]
    fn candidates_are_legal_and_near_or_forced() {
        for seed in 0..200 {
            let position = random_game(seed, 1 + (seed % 40) as u32);
            if position.outcome().is_some() {
                continue;
            }
            let mut moves = Vec::new();
            candidates(&position, 1, false, &mut moves);
            assert!(!moves.is_empty(), "{position}");
            assert!(moves.iter().all(|&mv| position.is_legal(mv)), "{position}");
            let distinct: std::collections::BTreeSet<_> = moves.iter().collect();
            assert_eq!(distinct.len(), moves.len(), "{position}");
        }
    }

    #[test]
    fn urgent_candidates_are_urgent_moves_and_candidates() {
        let mut seen = [0; 4];
        for seed in 0..2_000 {
            let position = random_game(seed, 1 + (seed % 120) as u32);
            if position.outcome().is_some() {
                continue;
            }
            for radius in [None, Some(1)] {
                let (mut moves, mut expected, mut near) = (Vec::new(), Vec::new(), Vec::new());
                let (urgency, is_partial) = urgent(&position, radius, &mut moves);
                let has_all = position.urgent_moves(&mut expected) == Urgency::Safe
                    && expected.len() as u32 == position.empty_points().len();
                let leaves_out = has_all
                    && radius.is_some_and(|it| !candidates(&position, it, false, &mut near));
                if leaves_out {
                    expected = near;
                } else if urgency == Urgency::Lost {
                    let threats = position.winning_points(position.colour_to_move().other());
                    expected.retain(|mv| mv.point().is_some_and(|it| threats.contains(it)));
                }
                moves.sort_unstable();
                expected.sort_unstable();
                assert_eq!((moves, is_partial), (expected, leaves_out), "{position}");
                seen[urgency as usize] += 1;
                seen[3] += u32::from(is_partial);
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    }

    #[test]
    fn fours_are_completed_or_stopped() {
        for (text, expected) in [
            ("7/7/7/2xxxx1/7/7/ooo4 o freestyle", &["b4", "g4"][..]),
            ("7/7/7/1xxxx2/7/7/oooo3 x freestyle", &["a4", "f4"]),
        ] {
            let position = Gomoku::parse(text).expect(text);
            let mut moves = Vec::new();
            assert!(candidates(&position, 1, false, &mut moves));
            let texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
            assert_eq!(texts, expected, "{text}");
        }
    }
}
