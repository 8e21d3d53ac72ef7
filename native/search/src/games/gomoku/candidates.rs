use playout_games::Game;
use playout_games::gomoku::{Colour, Gomoku, Move, Point, Points};

/// A win at once alone; else what stops one; else the points next to
/// stones, those in the middle of most of them first.
pub(super) fn candidates(position: &Gomoku, radius: u32, moves: &mut Vec<Move>) -> bool {
    let stones = position.stones(Colour::Black).len() + position.stones(Colour::White).len();
    let mover = position.colour_to_move();
    // Under swap2 every point is worth a thought, and a colour can be
    // chosen.
    let opening = position.side_of(mover).is_none();
    if opening {
        position.legal_moves(moves);
        return true;
    }
    if stones == 0 {
        // The evaluator cannot tell points of an empty board apart; the
        // middle is part of most rows.
        let middle = position.size() / 2;
        moves.extend(Point::new(middle, middle).map(Move::place));
        return false;
    }
    for colour in [mover, mover.other()] {
        let forced = position.winning_points(colour);
        if !forced.is_empty() {
            moves.extend(forced.iter().map(Move::place));
            // Nothing else is worth a look, so nothing is left out.
            return true;
        }
    }
    let near = near(position, radius);
    let from = moves.len();
    moves.extend(
        position
            .empty_points()
            .iter()
            .filter(|point| near[usize::from(point.row())] >> point.column() & 1 == 1)
            .map(Move::place),
    );
    let crowd =
        |mv: &Move| mv.point().map_or(0, |point| neighbours(position, point.column(), point.row()));
    moves[from..].sort_by_cached_key(|mv| std::cmp::Reverse(crowd(mv)));
    if moves.len() == from {
        position.legal_moves(moves);
        return true;
    }
    moves.len() - from == position.empty_points().len() as usize
}

/// The points at most so far from a stone, along rows and columns.
fn near(position: &Gomoku, radius: u32) -> Vec<u32> {
    let size = usize::from(position.size());
    let all = |row: usize| {
        let of = |colour| stones_of(position.stones(colour), row);
        of(Colour::Black) | of(Colour::White)
    };
    let spread = |bits: u32| (0..=radius).fold(0, |near, by| near | bits << by | bits >> by);
    let wide: Vec<u32> = (0..size).map(|row| spread(all(row))).collect();
    let radius = radius as usize;
    (0..size)
        .map(|row| {
            let rows = row.saturating_sub(radius)..=(row + radius).min(size - 1);
            wide[rows].iter().fold(0, |near, bits| near | bits)
        })
        .collect()
}

fn stones_of(points: &Points, row: usize) -> u32 {
    points.rows()[row]
}

/// The stones around a point.
fn neighbours(position: &Gomoku, column: u8, row: u8) -> u32 {
    let (column, row) = (u32::from(column), usize::from(row));
    let mask = if column == 0 { 0b11 } else { 0b111 << (column - 1) };
    let rows = row.saturating_sub(1)..=(row + 1).min(usize::from(position.size()) - 1);
    rows.map(|row| {
        let of = |colour| (stones_of(position.stones(colour), row) & mask).count_ones();
        of(Colour::Black) + of(Colour::White)
    })
    .sum()
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_game;
    use super::*;

    #[test]
    fn candidates_are_legal_and_near_or_forced() {
        for seed in 0..200 {
            let position = random_game(seed, 1 + (seed % 40) as u32);
            if position.outcome().is_some() {
                continue;
            }
            let mut moves = Vec::new();
            candidates(&position, 1, &mut moves);
            assert!(!moves.is_empty(), "{position}");
            assert!(moves.iter().all(|&mv| position.is_legal(mv)), "{position}");
            let distinct: std::collections::BTreeSet<_> = moves.iter().collect();
            assert_eq!(distinct.len(), moves.len(), "{position}");
        }
    }

    #[test]
    fn a_four_is_filled_or_stopped() {
        for (text, expected) in [
            ("7/7/7/2xxxx1/7/7/ooo4 o freestyle", &["b4", "g4"][..]),
            ("7/7/7/1xxxx2/7/7/oooo3 x freestyle", &["a4", "f4"]),
        ] {
            let position = Gomoku::parse(text).expect(text);
            let mut moves = Vec::new();
            assert!(candidates(&position, 1, &mut moves));
            let texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
            assert_eq!(texts, expected, "{text}");
        }
    }
}
