use std::time::Instant;

use playout_games::{Error, Record};
use playout_search::{Bounds, Limits, SearchGame, Spec, finished};

use super::go::Go;
use super::thinking::{Stop, Thinking, Thought, Until, think};
use crate::player::Player;

/// The memory in MiB for the tree of a protocol's first player, until the protocol sets another.
/// With less, the tree of `mcts` is full within a few seconds.
pub(crate) const DEFAULT_MEMORY: u32 = 256;

/// The state that all protocols share: a position with its history, a player, and possibly a
/// running search.
pub(crate) struct Engine<G: SearchGame> {
    pub(crate) record: Record<G>,
    spec: Spec,
    memory: Option<u32>,
    /// The player that searched last; a running search's thread owns it.
    player: Option<Player<G>>,
    thinking: Option<Thinking<Option<Player<G>>>>,
}

impl<G: SearchGame> Engine<G> {
    /// Starts with the game's initial position and its strongest player.
    pub(crate) fn new() -> Result<Self, Error> {
        Ok(Self {
            record: Record::from_texts(None, [])?,
            spec: Spec::parse(G::STRONGEST)?.with_memory(DEFAULT_MEMORY),
            memory: None,
            player: None,
            thinking: None,
        })
    }

    /// Sets the position after some moves, once a running search has answered.
    ///
    /// # Errors
    ///
    /// An error in the moves; then nothing has changed.
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

    /// Replaces the player.
    ///
    /// # Errors
    ///
    /// `bad_option`; then nothing has changed.
    pub(crate) fn set_player(&mut self, text: &str) -> Result<(), Error> {
        self.spec = Spec::parse_within(G::NAME, text, &Bounds::default())?;
        Ok(())
    }

    /// Limits the memory of a search tree, in MiB; `None` restores the player's own limit.
    pub(crate) fn set_memory(&mut self, memory: Option<u32>) {
        self.memory = memory;
    }

    /// Tells a running search to answer now, and waits for it.
    pub(crate) fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.player = thinking.stop().flatten();
        }
    }

    /// Starts a search of the position with the limits of `go`, and passes its progress and answer
    /// to `report`. A running search answers first.
    ///
    /// # Errors
    ///
    /// `finished`.
    pub(crate) fn go(
        &mut self,
        go: &Go,
        report: impl FnMut(Thought) + Send + 'static,
    ) -> Result<(), Error> {
        let begun = Instant::now();
        let limits = Limits { nodes: go.nodes, ..Limits::default() };
        let side = self.record.position().side_to_move();
        let until = match go.time_for(side) {
            _ if go.is_endless() => Until::Stopped,
            Some(time) => Until::Deadline(begun + time),
            None => Until::Done,
        };
        self.think(limits, go.depth, until, report)
    }

    /// Like [`go`](Self::go), with limits and a deadline. Continues the search of the player's last
    /// move if possible.
    ///
    /// # Errors
    ///
    /// `finished`.
    pub(crate) fn think(
        &mut self,
        limits: Limits,
        depth: Option<u32>,
        until: Until,
        mut report: impl FnMut(Thought) + Send + 'static,
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
            player.keep_within(end.saturating_duration_since(Instant::now()));
        }
        let record = self.record.clone();
        self.thinking = Some(Thinking::begin(move |stop| {
            // Advancing the tree takes time, so it happens in the thread.
            let search = player.search(&record, &turn).expect("the player and the game are known");
            think(search, until, stop, &mut report);
            Some(player)
        }));
        Ok(())
    }

    /// Runs other work in its own thread. Running work answers first.
    pub(crate) fn begin(&mut self, work: impl FnOnce(&Stop) + Send + 'static) {
        self.stop();
        self.player = None;
        self.thinking = Some(Thinking::begin(move |stop| {
            work(stop);
            None
        }));
    }

    /// The player, with its memory limit.
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

    /// Its answer after some moves, with the number of visits that the playouts of this turn do not
    /// account for.
    fn think(engine: &mut Engine<Quarto>, moves: &[&str]) -> (Choice<String>, u64) {
        engine.set_position(Quarto::default(), moves).expect("legal moves");
        let (send, answer) = mpsc::channel();
        let report = move |thought| {
            if let Thought::Answer(choice) = thought {
                send.send(choice).expect("the test listens");
            }
        };
        engine.go(&nodes(2_000), report).expect("the game is not over");
        let choice = answer.recv().expect("an answer");
        engine.stop();
        let visits: u64 = choice.visits.iter().map(|(_, visits)| visits).sum();
        let kept = visits - choice.playouts;
        (choice, kept)
    }

    /// Without proofs and with a threshold of 0, every playout is a visit of a move.
    const PLAYER: &str = "mcts:proofs=off,policy=uniform,threshold=0,seed=1";

    #[test]
    fn a_search_continues_from_move_to_move_and_within_one() {
        let mut engine = engine(PLAYER);
        assert_eq!(think(&mut engine, &["-7"]).1, 0);
        let (again, kept) = think(&mut engine, &["-7"]);
        assert!(kept > 0);
        let (_, below) = think(&mut engine, &["-7", &again.mv]);
        assert!((1..kept + again.playouts).contains(&below), "{below}");
        assert_eq!(think(&mut engine, &["-7"]).1, 0, "after an undo");
    }

    #[test]
    fn other_games_and_settings_start_afresh() {
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
    fn a_panic_ends_a_search_and_not_the_engine() {
        let mut engine = engine(PLAYER);
        think(&mut engine, &["-7"]);
        engine.go(&nodes(1), |_| panic!("asked to")).expect("the game is not over");
        engine.stop();
        assert!(engine.player.is_none());
        assert_eq!(think(&mut engine, &["-7"]).1, 0);
    }
}
