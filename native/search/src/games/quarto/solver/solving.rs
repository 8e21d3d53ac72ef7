//! Solves a board: asks for one score after another until enough is known about its own.

use super::board::Board;
use super::prover::{Prover, Start, fewest_replies};
use super::score::{Score, score, soonest_loss, soonest_win};
use super::table::Table;
use crate::exact::Value;

/// What to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Who wins, if anybody.
    Result,
    /// Also how soon.
    Plies,
    /// Whether the value is at most this one. If it is, this one is the answer; if not, a better one,
    /// which the value may still exceed.
    AtMost(Value),
}

/// The solution of a board, in the making.
#[derive(Debug)]
pub(crate) struct Solving<const N: usize> {
    prover: Prover<N>,
    wanted: Wanted,
    /// How many more plies fill the board.
    plies_left: u32,
    /// The boards among which the side to move chooses: it reaches what it reaches on one of them.
    starts: Vec<Start<N>>,
    /// The goal that is being searched, and the number of the board to search next.
    asked: Option<(Score, usize)>,
    /// Bounds on the score of the side to move.
    low: Score,
    high: Score,
}

impl<const N: usize> Solving<N> {
    /// A board with a piece in hand, or with none: then the side to move only gives a piece.
    pub(super) fn new(board: &Board<N>, hand: Option<u8>, wanted: Wanted) -> Self {
        let (starts, [low, high]) = match hand {
            Some(piece) => placing(board, piece),
            None => giving(board),
        };
        let plies_left = board.empty_count() + u32::from(hand.is_none());
        Self { prover: Prover::new(), wanted, plies_left, starts, asked: None, low, high }
    }

    /// The number of nodes looked at so far.
    pub(super) fn nodes(&self) -> u64 {
        self.prover.nodes()
    }

    /// Does one unit of work, and returns the score once it is known. If only the result is wanted,
    /// a win or a loss may be sooner than its score.
    pub(super) fn unit(&mut self, table: &Table) -> Option<Score> {
        let Some((goal, next)) = &mut self.asked else {
            self.round();
            let Some(goal) = self.goal() else { return Some(self.score()) };
            let known = |start: &Start<N>| self.prover.known(start, goal, table) == Some(true);
            if self.starts.iter().any(known) {
                self.low = goal;
            } else {
                self.asked = Some((goal, 0));
            }
            return None;
        };
        let answer = if self.prover.is_idle() {
            let Some(start) = self.starts.get(*next) else {
                self.high = *goal - 1;
                self.asked = None;
                return None;
            };
            *next += 1;
            self.prover.begin(start, *goal, table)
        } else {
            self.prover.unit(table)
        };
        if answer == Some(true) {
            self.low = *goal;
            self.asked = None;
        }
        None
    }

    /// The next question; `None` if enough is known.
    fn goal(&self) -> Option<Score> {
        if let Wanted::AtMost(value) = self.wanted {
            let most = score(value, self.plies_left);
            return (self.low <= most && most < self.high).then_some(most + 1);
        }
        let is_decided = self.low > 0 || self.high < 0;
        if self.low == self.high || (is_decided && self.wanted == Wanted::Result) {
            return None;
        }
        Some(match (self.low, self.high) {
            // The soonest win, and then later ones: those searches are less deep.
            (1.., high) => high,
            (low, ..=-1) => low + 1,
            (..=-1, _) => 0,
            (0, _) => 1,
        })
    }

    fn score(&self) -> Score {
        if let Wanted::AtMost(value) = self.wanted {
            return self.low.max(score(value, self.plies_left));
        }
        if self.low > 0 { self.low } else { self.high.min(0) }
    }

    /// Leaves out the scores at the bounds that no game can have: a side places only every other
    /// piece.
    fn round(&mut self) {
        // Losses have even scores if wins have odd ones.
        let wins_are_odd = self.plies_left % 2 == 1;
        let is_possible = |score: Score| match score {
            1.. => (score % 2 != 0) == wins_are_odd,
            0 => true,
            ..=-1 => (score % 2 == 0) == wins_are_odd,
        };
        let (low, high) = (self.low, self.high);
        self.low = low + Score::from(!is_possible(low));
        self.high = high - Score::from(!is_possible(high));
    }
}

/// The boards after each placement, and the bounds of the score.
fn placing<const N: usize>(board: &Board<N>, piece: u8) -> (Vec<Start<N>>, [Score; 2]) {
    let empty = board.empty_count();
    let threats = board.threats();
    let wins = empty as Score;
    if board.safe(&threats) >> piece & 1 == 0 {
        return (Vec::new(), [wins, wins]);
    }
    let replies = board.replies(&threats, piece);
    let sets = replies.sets();
    let cells = (0..16).filter(|cell| replies.cells() >> cell & 1 == 1);
    let mut starts: Vec<_> = cells.map(|cell| (board.with(piece, cell), sets.at(cell))).collect();
    starts.sort_by_cached_key(|(board, safe)| fewest_replies(board, *safe));
    let bounds = if starts.is_empty() {
        // The opponent wins with any piece; the last piece leaves none.
        [1 - wins, 1 - wins]
    } else {
        [soonest_loss(empty - 1), soonest_win(empty - 1)]
    };
    (starts, bounds)
}

/// The board from which a piece is given, and the bounds of the score.
fn giving<const N: usize>(board: &Board<N>) -> (Vec<Start<N>>, [Score; 2]) {
    let empty = board.empty_count();
    let safe = board.safe(&board.threats());
    if safe == 0 {
        let loss = -(empty as Score);
        return (Vec::new(), [loss, loss]);
    }
    (vec![(*board, safe)], [soonest_loss(empty), soonest_win(empty)])
}
