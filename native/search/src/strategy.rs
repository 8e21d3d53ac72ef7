use std::time::Instant;

use playout_games::Game;

use crate::{Estimate, Proof};

/// One way to choose a move: what differs between the players of a
/// [`Search`](crate::Search), which drives them all.
pub(crate) trait Strategy<G: Game>: Send {
    /// Does the smallest piece of work that leaves everything consistent, and
    /// says whether there is more to do.
    fn unit(&mut self) -> bool;

    /// Works until its share is used up or there is nothing more to do, and
    /// says whether there is more. (The loop is here and not where it is
    /// called, so that a unit costs no virtual call.)
    fn work(&mut self, share: Share) -> bool {
        let mut left = share.units;
        while left > 0 {
            let stride = left.min(STRIDE);
            for _ in 0..stride {
                if !self.unit()
                    || self.counts().nodes >= share.nodes
                    || (share.needs_growth && !self.may_grow())
                {
                    return false;
                }
            }
            left -= stride;
            if share.is_over() {
                break;
            }
        }
        true
    }

    /// Whether more work may make more nodes, as far as can be told.
    fn may_grow(&self) -> bool {
        true
    }

    /// Playouts and nodes so far, earlier turns included.
    fn counts(&self) -> Counts;

    /// What it would play now; `None` if the game is over.
    fn verdict(&self) -> Option<Verdict<G::Move>>;

    /// Goes on from the position after a legal move, keeping what is still of
    /// use.
    fn advance(&mut self, mv: G::Move);
}

/// How much a strategy may do in one go; the first that is used up ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// Units of work.
    pub(crate) units: u64,
    /// Nodes of the whole tree. With them the search ends.
    pub(crate) nodes: u64,
    /// Whether it ends too when there will be no more nodes.
    pub(crate) needs_growth: bool,
    /// Looked at every few units.
    pub(crate) until: Option<Instant>,
}

impl Share {
    /// Whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Units between two looks at the clock, which cost as much as a short
/// playout.
pub(crate) const STRIDE: u64 = 16;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) playouts: u64,
    pub(crate) nodes: u64,
}

/// The part of a [`Choice`](crate::Choice) that a strategy knows.
#[derive(Clone, Debug)]
pub(crate) struct Verdict<M> {
    pub(crate) mv: M,
    pub(crate) estimate: Estimate,
    pub(crate) visits: Vec<(M, u64)>,
    pub(crate) line: Vec<M>,
    pub(crate) proof: Option<Proof>,
}
