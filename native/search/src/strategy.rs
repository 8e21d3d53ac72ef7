use std::time::Instant;

use playout_games::{Game, Record};

use crate::{Estimate, Line, Proof};

/// How a player chooses its moves. A [`Search`](crate::Search) drives every player, and its
/// strategy does what differs between them.
pub(crate) trait Strategy<G: Game>: Send {
    /// Does the smallest unit of work that leaves everything consistent, and returns whether there
    /// is more to do.
    fn unit(&mut self) -> bool;

    /// Runs until the allowance is used up or there is nothing more to do, and returns whether
    /// there is more. (The loop is here and not in the caller, so that a unit costs no virtual
    /// call.)
    fn run(&mut self, allowance: Allowance) -> bool {
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
            if allowance.is_out_of_time() {
                break;
            }
        }
        true
    }

    /// Whether more work may add nodes, as far as is known.
    fn may_grow(&self) -> bool {
        true
    }

    /// The playouts and nodes so far, including those of earlier turns.
    fn counts(&self) -> Counts;

    /// The move that it would play now; `None` if the game is over.
    fn decision(&self) -> Option<Decision<G::Move>>;

    /// Its estimate of the position and what it has proven about it. They match its decision, which
    /// may take longer to compute.
    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        self.decision().map(|decision| (decision.estimate, decision.proof))
    }

    /// Requests up to `most` lines; called before the first unit of work, if at all.
    fn set_multi_pv(&mut self, _max: usize) {}

    /// At most `most` of its best moves, in order of preference; the first is the decision. A
    /// player that does not compare moves has only that one.
    fn lines(&self, _max: usize) -> Vec<Line<G::Move>> {
        self.decision().map(Line::from).into_iter().collect()
    }

    /// Advances to the position after one or more legal moves, keeping what is still useful.
    fn advance(&mut self, moves: &[G::Move]);

    /// Starts another turn at the same position, which may have been searched already, with a depth
    /// for players that have one.
    fn begin_turn(&mut self, _depth: Option<u32>) {}

    /// Searches the position at the end of a record, `moves` moves below the root, and keeps the
    /// tree from there; `false` from a player without a tree.
    fn focus(&mut self, _record: &Record<G>, _moves: usize) -> bool {
        false
    }

    /// The bytes that [`advance`](Self::advance) has to go through, which determine how long it
    /// takes.
    fn bytes_to_compact(&self) -> usize {
        0
    }

    /// The bytes used by whatever grows with the search.
    fn bytes(&self) -> usize {
        0
    }
}

/// How much work a strategy may do before it returns; the first limit that is reached ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Units of work.
    pub(crate) units: u64,
    /// Nodes of the whole tree at which the search ends.
    pub(crate) nodes: u64,
    /// Whether the search also ends once the tree cannot grow.
    pub(crate) needs_growth: bool,
    /// The time at which it ends, checked every few units.
    pub(crate) until: Option<Instant>,
}

impl Allowance {
    /// Whether the time is over.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Units between two checks of the clock, which take as long as a short playout.
pub(crate) const STRIDE: u64 = 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) playouts: u64,
    pub(crate) nodes: u64,
}

/// The part of a [`Choice`](crate::Choice) that a strategy provides.
#[derive(Clone, Debug)]
pub(crate) struct Decision<M> {
    pub(crate) mv: M,
    pub(crate) estimate: Estimate,
    /// See [`Choice`](crate::Choice).
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
