//! A player during a game, which may continue its search from move to move.

use std::time::Duration;

use playout_games::{Error, Record};
use playout_search::{Search, SearchGame, Spec};

/// How many bytes of a tree a busy machine compacts per millisecond.
const BYTES_COMPACTED_PER_MS: u128 = 1 << 20;

/// A player and the search of its last move, which it continues if its spec [says
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

    /// Drops the search if advancing its tree over a move would take more than half of `time`: a
    /// long search may leave a large tree and little time for the next move.
    pub(crate) fn drop_if_too_large_for(&mut self, time: Duration) {
        let most = BYTES_COMPACTED_PER_MS * time.as_millis() / 2;
        self.search.take_if(|search| search.bytes_to_compact() as u128 > most);
    }

    /// The search for the player's next move: the last move's search if the game continues from
    /// there, otherwise a new one. `turn` is the player's spec with the limits of this move; a new
    /// search uses its seed.
    ///
    /// # Errors
    ///
    /// `finished`, and `no_table` if the player needs a table that is missing or damaged.
    pub(crate) fn search(
        &mut self,
        record: &Record<G>,
        turn: &Spec,
    ) -> Result<&mut Search<G>, Error> {
        let mut last = self.search.take().filter(|_| self.keeps_tree);
        let continues =
            last.as_mut().map_or(Ok(false), |search| search.continue_from(record, turn))?;
        // An old search that cannot be continued is freed before the new one is created.
        let search = match last.filter(|_| continues) {
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

    /// The visits that a search has when it starts; then runs it.
    fn reused_visits(player: &mut Player<AnimalShogi>, record: &Record<AnimalShogi>) -> u64 {
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
        assert_eq!(reused_visits(&mut player, &record(&[])), 0);
        let after = reused_visits(&mut player, &record(&["2c2b", "1a2b"]));
        assert!((1..3_000).contains(&after), "{after}");
        // Back to an earlier position, then on along different moves.
        assert_eq!(reused_visits(&mut player, &record(&[])), 0);
        assert!(reused_visits(&mut player, &record(&["2c2b", "2a2b"])) > 0);
        assert_eq!(reused_visits(&mut player, &record(&["2c2b", "1a2b"])), 0);
    }

    #[test]
    fn a_tree_too_large_for_the_time_is_dropped() {
        let mut player = player("mcts:playouts=3000,policy=uniform,proofs=off,seed=1");
        reused_visits(&mut player, &record(&[]));
        player.drop_if_too_large_for(Duration::from_secs(60));
        assert!(reused_visits(&mut player, &record(&["2c2b", "1a2b"])) > 0);
        player.drop_if_too_large_for(Duration::ZERO);
        assert_eq!(reused_visits(&mut player, &record(&["2c2b", "1a2b"])), 0);
    }

    #[test]
    fn a_transposition_table_takes_no_time_to_keep() {
        let mut player = player("minimax:depth=4,seed=1");
        reused_visits(&mut player, &record(&[]));
        player.drop_if_too_large_for(Duration::ZERO);
        assert!(player.search.is_some());
    }

    #[test]
    fn a_level_below_the_strongest_starts_a_new_search_for_every_move() {
        let mut level = player("level:n=2,seed=1");
        for moves in [&[][..], &["2c2b", "1a2b"]] {
            assert_eq!(reused_visits(&mut level, &record(moves)), 0);
        }
    }

    #[test]
    fn unknown_players_are_refused() {
        let spec = Spec::parse("level:n=99").expect("a level");
        assert!(Player::<AnimalShogi>::new(spec).is_err());
    }
}
