//! Signatures: node counts that change when the behaviour of a search changes.

use playout_games::{GAMES, Options, Record, with_any_game};
use playout_search::SearchGame;

use crate::support::search;

/// The same node count that `playout bench` prints as the signature.
fn signature<G: SearchGame>() -> u64 {
    let record = Record::new(G::start(&Options::default()).expect("the default start"));
    let mut search = search(&record, "mcts:playouts=20000,seed=1");
    search.run();
    search.progress().nodes
}

#[test]
fn signatures_match_the_docs() {
    let docs = include_str!("../../../../docs/bench.md");
    for game in GAMES.iter().copied().chain(["tic_tac_toe"]) {
        let signature = with_any_game!(game, G => signature::<G>()).expect("it exists");
        let row = docs.lines().find(|line| line.starts_with(&format!("| {game} | ")));
        let row = row.unwrap_or_else(|| panic!("docs/bench.md has no row for {game}"));
        assert!(row.ends_with(&format!("| {signature} |")), "{game}: {signature}, but {row}");
    }
}
