use playout_games::Game;

use crate::{Estimate, Proof};

/// One way to choose a move: what differs between the players of a
/// [`Search`](crate::Search), which drives them all.
pub(crate) trait Strategy<G: Game>: Send {
    /// Does the smallest piece of work that leaves everything consistent, and
    /// says whether there is more to do.
    fn unit(&mut self) -> bool;

    /// Playouts and nodes so far, earlier turns included.
    fn counts(&self) -> Counts;

    /// What it would play now; `None` if the game is over.
    fn verdict(&self) -> Option<Verdict<G::Move>>;

    /// Goes on from the position after a legal move, keeping what is still of
    /// use.
    fn advance(&mut self, mv: G::Move);
}

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
