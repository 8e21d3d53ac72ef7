//! The speed of playouts, simulations and alpha-beta nodes, each from the start of the game, and of
//! probes of the table of Animal Shogi, if it has been made.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use playout_games::animal_shogi::AnimalShogi;
use playout_games::tic_tac_toe::TicTacToe;
use playout_games::{GAMES, Game, Options, Playouts, Record, with_any_game};
use playout_search::{Policy, Progress, Random, Search, SearchGame, Spec, playout};

fn main() {
    divan::main();
}

/// All games, starting with the example, whose rules take almost no time.
fn games() -> impl Iterator<Item = &'static str> {
    [TicTacToe::NAME].into_iter().chain(GAMES.iter().copied())
}

fn start<G: Game>() -> G {
    G::start(&Options::default()).expect("the default start is valid")
}

/// Items are playouts; each iteration has many of them, because their lengths vary.
fn play_out<G: Playouts>(bencher: Bencher<'_, '_>, policy: Policy) {
    const BATCH: u32 = 1_000;

    let position = start::<G>();
    bencher.counter(ItemsCount::new(BATCH)).bench(|| {
        let mut random = Random::new(1);
        for _ in 0..BATCH {
            black_box(playout(black_box(&position).clone(), policy, &mut random));
        }
    });
}

#[divan::bench(args = games(), sample_count = 20)]
fn uniform_playout(bencher: Bencher<'_, '_>, game: &str) {
    with_any_game!(game, G => play_out::<G>(bencher, Policy::Uniform)).expect("it exists");
}

#[divan::bench(args = games(), sample_count = 20)]
fn decisive_playout(bencher: Bencher<'_, '_>, game: &str) {
    with_any_game!(game, G => play_out::<G>(bencher, Policy::Decisive)).expect("it exists");
}

fn search<G: SearchGame>(record: &Record<G>, spec: &Spec) -> Progress {
    let mut search = Search::new(record, spec).expect("the game is not over");
    search.run();
    search.progress()
}

/// A search with a new tree; `units` returns the number of items.
fn bench_search<G: SearchGame>(bencher: Bencher<'_, '_>, spec: &str, units: fn(&Progress) -> u64) {
    let record = Record::new(start::<G>());
    let spec = Spec::parse(spec).expect("there is such a player");
    let units = units(&search(&record, &spec));
    bencher.counter(ItemsCount::new(units)).bench(|| search(&record, &spec));
}

/// Items are simulations.
#[divan::bench(args = games(), sample_count = 20)]
fn simulations(bencher: Bencher<'_, '_>, game: &str) {
    let spec = "mcts:playouts=10000,policy=uniform,proofs=off,seed=1";
    with_any_game!(game, G => bench_search::<G>(bencher, spec, |progress| progress.playouts))
        .expect("it exists");
}

/// Items are nodes.
#[divan::bench(args = GAMES, sample_count = 20)]
fn minimax(bencher: Bencher<'_, '_>, game: &str) {
    let spec = "minimax:nodes=20000,seed=1";
    with_any_game!(game, G => bench_search::<G>(bencher, spec, |progress| progress.nodes))
        .expect("it exists");
}

/// Positions of random games, in random order, so that hardly any two probes in a row read the same
/// part of the table.
fn positions(count: usize) -> Vec<AnimalShogi> {
    let mut random = Random::new(1);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = AnimalShogi::default();
        while position.outcome().is_none() {
            positions.push(position);
            position.play(position.sample(&mut |n| random.below(n)));
        }
    }
    random.shuffle(&mut positions);
    positions.truncate(count);
    positions
}

/// Items are probes.
#[divan::bench(sample_count = 5, ignore = AnimalShogi::default().oracle().is_err())]
fn probes(bencher: Bencher<'_, '_>) {
    /// So many that their entries do not fit in the caches of the processor.
    const BATCH: usize = 2_000_000;

    let table = AnimalShogi::default().oracle().expect("the table has been made");
    let positions = positions(BATCH);
    let probe = |position: &AnimalShogi| black_box(table.value(black_box(position)));
    bencher.counter(ItemsCount::new(BATCH)).bench(|| {
        positions.iter().for_each(|position| {
            probe(position);
        });
    });
}
