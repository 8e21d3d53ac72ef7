mod levels;
mod windows;

use playout_games::gomoku::{Colour, Gomoku, Move, Point, Points};
use playout_games::{Game, Side};

use crate::{Level, MOST_POINTS, MctsSettings, SearchGame};
use windows::Changes;

/// Points for a window of five that holds so many stones of one colour and
/// none of the other.
const WORTH: [i32; 6] = [0, 1, 8, 60, 400, 0];
/// What such a window counts for who is to move and can fill it at once.
const FILLS: i32 = 9_000;
/// What it is worth to be to move.
const TEMPO: i32 = 20;

impl SearchGame for Gomoku {
    const LEVELS: &'static [Level] = levels::LEVELS;
    const STRONGEST: &'static str = "minimax:radius=1";
    const MCTS: MctsSettings =
        MctsSettings { policy: None, threshold: 1, c: 0.5, ..MctsSettings::COMMON };

    /// Counts the windows of five in four directions that only one colour has
    /// stones in; they overlap, so an open row counts more than one that is
    /// blocked.
    fn evaluate(&self) -> i32 {
        let mover = self.colour_to_move();
        let [own, other] = windows::count(self, [mover, mover.other()]);
        let lead = points(&own) - points(&other);
        let for_mover = for_mover(lead, own[4] as i32, other[4] as i32);
        if self.side_to_move() == Side::First { for_mover } else { -for_mover }
    }

    /// From what a stone changes in the windows, for all points at once.
    fn evaluate_moves(&self, moves: &[Move], values: &mut Vec<i32>) {
        let mover = self.colour_to_move();
        let changes = Changes::new(self, [mover, mover.other()], &WORTH);
        let [own, other] = changes.counts;
        // Under swap2 not every move is a stone, nor is it the other's turn.
        let is_opening = self.side_of(mover).is_none();
        if is_opening || own[4] > 0 || self.empty_points().len() == 1 {
            return crate::game::evaluate_one_by_one(self, moves, values);
        }
        let lead = points(&own) - points(&other);
        let sign = if self.side_to_move() == Side::First { 1 } else { -1 };
        values.extend(moves.iter().map(|mv| {
            let point = mv.point().expect("a colour is chosen under swap2 only");
            let [own, other] = changes.fours(point);
            -sign * for_mover(-lead - changes.worth(point), other, own)
        }));
    }

    /// A win at once alone; else what stops one; else the points next to
    /// stones, those in the middle of most of them first.
    fn candidates(&self, radius: u32, moves: &mut Vec<Move>) -> bool {
        let stones = self.stones(Colour::Black).len() + self.stones(Colour::White).len();
        let mover = self.colour_to_move();
        // Under swap2 every point is worth a thought, and a colour can be
        // chosen.
        let opening = self.side_of(mover).is_none();
        if opening {
            self.legal_moves(moves);
            return true;
        }
        if stones == 0 {
            // The evaluator cannot tell points of an empty board apart; the
            // middle is part of most rows.
            let middle = self.size() / 2;
            moves.extend(Point::new(middle, middle).map(Move::place));
            return false;
        }
        for colour in [mover, mover.other()] {
            let forced = self.winning_points(colour);
            if !forced.is_empty() {
                moves.extend(forced.iter().map(Move::place));
                // Nothing else is worth a look, so nothing is left out.
                return true;
            }
        }
        let near = near(self, radius);
        let from = moves.len();
        moves.extend(
            self.empty_points()
                .iter()
                .filter(|point| near[usize::from(point.row())] >> point.column() & 1 == 1)
                .map(Move::place),
        );
        let crowd =
            |mv: &Move| mv.point().map_or(0, |point| neighbours(self, point.column(), point.row()));
        moves[from..].sort_by_cached_key(|mv| std::cmp::Reverse(crowd(mv)));
        if moves.len() == from {
            self.legal_moves(moves);
            return true;
        }
        moves.len() - from == self.empty_points().len() as usize
    }
}

/// How the colour to move stands that leads by so many points, with so many
/// windows of four of each colour.
fn for_mover(lead: i32, own_fours: i32, other_fours: i32) -> i32 {
    let points = if own_fours > 0 {
        FILLS
    } else if other_fours > 1 {
        -FILLS + TEMPO
    } else {
        lead + TEMPO
    };
    points.clamp(-MOST_POINTS, MOST_POINTS)
}

fn points(windows: &[u32; 6]) -> i32 {
    windows.iter().zip(WORTH).map(|(&count, worth)| count as i32 * worth).sum()
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
    use playout_games::Playouts;

    use super::*;
    use crate::Random;

    pub(super) fn random_game(seed: u64, plies: u32) -> Gomoku {
        let mut random = Random::new(seed);
        let size = 5 + seed % 16;
        let options = playout_games::Options::new([("size", size.to_string())]);
        let mut position = Gomoku::start(&options).expect("a start");
        for _ in 0..plies {
            if position.outcome().is_none() {
                let mv = position.sample(&mut |n| random.below(n));
                position.play(mv);
            }
        }
        position
    }

    #[test]
    fn moves_are_worth_what_positions_after_them_are() {
        for seed in 0..200 {
            let position = random_game(seed, (seed * 7 % 120) as u32);
            if position.outcome().is_some() {
                continue;
            }
            let (mut moves, mut values, mut expected) = (Vec::new(), Vec::new(), Vec::new());
            position.legal_moves(&mut moves);
            position.evaluate_moves(&moves, &mut values);
            crate::game::evaluate_one_by_one(&position, &moves, &mut expected);
            assert_eq!(values, expected, "{position}");
        }
    }

    #[test]
    fn candidates_are_legal_and_near_or_forced() {
        for seed in 0..200 {
            let position = random_game(seed, 1 + (seed % 40) as u32);
            if position.outcome().is_some() {
                continue;
            }
            let mut moves = Vec::new();
            position.candidates(1, &mut moves);
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
            assert!(position.candidates(1, &mut moves));
            let texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv)).collect();
            assert_eq!(texts, expected, "{text}");
        }
    }
}
