use playout_games::{MAX_PLAYOUT_PLIES, MastTable, Outcome, Playouts};

use crate::Random;

/// How moves are drawn in playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// As [`Playouts::sample`] draws them.
    Uniform,
    /// Wins taken and losses avoided where one ply suffices to see them
    /// (Teytaud and Teytaud 2010).
    #[default]
    Decisive,
    /// Of two moves drawn the better one by a [`MastTable`] (Finnsson and
    /// Björnsson 2008), in games that have such playouts.
    Mast,
}

/// Plays a game to its end with random moves, and says who won. By itself a
/// playout has no table to go by: with [`Policy::Mast`] it is uniform.
pub fn playout<G: Playouts>(mut position: G, policy: Policy, random: &mut Random) -> Outcome {
    let known = match policy {
        Policy::Uniform | Policy::Mast => position.play_out_uniformly(&mut || random.word()),
        Policy::Decisive => position.play_out_decisively(&mut |n| random.below(n)),
    };
    if let Some(outcome) = known {
        return outcome;
    }
    let mut pick = |n| random.below(n);
    for _ in 0..MAX_PLAYOUT_PLIES {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let mv = match policy {
            Policy::Uniform | Policy::Mast => position.sample(&mut pick),
            Policy::Decisive => position.sample_decisive(&mut pick),
        };
        position.play(mv);
    }
    position.outcome().unwrap_or(Outcome::Draw)
}

/// The same with the better of two moves by a table, which learns from it.
pub(crate) fn playout_with_mast<G: Playouts>(
    position: G,
    table: &mut MastTable,
    random: &mut Random,
) -> Outcome {
    let known = position.play_out_with_mast(table, &mut || random.word());
    known.unwrap_or_else(|| playout(position, Policy::Uniform, random))
}
