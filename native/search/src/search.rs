use std::time::{Duration, Instant};

use playout_games::{Code, Error, Game, Record};

use crate::game::SearchGame;
use crate::spec::{GameFacts, Player, Settings, Spec};
use crate::strategy::{Allowance, Clock, Counts, Strategy};
use crate::{Choice, Estimate, Limits, Line, Proof, Random};

/// The limits of one [`Search::step`], which ends at the first one it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Units of work: playouts, or nodes in a search without playouts.
    pub units: u64,
    /// Time. It is checked only every few units, so a step may take a little longer.
    pub time: Duration,
}

impl Budget {
    /// No limits besides the search's own.
    pub const UNLIMITED: Self = Self { units: u64::MAX, time: Duration::MAX };

    /// A number of units, however long they take.
    #[must_use]
    pub fn units(units: u64) -> Self {
        Self { units, ..Self::UNLIMITED }
    }

    /// An amount of time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time, ..Self::UNLIMITED }
    }
}

/// A forced move takes the time of a move divided by this.
const FORCED_DIVISOR: u32 = 10;

/// Whether a search has more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has more to do.
    Running,
    /// It has reached a limit or proven its result, or has no memory to look for what could change it.
    Done,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Playouts in this turn.
    pub playouts: u64,
    /// Nodes of the tree, including those kept from earlier turns; for alpha-beta, those visited in
    /// this turn.
    pub nodes: u64,
    /// The same as in a [`Choice`].
    pub depth: Option<u32>,
    /// Seconds spent in this turn, including the time to advance from the previous turn.
    pub seconds: f64,
    /// How close the search is to its nearest limit, from 0 to 1.
    pub used: f64,
    /// The expected result for the side to move; unknown before the first playout or proof.
    pub estimate: Estimate,
    /// What has been proven about the position; finding a win in one move takes no playouts.
    pub proof: Option<Proof>,
}

/// A player's search of a position.
///
/// It owns all its data. It runs only while its owner calls [`step`], and may be dropped at any
/// time.
///
/// [`step`]: Search::step
pub struct Search<G: Game> {
    strategy: Box<dyn Strategy<G>>,
    player: Player,
    settings: Settings,
    seed: u64,
    /// The game up to the root.
    root: Record<G>,
    /// The game up to the position being searched: the moves to the root, then those to the focus.
    record: Record<G>,
    clock: Clock,
    /// The time spent in this turn, on steps and on advancing from the previous turn.
    spent: Duration,
    /// The counts at the start of the turn.
    before: Counts,
    status: Status,
    /// The maximum number of lines to return; 0 if only a move is wanted.
    max_lines: usize,
}

impl<G: SearchGame> Search<G> {
    /// A search that has not started.
    ///
    /// # Errors
    ///
    /// `finished` if the game is over; `bad_option` for a level or a value that the game does not
    /// have; `no_table` if the player needs a table that is missing or damaged.
    pub fn new(record: &Record<G>, spec: &Spec) -> Result<Self, Error> {
        if record.outcome().is_some() {
            return Err(finished());
        }
        let spec = spec.resolve::<G>()?;
        let settings = spec.settings(&GameFacts::of::<G>());
        let seed = settings.seed.unwrap_or_else(Random::draw_seed);
        let player = spec.player();
        let strategy = G::strategy(record, player, &settings, seed)?;
        Ok(Self {
            before: strategy.counts(),
            strategy,
            player,
            settings,
            seed,
            root: record.clone(),
            record: record.clone(),
            clock: Instant::now,
            spent: Duration::ZERO,
            status: Status::Running,
            max_lines: 0,
        })
    }

    /// Measures time by another clock, so that a test can give the search its time.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Requests up to `max` [`lines`](Self::lines) instead of a move alone (multi-PV; with 1, the same
    /// search). Must be called before the first step or a [`focus`](Self::focus), because alpha-beta
    /// normally only shows that other moves are no better than the best; to rank them it has to search
    /// more. Whoever asks for lines wants values, so a forced move takes all of its time, too.
    pub fn set_multi_pv(&mut self, max: usize) {
        self.max_lines = max.max(1);
        self.strategy.set_multi_pv(self.max_lines);
    }

    /// Runs until the budget is used up or the search is done.
    pub fn step(&mut self, budget: Budget) -> Status {
        let begun = (self.clock)();
        if self.status == Status::Running && budget.units > 0 {
            let time = self.limits().time.map_or(Duration::MAX, |it| it.saturating_sub(self.spent));
            let is_more = self.strategy.run(Allowance {
                units: budget.units.min(self.playouts_left()),
                nodes: self
                    .before
                    .nodes
                    .saturating_add(self.settings.limits.nodes.unwrap_or(u64::MAX)),
                needs_growth: self.settings.limits.are_nodes_only(),
                until: begun.checked_add(time.min(budget.time)),
                slice_until: begun.checked_add(budget.time),
                clock: self.clock,
            });
            let out_of_time = self.since(begun) >= time && self.strategy.is_ready();
            if !is_more || self.playouts_left() == 0 || out_of_time {
                self.status = Status::Done;
            }
        }
        self.spent += self.since(begun);
        self.status
    }

    /// Runs until the search is done, and returns its choice.
    pub fn run(&mut self) -> Option<Choice<G::Move>> {
        while self.step(Budget::UNLIMITED) == Status::Running {}
        self.choice()
    }

    /// Whether the search has more to do.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The progress so far. Each call computes the estimate, so do not call this after every step
    /// if the steps are short.
    pub fn progress(&self) -> Progress {
        let Counts { playouts, nodes } = self.done();
        let verdict = self.strategy.verdict();
        Progress {
            playouts,
            nodes: self.strategy.counts().nodes,
            depth: self.strategy.depth(),
            seconds: self.spent.as_secs_f64(),
            used: match self.status {
                Status::Done => 1.0,
                Status::Running => self.limits().used(playouts, self.spent, nodes),
            },
            estimate: verdict.map_or(Estimate::UNKNOWN, |(estimate, _)| estimate),
            proof: verdict.and_then(|(_, proof)| proof),
        }
    }

    /// The move that the player would play now; `None` if the game is over.
    pub fn choice(&self) -> Option<Choice<G::Move>> {
        let decision = self.strategy.decision()?;
        Some(Choice {
            mv: decision.mv,
            value: decision.estimate.value(),
            estimate: decision.estimate,
            playouts: self.done().playouts,
            nodes: self.strategy.counts().nodes,
            depth: self.strategy.depth(),
            seconds: self.spent.as_secs_f64(),
            visits: decision.visits,
            line: decision.line,
            proof: decision.proof,
            seed: self.seed,
        })
    }

    /// The best moves, best first, as many as were [requested](Self::set_multi_pv) if the search
    /// considers that many. The first is the [`choice`](Self::choice). Empty if the game is over.
    pub fn lines(&self) -> Vec<Line<G::Move>> {
        self.strategy.lines(self.max_lines.max(1))
    }

    /// The position being searched.
    pub fn position(&self) -> &G {
        self.record.position()
    }

    /// The size of the player's tree in bytes.
    pub fn bytes(&self) -> usize {
        self.strategy.bytes()
    }

    /// The size in bytes that the player's tree will not exceed in this turn. (Before the turn
    /// begins, a few moves may be played.)
    pub fn max_bytes(&self) -> usize {
        self.strategy.max_bytes(&self.settings.limits)
    }

    /// The number of bytes that advancing has to compact, which a busy machine does at about 1 MiB
    /// per millisecond.
    pub fn bytes_to_compact(&self) -> usize {
        self.strategy.bytes_to_compact()
    }

    /// Plays a move from the position being searched, and keeps the part of the tree that is still
    /// useful. The new position becomes the root, even if the search had a [`focus`](Self::focus).
    /// A new turn begins, whose time includes the time that this takes.
    ///
    /// # Errors
    ///
    /// `illegal_move`; the search is then unchanged.
    pub fn advance(&mut self, mv: G::Move) -> Result<(), Error> {
        let begun = (self.clock)();
        play(&mut self.record, mv)?;
        self.root = self.record.clone();
        self.strategy.advance(&[mv]);
        self.begin_turn();
        self.spent = self.since(begun);
        Ok(())
    }

    /// Advances to the position of a record that continues the same game, and begins a new turn
    /// with the limits of a spec; the rest of the spec is ignored. If the record does not continue
    /// the game, this returns `false` and changes nothing.
    ///
    /// # Errors
    ///
    /// `finished` if the game is over, and the errors of [`Spec::resolve`]; the search is then
    /// unchanged.
    pub fn continue_from(&mut self, record: &Record<G>, spec: &Spec) -> Result<bool, Error> {
        let is_same_game = record.start() == self.record.start();
        let more = record.moves().strip_prefix(self.record.moves()).filter(|_| is_same_game);
        let Some(more) = more else { return Ok(false) };
        if record.outcome().is_some() {
            return Err(finished());
        }
        let settings = spec.resolve::<G>()?.settings(&GameFacts::of::<G>());
        let begun = (self.clock)();
        if !more.is_empty() {
            self.strategy.advance(more);
        }
        (self.root, self.record) = (record.clone(), record.clone());
        self.settings.limits = settings.limits;
        self.settings.minimax.depth = settings.minimax.depth;
        self.strategy.begin_turn(&self.settings);
        self.begin_turn();
        self.spent = self.since(begun);
        Ok(true)
    }

    /// Searches the position that the given moves lead to, starting from the root. The root stays
    /// the same; with no moves, the search returns to it. A new turn begins.
    ///
    /// The search uses what the tree already has about the position, and the tree keeps the
    /// results. Visits are counted at the position and below it, but not above, where they would
    /// show how long somebody looked at a move instead of how good it is. Proofs are backed up to
    /// the root. A player without a tree, or whose tree is full, starts a new search.
    ///
    /// # Errors
    ///
    /// `illegal_move`, and `no_table` as in [`new`](Self::new); the search is then unchanged.
    pub fn focus(&mut self, moves: &[G::Move]) -> Result<(), Error> {
        let mut record = self.root.clone();
        for &mv in moves {
            play(&mut record, mv)?;
        }
        if !self.strategy.focus(&record, moves.len()) {
            self.strategy = G::strategy(&record, self.player, &self.settings, self.seed)?;
            self.strategy.set_multi_pv(self.max_lines.max(1));
        }
        self.record = record;
        self.begin_turn();
        Ok(())
    }

    /// The game up to the root, from which [`focus`](Self::focus) plays its moves.
    pub fn root(&self) -> &Record<G> {
        &self.root
    }

    /// The limits of this turn. A search cannot change a forced move, so if only a move is wanted, it
    /// takes no longer than to see its value, and for the tree to know what comes next.
    fn limits(&self) -> Limits {
        let limits = self.settings.limits;
        let is_hurried = self.max_lines == 0 && self.strategy.is_forced();
        let divisor = if is_hurried { FORCED_DIVISOR } else { 1 };
        Limits { time: limits.time.map(|time| time / divisor), ..limits }
    }

    fn since(&self, begun: Instant) -> Duration {
        (self.clock)().saturating_duration_since(begun)
    }

    fn begin_turn(&mut self) {
        self.before = self.strategy.counts();
        self.spent = Duration::ZERO;
        let is_over = self.record.outcome().is_some();
        self.status = if is_over { Status::Done } else { Status::Running };
    }

    /// The playouts and new nodes of this turn.
    fn done(&self) -> Counts {
        let now = self.strategy.counts();
        Counts {
            playouts: now.playouts - self.before.playouts,
            nodes: now.nodes.saturating_sub(self.before.nodes),
        }
    }

    fn playouts_left(&self) -> u64 {
        let limit = self.settings.limits.playouts.unwrap_or(u64::MAX);
        limit.saturating_sub(self.done().playouts)
    }
}

/// Plays a move if it is legal.
fn play<G: Game>(record: &mut Record<G>, mv: G::Move) -> Result<(), Error> {
    if record.outcome().is_some() || !record.position().is_legal(mv) {
        let message = "the move is not legal in this position";
        return Err(Error::new(Code::IllegalMove, "illegal", message));
    }
    record.play(mv);
    Ok(())
}

/// The error if a game that is over is searched or asked for a choice.
#[must_use]
pub fn finished() -> Error {
    Error::new(Code::Finished, "finished", "the game is over: there is no move to choose")
}
