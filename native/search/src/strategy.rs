use std::time::Instant;

use playout_games::{Game, Record};

use crate::spec::Settings;
use crate::{Estimate, Limits, Line, Proof};

/// The part of a [`Search`](crate::Search) that differs between players: how they choose their
/// moves.
#[doc(hidden)]
pub trait Strategy<G: Game>: Send {
    /// Does one unit of work, the smallest that leaves everything consistent, and returns whether
    /// there is more to do.
    fn unit(&mut self) -> bool;

    /// Runs until the allowance is used up or nothing is left to do, and returns whether there is
    /// more to do. (The loop is here and not in the caller, so that units need no virtual calls.)
    fn run(&mut self, allowance: Allowance) -> bool {
        let mut left = allowance.units;
        while left > 0 {
            let stride = left.min(STRIDE);
            for _ in 0..stride {
                if !self.unit() {
                    return false;
                }
                let is_over = self.counts().nodes >= allowance.nodes
                    || (allowance.needs_growth && !self.may_grow());
                if is_over && self.is_ready() {
                    return false;
                }
            }
            left -= stride;
            if allowance.is_out_of_time() && (self.is_ready() || allowance.is_slice_over()) {
                break;
            }
        }
        true
    }

    /// Whether [`decision`](Self::decision) is fast. A search only reaches its limits once it is, so
    /// that a player that must know more before it can move finds that out in slices, too.
    fn is_ready(&self) -> bool {
        true
    }

    /// Whether only one move is considered, and more work would not add others.
    fn is_forced(&self) -> bool {
        false
    }

    /// Whether more work might add nodes.
    fn may_grow(&self) -> bool {
        true
    }

    /// The number of playouts and nodes so far, including those of earlier turns.
    fn counts(&self) -> Counts;

    /// The move that the player would play now; `None` if the game is over.
    fn decision(&self) -> Option<Decision<G::Move>>;

    /// The estimate and proof of the decision, which may be faster to compute than the rest of it.
    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        self.decision().map(|decision| (decision.estimate, decision.proof))
    }

    /// Requests up to `max` lines; if called, then before the first unit of work.
    fn set_multi_pv(&mut self, _max: usize) {}

    /// The depth of the last complete iteration of an iterative search, or 0 before the first;
    /// `None` for other players.
    fn depth(&self) -> Option<u32> {
        None
    }

    /// At most `max` of the best moves, best first; the first is the decision. Players that do not
    /// compare moves return only that one.
    fn lines(&self, _max: usize) -> Vec<Line<G::Move>> {
        self.decision().map(Line::from).into_iter().collect()
    }

    /// Plays one or more legal moves, and keeps what is still useful.
    fn advance(&mut self, moves: &[G::Move]);

    /// Begins a turn at the current position, which may have been searched before. Of the settings,
    /// only the limits may have changed.
    fn begin_turn(&mut self, _settings: &Settings) {}

    /// Switches to the position at the end of a record, `moves` moves below the root, and keeps the
    /// tree; `false` if that is impossible, so that a new search is needed.
    fn focus(&mut self, _record: &Record<G>, _moves: usize) -> bool {
        false
    }

    /// The number of bytes that [`advance`](Self::advance) has to process, which determines how
    /// long it takes.
    fn bytes_to_compact(&self) -> usize {
        0
    }

    /// The size in bytes of whatever grows with the search.
    fn bytes(&self) -> usize {
        0
    }

    /// The size in bytes that this will not exceed in a turn with these limits. It is called before
    /// the turn, and a few moves may be played until it begins.
    fn max_bytes(&self, _limits: &Limits) -> usize {
        0
    }
}

/// What tells the time: [`Instant::now`], or a clock that a test controls.
pub type Clock = fn() -> Instant;

/// The limits of one run of a strategy, which ends at the first one it reaches.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Units of work.
    pub(crate) units: u64,
    /// The number of nodes in the whole tree at which the search ends.
    pub(crate) nodes: u64,
    /// Whether the search also ends when the tree can no longer grow.
    pub(crate) needs_growth: bool,
    /// The time at which the run ends; checked every few units.
    pub(crate) until: Option<Instant>,
    /// The time at which it ends even if the strategy is not ready.
    pub(crate) slice_until: Option<Instant>,
    /// The clock of these times.
    pub(crate) clock: Clock,
}

impl Allowance {
    /// Whether the time is up.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.is_past(self.until)
    }

    /// Whether the caller wants to do something else.
    fn is_slice_over(&self) -> bool {
        self.is_past(self.slice_until)
    }

    fn is_past(&self, time: Option<Instant>) -> bool {
        time.is_some_and(|time| (self.clock)() >= time)
    }
}

/// The number of units between checks of the clock, each of which takes as long as a short playout.
pub(crate) const STRIDE: u64 = 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub(crate) playouts: u64,
    pub(crate) nodes: u64,
}

/// The part of a [`Choice`](crate::Choice) that a strategy provides.
#[derive(Clone, Debug)]
pub struct Decision<M> {
    pub(crate) mv: M,
    pub(crate) estimate: Estimate,
    /// See [`Choice`](crate::Choice).
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
