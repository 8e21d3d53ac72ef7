use std::fmt::Debug;
use std::sync::Arc;

use playout_games::{Code, Error, Outcome, Playouts, Record, Side};

use crate::exact::Oracle;
use crate::spec::{Player, Settings};
use crate::strategy::Strategy;
use crate::{Level, MctsSettings};

/// The largest evaluation in points; only proven results exceed it.
pub const MAX_POINTS: i32 = 10_000;
/// The evaluation in points at which a side wins e (2.7) times as often as it loses.
pub const POINTS_TO_LEAD: f32 = 300.0;

/// Everything that searches need to know about a game besides its rules: levels, settings, and an
/// evaluation of positions.
///
/// Each game has a folder under `games/`; tic-tac-toe's is the smallest and uses every default.
pub trait SearchGame: Playouts {
    /// The levels on the site, weakest first.
    const LEVELS: &'static [Level];

    /// The player that is strongest at 0.1 s per move, as a spec without limits. Protocols start with
    /// it. (`docs/tuning.md`, "The strongest player", has the matches, also with more time.)
    const STRONGEST: &'static str;

    /// The best known settings of `mcts` at equal time. `docs/tuning.md` lists the matches behind
    /// each value that differs from the common one.
    const MCTS: MctsSettings = MctsSettings::COMMON;

    /// The temperature of the softmax that computes the priors of `mcts` from the values of moves
    /// (0 to 1): a value higher by this much makes a prior e (2.7) times as large.
    const PRIOR_TEMPERATURE: f32 = 0.05;

    /// The amplitude, in points, of the random noise that `mcts` adds to the evaluation of each
    /// move, so that no two searches play the same game; at least 1.
    const EVALUATION_NOISE: u32 = 10;

    /// The keys that this game has, of those that only some games have (`spec/keys.rs`).
    const OWN_KEYS: &'static [&'static str] = &[];

    /// The variants for which there is a table of exact values; see [`oracle`](Self::oracle).
    const TABLE_VARIANTS: &'static [&'static str] = &[];

    /// Whether the exact values are part of the program, and not in a file that has to be made.
    const IS_TABLE_BUILT_IN: bool = false;

    /// What the table takes in memory, in MiB.
    const TABLE_MIB: u64 = 0;

    /// The incremental state of searches.
    type Accumulator: Accumulator<Self>;

    /// The evaluation for `First` in points, from -[`MAX_POINTS`] to [`MAX_POINTS`]; 0 is equal.
    ///
    /// The game must not be over.
    fn evaluate(&self) -> i32;

    /// Exact values for the variant of this position. The first call may take a second to read a
    /// table.
    ///
    /// # Errors
    ///
    /// `no_table` if the game or the variant has no table, or it is missing or damaged.
    fn oracle(&self) -> Result<Arc<dyn Oracle<Self>>, Error> {
        Err(no_table_of(Self::NAME))
    }

    /// Exact values for searches that ask for them only where they are [known at
    /// once](Oracle::quick_value).
    ///
    /// # Errors
    ///
    /// Those of [`oracle`](Self::oracle), unless the game knows some values without its table.
    fn quick_oracle(&self) -> Result<Arc<dyn Oracle<Self>>, Error> {
        self.oracle()
    }

    /// Checks that the table is there and undamaged, without keeping any of it in memory.
    ///
    /// # Errors
    ///
    /// `no_table` if it is not, or the game has none.
    fn check_table() -> Result<(), Error> {
        Err(no_table_of(Self::NAME))
    }

    /// Creates a player's strategy. [`compile_strategies`](crate::compile_strategies) implements it for
    /// games without players of their own.
    ///
    /// # Errors
    ///
    /// `no_table` if the player needs a table that is missing or damaged.
    #[doc(hidden)]
    fn strategy(
        record: &Record<Self>,
        player: Player,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Strategy<Self>>, Error>;
}

/// The incremental state that alpha-beta keeps for each position on its path and updates with every
/// move, so that evaluations, candidates and hashes need not be computed from scratch at each node. `mcts`
/// evaluates the moves of a position with it, if the game has no knowledge of its own.
pub trait Accumulator<G: SearchGame>: Clone + Debug + Send {
    /// Computes the state of a position from scratch.
    fn new(position: &G) -> Self;

    /// Updates the state after a legal move; `before` is the position before the move.
    fn play(&mut self, before: &G, mv: G::Move);

    /// The same as [`SearchGame::evaluate`].
    fn evaluate(&self, position: &G) -> i32;

    /// The evaluation after a legal move that does not end the game.
    fn evaluate_after(&self, before: &G, mv: G::Move, after: &G) -> i32 {
        let mut next = self.clone();
        next.play(before, mv);
        next.evaluate(after)
    }

    /// Appends the candidates, in an order that depends only on the position, and returns whether these
    /// are all legal moves. A game may restrict alpha-beta to moves that are likely to matter: those at
    /// most `radius` away from the pieces on the board. Where a result depends on the others, the search
    /// goes on with a larger radius. By default all moves are candidates, whatever the radius.
    fn candidates(&self, position: &G, _radius: u32, moves: &mut Vec<G::Move>) -> bool {
        position.legal_moves(moves);
        true
    }

    /// A hash of the position for the transposition table.
    fn key(&self, position: &G) -> u64 {
        position.key()
    }

    /// A static score for move ordering; moves with higher scores are searched first. For
    /// comparison, the history heuristic adds about 10,000 to a move that caused many cutoffs.
    fn static_score(&self, _position: &G, _mv: G::Move) -> i32 {
        0
    }
}

/// The accumulator of games without incremental state: computes everything from the position.
#[derive(Clone, Copy, Debug)]
pub struct FromScratch;

impl<G: SearchGame> Accumulator<G> for FromScratch {
    fn new(_: &G) -> Self {
        Self
    }

    fn play(&mut self, _: &G, _: G::Move) {}

    fn evaluate(&self, position: &G) -> i32 {
        position.evaluate()
    }
}

/// The error if a game, or a variant, has no table.
pub(crate) fn no_table_of(what: &str) -> Error {
    let message = format!("there is no table for {what}");
    Error::new(Code::NoTable, "no_table", message).with("game", what)
}

/// Converts points for a side to points for `First`.
pub(crate) fn for_first(side: Side, points: i32) -> i32 {
    match side {
        Side::First => points,
        Side::Second => -points,
    }
}

/// Appends the evaluation for `First` after each of the given legal moves: 0 for a draw,
/// [`MAX_POINTS`] for a win. `state` is that of the position.
pub(crate) fn evaluate_moves<G: SearchGame>(
    state: &G::Accumulator,
    position: &G,
    moves: &[G::Move],
    values: &mut Vec<i32>,
) {
    values.extend(moves.iter().map(|&mv| {
        let mut next = position.clone();
        next.play(mv);
        match next.outcome() {
            Some(Outcome::Win(Side::First)) => MAX_POINTS,
            Some(Outcome::Win(Side::Second)) => -MAX_POINTS,
            Some(Outcome::Draw) => 0,
            None => state.evaluate_after(position, mv, &next),
        }
    }));
}
