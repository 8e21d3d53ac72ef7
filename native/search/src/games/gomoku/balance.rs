//! Openings that are judged near even: stones near each other, drawn at random, and a short search
//! that says how they stand.

use std::collections::HashSet;

use playout_games::gomoku::{Colour, Gomoku, Move, Point};
use playout_games::{Game, Record};

use super::threats::ThreatPlayer;
use crate::strategy::Strategy;
use crate::{Limits, MinimaxSettings, POINTS_TO_LEAD, Random, Threats};

/// A stone is at most this many rows and columns away from an earlier one.
const REACH: u32 = 3;
/// The first stone is at most this many rows and columns away from the centre.
const FROM_CENTRE: u32 = 2;
/// How many stones a balanced opening has.
const STONES: std::ops::RangeInclusive<u32> = 4..=6;
/// The searches that judge an opening, as numbers of positions, and how far from even, as a value
/// from -1 to 1, it may be to get to the next one, or to be accepted.
const JUDGEMENTS: [(u64, f64); 3] = [(300, 0.6), (3_000, 0.4), (20_000, 0.2)];

/// How the result of a game follows from the points of a search of its opening: the side to move wins
/// as often as the logistic function of SLOPE times the points plus BLACK if it has black, or less BLACK,
/// about as `examples/fit_gomoku_openings.rs` finds (docs/log/tuning.md). Strong players make more of
/// black's stones than the evaluation does.
const SLOPE: f64 = 1.25 / POINTS_TO_LEAD as f64;
const BLACK: f64 = 0.15;
/// After so many openings the nearest to even is accepted.
const MAX_DRAWN: u32 = 300;

/// Draws points for stones on a position: each near an earlier stone, the first near the centre.
/// `None` if there is no room.
pub(super) fn draw_stones(position: &Gomoku, count: u32, random: &mut Random) -> Option<Vec<Move>> {
    let size = u32::from(position.size());
    let mut position = *position;
    let mut moves = Vec::new();
    for _ in 0..count {
        let stones: Vec<Point> =
            Colour::ALL.iter().flat_map(|&it| position.stones(it).iter()).collect();
        let near: Vec<Move> = if stones.is_empty() {
            let margin = ((size - 1) / 2).saturating_sub(FROM_CENTRE);
            let mut coordinate = || (margin + random.below(size - 2 * margin)) as u8;
            Point::new(coordinate(), coordinate()).map(Move::place).into_iter().collect()
        } else {
            let is_near = |point: &Point| {
                stones.iter().any(|stone| {
                    let apart = |a: u8, b: u8| u32::from(a.abs_diff(b));
                    apart(point.column(), stone.column()).max(apart(point.row(), stone.row()))
                        <= REACH
                })
            };
            position.empty_points().iter().filter(is_near).map(Move::place).collect()
        };
        let index = random.below(u32::try_from(near.len()).ok().filter(|&it| it > 0)?);
        let mv = near[index as usize];
        position.play(mv);
        moves.push(mv);
        if position.outcome().is_some() {
            return None;
        }
    }
    Some(moves)
}

/// A search that judges a position in which colours have been chosen.
#[derive(Debug)]
pub(super) struct Judge {
    player: ThreatPlayer,
    offset: f64,
    visited: u64,
    is_done: bool,
}

impl Judge {
    /// A search of the position at the end of a record, which knows all that there is to know,
    /// because the fit is to such searches.
    pub(super) fn new(record: &Record<Gomoku>, settings: MinimaxSettings, seed: u64) -> Self {
        let settings =
            MinimaxSettings { margin: 0, threats: Threats::All, network: true, ..settings };
        let player = ThreatPlayer::new(record, settings, seed);
        let has_black = record.position().colour_to_move() == Colour::Black;
        let offset = if has_black { BLACK } else { -BLACK };
        Self { player, offset, visited: 0, is_done: record.outcome().is_some() }
    }

    /// Visits the next position; `false` if there is nothing more to find out.
    pub(super) fn visit(&mut self) -> bool {
        self.visited += 1;
        self.is_done = self.is_done || !self.player.unit();
        !self.is_done
    }

    /// How many positions it has visited.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Goes on until this many positions have been visited, and returns the value for the side to
    /// move, from -1 to 1.
    fn run(&mut self, visits: u64) -> f64 {
        while self.visited < visits && self.visit() {}
        self.value()
    }

    /// The expected result for the side to move, from -1 to 1, by what has been visited.
    pub(super) fn value(&self) -> f64 {
        let sum = SLOPE * f64::from(self.player.points()) + self.offset;
        2.0 / (1.0 + (-sum).exp()) - 1.0
    }

    pub(super) fn bytes(&self) -> usize {
        self.player.bytes()
    }

    pub(super) fn max_bytes(&self, limits: &Limits) -> usize {
        self.player.max_bytes(limits)
    }
}

/// The number of stones on the board.
pub(super) fn stones(position: &Gomoku) -> u32 {
    Colour::ALL.iter().map(|&colour| position.stones(colour).len()).sum()
}

/// Stones drawn for an opening, for fitting what searches of it mean to results.
#[doc(hidden)]
#[must_use]
pub fn gomoku_stones(start: &Gomoku, count: u32, random: &mut Random) -> Option<Vec<Move>> {
    draw_stones(start, count, random)
}

/// The points for the side to move after so many positions of a search, for fitting.
#[doc(hidden)]
#[must_use]
pub fn gomoku_judgements(record: &Record<Gomoku>, visits: &[u64], seed: u64) -> Vec<i32> {
    let mut judge = Judge::new(record, MinimaxSettings::COMMON, seed);
    let mut points_after = |&visits| {
        judge.run(visits);
        judge.player.points()
    };
    visits.iter().map(&mut points_after).collect()
}

/// Draws openings of Gomoku that a short search judges near even, each different from the others in every
/// symmetry of the board while there are enough. `None` if the start has stones or no chosen colours, or
/// its board is too small.
#[must_use]
pub fn gomoku_openings(
    start: &Record<Gomoku>,
    count: usize,
    random: &mut Random,
) -> Option<Vec<Vec<Move>>> {
    let position = start.position();
    let is_empty = Colour::ALL.iter().all(|&it| position.stones(it).is_empty());
    if !is_empty || position.side_of(Colour::Black).is_none() {
        return None;
    }
    let mut seen = HashSet::new();
    (0..count).map(|_| draw_opening(start, &mut seen, random)).collect()
}

fn draw_opening(
    start: &Record<Gomoku>,
    seen: &mut HashSet<Vec<(u8, u8, Colour)>>,
    random: &mut Random,
) -> Option<Vec<Move>> {
    let mut best: Option<(bool, usize, f64, Vec<Move>)> = None;
    for _ in 0..MAX_DRAWN {
        let count = *STONES.start() + random.below(STONES.end() - STONES.start() + 1);
        let Some(moves) = draw_stones(start.position(), count, random) else { continue };
        let mut record = start.clone();
        moves.iter().for_each(|&mv| record.play(mv));
        let is_new = !seen.contains(&canonical(record.position()));
        if !is_new && best.as_ref().is_some_and(|best| best.0) {
            continue;
        }
        let mut judge = Judge::new(&record, MinimaxSettings::COMMON, random.word());
        let mut passed = 0;
        let mut value = 1.0;
        for (visits, most) in JUDGEMENTS {
            value = judge.run(visits).abs();
            if value > most {
                break;
            }
            passed += 1;
        }
        let is_better = best.as_ref().is_none_or(|(was_new, best_passed, best_value, _)| {
            (is_new, passed, -value) > (*was_new, *best_passed, -*best_value)
        });
        if is_better {
            best = Some((is_new, passed, value, moves));
        }
        if is_new && passed == JUDGEMENTS.len() {
            break;
        }
    }
    let (.., moves) = best?;
    let mut record = start.clone();
    moves.iter().for_each(|&mv| record.play(mv));
    seen.insert(canonical(record.position()));
    Some(moves)
}

/// The stones of a position, the same for all that turning and mirroring the board makes of it.
fn canonical(position: &Gomoku) -> Vec<(u8, u8, Colour)> {
    let last = position.size() - 1;
    let turned = |symmetry: u8| {
        let mut stones: Vec<_> = Colour::ALL
            .iter()
            .flat_map(|&colour| position.stones(colour).iter().map(move |it| (it, colour)))
            .map(|(point, colour)| {
                let (mut column, mut row) = (point.column(), point.row());
                if symmetry & 1 != 0 {
                    column = last - column;
                }
                if symmetry & 2 != 0 {
                    row = last - row;
                }
                if symmetry & 4 != 0 {
                    (column, row) = (row, column);
                }
                (column, row, colour)
            })
            .collect();
        stones.sort_unstable();
        stones
    };
    (0..8).map(turned).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use playout_games::Options;

    use super::*;
    use crate::whole_run::short_or_whole;

    #[test]
    fn balanced_openings_are_different_near_and_near_even() {
        let start = Record::new(Gomoku::default());
        let openings =
            gomoku_openings(&start, short_or_whole(2, 4), &mut Random::new(1)).expect("openings");
        let again = gomoku_openings(&start, short_or_whole(1, 4), &mut Random::new(1));
        assert!(openings.starts_with(&again.expect("openings")));
        let mut seen = HashSet::new();
        for moves in openings {
            assert!(STONES.contains(&(moves.len() as u32)));
            let mut record = start.clone();
            moves.iter().for_each(|&mv| record.play(mv));
            assert!(seen.insert(canonical(record.position())), "{}", record.position());
            let value = Judge::new(&record, MinimaxSettings::COMMON, 7).run(30_000);
            assert!(value.abs() < 0.5, "{value} in {}", record.position());
        }
    }

    #[test]
    fn small_boards_have_openings_too_and_positions_with_stones_have_none() {
        for size in 5..=6 {
            let options = Options::new([("size", size.to_string())]);
            let start = Record::new(Gomoku::start(&options).expect("a start"));
            let openings = gomoku_openings(&start, 3, &mut Random::new(1)).expect("openings");
            assert_eq!(openings.len(), 3);
        }
        let mut record = Record::new(Gomoku::default());
        record.play_texts(["h8"]).expect("a move");
        assert_eq!(gomoku_openings(&record, 3, &mut Random::new(1)), None);
        let swap2 = Options::new([("opening", "swap2")]);
        let start = Record::new(Gomoku::start(&swap2).expect("a start"));
        assert_eq!(gomoku_openings(&start, 3, &mut Random::new(1)), None);
    }

    #[test]
    fn symmetric_positions_are_the_same() {
        let position = |moves: &[&str]| {
            let mut record = Record::new(Gomoku::default());
            record.play_texts(moves.iter().copied()).expect("moves");
            canonical(record.position())
        };
        assert_eq!(position(&["h8", "j9"]), position(&["h8", "g6"]));
        assert_eq!(position(&["h8", "j9"]), position(&["h8", "i10"]));
        assert_ne!(position(&["h8", "j9"]), position(&["h8", "j8"]));
    }
}
