//! Several threads with one tree each, whose root statistics are added up at the end (root
//! parallelization, Cazenave and Jouandeau 2007).
//!
//! While they run, the threads share only a flag that says that one of them is done, so two threads
//! search twice as much as one. With a limit of playouts every run has the same result, except if a
//! tree is done before its part of the playouts, or if the search runs in slices of time (to show
//! its progress), because each slice divides the remaining playouts anew.

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
    // A tree takes at least one MiB.
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

/// The playouts between two checks of whether another search is done.
const SLICE: u64 = 1 << 10;

/// Runs a search until its allowance is used up or another search is done, and returns whether it
/// has more to do.
fn run_until_any_done<G: SearchGame, E: Evaluator<G>>(
    search: &mut Mcts<G, E>,
    allowance: Allowance,
    any_done: &AtomicBool,
) -> bool {
    let mut left = allowance.units;
    while left > 0 && !allowance.is_out_of_time() && !any_done.load(Ordering::Relaxed) {
        let units = left.min(SLICE);
        if !search.run(Allowance { units, ..allowance }) {
            any_done.fetch_or(search.is_done(), Ordering::Relaxed);
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

    fn run(&mut self, allowance: Allowance) -> bool {
        let count = self.searches.len() as u64;
        // Trees kept from an earlier turn differ in size, so the remaining room is divided.
        let room = allowance.nodes.saturating_sub(self.counts().nodes).div_ceil(count);
        let part = |number: u64, search: &Mcts<G, E>| Allowance {
            units: allowance.units / count + u64::from(number < allowance.units % count),
            nodes: search.counts().nodes.saturating_add(room),
            ..allowance
        };
        let any_done = AtomicBool::new(false);
        let is_more = thread::scope(|scope| {
            let (here, others) =
                self.searches.split_first_mut().expect("there is at least one search");
            let others: Vec<_> = (1..)
                .zip(others)
                .map(|(number, search)| {
                    let (part, any_done) = (part(number, search), &any_done);
                    let work = move || run_until_any_done(search, part, any_done);
                    thread::Builder::new().spawn_scoped(scope, work)
                })
                .collect();
            let is_more = run_until_any_done(here, part(0, here), &any_done);
            // If a thread cannot be started, its part waits for the next step. If one has panicked,
            // the scope passes that on.
            others
                .into_iter()
                .flatten()
                .fold(is_more, |more, other| more | other.join().is_ok_and(|it| it))
        });
        is_more && !any_done.into_inner()
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

    fn lines(&self, max: usize) -> Vec<Line<G::Move>> {
        Mcts::roots(&self.searches).lines(max)
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
