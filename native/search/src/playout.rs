use playout_games::{Game, Outcome};

use crate::Random;

/// How moves are drawn in playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// As [`Game::sample`] draws them.
    Uniform,
    /// Wins taken and losses avoided where one ply suffices to see them
    /// (Teytaud and Teytaud 2010).
    #[default]
    Decisive,
}

/// The plies after which a playout is called a draw. No game needs as many;
/// it bounds one that moves in circles.
pub const MAX_PLAYOUT_PLIES: u32 = 2_000;

/// Plays a game to its end with random moves, and says who won.
pub fn playout<G: Game>(mut position: G, policy: Policy, random: &mut Random) -> Outcome {
    let mut pick = |n| random.below(n);
    if policy == Policy::Decisive
        && let Some(outcome) = position.play_out_decisively(&mut pick)
    {
        return outcome;
    }
    for _ in 0..MAX_PLAYOUT_PLIES {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let mv = match policy {
            Policy::Uniform => position.sample(&mut pick),
            Policy::Decisive => position.sample_decisive(&mut pick),
        };
        position.play(mv);
    }
    position.outcome().unwrap_or(Outcome::Draw)
}
