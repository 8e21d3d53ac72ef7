use std::time::Instant;

use playout_games::{Game, Record};

use crate::{Estimate, Line, Proof};

/// How a player chooses its moves. A [`Search`](crate::Search) drives every player; this
/// is what differs between them.
pub(crate) trait Strategy<G: Game>: Send {
    /// Does the smallest piece of work that leaves everything consistent, and says
    /// whether there is more to do.
    fn unit(&mut self) -> bool;

    /// Works until the allowance is used up or there is nothing more to do, and says
    /// whether there is more. (The loop is here and not where it is called, so that a
    /// unit costs no virtual call.)
    fn work(&mut self, allowance: Allowance) -> bool {
        let mut left = allowance.units;
        while left > 0 {
            let stride = left.min(STRIDE);
            for _ in 0..stride {
                if !self.unit()
                    || self.counts().nodes >= allowance.nodes
                    || (allowance.needs_growth && !self.may_grow())
                {
                    return false;
                }
            }
            left -= stride;
            if allowance.is_over() {
                break;
            }
        }
        true
    }

    /// Whether more work may add nodes, as far as it is known.
    fn may_grow(&self) -> bool {
        true
    }

    /// The playouts and nodes so far, including those of earlier turns.
    fn counts(&self) -> Counts;

    /// The move that it would play now; `None` if the game is over.
    fn decision(&self) -> Option<Decision<G::Move>>;

    /// What it expects of the position, and what it has proven about it: those of its
    /// decision, which may take longer to work out.
    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        self.decision().map(|decision| (decision.estimate, decision.proof))
    }

    /// Asks for so many lines; called before the first unit of work, if at all.
    fn want_lines(&mut self, _most: usize) {}

    /// Its best moves, at most so many, in the order in which it would choose them: the
    /// first is the decision's. A player that does not compare moves has only that one.
    fn lines(&self, _most: usize) -> Vec<Line<G::Move>> {
        self.decision().map(Line::from).into_iter().collect()
    }

    /// Goes on from the position after some legal moves, at least one, with what is still
    /// useful.
    fn advance(&mut self, moves: &[G::Move]);

    /// Begins another turn at the same position, where it may have searched already, with
    /// a depth for players that have one.
    fn begin_turn(&mut self, _depth: Option<u32>) {}

    /// Searches the position that a record ends with, so many moves after the root, and
    /// keeps the tree from there; `false` from a player that has none.
    fn focus(&mut self, _record: &Record<G>, _moves: usize) -> bool {
        false
    }

    /// The bytes in which [`advance`](Self::advance) has to sort what stays from what does
    /// not: how long it takes depends on them.
    fn bytes_to_compact(&self) -> usize {
        0
    }

    /// The bytes held for what grows with the search.
    fn bytes(&self) -> usize {
        0
    }
}

/// How much work a strategy may do before it returns; what is used up first ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Units of work.
    pub(crate) units: u64,
    /// Nodes of the whole tree, with which the search ends.
    pub(crate) nodes: u64,
    /// Whether the search also ends once the tree cannot grow any more.
    pub(crate) needs_growth: bool,
    /// The time at which it ends, checked every few units.
    pub(crate) until: Option<Instant>,
}

impl Allowance {
    /// Whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Units between two looks at the clock, which takes as long as a short playout.
pub(crate) const STRIDE: u64 = 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) playouts: u64,
    pub(crate) nodes: u64,
}

/// The part of a [`Choice`](crate::Choice) that a strategy knows.
#[derive(Clone, Debug)]
pub(crate) struct Decision<M> {
    pub(crate) mv: M,
    pub(crate) estimate: Estimate,
    /// As in [`Choice`](crate::Choice).
    pub(crate) depth: Option<u32>,
    pub(crate) visits: Vec<(M, u64)>,
    pub(crate) line: Vec<M>,
    pub(crate) proof: Option<Proof>,
}

impl<M: PartialEq> From<Decision<M>> for Line<M> {
    fn from(decision: Decision<M>) -> Self {
        let Decision { mv, estimate, visits, line, proof, .. } = decision;
        let visits = visits.into_iter().find(|(other, _)| *other == mv).map_or(0, |(_, n)| n);
        Self { mv, value: estimate.value(), estimate, visits, line, proof }
    }
}
