//! The cost of the rules at the start and in the middle of each game: listing moves, playing them,
//! and looking one ply ahead. Items are moves.

use std::fmt;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use playout_games::{GAMES, Game, Options, Playouts, with_game};

fn main() {
    divan::main();
}

/// A game, and the number of plies played.
struct Stage {
    game: &'static str,
    plies: usize,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} plies", self.game, self.plies)
    }
}

/// Every game at its start and in its middle.
fn stages() -> impl Iterator<Item = Stage> {
    GAMES.iter().flat_map(|game| [0, 12].map(|plies| Stage { game, plies }))
}

/// A position after `plies` plies, or fewer if every further one would end the game; the same in
/// every run.
fn after<G: Game>(plies: usize) -> G {
    let mut position = G::start(&Options::default()).expect("the default start is valid");
    for ply in 0..plies {
        let mut moves = all_moves(&position);
        let by = (ply + 1) * 7919 % moves.len();
        moves.rotate_left(by);
        let mut next = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            next.play(mv);
            next
        });
        match next.find(|next| next.outcome().is_none()) {
            Some(quiet) => position = quiet,
            None => break,
        }
    }
    position
}

fn all_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

#[divan::bench(args = stages())]
fn legal_moves(bencher: Bencher<'_, '_>, stage: &Stage) {
    with_game!(stage.game, G => legal_moves_of::<G>(bencher, stage.plies)).expect("it exists");
}

fn legal_moves_of<G: Game>(bencher: Bencher<'_, '_>, plies: usize) {
    let position = after::<G>(plies);
    let mut moves = all_moves(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        moves.clear();
        black_box(&position).legal_moves(&mut moves);
        moves.len()
    });
}

/// Plays each move on a copy of the position and checks whether it ends the game.
#[divan::bench(args = stages())]
fn play(bencher: Bencher<'_, '_>, stage: &Stage) {
    with_game!(stage.game, G => play_of::<G>(bencher, stage.plies)).expect("it exists");
}

fn play_of<G: Game>(bencher: Bencher<'_, '_>, plies: usize) {
    let position = after::<G>(plies);
    let moves = all_moves(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        let ends = |mv: &G::Move| {
            let mut next = black_box(&position).clone();
            next.play(*mv);
            black_box(next).outcome().is_some()
        };
        moves.iter().filter(|mv| ends(mv)).count()
    });
}

/// Items are the urgent moves.
#[divan::bench(args = stages())]
fn urgent_moves(bencher: Bencher<'_, '_>, stage: &Stage) {
    with_game!(stage.game, G => urgent_moves_of::<G>(bencher, stage.plies)).expect("it exists");
}

fn urgent_moves_of<G: Playouts>(bencher: Bencher<'_, '_>, plies: usize) {
    let position = after::<G>(plies);
    let mut moves = all_moves(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        moves.clear();
        black_box(&position).urgent_moves(&mut moves)
    });
}
