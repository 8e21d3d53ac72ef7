//! What the rules cost: lists of moves, moves, a ply of foresight, at the start of
//! each game and in its middle. Items are moves.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{Game, Options, Playouts};

fn main() {
    divan::main();
}

/// The plies played at the start, and in the middle, of a game.
const STAGES: [usize; 2] = [0, 12];

/// A position after so many plies that do not end the game, the same in every run.
fn after<G: Game>(plies: usize) -> G {
    let mut position = G::start(&Options::default()).expect("there is a usual start");
    for ply in 0..plies {
        let mut moves = all_moves(&position);
        let by = (ply + 1) * 7919 % moves.len();
        moves.rotate_left(by);
        let mut next = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            next.play(mv);
            next
        });
        position = next.find(|next| next.outcome().is_none()).expect("a move is quiet");
    }
    position
}

fn all_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

#[divan::bench(types = [Quarto, AnimalShogi, Gomoku, Separo], args = STAGES)]
fn legal_moves<G: Game>(bencher: Bencher<'_, '_>, plies: usize) {
    let position = after::<G>(plies);
    let mut moves = all_moves(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        moves.clear();
        black_box(&position).legal_moves(&mut moves);
        moves.len()
    });
}

/// Each move on a copy of the position, and whether it ends the game.
#[divan::bench(types = [Quarto, AnimalShogi, Gomoku, Separo], args = STAGES)]
fn play<G: Game>(bencher: Bencher<'_, '_>, plies: usize) {
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

/// Items are the moves to be looked at.
#[divan::bench(types = [Quarto, AnimalShogi, Gomoku, Separo], args = STAGES)]
fn urgent_moves<G: Playouts>(bencher: Bencher<'_, '_>, plies: usize) {
    let position = after::<G>(plies);
    let mut moves = all_moves(&position);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        moves.clear();
        black_box(&position).urgent_moves(&mut moves)
    });
}
