//! The numbers by which a change of what searches do is seen.

use playout_games::{GAMES, Options, Record, with_any_game};
use playout_search::SearchGame;

use crate::support::search;

/// The nodes of the search that `playout bench` signs with.
fn signature<G: SearchGame>() -> u64 {
    let record = Record::new(G::start(&Options::default()).expect("the usual start"));
    let mut search = search(&record, "mcts:playouts=20000,seed=1");
    search.run();
    search.progress().nodes
}

#[test]
fn they_are_those_of_the_docs() {
    let docs = include_str!("../../../../docs/bench.md");
    for game in GAMES.iter().copied().chain(["tic_tac_toe"]) {
        let signature = with_any_game!(game, G => signature::<G>()).expect("it exists");
        let row = docs.lines().find(|line| line.starts_with(&format!("| {game} | ")));
        let row = row.unwrap_or_else(|| panic!("docs/bench.md has no row of {game}"));
        assert!(row.ends_with(&format!("| {signature} |")), "{game}: {signature}, but {row}");
    }
}
