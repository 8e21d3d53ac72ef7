//! The tree search of minimax-rs with our rules, so that only the search differs.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use cpu_time::ProcessTime;
use minimax::{MCTSOptions, MonteCarloTreeSearch, RolloutPolicy, Strategy, Winner};
use playout_games::{Error, Game, MAX_PLAYOUT_PLIES, Options, Outcome};
use playout_search::{Policy, Random, playout};
use rand::rngs::SmallRng;

/// The settings that make our search equivalent. Both expand a leaf after four visits, and theirs
/// adds sqrt(2 log2 N / n) to the mean, which is sqrt(2 / ln 2) * sqrt(ln N / n).
pub(crate) const SETTINGS: &str = "threshold=4,c=1.6986";
const ROLLOUTS_BEFORE_EXPANDING: u32 = 4;

/// Our rules in the form that minimax-rs requires.
struct Rules<G>(PhantomData<G>);

/// The winner, relative to the side to move.
fn winner<G: Game>(position: &G) -> Option<Winner> {
    Some(match position.outcome()? {
        Outcome::Draw => Winner::Draw,
        Outcome::Win(side) if side == position.side_to_move() => Winner::PlayerToMove,
        Outcome::Win(_) => Winner::PlayerJustMoved,
    })
}

impl<G: Game> minimax::Game for Rules<G> {
    type S = G;
    type M = G::Move;

    fn generate_moves(position: &G, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let winner = winner(position);
        if winner.is_none() {
            position.legal_moves(moves);
        }
        winner
    }

    fn apply(position: &mut G, mv: G::Move) -> Option<G> {
        let mut next = position.clone();
        next.play(mv);
        Some(next)
    }

    fn get_winner(position: &G) -> Option<Winner> {
        winner(position)
    }
}

/// Our playouts in the tree of minimax-rs.
struct OurPlayouts<G> {
    begun: AtomicU64,
    game: PhantomData<G>,
}

impl<G: playout_games::Playouts> RolloutPolicy for OurPlayouts<G> {
    type G = Rules<G>;

    fn random_move(
        &self,
        _position: &mut G,
        _moves: &mut Vec<G::Move>,
        _random: &mut SmallRng,
    ) -> Result<G::Move, Winner> {
        unreachable!("`rollout` is overridden");
    }

    fn rollout(&self, _options: &MCTSOptions, position: &G) -> i32 {
        // A new generator for each rollout, as in the rollouts of minimax-rs.
        let mut random = Random::new(self.begun.fetch_add(1, Ordering::Relaxed));
        // The result is for the side that has just moved.
        match playout(position.clone(), Policy::Uniform, &mut random) {
            Outcome::Draw => 0,
            Outcome::Win(side) if side == position.side_to_move() => -1,
            Outcome::Win(_) => 1,
        }
    }
}

/// The playouts that minimax-rs uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Playouts {
    /// Its own, which list all legal moves at each ply and pick one.
    Theirs,
    /// Ours, so that only the trees are compared.
    Ours,
}

/// Runs one search from the start of a game on one thread, and returns its CPU time in seconds. The
/// search seeds itself. Its proofs of wins and losses, which save it playouts, cannot be turned off.
pub(crate) fn search<G: playout_games::Playouts>(
    simulations: u64,
    playouts: Playouts,
    seed: u64,
) -> Result<f64, Error> {
    let start = G::start(&Options::default())?;
    let options = MCTSOptions::default()
        .with_num_threads(1)
        .with_max_rollout_depth(MAX_PLAYOUT_PLIES)
        .with_rollouts_before_expanding(ROLLOUTS_BEFORE_EXPANDING);
    let mut search: MonteCarloTreeSearch<Rules<G>> = match playouts {
        Playouts::Theirs => MonteCarloTreeSearch::new(options),
        Playouts::Ours => {
            // Far apart, because each rollout increments the seed.
            let policy = OurPlayouts { begun: AtomicU64::new(seed << 32), game: PhantomData };
            MonteCarloTreeSearch::new_with_policy(options, Box::new(policy))
        }
    };
    search.set_max_rollouts(u32::try_from(simulations).expect("fewer simulations"));
    let begun = ProcessTime::now();
    let choice = search.choose_move(&start);
    let seconds = begun.elapsed().as_secs_f64();
    assert!(choice.is_some(), "there is a move");
    Ok(seconds)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use playout_games::animal_shogi::AnimalShogi;
    use playout_games::gomoku::Gomoku;
    use playout_games::perft;
    use playout_games::quarto::Quarto;
    use playout_games::separo::Separo;
    use playout_games::tic_tac_toe::TicTacToe;

    use super::*;

    fn counts_are_ours<G: Game>(depth: u8) {
        let mut start = G::start(&Options::default()).expect("a start");
        let ours: Vec<_> = (0..=depth).map(|depth| perft(&start, depth.into())).collect();
        let theirs = minimax::perft::<Rules<G>>(&mut start, depth, false);
        assert_eq!(theirs, ours, "{}", G::NAME);
    }

    #[test]
    fn perft_counts_equal_ours() {
        // To the end of the game, to include wins.
        counts_are_ours::<TicTacToe>(9);
        counts_are_ours::<Quarto>(3);
        counts_are_ours::<AnimalShogi>(5);
        counts_are_ours::<Gomoku>(2);
        counts_are_ours::<Separo>(2);
    }

    #[test]
    fn the_winner_is_reported() {
        let won = |text| winner(&TicTacToe::parse(text).expect("a position"));
        assert_eq!(won("xxx/oo./... o"), Some(Winner::PlayerJustMoved));
        assert_eq!(won("xox/xxo/oxo o"), Some(Winner::Draw));
        assert_eq!(won(".../.x./... o"), None);
    }

    /// Counts the rollouts that are requested.
    struct Counting(Arc<AtomicU64>);

    impl RolloutPolicy for Counting {
        type G = Rules<Gomoku>;

        fn random_move(
            &self,
            _position: &mut Gomoku,
            _moves: &mut Vec<<Gomoku as Game>::Move>,
            _random: &mut SmallRng,
        ) -> Result<<Gomoku as Game>::Move, Winner> {
            unreachable!("rollouts are counted, not played");
        }

        fn rollout(&self, _options: &MCTSOptions, _position: &Gomoku) -> i32 {
            self.0.fetch_add(1, Ordering::Relaxed);
            0
        }
    }

    #[test]
    fn a_simulation_is_one_rollout() {
        let counted = Arc::new(AtomicU64::new(0));
        let options = MCTSOptions::default().with_num_threads(1).with_rollouts_before_expanding(4);
        let policy = Box::new(Counting(Arc::clone(&counted)));
        let mut search = MonteCarloTreeSearch::new_with_policy(options, policy);
        search.set_max_rollouts(1_000);
        search.choose_move(&Gomoku::start(&Options::default()).expect("a start"));
        assert_eq!(counted.load(Ordering::Relaxed), 1_000);
    }
}
