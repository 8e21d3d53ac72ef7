//! A slow prover of forced wins in Gomoku, which shares no code with the engine: an array of points,
//! lines scanned stone by stone, and for the defender every empty point.
//!
//! The attacker tries every point that could belong to a row with two of its stones. A stone that
//! makes no four has to threaten to win by fours, as if the defender passed; others are left out.
//! Somebody may suggest which stone to try first, which finds long wins sooner. What a suggestion is
//! worth, the prover finds out itself.

use std::collections::HashMap;

/// What is on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    Empty,
    Attacker,
    Defender,
    /// Beyond the edge.
    Outside,
}

use Point::{Attacker, Defender, Empty, Outside};

/// Suggests which point to try first in a position, given and named row by row.
pub(crate) type Suggest = Box<dyn FnMut(&[Point]) -> Option<usize>>;

/// A position in which the attacker is to move.
pub(crate) struct Prover {
    /// Whether a row has to be exactly five long.
    is_exact: bool,
    /// The points row by row, with points outside around them.
    points: Vec<Point>,
    /// The indices of the points on the board.
    on_board: Vec<usize>,
    /// The steps along the lines in `points`.
    directions: [usize; 4],
    /// Whether the attacker wins, by position and plies left.
    known: HashMap<(Vec<u8>, u32), bool>,
    suggest: Option<Suggest>,
    /// The positions it may still visit.
    left: u64,
}

/// The prover has visited as many positions as it may.
#[derive(Debug)]
pub(crate) struct GivenUp;

impl Prover {
    /// A position on a board of `size` rows and columns, given row by row.
    pub(crate) fn new(size: usize, is_exact: bool, given: &[Point], most: u64) -> Self {
        assert_eq!(given.len(), size * size);
        let width = size + 2;
        let on_board =
            (0..size).flat_map(|row| (0..size).map(move |it| (row + 1) * width + it + 1));
        let on_board: Vec<_> = on_board.collect();
        let mut points = vec![Outside; width * width];
        on_board.iter().zip(given).for_each(|(&at, &point)| points[at] = point);
        let directions = [1, width, width + 1, width - 1];
        Self {
            is_exact,
            points,
            on_board,
            directions,
            known: HashMap::new(),
            suggest: None,
            left: most,
        }
    }

    /// Tries first what is suggested.
    pub(crate) fn suggesting(self, suggest: Suggest) -> Self {
        Self { suggest: Some(suggest), ..self }
    }

    /// The positions it may still visit.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Whether the attacker wins in at most so many plies, by stones that threaten to win by fours.
    pub(crate) fn wins(&mut self, plies: u32) -> Result<bool, GivenUp> {
        let key = (self.points.iter().map(|it| *it as u8).collect(), plies);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        self.left = self.left.checked_sub(1).ok_or(GivenUp)?;
        let wins = self.search(plies)?;
        self.known.insert(key, wins);
        Ok(wins)
    }

    fn search(&mut self, plies: u32) -> Result<bool, GivenUp> {
        if !self.rows(Attacker).is_empty() {
            return Ok(plies >= 1);
        }
        if plies < 3 {
            return Ok(false);
        }
        if self.line_of_fours(plies).is_some() {
            return Ok(true);
        }
        let stops = self.rows(Defender);
        let attacks = match stops.len() {
            0 => self.suggested_first(),
            1 => stops,
            _ => return Ok(false),
        };
        for at in attacks {
            self.points[at] = Attacker;
            let wins = self.wins_after(at, plies);
            self.points[at] = Empty;
            if wins? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The points to try, the suggested one first.
    fn suggested_first(&mut self) -> Vec<usize> {
        let mut attacks = self.attacks(2);
        if let Some(suggest) = &mut self.suggest {
            let given: Vec<_> = self.on_board.iter().map(|&at| self.points[at]).collect();
            let first = suggest(&given).map(|index| self.on_board[index]);
            attacks.sort_by_key(|&at| Some(at) != first);
        }
        attacks
    }

    /// Whether the attacker wins after its stone, against every reply.
    fn wins_after(&mut self, at: usize, plies: u32) -> Result<bool, GivenUp> {
        if !self.rows(Defender).is_empty() {
            return Ok(false);
        }
        match self.rows_through(at, Attacker)[..] {
            [only] => {
                self.points[only] = Defender;
                let wins = self.wins(plies - 2);
                self.points[only] = Empty;
                wins
            }
            [] => {
                // What the attacker would do if the defender passed.
                let Some(threat) = self.line_of_fours(plies - 2) else { return Ok(false) };
                for index in 0..self.on_board.len() {
                    let reply = self.on_board[index];
                    if self.points[reply] != Empty {
                        continue;
                    }
                    self.points[reply] = Defender;
                    let wins =
                        if self.still_wins(&threat) { Ok(true) } else { self.wins(plies - 2) };
                    self.points[reply] = Empty;
                    if !wins? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(plies >= 3),
        }
    }

    /// The attacker's stones of a win by fours in at most so many plies. The last one completes a
    /// row or makes two fours.
    fn line_of_fours(&mut self, plies: u32) -> Option<Vec<usize>> {
        if let Some(&row) = self.rows(Attacker).first() {
            return Some(vec![row]);
        }
        let stops = self.rows(Defender);
        if plies < 3 || stops.len() > 1 {
            return None;
        }
        let fours = if stops.is_empty() { self.attacks(3) } else { stops };
        for at in fours {
            self.points[at] = Attacker;
            let rows = self.rows_through(at, Attacker);
            let rest = match rows[..] {
                [] => None,
                [only] => {
                    self.points[only] = Defender;
                    let rest = self.line_of_fours(plies - 2);
                    self.points[only] = Empty;
                    rest
                }
                _ => Some(Vec::new()),
            };
            self.points[at] = Empty;
            if let Some(mut rest) = rest {
                rest.insert(0, at);
                return Some(rest);
            }
        }
        None
    }

    /// Whether a line of fours still wins when the defender has placed another stone.
    fn still_wins(&mut self, line: &[usize]) -> bool {
        let Some((&at, rest)) = line.split_first() else { return true };
        if self.points[at] != Empty {
            return false;
        }
        if rest.is_empty() && self.completes(at, Attacker) {
            return true;
        }
        if self.rows(Defender).iter().any(|&row| row != at) {
            return false;
        }
        self.points[at] = Attacker;
        let rows = self.rows_through(at, Attacker);
        let wins = match rows[..] {
            [] => false,
            [only] if !rest.is_empty() => {
                self.points[only] = Defender;
                let wins = self.still_wins(rest);
                self.points[only] = Empty;
                wins
            }
            [_] => false,
            _ => true,
        };
        self.points[at] = Empty;
        wins
    }

    /// Whether a stone on an empty point completes a row.
    fn completes(&self, at: usize, who: Point) -> bool {
        self.directions.iter().any(|&step| {
            let mut length = 1;
            let mut next = at + step;
            while self.points[next] == who {
                (length, next) = (length + 1, next + step);
            }
            next = at - step;
            while self.points[next] == who {
                (length, next) = (length + 1, next - step);
            }
            length == 5 || length > 5 && !self.is_exact
        })
    }

    /// The empty points where a stone completes a row.
    fn rows(&self, who: Point) -> Vec<usize> {
        let empty = self.on_board.iter().copied().filter(|&at| self.points[at] == Empty);
        empty.filter(|&at| self.completes(at, who)).collect()
    }

    /// The empty points near a stone where another one completes a row.
    fn rows_through(&self, at: usize, who: Point) -> Vec<usize> {
        self.in_line(at).into_iter().filter(|&it| self.completes(it, who)).collect()
    }

    /// The empty points in line with a point that a row through it could contain.
    fn in_line(&self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for step in self.directions {
            for forward in [true, false] {
                let mut next = at;
                for _ in 0..4 {
                    next = if forward { next + step } else { next - step };
                    match self.points[next] {
                        Outside => break,
                        Empty => found.push(next),
                        Attacker | Defender => {}
                    }
                }
            }
        }
        found
    }

    /// The empty points of all sets of five points in a line that have at least so many of the
    /// attacker's stones and none of the defender's.
    fn attacks(&self, least: usize) -> Vec<usize> {
        let mut is_attack = vec![false; self.points.len()];
        for &first in &self.on_board {
            for step in self.directions {
                let mut own = 0;
                let five = (0..5).map(|it| first + it * step);
                let is_open = five.clone().all(|at| {
                    // The steps go up, and every line ends outside.
                    let point = self.points.get(at).copied().unwrap_or(Outside);
                    own += usize::from(point == Attacker);
                    matches!(point, Empty | Attacker)
                });
                if is_open && own >= least {
                    five.for_each(|at| is_attack[at] = true);
                }
            }
        }
        let is_listed = |at: &usize| is_attack[*at] && self.points[*at] == Empty;
        self.on_board.iter().copied().filter(is_listed).collect()
    }
}
