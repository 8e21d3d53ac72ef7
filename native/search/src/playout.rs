use playout_games::{MAX_PLAYOUT_PLIES, MastTable, Outcome, Playouts};

use crate::Random;

/// How playouts choose their moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Choose moves with [`Playouts::sample`].
    Uniform,
    /// Win at once if possible, and avoid moves that let the opponent win at once (decisive and
    /// anti-decisive moves, Teytaud and Teytaud 2010).
    #[default]
    Decisive,
    /// Choose the better of two random moves according to a [`MastTable`] (Finnsson and Björnsson
    /// 2008), in games that support it.
    Mast,
}

/// Plays random moves to the end of the game, and returns the outcome. There is no table here, so
/// with [`Policy::Mast`] the playout is uniform.
pub fn playout<G: Playouts>(mut position: G, policy: Policy, random: &mut Random) -> Outcome {
    let outcome = match policy {
        Policy::Uniform | Policy::Mast => position.play_out_uniformly(&mut || random.word()),
        Policy::Decisive => position.play_out_decisively(&mut |n| random.below(n)),
    };
    if let Some(outcome) = outcome {
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

/// A playout with [`Policy::Mast`], which uses the table and updates it.
pub(crate) fn playout_with_mast<G: Playouts>(
    position: G,
    table: &mut MastTable,
    random: &mut Random,
) -> Outcome {
    let outcome = position.play_out_with_mast(table, &mut || random.word());
    outcome.unwrap_or_else(|| playout(position, Policy::Uniform, random))
}
