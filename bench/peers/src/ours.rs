//! Our own search.

use cpu_time::ProcessTime;
use playout_games::{Error, Options, Record};
use playout_search::{Search, SearchGame, Spec};

/// Keys as they are when none is given, and as `playout bench` has them.
pub(crate) const USUAL_SETTINGS: &str = "threshold=4,c=0.4";

/// Seconds of work of one search from the start of a game, its tree made and given back,
/// with uniform playouts and no proofs. `settings` are further keys of a spec.
pub(crate) fn search<G: SearchGame>(
    simulations: u64,
    settings: &str,
    seed: u64,
) -> Result<f64, Error> {
    // Memory for every node: a tree that has stopped growing is another search.
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
