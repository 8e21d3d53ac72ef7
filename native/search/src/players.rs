//! The players: a strategy for each kind.

use playout_games::{Error, Record};

use crate::game::SearchGame;
use crate::mcts;
use crate::minimax::Minimax;
use crate::monte_carlo::MonteCarlo;
use crate::one_ply::OnePly;
use crate::perfect::Perfect;
use crate::spec::{Player, Settings};
use crate::strategy::Strategy;

/// Creates a player's strategy.
///
/// # Errors
///
/// `no_table` if the player needs a table that is missing or damaged.
#[doc(hidden)]
pub fn strategy<G: SearchGame>(
    record: &Record<G>,
    player: Player,
    settings: &Settings,
    seed: u64,
) -> Result<Box<dyn Strategy<G>>, Error> {
    let exact = |is_used: bool| is_used.then(|| record.position().quick_oracle()).transpose();
    Ok(match player {
        Player::Random => Box::new(OnePly::random(record, seed)),
        Player::Careful => Box::new(OnePly::careful(record, seed)),
        Player::MonteCarlo => Box::new(MonteCarlo::new(record, seed)),
        Player::Mcts => mcts::strategy(record, settings.mcts, &exact(settings.mcts.exact)?, seed),
        Player::Minimax => {
            let (settings, exact) = (settings.minimax, exact(settings.minimax.exact)?);
            Box::new(Minimax::new(record, settings, exact, seed))
        }
        Player::Perfect => {
            Box::new(Perfect::new(record, record.position().oracle()?, settings, seed))
        }
        Player::Level => unreachable!("a resolved spec is never a level"),
    })
}

/// In an implementation of [`SearchGame`], gives the game these players and no others. The compiler
/// generates the code of all their strategies there, not again in every crate that uses them: unlike a
/// default, a function of a trait's implementation has no type parameters.
#[doc(hidden)]
#[macro_export]
macro_rules! compile_strategies {
    () => {
        fn strategy(
            record: &playout_games::Record<Self>,
            player: $crate::Player,
            settings: &$crate::Settings,
            seed: u64,
        ) -> Result<Box<dyn $crate::Strategy<Self>>, playout_games::Error> {
            $crate::strategy(record, player, settings, seed)
        }
    };
}
pub(crate) use compile_strategies;
