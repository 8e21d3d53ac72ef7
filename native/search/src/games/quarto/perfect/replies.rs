//! Which of several moves lets a careful opponent err most often with its next move.
//!
//! The replies to each move are tried in random order, a few in each round; after a round, the worse
//! half of the moves is dropped (sequential halving, Karnin, Koren and Somekh 2013).

use playout_games::Game;
use playout_games::quarto::Move;

use super::candidate::{Candidate, careful_replies, is_error};
use crate::Random;
use crate::exact::Value;
use crate::games::quarto::oracle::{Exact, Question};
use crate::games::quarto::solver::Wanted;

/// How many replies to each move are tried in the first round. Every round doubles the number.
const FIRST_ROUND: usize = 6;
/// As many moves are kept in the end.
const KEPT: usize = 4;

/// The comparison, in the making.
#[derive(Debug)]
pub(super) struct Replies {
    /// The numbers of the candidates that are left, and the replies to them that are left.
    left: Vec<(usize, Vec<Move>)>,
    /// Which of them is next, and how many more of its replies are tried in this round.
    at: usize,
    to_try: usize,
    round: usize,
    question: Option<Question>,
}

impl Replies {
    /// Compares candidates by number. They have the same value.
    pub(super) fn new(candidates: &[Candidate], numbers: Vec<usize>, random: &mut Random) -> Self {
        let mut replies = |number: usize| {
            let mut replies = careful_replies(&candidates[number].next);
            random.shuffle(&mut replies);
            (number, replies)
        };
        let left = numbers.into_iter().map(&mut replies).collect();
        Self { left, at: 0, to_try: FIRST_ROUND, round: FIRST_ROUND, question: None }
    }

    /// Does one unit of work, and returns the best candidates once they are known, best first. Adds
    /// the nodes of the solver to `nodes`.
    pub(super) fn unit(
        &mut self,
        candidates: &mut [Candidate],
        exact: &Exact,
        nodes: &mut u64,
    ) -> Option<Vec<usize>> {
        let Some((number, replies)) = self.left.get_mut(self.at) else {
            return self.end_round(candidates);
        };
        let candidate = &mut candidates[*number];
        let wanted =
            if candidate.value == Some(Value::Draw) { Wanted::Result } else { Wanted::Plies };
        match (&mut self.question, replies.last()) {
            (Some(question), _) => {
                let value = question.unit(exact)?;
                *nodes += question.nodes();
                let after_move = candidate.value.unwrap_or(Value::Draw);
                candidate.replies.add(is_error(value, after_move));
                self.question = None;
                self.to_try -= 1;
                replies.pop();
            }
            (None, Some(&reply)) if self.to_try > 0 => {
                let mut next = candidate.next;
                next.play(reply);
                self.question = Some(exact.ask(&next, wanted));
            }
            _ => {
                self.at += 1;
                self.to_try = self.round;
            }
        }
        None
    }

    fn end_round(&mut self, candidates: &[Candidate]) -> Option<Vec<usize>> {
        let temptation = |it: &(usize, Vec<Move>)| candidates[it.0].temptation();
        self.left.sort_by(|a, b| temptation(b).total_cmp(&temptation(a)));
        let is_open = self.left.iter().any(|(_, replies)| !replies.is_empty());
        if self.left.len() <= KEPT && !is_open {
            return Some(self.left.iter().map(|(number, _)| *number).collect());
        }
        self.left.truncate((self.left.len() / 2).max(KEPT));
        (self.at, self.round) = (0, 2 * self.round);
        self.to_try = self.round;
        None
    }
}
