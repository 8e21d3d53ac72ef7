use std::time::Instant;

use playout_games::{Error, Record};
use playout_search::{Bounds, Limits, SearchGame, Spec, finished};

use super::go::Go;
use super::thinking::{Stop, Thinking, Thought, Until, think};
use crate::player::Player;

/// What the tree of the player that a protocol begins with may take, in MiB, until the
/// protocol says otherwise. With less the tree of `mcts` is full within a few seconds.
pub(crate) const USUAL_MEMORY: u32 = 256;

/// What all protocols have: a position with its history, a player, and a
/// search that may be at work.
pub(crate) struct Engine<G: SearchGame> {
    pub(crate) record: Record<G>,
    spec: Spec,
    memory: Option<u32>,
    /// The player that thought last, with its search; the thread has it that thinks.
    player: Option<Player<G>>,
    thinking: Option<Thinking<Option<Player<G>>>>,
}

impl<G: SearchGame> Engine<G> {
    /// On the game's usual start, with the player that is strongest in it.
    pub(crate) fn new() -> Result<Self, Error> {
        Ok(Self {
            record: Record::from_texts(None, [])?,
            spec: Spec::parse(G::STRONGEST)?.with_memory(USUAL_MEMORY),
            memory: None,
            player: None,
            thinking: None,
        })
    }

    /// Goes over to the position after some moves. A search that is at work has to
    /// answer first.
    ///
    /// # Errors
    ///
    /// What is wrong with the moves; then nothing has changed.
    pub(crate) fn set_position(&mut self, start: G, moves: &[&str]) -> Result<(), Error> {
        let mut record = Record::new(start);
        record.play_texts(moves.iter().copied())?;
        self.stop();
        self.record = record;
        Ok(())
    }

    /// Begins another game, on a position of its own.
    pub(crate) fn begin_game(&mut self, start: G) {
        self.stop();
        self.player = None;
        self.record = Record::new(start);
    }

    /// Has another player think from now on.
    ///
    /// # Errors
    ///
    /// `bad_option`; then nothing has changed.
    pub(crate) fn set_player(&mut self, text: &str) -> Result<(), Error> {
        self.spec = Spec::parse_within(G::NAME, text, &Bounds::default())?;
        Ok(())
    }

    /// Bounds what a search tree takes, in MiB; `None`: to what its player says.
    pub(crate) fn set_memory(&mut self, memory: Option<u32>) {
        self.memory = memory;
    }

    /// Has a search at work answer now, and waits until it has.
    pub(crate) fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.player = thinking.stop().flatten();
        }
    }

    /// Begins to think about the position, as `go` says it, and hands on what comes of
    /// it. A search that is at work has to answer first.
    ///
    /// # Errors
    ///
    /// `finished`.
    pub(crate) fn go(
        &mut self,
        go: &Go,
        hear: impl FnMut(Thought) + Send + 'static,
    ) -> Result<(), Error> {
        let begun = Instant::now();
        let limits = Limits { nodes: go.nodes, ..Limits::default() };
        let side = self.record.position().side_to_move();
        let until = match go.time_for(side) {
            _ if go.is_endless() => Until::Stopped,
            Some(time) => Until::Deadline(begun + time),
            None => Until::Done,
        };
        self.think(limits, go.depth, until, hear)
    }

    /// The same with limits and until some time. The search of the player's last move
    /// goes on where it can.
    ///
    /// # Errors
    ///
    /// `finished`.
    pub(crate) fn think(
        &mut self,
        limits: Limits,
        depth: Option<u32>,
        until: Until,
        mut hear: impl FnMut(Thought) + Send + 'static,
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
            // Going on takes time, during which lines are heard.
            let search = player.search(&record, &turn).expect("the player and the game are known");
            think(search, until, stop, &mut hear);
            Some(player)
        }));
        Ok(())
    }

    /// Begins some other work in a thread of its own. What is at work has to answer
    /// first.
    pub(crate) fn begin(&mut self, work: impl FnOnce(&Stop) + Send + 'static) {
        self.stop();
        self.player = None;
        self.thinking = Some(Thinking::begin(move |stop| {
            work(stop);
            None
        }));
    }

    /// Its player, with the memory that it may take.
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

    /// What it answers after some moves, with the visits that no playout of this turn
    /// made.
    fn think(engine: &mut Engine<Quarto>, moves: &[&str]) -> (Choice<String>, u64) {
        engine.set_position(Quarto::default(), moves).expect("legal moves");
        let (send, answer) = mpsc::channel();
        let hear = move |thought| {
            if let Thought::Answer(choice) = thought {
                send.send(choice).expect("the test listens");
            }
        };
        engine.go(&nodes(2_000), hear).expect("the game is not over");
        let choice = answer.recv().expect("an answer");
        engine.stop();
        let visits: u64 = choice.visits.iter().map(|(_, visits)| visits).sum();
        let kept = visits - choice.playouts;
        (choice, kept)
    }

    /// Without proofs and with a threshold of 0 every playout is a visit of a move.
    const PLAYER: &str = "mcts:proofs=off,policy=uniform,threshold=0,seed=1";

    #[test]
    fn a_search_goes_on_from_move_to_move_and_within_one() {
        let mut engine = engine(PLAYER);
        assert_eq!(think(&mut engine, &["-7"]).1, 0);
        let (again, kept) = think(&mut engine, &["-7"]);
        assert!(kept > 0);
        let (_, below) = think(&mut engine, &["-7", &again.mv]);
        assert!((1..kept + again.playouts).contains(&below), "{below}");
        assert_eq!(think(&mut engine, &["-7"]).1, 0, "after an undo");
    }

    #[test]
    fn another_game_and_other_settings_begin_afresh() {
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
