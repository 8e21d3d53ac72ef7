//! Several threads, a tree for each: what they have seen of the root's moves is
//! added up in the end (root parallelization, Cazenave and Jouandeau 2007).
//!
//! While they work they share nothing but the word that one is through, so two
//! threads search twice as much as one. With as many playouts on each thread the
//! same is found in every run, unless a tree is through before its share is, or the
//! search is done in pieces of some time, as where its progress is shown: what is left
//! is shared out anew for each.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use playout_games::Record;

use super::{Mcts, MctsSettings};
use crate::Random;
use crate::game::SearchGame;
use crate::strategy::{Counts, Share, Strategy, Verdict};

/// The player `mcts` on several threads.
pub(crate) struct Threaded<G: SearchGame> {
    trees: Vec<Mcts<G>>,
}

/// Playouts between two looks at whether another tree is through.
const SLICE: u64 = 1 << 10;

impl<G: SearchGame> Threaded<G> {
    /// So many trees, which share the memory.
    pub(crate) fn new(
        record: &Record<G>,
        settings: MctsSettings,
        seed: u64,
        threads: usize,
    ) -> Self {
        let mut seeds = Random::new(seed);
        let memory = settings.memory / threads as u32;
        let tree = |_| Mcts::new(record, MctsSettings { memory, ..settings }, seeds.word());
        Self { trees: (0..threads).map(tree).collect() }
    }
}

impl<G: SearchGame> Mcts<G> {
    /// Works until its share is used up or a tree is through; says whether there
    /// is more to do.
    fn work_beside(&mut self, share: Share, one_is_through: &AtomicBool) -> bool {
        let mut left = share.units;
        while left > 0 && !share.is_over() && !one_is_through.load(Ordering::Relaxed) {
            let units = left.min(SLICE);
            if !self.work(Share { units, ..share }) {
                one_is_through.fetch_or(self.is_done(), Ordering::Relaxed);
                return false;
            }
            left -= units;
        }
        true
    }
}

impl<G: SearchGame> Strategy<G> for Threaded<G> {
    fn unit(&mut self) -> bool {
        self.trees[0].unit()
    }

    fn work(&mut self, share: Share) -> bool {
        let count = self.trees.len() as u64;
        let share_of = |number: u64| Share {
            units: share.units / count + u64::from(number < share.units % count),
            nodes: share.nodes / count,
            ..share
        };
        let through = AtomicBool::new(false);
        let is_more = thread::scope(|scope| {
            let (here, others) = self.trees.split_first_mut().expect("there is a tree");
            let others: Vec<_> = (1..)
                .zip(others)
                .map(|(number, tree)| {
                    let (share, through) = (share_of(number), &through);
                    let work = move || tree.work_beside(share, through);
                    thread::Builder::new().spawn_scoped(scope, work)
                })
                .collect();
            let is_more = here.work_beside(share_of(0), &through);
            // Where no thread can be had, its share is left for the next time. If
            // one has panicked, the scope passes that on.
            others
                .into_iter()
                .flatten()
                .fold(is_more, |more, other| more | other.join().is_ok_and(|it| it))
        });
        is_more && !through.into_inner()
    }

    fn counts(&self) -> Counts {
        let counts = self.trees.iter().map(Strategy::counts);
        counts.fold(Counts::default(), |sum, next| Counts {
            playouts: sum.playouts + next.playouts,
            nodes: sum.nodes + next.nodes,
        })
    }

    fn verdict(&self) -> Option<Verdict<G::Move>> {
        Mcts::verdict_of(&self.trees)
    }

    fn advance(&mut self, mv: G::Move) {
        self.trees.iter_mut().for_each(|tree| tree.advance(mv));
    }
}
