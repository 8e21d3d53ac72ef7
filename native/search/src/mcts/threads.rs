//! Several threads at one tree: each goes down and up alone, under a lock, and
//! plays out beside the others (tree parallelization with a global mutex and
//! virtual loss, Chaslot, Winands and van den Herik 2008).
//!
//! Until its playout is over, a thread has lost in the nodes that it came
//! through, so that the next one mostly goes elsewhere. What is found depends on
//! which thread is sooner: only one thread does the same in every run.

use std::sync::{Mutex, PoisonError};
use std::thread;

use playout_games::{Game, Outcome, Record};

use super::descent::{Leaf, Way};

use super::{Mcts, MctsSettings};
use crate::strategy::{Counts, STRIDE, Share, Strategy, Verdict};
use crate::{Random, playout};

/// The player `mcts` on several threads.
pub(crate) struct Threaded<G: Game> {
    mcts: Mcts<G>,
    workers: Vec<Worker<G>>,
}

/// What a thread has of its own.
struct Worker<G> {
    random: Random,
    way: Way<G>,
}

/// What the threads share while they work.
struct Work<'a, G: Game> {
    mcts: &'a mut Mcts<G>,
    left: Share,
    /// Whether there is more to do once the share is used up.
    is_more: bool,
}

impl<G: Game> Threaded<G> {
    pub(crate) fn new(
        record: &Record<G>,
        settings: MctsSettings,
        seed: u64,
        threads: usize,
    ) -> Self {
        let mut seeds = Random::new(seed);
        let worker = |_| Worker { random: Random::new(seeds.word()), way: Way::default() };
        Self {
            workers: (0..threads).map(worker).collect(),
            mcts: Mcts::new(record, settings, seed),
        }
    }
}

impl<G: Game> Work<'_, G> {
    /// Takes one unit of what is left, if there is any.
    fn take(&mut self) -> bool {
        if self.left.units.is_multiple_of(STRIDE) && self.left.is_over() {
            self.left.units = 0;
        }
        self.is_more &= !self.mcts.is_done() && self.mcts.counts().nodes < self.left.nodes;
        if !self.is_more || self.left.units == 0 {
            return false;
        }
        self.left.units -= 1;
        true
    }
}

impl<G: Game> Worker<G> {
    fn work(&mut self, shared: &Mutex<Work<'_, G>>) {
        let mut result = None;
        loop {
            // Where a thread has panicked, the panic is passed on after this.
            let mut work = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(outcome) = result.take() {
                work.mcts.lose(&self.way, false);
                work.mcts.back_up(&self.way, outcome);
            }
            if !work.take() {
                return;
            }
            let policy = work.mcts.settings.policy;
            let leaf = work.mcts.descend(&mut self.way);
            work.mcts.lose(&self.way, true);
            drop(work);
            result = Some(match leaf {
                Leaf::Open(position) => playout(position, policy, &mut self.random),
                Leaf::Known(outcome) => outcome,
            });
        }
    }
}

impl<G: Game> Mcts<G> {
    /// Counts, or counts no more, a loss of each side that came along a way.
    fn lose(&mut self, way: &Way<G>, counts: bool) {
        for (index, chooser) in way.choices() {
            let loss = Outcome::Win(chooser.other());
            if counts {
                self.tree.count(index, loss, chooser);
            } else {
                self.tree.discount(index, loss);
            }
        }
    }
}

impl<G: Game> Strategy<G> for Threaded<G> {
    fn unit(&mut self) -> bool {
        self.mcts.unit()
    }

    fn work(&mut self, share: Share) -> bool {
        let work = Mutex::new(Work { mcts: &mut self.mcts, left: share, is_more: true });
        thread::scope(|scope| {
            let (here, others) = self.workers.split_first_mut().expect("there is a worker");
            for worker in others {
                // Where no thread can be had, the others do its work.
                let work = &work;
                let _ = thread::Builder::new().spawn_scoped(scope, || worker.work(work));
            }
            here.work(&work);
        });
        let is_more = work.into_inner().unwrap_or_else(PoisonError::into_inner).is_more;
        is_more && !self.mcts.is_done()
    }

    fn counts(&self) -> Counts {
        self.mcts.counts()
    }

    fn verdict(&self) -> Option<Verdict<G::Move>> {
        self.mcts.verdict()
    }

    fn advance(&mut self, mv: G::Move) {
        self.mcts.advance(mv);
    }
}

#[cfg(test)]
mod tests {
    use playout_games::quarto::Quarto;

    use super::*;
    use crate::Policy;
    use crate::mcts::tree::ROOT;

    #[test]
    fn nothing_is_lost_for_good() {
        let policy = Policy::Uniform;
        let settings = MctsSettings { policy, proofs: false, ..Default::default() };
        let mut search = Threaded::new(&Record::new(Quarto::default()), settings, 1, 3);
        let share = Share { units: 5_000, nodes: u64::MAX, until: None };
        assert!(search.work(share));
        assert_eq!(search.counts().playouts, 5_000);
        let tree = &search.mcts.tree;
        let mut open = vec![ROOT];
        while let Some(index) = open.pop() {
            let (first, children) = tree.children(index);
            open.extend((first..).take(children.len()));
            let below: u32 = children.iter().map(|child| child.visits).sum();
            let node = tree.node(index);
            // What a node has seen before it got children was its own.
            assert!(below <= node.visits && node.visits <= below + settings.threshold + 3);
            assert!(index == ROOT || children.is_empty() || node.visits >= settings.threshold);
        }
        assert_eq!(tree.node(ROOT).visits, 5_000);
    }
}
