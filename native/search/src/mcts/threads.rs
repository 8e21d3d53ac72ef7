//! Several threads, each with its own tree; the statistics of the roots are added up at the end
//! (root parallelization, Cazenave and Jouandeau 2007).
//!
//! The running threads share nothing but a flag that is set when one of them is done, so two
//! threads search twice as much as one. With a playout limit, the result is reproducible, with two
//! exceptions: a tree may be done before it has used its playouts, and a search that runs in slices
//! of time (to report progress) redistributes the remaining playouts in each slice.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use playout_games::Record;

use super::evaluation::StaticEvaluator;
use super::evaluator::Evaluator;
use super::knowledge::{General, Knowledge};
use super::playouts::PlayoutEvaluator;
use super::search::Mcts;
use super::settings::MctsSettings;
use crate::exact::Exact;
use crate::game::SearchGame;
use crate::strategy::{Allowance, Counts, Decision, Strategy};
use crate::{Estimate, Limits, Line, Proof, Random};

/// Creates the player `mcts`, which uses exact values if there are any.
pub(crate) fn strategy<G: SearchGame>(
    record: &Record<G>,
    settings: MctsSettings,
    exact: &Exact<G>,
    seed: u64,
) -> Box<dyn Strategy<G>> {
    strategy_with(record, settings, exact, seed, |_| General)
}

/// The same with knowledge of the game's own.
pub(crate) fn strategy_with<G: SearchGame, K: Knowledge<G> + 'static>(
    record: &Record<G>,
    settings: MctsSettings,
    exact: &Exact<G>,
    seed: u64,
    knowledge: impl Fn(&MctsSettings) -> K,
) -> Box<dyn Strategy<G>> {
    match settings.policy {
        Some(policy) => on_threads(record, settings, exact, seed, |settings| {
            (knowledge(settings), PlayoutEvaluator::new::<G>(policy))
        }),
        None => evaluating_with(record, settings, exact, seed, knowledge),
    }
}

/// The same with an evaluation instead of playouts, whatever the policy.
pub(crate) fn evaluating_with<G: SearchGame, K: Knowledge<G> + 'static>(
    record: &Record<G>,
    settings: MctsSettings,
    exact: &Exact<G>,
    seed: u64,
    knowledge: impl Fn(&MctsSettings) -> K,
) -> Box<dyn Strategy<G>> {
    on_threads(record, settings, exact, seed, |settings| {
        (knowledge(settings), StaticEvaluator::default())
    })
}

fn on_threads<G: SearchGame, K: Knowledge<G> + 'static, E: Evaluator<G, K> + 'static>(
    record: &Record<G>,
    settings: MctsSettings,
    exact: &Exact<G>,
    seed: u64,
    parts: impl Fn(&MctsSettings) -> (K, E),
) -> Box<dyn Strategy<G>> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    // Each tree gets at least one MiB.
    let threads = cores.min(settings.threads.min(settings.memory) as usize);
    let search = |settings, seed| {
        let (knowledge, evaluator) = parts(&settings);
        Mcts::new(record, settings, exact.clone(), knowledge, evaluator, seed)
    };
    if threads <= 1 {
        return Box::new(search(settings, seed));
    }
    let mut seeds = Random::new(seed);
    let settings = MctsSettings { memory: settings.memory / threads as u32, ..settings };
    let searches = (0..threads).map(|_| search(settings, seeds.word())).collect();
    Box::new(Threaded { searches })
}

/// The player `mcts` on several threads.
struct Threaded<G: SearchGame, K: Knowledge<G>, E: Evaluator<G, K>> {
    searches: Vec<Mcts<G, K, E>>,
}

/// The number of playouts between checks of whether another search is done.
const SLICE: u64 = 1 << 10;

/// Runs a search until its allowance is used up or any search is done, and returns whether it has
/// more to do.
fn run_until_any_done<G: SearchGame, K: Knowledge<G>, E: Evaluator<G, K>>(
    search: &mut Mcts<G, K, E>,
    allowance: Allowance,
    any_done: &AtomicBool,
) -> bool {
    let mut left = allowance.units;
    while left > 0 && !allowance.is_out_of_time() && !any_done.load(Ordering::Relaxed) {
        let units = left.min(SLICE);
        if !search.run(Allowance { units, ..allowance }) {
            any_done.fetch_or(search.is_decided(), Ordering::Relaxed);
            return false;
        }
        left -= units;
    }
    true
}

impl<G: SearchGame, K: Knowledge<G>, E: Evaluator<G, K>> Strategy<G> for Threaded<G, K, E> {
    fn unit(&mut self) -> bool {
        self.searches[0].unit()
    }

    fn run(&mut self, allowance: Allowance) -> bool {
        let count = self.searches.len() as u64;
        // Trees kept from an earlier turn differ in size, so it is the remaining nodes that are
        // divided equally.
        let nodes_left = allowance.nodes.saturating_sub(self.counts().nodes).div_ceil(count);
        let share = |number: u64, search: &Mcts<G, K, E>| Allowance {
            units: allowance.units / count + u64::from(number < allowance.units % count),
            nodes: search.counts().nodes.saturating_add(nodes_left),
            ..allowance
        };
        let any_done = AtomicBool::new(false);
        let is_more = thread::scope(|scope| {
            let (here, others) =
                self.searches.split_first_mut().expect("there is at least one search");
            let others: Vec<_> = (1..)
                .zip(others)
                .map(|(number, search)| {
                    let (share, any_done) = (share(number, search), &any_done);
                    let run = move || run_until_any_done(search, share, any_done);
                    thread::Builder::new().spawn_scoped(scope, run)
                })
                .collect();
            let is_more = run_until_any_done(here, share(0, here), &any_done);
            // If a thread cannot be started, its share is left for the next step. If one panics,
            // the scope propagates the panic.
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

    fn is_forced(&self) -> bool {
        self.searches[0].is_forced()
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        Mcts::roots(&self.searches).decision()
    }

    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        Mcts::roots(&self.searches).verdict()
    }

    fn set_multi_pv(&mut self, max: usize) {
        self.searches.iter_mut().for_each(|search| search.set_multi_pv(max));
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

    /// Any of the trees may get all the playouts.
    fn max_bytes(&self, limits: &Limits) -> usize {
        self.searches.iter().map(|search| search.max_bytes(limits)).sum()
    }
}
