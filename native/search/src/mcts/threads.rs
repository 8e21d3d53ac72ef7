//! Several threads with a tree each, whose root statistics are added up in the end
//! (root parallelization, Cazenave and Jouandeau 2007).
//!
//! While they work, the threads share nothing but a flag that says that one of them is
//! done, so two threads search twice as much as one. Under a limit of playouts every run
//! finds the same, except where a tree is done before its part of the playouts, and where
//! a search works in slices of time (to show its progress), because each slice divides
//! the rest of the playouts anew.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use playout_games::Record;

use super::evaluation::StaticEvaluator;
use super::playouts::PlayoutEvaluator;
use super::search::{Evaluator, Mcts};
use super::settings::MctsSettings;
use crate::game::SearchGame;
use crate::strategy::{Allowance, Counts, Decision, Strategy};
use crate::{Estimate, Line, Proof, Random};

/// The player `mcts` with its settings.
pub(crate) fn strategy<G: SearchGame>(
    record: &Record<G>,
    settings: MctsSettings,
    seed: u64,
) -> Box<dyn Strategy<G>> {
    match settings.policy {
        Some(policy) => on_threads(record, settings, seed, || PlayoutEvaluator::new::<G>(policy)),
        None => on_threads(record, settings, seed, StaticEvaluator::default),
    }
}

fn on_threads<G: SearchGame, E: Evaluator<G> + 'static>(
    record: &Record<G>,
    settings: MctsSettings,
    seed: u64,
    evaluator: impl Fn() -> E,
) -> Box<dyn Strategy<G>> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    // A tree takes at least a MiB.
    let threads = cores.min(settings.threads.min(settings.memory) as usize);
    if threads <= 1 {
        return Box::new(Mcts::new(record, settings, evaluator(), seed));
    }
    let mut seeds = Random::new(seed);
    let settings = MctsSettings { memory: settings.memory / threads as u32, ..settings };
    let search = |_| Mcts::new(record, settings, evaluator(), seeds.word());
    Box::new(Threaded { searches: (0..threads).map(search).collect() })
}

/// The player `mcts` on several threads.
struct Threaded<G: SearchGame, E: Evaluator<G>> {
    searches: Vec<Mcts<G, E>>,
}

/// The playouts between two looks at whether another search is done.
const SLICE: u64 = 1 << 10;

/// Lets a search work until its allowance is used up or a search is done, and says
/// whether it has more to do.
fn work_beside<G: SearchGame, E: Evaluator<G>>(
    search: &mut Mcts<G, E>,
    allowance: Allowance,
    is_one_done: &AtomicBool,
) -> bool {
    let mut left = allowance.units;
    while left > 0 && !allowance.is_over() && !is_one_done.load(Ordering::Relaxed) {
        let units = left.min(SLICE);
        if !search.work(Allowance { units, ..allowance }) {
            is_one_done.fetch_or(search.is_done(), Ordering::Relaxed);
            return false;
        }
        left -= units;
    }
    true
}

impl<G: SearchGame, E: Evaluator<G>> Strategy<G> for Threaded<G, E> {
    fn unit(&mut self) -> bool {
        self.searches[0].unit()
    }

    fn work(&mut self, allowance: Allowance) -> bool {
        let count = self.searches.len() as u64;
        // Trees that go on from an earlier turn are of different sizes, so what is divided
        // is the room that is left.
        let room = allowance.nodes.saturating_sub(self.counts().nodes).div_ceil(count);
        let part = |number: u64, search: &Mcts<G, E>| Allowance {
            units: allowance.units / count + u64::from(number < allowance.units % count),
            nodes: search.counts().nodes.saturating_add(room),
            ..allowance
        };
        let is_one_done = AtomicBool::new(false);
        let is_more = thread::scope(|scope| {
            let (here, others) = self.searches.split_first_mut().expect("there is a search");
            let others: Vec<_> = (1..)
                .zip(others)
                .map(|(number, search)| {
                    let (part, is_one_done) = (part(number, search), &is_one_done);
                    let work = move || work_beside(search, part, is_one_done);
                    thread::Builder::new().spawn_scoped(scope, work)
                })
                .collect();
            let is_more = work_beside(here, part(0, here), &is_one_done);
            // Where no thread can be had, its part is left for the next time. If one has
            // panicked, the scope passes that on.
            others
                .into_iter()
                .flatten()
                .fold(is_more, |more, other| more | other.join().is_ok_and(|it| it))
        });
        is_more && !is_one_done.into_inner()
    }

    fn counts(&self) -> Counts {
        let counts = self.searches.iter().map(Strategy::counts);
        counts.fold(Counts::default(), |sum, next| Counts {
            playouts: sum.playouts + next.playouts,
            nodes: sum.nodes + next.nodes,
        })
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        Mcts::roots(&self.searches).decision()
    }

    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        Mcts::roots(&self.searches).verdict()
    }

    fn lines(&self, most: usize) -> Vec<Line<G::Move>> {
        Mcts::roots(&self.searches).lines(most)
    }

    fn advance(&mut self, moves: &[G::Move]) {
        self.searches.iter_mut().for_each(|search| search.advance(moves));
    }

    fn bytes_to_compact(&self) -> usize {
        Strategy::bytes(self)
    }

    fn focus(&mut self, record: &Record<G>, moves: usize) -> bool {
        self.searches.iter_mut().all(|search| search.focus(record, moves))
    }

    fn bytes(&self) -> usize {
        self.searches.iter().map(Strategy::bytes).sum()
    }
}
