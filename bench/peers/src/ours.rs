//! Our own search.

use cpu_time::ProcessTime;
use playout_games::{Error, Options, Record};
use playout_search::{Search, SearchGame, Spec};

/// The default settings, which `playout bench` also uses.
pub(crate) const DEFAULT_SETTINGS: &str = "threshold=4,c=0.4";

/// Runs one search from the start of a game, with uniform playouts and without proofs, and returns
/// its CPU time in seconds, which includes creating and freeing the tree. `settings` is added to the
/// keys of the spec.
pub(crate) fn search<G: SearchGame>(
    simulations: u64,
    settings: &str,
    seed: u64,
) -> Result<f64, Error> {
    // Enough memory for every node, because a full tree would make it a different search.
    let spec = format!(
        "mcts:playouts={simulations},memory=4096,policy=uniform,proofs=off,{settings},seed={seed}"
    );
    let spec = Spec::parse(&spec)?;
    let record = Record::new(G::start(&Options::default())?);
    let begun = ProcessTime::now();
    let mut search = Search::new(&record, &spec)?;
    let choice = search.run();
    drop(search);
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!(choice.map(|choice| choice.playouts), Some(simulations));
    Ok(seconds)
}
