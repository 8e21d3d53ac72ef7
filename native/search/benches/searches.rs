//! What searches cost: playouts, simulations, nodes of alpha-beta, each from the
//! start of the game.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::tic_tac_toe::TicTacToe;
use playout_games::{Game, Options, Playouts, Record};
use playout_search::{Policy, Progress, Random, Search, SearchGame, Spec, playout};

fn main() {
    divan::main();
}

fn start<G: Game>() -> G {
    G::start(&Options::default()).expect("there is a usual start")
}

/// Items are playouts: so many at once, as one is hardly as long as another.
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

#[divan::bench(types = [TicTacToe, Quarto, AnimalShogi, Gomoku, Separo], sample_count = 20)]
fn uniform_playout<G: Playouts>(bencher: Bencher<'_, '_>) {
    play_out::<G>(bencher, Policy::Uniform);
}

#[divan::bench(types = [TicTacToe, Quarto, AnimalShogi, Gomoku, Separo], sample_count = 20)]
fn decisive_playout<G: Playouts>(bencher: Bencher<'_, '_>) {
    play_out::<G>(bencher, Policy::Decisive);
}

fn search<G: SearchGame>(record: &Record<G>, spec: &Spec) -> Progress {
    let mut search = Search::new(record, spec).expect("the game is not over");
    search.run();
    search.progress()
}

/// Items are simulations, on a fresh tree.
#[divan::bench(types = [TicTacToe, Quarto, AnimalShogi, Gomoku, Separo], sample_count = 20)]
fn simulations<G: SearchGame>(bencher: Bencher<'_, '_>) {
    let record = Record::new(start::<G>());
    let spec = Spec::parse("mcts:playouts=10000,policy=uniform,proofs=off,seed=1");
    let spec = spec.expect("there is such a player");
    let playouts = search(&record, &spec).playouts;
    bencher.counter(ItemsCount::new(playouts)).bench(|| search(&record, &spec));
}

/// Items are nodes.
#[divan::bench(types = [Quarto, AnimalShogi, Gomoku, Separo], sample_count = 20)]
fn minimax<G: SearchGame>(bencher: Bencher<'_, '_>) {
    let record = Record::new(start::<G>());
    let spec = Spec::parse("minimax:nodes=20000,seed=1").expect("there is such a player");
    let nodes = search(&record, &spec).nodes;
    bencher.counter(ItemsCount::new(nodes)).bench(|| search(&record, &spec));
}
