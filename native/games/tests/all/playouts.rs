//! Fast playouts have the same results as playing move by move.

use std::collections::BTreeMap;

use playout_games::{Game, MAX_PLAYOUT_PLIES, Playouts};

use crate::counting::counts;
use crate::tools::{dice, words};

type Frequencies = BTreeMap<&'static str, u32>;

pub(crate) fn uniform_playouts_match_played_games<G: Playouts>(position: &G, seed: u64) {
    let mut word = words(seed);
    let quick = counts(|| position.play_out_uniformly(&mut word).expect("a fast playout").name());
    let mut pick = dice(seed + 1);
    assert_alike(position, &quick, &by_moves(position, |position| position.sample(&mut pick)));
}

pub(crate) fn decisive_playouts_match_played_games<G: Playouts>(position: &G, seed: u64) {
    let mut pick = dice(seed);
    let quick = counts(|| position.play_out_decisively(&mut pick).expect("a fast playout").name());
    let slow = by_moves(position, |position| position.sample_decisive(&mut pick));
    assert_alike(position, &quick, &slow);
}

fn by_moves<G: Game>(position: &G, mut sample: impl FnMut(&G) -> G::Move) -> Frequencies {
    counts(|| {
        let mut position = position.clone();
        for _ in 0..MAX_PLAYOUT_PLIES {
            if let Some(outcome) = position.outcome() {
                return outcome.name();
            }
            let mv = sample(&position);
            position.play(mv);
        }
        position.outcome().map_or("draw", |outcome| outcome.name())
    })
}

fn assert_alike<G: Game>(position: &G, quick: &Frequencies, slow: &Frequencies) {
    for result in ["first", "second", "draw"] {
        let count =
            |frequencies: &Frequencies| f64::from(frequencies.get(result).copied().unwrap_or(0));
        let (quick, slow) = (count(quick), count(slow));
        // Six standard deviations of the difference.
        let bound = 6.0 * (quick + slow).sqrt();
        assert!((quick - slow).abs() <= bound, "{position}, {result}: {quick} and {slow}");
    }
}
