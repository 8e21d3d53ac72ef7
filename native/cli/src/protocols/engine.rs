use std::time::Instant;

use playout_games::{Error, Record};
use playout_search::{Bounds, Limits, Search, SearchGame, Spec, finished};

use super::go::Go;
use super::search_thread::{Report, SearchThread, Stop, Until, think};
use crate::player::Player;

/// The memory limit for a search tree, in MiB, if neither an option nor the player's spec sets one.
/// With less, the tree of `mcts` is full within a few seconds.
pub(crate) const DEFAULT_MEMORY: u32 = 256;

/// The state behind every protocol: a position with its history, a player, and possibly a running
/// search.
pub(crate) struct Engine<G: SearchGame> {
    pub(crate) record: Record<G>,
    spec: Spec,
    memory: Option<u32>,
    /// The player of the last search. While a search is running, its thread owns the player.
    player: Option<Player<G>>,
    search: Option<SearchThread<Option<Player<G>>>>,
}

impl<G: SearchGame> Engine<G> {
    /// Starts with the game's initial position and its strongest player.
    pub(crate) fn new() -> Result<Self, Error> {
        Ok(Self {
            record: Record::from_texts(None, [])?,
            spec: Spec::parse(G::STRONGEST)?.with_default_memory(DEFAULT_MEMORY),
            memory: None,
            player: None,
            search: None,
        })
    }

    /// Stops a running search and sets the position after `moves`.
    ///
    /// # Errors
    ///
    /// If a move is invalid; then nothing changes.
    pub(crate) fn set_position(&mut self, start: G, moves: &[&str]) -> Result<(), Error> {
        let mut record = Record::new(start);
        record.play_texts(moves.iter().copied())?;
        self.stop();
        self.record = record;
        Ok(())
    }

    /// Starts a new game from `start`.
    pub(crate) fn begin_game(&mut self, start: G) {
        self.stop();
        self.player = None;
        self.record = Record::new(start);
    }

    /// Makes what the player computes only once, so that the first move has all of its time.
    pub(crate) fn warm_up(&self) {
        let _ = Search::new(&self.record, &self.spec());
    }

    /// Replaces the player.
    ///
    /// # Errors
    ///
    /// `bad_option`; then nothing changes.
    pub(crate) fn set_player(&mut self, text: &str) -> Result<(), Error> {
        let spec = Spec::parse_within(G::NAME, text, &Bounds::default())?;
        self.spec = spec.with_default_memory(DEFAULT_MEMORY);
        Ok(())
    }

    /// Limits the memory of a search tree, in MiB; `None` restores the limit in the player's spec,
    /// or else the default.
    pub(crate) fn set_memory(&mut self, memory: Option<u32>) {
        self.memory = memory;
    }

    /// Makes a running search answer now, and waits for it.
    pub(crate) fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            self.player = search.stop().flatten();
        }
    }

    /// Starts a search of the position with the limits of `go` and passes its reports to `report`.
    /// A running search is stopped first.
    ///
    /// # Errors
    ///
    /// Those of [`think`](Self::think).
    pub(crate) fn go(
        &mut self,
        go: &Go,
        report: impl FnMut(Report) + Send + 'static,
    ) -> Result<(), Error> {
        let begun = Instant::now();
        let limits = Limits { nodes: go.nodes, ..Limits::default() };
        let side = self.record.position().side_to_move();
        let until = match go.time_for(side) {
            _ if go.is_infinite() => Until::Stopped,
            Some(time) => Until::Deadline(begun + time),
            None => Until::Done,
        };
        self.think(limits, go.depth, until, report)
    }

    /// Like [`go`](Self::go), but with explicit limits and a deadline. Continues the search of the
    /// player's last move if possible.
    ///
    /// # Errors
    ///
    /// `finished`, and `bad_option` if the game has no such player. That a table is missing is
    /// reported as a [failure](Report::Failure).
    pub(crate) fn think(
        &mut self,
        limits: Limits,
        depth: Option<u32>,
        until: Until,
        mut report: impl FnMut(Report) + Send + 'static,
    ) -> Result<(), Error> {
        if self.record.outcome().is_some() {
            return Err(finished());
        }
        self.stop();
        let spec = self.spec();
        let turn = spec.limited(limits, depth);
        let mut player = match self.player.take().filter(|player| *player.spec() == spec) {
            Some(player) => player,
            None => Player::new(spec)?,
        };
        if let Until::Deadline(end) = until {
            player.drop_if_too_large_for(end.saturating_duration_since(Instant::now()));
        }
        let record = self.record.clone();
        self.search = Some(SearchThread::start(move |stop| {
            // Advancing the tree or reading a table takes time, so the thread does it.
            let search = player.search(&record, &turn);
            let searched = search.map(|search| think(search, until, stop, &mut report));
            if let Err(error) = searched {
                report(Report::Failure(error));
            }
            Some(player)
        }));
        Ok(())
    }

    /// Runs `work` in its own thread. A running search is stopped first.
    pub(crate) fn begin(&mut self, work: impl FnOnce(&Stop) + Send + 'static) {
        self.stop();
        self.player = None;
        self.search = Some(SearchThread::start(move |stop| {
            work(stop);
            None
        }));
    }

    /// The player's spec with the current memory limit.
    pub(crate) fn spec(&self) -> Spec {
        self.memory.map_or_else(|| self.spec.clone(), |memory| self.spec.with_memory(memory))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use playout_games::quarto::Quarto;
    use playout_search::Choice;

    use super::*;

    fn engine(player: &str) -> Engine<Quarto> {
        let mut engine = Engine::new().expect("an engine");
        engine.set_player(player).expect("a player");
        engine
    }

    fn nodes(nodes: u64) -> Go {
        let mut go = Go::default();
        go.nodes = Some(nodes);
        go
    }

    /// The engine's choice after the given moves, and how many visits were reused from earlier
    /// searches.
    fn think(engine: &mut Engine<Quarto>, moves: &[&str]) -> (Choice<String>, u64) {
        engine.set_position(Quarto::default(), moves).expect("legal moves");
        let (send, answer) = mpsc::channel();
        let report = move |report| {
            if let Report::Answer(choice) = report {
                send.send(choice).expect("the test receives it");
            }
        };
        engine.go(&nodes(2_000), report).expect("the game is not over");
        let choice = answer.recv().expect("an answer");
        engine.stop();
        let visits: u64 = choice.visits.iter().map(|(_, visits)| visits).sum();
        let reused = visits - choice.playouts;
        (choice, reused)
    }

    /// Without proofs and with a threshold of 0, every playout visits a move.
    const PLAYER: &str = "mcts:proofs=off,policy=uniform,threshold=0,seed=1";

    #[test]
    fn a_search_continues_from_move_to_move_and_in_the_same_position() {
        let mut engine = engine(PLAYER);
        assert_eq!(think(&mut engine, &["-7"]).1, 0);
        let (again, reused) = think(&mut engine, &["-7"]);
        assert!(reused > 0);
        let (_, below) = think(&mut engine, &["-7", &again.mv]);
        assert!((1..reused + again.playouts).contains(&below), "{below}");
        assert_eq!(think(&mut engine, &["-7"]).1, 0, "after an undo");
    }

    #[test]
    fn other_games_and_settings_start_a_new_search() {
        let mut engine = engine(PLAYER);
        think(&mut engine, &["-7"]);
        engine.begin_game(Quarto::default());
        assert_eq!(think(&mut engine, &["-7"]).1, 0);
        engine.set_memory(Some(7));
        assert_eq!(think(&mut engine, &["-7"]).1, 0);
        assert!(think(&mut engine, &["-7"]).1 > 0);
        engine.set_player("mcts:proofs=off,policy=uniform,threshold=0,seed=2").expect("a player");
        assert_eq!(think(&mut engine, &["-7"]).1, 0);
    }

    #[test]
    fn the_default_memory_is_for_players_without_their_own() {
        for (player, default, limited) in [
            ("mcts", "mcts:playouts=3000,memory=256", "mcts:playouts=3000,memory=7"),
            ("mcts:memory=64", "mcts:playouts=3000,memory=64", "mcts:playouts=3000,memory=7"),
            ("minimax", "minimax:depth=4,memory=256", "minimax:depth=4,memory=7"),
            ("minimax:memory=64", "minimax:depth=4,memory=64", "minimax:depth=4,memory=7"),
            ("level:n=8", "mcts:ms=1000,memory=256", "mcts:ms=1000,memory=7"),
            ("careful", "careful", "careful"),
        ] {
            let mut engine = engine(player);
            assert_eq!(engine.spec().to_string(), default);
            engine.set_memory(Some(7));
            assert_eq!(engine.spec().to_string(), limited);
            engine.set_memory(None);
            assert_eq!(engine.spec().to_string(), default);
        }
    }

    #[test]
    fn a_panic_ends_the_search_but_not_the_engine() {
        let mut engine = engine(PLAYER);
        think(&mut engine, &["-7"]);
        engine.go(&nodes(1), |_| panic!("on purpose")).expect("the game is not over");
        engine.stop();
        assert!(engine.player.is_none());
        assert_eq!(think(&mut engine, &["-7"]).1, 0);
    }
}
