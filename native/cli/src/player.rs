//! A player during a game: its search continues from move to move.

use std::time::Duration;

use playout_games::{Error, Record};
use playout_search::{Search, SearchGame, Spec};

/// The bytes of a tree that a busy machine compacts per millisecond.
const COMPACTED_A_MS: u128 = 1 << 20;

/// A player with the search of its last move, which it continues if its spec [says
/// so](Spec::keeps_tree).
pub(crate) struct Player<G: SearchGame> {
    spec: Spec,
    keeps_tree: bool,
    search: Option<Search<G>>,
}

impl<G: SearchGame> Player<G> {
    /// A player that has not searched yet.
    ///
    /// # Errors
    ///
    /// `bad_option` if the game has no such player.
    pub(crate) fn new(spec: Spec) -> Result<Self, Error> {
        spec.resolve::<G>()?;
        let keeps_tree = spec.keeps_tree(G::NAME)?;
        Ok(Self { spec, keeps_tree, search: None })
    }

    pub(crate) fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Drops the search if its tree is so large that advancing over a move would take more than
    /// half of `time`, because after a long search there may be little time for the next move.
    pub(crate) fn keep_within(&mut self, time: Duration) {
        let most = COMPACTED_A_MS * time.as_millis() / 2;
        self.search.take_if(|search| search.bytes_to_compact() as u128 > most);
    }

    /// The search for the player's next move: that of its last move if the game continues from
    /// there, and otherwise a fresh one. `turn` is the player with the limits of this move; a fresh
    /// search uses its seed.
    ///
    /// # Errors
    ///
    /// `finished`.
    pub(crate) fn search(
        &mut self,
        record: &Record<G>,
        turn: &Spec,
    ) -> Result<&mut Search<G>, Error> {
        let mut kept = self.search.take().filter(|_| self.keeps_tree);
        let goes_on =
            kept.as_mut().map_or(Ok(false), |search| search.continue_from(record, turn))?;
        // A search that is not continued is freed before the next is created.
        let search = match kept.filter(|_| goes_on) {
            Some(search) => search,
            None => Search::new(record, turn)?,
        };
        Ok(self.search.insert(search))
    }
}

#[cfg(test)]
mod tests {
    use playout_games::animal_shogi::AnimalShogi;

    use super::*;

    fn record(moves: &[&str]) -> Record<AnimalShogi> {
        Record::from_texts(None, moves.iter().copied()).expect("legal moves")
    }

    /// The visits that the search has before it starts.
    fn kept(player: &mut Player<AnimalShogi>, record: &Record<AnimalShogi>) -> u64 {
        let turn = player.spec().clone();
        let search = player.search(record, &turn).expect("the game is not over");
        let visits = search.choice().expect("a move").visits;
        search.run();
        visits.into_iter().map(|(_, visits)| visits).sum()
    }

    fn player(spec: &str) -> Player<AnimalShogi> {
        let spec = Spec::parse(spec).expect("a player");
        Player::new(spec).expect("a player of the game")
    }

    #[test]
    fn a_player_continues_with_the_game() {
        let mut player = player("mcts:playouts=3000,policy=uniform,proofs=off,seed=1");
        assert_eq!(kept(&mut player, &record(&[])), 0);
        let after = kept(&mut player, &record(&["2c2b", "1a2b"]));
        assert!((1..3_000).contains(&after), "{after}");
        // Back to an earlier position, and on to a different one.
        assert_eq!(kept(&mut player, &record(&[])), 0);
        assert!(kept(&mut player, &record(&["2c2b", "2a2b"])) > 0);
        assert_eq!(kept(&mut player, &record(&["2c2b", "1a2b"])), 0);
    }

    #[test]
    fn a_tree_too_large_for_the_time_is_forgotten() {
        let mut player = player("mcts:playouts=3000,policy=uniform,proofs=off,seed=1");
        kept(&mut player, &record(&[]));
        player.keep_within(Duration::from_secs(60));
        assert!(kept(&mut player, &record(&["2c2b", "1a2b"])) > 0);
        player.keep_within(Duration::ZERO);
        assert_eq!(kept(&mut player, &record(&["2c2b", "1a2b"])), 0);
    }

    #[test]
    fn a_transposition_table_takes_no_time_to_keep() {
        let mut player = player("minimax:depth=4,seed=1");
        kept(&mut player, &record(&[]));
        player.keep_within(Duration::ZERO);
        assert!(player.search.is_some());
    }

    #[test]
    fn a_level_below_the_last_starts_every_move_afresh() {
        let mut level = player("level:n=2,seed=1");
        for moves in [&[][..], &["2c2b", "1a2b"]] {
            assert_eq!(kept(&mut level, &record(moves)), 0);
        }
    }

    #[test]
    fn unknown_players_are_refused() {
        let spec = Spec::parse("level:n=99").expect("a level");
        assert!(Player::<AnimalShogi>::new(spec).is_err());
    }
}
