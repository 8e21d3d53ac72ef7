use std::time::Instant;

use playout_games::{Error, Record};
use playout_search::{Bounds, Limits, Search, SearchGame, Spec};

use super::go::Go;
use super::thinking::{Stop, Thinking, Thought, Until, think};

/// What all protocols have: a position with its history, a player, and a
/// search that may be at work.
pub(crate) struct Engine<G: SearchGame> {
    pub(crate) record: Record<G>,
    spec: Spec,
    memory: Option<u32>,
    thinking: Option<Thinking>,
}

impl<G: SearchGame> Engine<G> {
    /// On the game's usual start, with the player that is strongest in it.
    pub(crate) fn new() -> Result<Self, Error> {
        Ok(Self {
            record: Record::from_texts(None, [])?,
            spec: Spec::parse(G::STRONGEST)?,
            memory: None,
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

    /// Has another player think from now on.
    ///
    /// # Errors
    ///
    /// `bad_option`; then nothing has changed.
    pub(crate) fn set_player(&mut self, text: &str) -> Result<(), Error> {
        self.spec = Spec::parse_within(G::NAME, text, &Bounds::default())?;
        Ok(())
    }

    /// Bounds what a search tree takes, in MiB; `None`: to as much as usual.
    pub(crate) fn set_memory(&mut self, memory: Option<u32>) {
        self.memory = memory;
    }

    /// Has a search at work answer now, and waits until it has.
    pub(crate) fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop();
        }
    }

    /// Begins to think about the position, and hands on what comes of it. A
    /// search that is at work has to answer first.
    ///
    /// # Errors
    ///
    /// `finished`.
    pub(crate) fn go(
        &mut self,
        go: &Go,
        mut hear: impl FnMut(Thought) + Send + 'static,
    ) -> Result<(), Error> {
        let begun = Instant::now();
        let limits = Limits { nodes: go.nodes, ..Limits::default() };
        let spec = self.spec().limited(limits, go.depth);
        let mut search = Search::new(&self.record, &spec)?;
        let side = self.record.position().side_to_move();
        let until = match go.time_for(side) {
            _ if go.is_endless() => Until::Stopped,
            Some(time) => Until::Deadline(begun + time),
            None => Until::Done,
        };
        self.begin(move |stop| think(&mut search, until, stop, &mut hear));
        Ok(())
    }

    /// Begins some work in a thread of its own. What is at work has to answer
    /// first.
    pub(crate) fn begin(&mut self, work: impl FnOnce(&Stop) + Send + 'static) {
        self.stop();
        self.thinking = Some(Thinking::begin(work));
    }

    /// Its player, with the memory that it may take.
    pub(crate) fn spec(&self) -> Spec {
        self.memory.map_or_else(|| self.spec.clone(), |memory| self.spec.with_memory(memory))
    }
}
