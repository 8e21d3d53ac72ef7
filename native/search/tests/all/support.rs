//! Helpers shared by the tests.

use std::cell::Cell;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use playout_games::quarto::Quarto;
use playout_games::{Game, Options, Outcome, Playouts, Record};
use playout_search::{Choice, Random, Search, SearchGame, Spec};

pub(crate) fn spec(text: &str) -> Spec {
    Spec::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn search<G: SearchGame>(record: &Record<G>, text: &str) -> Search<G> {
    Search::new(record, &spec(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn choose<G: SearchGame>(record: &Record<G>, text: &str) -> Choice<G::Move> {
    search(record, text).run().expect("the game is not over")
}

/// A clock that a millisecond passes on whenever it is read, and no other time. Each thread has its own.
pub(crate) fn clock() -> Instant {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    thread_local!(static READ: Cell<u64> = const { Cell::new(0) });
    READ.set(READ.get() + 1);
    *START + Duration::from_millis(READ.get())
}

/// A game after some random moves, or `None` if it ended too early.
pub(crate) fn random_game<G: Playouts>(seed: u64, plies: u32) -> Option<Record<G>> {
    let mut random = Random::new(seed);
    let mut record = Record::new(G::start(&Options::default()).expect("the default start"));
    for _ in 0..plies {
        if record.outcome().is_some() {
            return None;
        }
        let mv = record.position().sample_decisive(&mut |n| random.below(n));
        record.play(mv);
    }
    record.outcome().is_none().then_some(record)
}

/// A game of Quarto after some random moves, or `None` if it ended too early.
pub(crate) fn random_record(seed: u64, plies: u32) -> Option<Record<Quarto>> {
    random_game(seed, plies)
}

/// The outcome with best play, by a plain negamax that only stops early at a win.
pub(crate) fn solve<G: Game>(position: &G) -> Outcome {
    if let Some(outcome) = position.outcome() {
        return outcome;
    }
    let side = position.side_to_move();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut best = Outcome::Win(side.other());
    for mv in moves {
        let mut next = position.clone();
        next.play(mv);
        let outcome = solve(&next);
        if outcome == Outcome::Win(side) {
            return outcome;
        }
        if outcome == Outcome::Draw {
            best = Outcome::Draw;
        }
    }
    best
}
