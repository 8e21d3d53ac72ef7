use std::fmt::Debug;

use playout_games::{Error, Outcome, Playouts, Side, Urgency, with_any_game, with_game};

use crate::{Level, MctsSettings};

/// The bound of every evaluation in points; only proven results exceed it.
pub const MAX_POINTS: i32 = 10_000;

/// A game with what searches need besides its rules: its levels, its settings, and an evaluation of
/// its positions.
///
/// Each game has a folder under `games/`; tic-tac-toe's is the smallest and uses every default.
pub trait SearchGame: Playouts {
    /// The levels of the site, the weakest first.
    const LEVELS: &'static [Level];

    /// The player that protocols start with, as a spec without limits: the strongest for whatever
    /// time and memory it is given (`docs/tuning.md`, "The strongest player").
    const STRONGEST: &'static str;

    /// The best known settings of `mcts` at equal time. For each value that differs from the common
    /// one, `docs/tuning.md` has the matches.
    const MCTS: MctsSettings = MctsSettings::COMMON;

    /// The lead in points with which a side wins e (2.7) times as often as it loses.
    const POINTS_TO_LEAD: f32 = 300.0;

    /// The temperature of the softmax that gives `mcts` the priors of moves: a move whose value (0
    /// to 1) is higher by this much has e (2.7) times the prior.
    const PRIOR_TEMPERATURE: f32 = 0.05;

    /// The maximum noise in points that `mcts` adds to or subtracts from the evaluation of each
    /// move, so that no two searches play the same game; at least 1.
    const EVALUATION_NOISE: u32 = 10;

    /// The distance from the pieces on the board of the [`candidates`](Self::candidates) of `mcts`;
    /// `None` in games whose candidates have no radius. `minimax` has its own key for the radius in
    /// games with one.
    const RADIUS: Option<u32> = None;

    /// The incremental state of alpha-beta beside the positions on its path.
    type Accumulator: Accumulator<Self>;

    /// The evaluation for `First`, in points from -[`MAX_POINTS`] to [`MAX_POINTS`]: 0 is equal.
    ///
    /// The game must not be over.
    fn evaluate(&self) -> i32;

    /// Appends the evaluation for `First` after each of some legal moves: 0 for a draw,
    /// [`MAX_POINTS`] for a win.
    fn evaluate_moves(&self, moves: &[Self::Move], values: &mut Vec<i32>) {
        evaluate_one_by_one(self, moves, values);
    }

    /// Appends the candidate moves, in any order, and returns whether these are all legal moves.
    /// `radius` is the distance from the pieces on the board, in games that [have
    /// one](Self::RADIUS).
    fn candidates(&self, _radius: u32, moves: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(moves);
        true
    }

    /// Appends the moves to consider when looking one ply ahead, and returns what they are: those
    /// of [`urgent_moves`](Playouts::urgent_moves), but the candidates where it would list every
    /// move. Also returns whether moves are left out.
    ///
    /// The game must not be over.
    fn urgent_candidates(&self, moves: &mut Vec<Self::Move>) -> (Urgency, bool) {
        let urgency = self.urgent_moves(moves);
        let Some(radius) = Self::RADIUS else { return (urgency, false) };
        let mut others = Vec::new();
        let is_quiet = urgency == Urgency::Safe && moves.len() == self.count_moves(&mut others);
        others.clear();
        let is_partial = is_quiet && !self.candidates(radius, &mut others);
        if is_partial {
            *moves = others;
        }
        (urgency, is_partial)
    }
}

/// The incremental state that alpha-beta keeps beside a position and updates with every move, so
/// that evaluations, lists of candidates and hashes need not be computed from scratch at each node.
pub trait Accumulator<G: SearchGame>: Clone + Debug + Send {
    /// The state for a position.
    fn new(position: &G) -> Self;

    /// Updates the state for a legal move; `before` is the position before it.
    fn play(&mut self, before: &G, mv: G::Move);

    /// [`SearchGame::evaluate`] for the position.
    fn evaluate(&self, position: &G) -> i32;

    /// The evaluation after a legal move that does not end the game.
    fn evaluate_after(&self, before: &G, mv: G::Move, after: &G) -> i32 {
        let mut next = self.clone();
        next.play(before, mv);
        next.evaluate(after)
    }

    /// The moves of [`SearchGame::candidates`], in an order that depends only on the position.
    fn candidates(&self, position: &G, radius: u32, moves: &mut Vec<G::Move>) -> bool {
        position.candidates(radius, moves)
    }

    /// A hash of the position for the transposition table.
    fn key(&self, position: &G) -> u64 {
        position.key()
    }

    /// A static score for move ordering: the highest are searched first. A move that caused many
    /// cut-offs elsewhere has a history of some 10,000.
    fn static_score(&self, _position: &G, _mv: G::Move) -> i32 {
        0
    }
}

/// For games without incremental state: computes everything from the position.
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

/// What specs need to know about a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameFacts {
    pub(crate) name: &'static str,
    pub(crate) levels: &'static [Level],
    /// The settings tuned for it.
    pub(crate) mcts: MctsSettings,
    pub(crate) has_mast: bool,
    pub(crate) has_radius: bool,
}

impl GameFacts {
    /// For when the game is unknown: accepts every key.
    pub(crate) const ANY: Self = Self {
        name: "any game",
        levels: &[],
        mcts: MctsSettings::COMMON,
        has_mast: true,
        has_radius: true,
    };

    pub(crate) const fn of<G: SearchGame>() -> Self {
        Self {
            name: G::NAME,
            levels: G::LEVELS,
            mcts: G::MCTS,
            has_mast: G::MAST_MOVES != 0,
            has_radius: G::RADIUS.is_some(),
        }
    }

    /// The facts of a game, or of the example, by name.
    pub(crate) fn named(game: &str) -> Result<Self, Error> {
        with_any_game!(game, G => {
            const _: () = assert!(!G::LEVELS.is_empty(), "every game of the site has levels");
            Self::of::<G>()
        })
    }
}

/// The levels of a game, the weakest first; empty for an unknown game.
#[must_use]
pub fn levels(game: &str) -> &'static [Level] {
    with_game!(game, G => G::LEVELS).unwrap_or(&[])
}

/// Converts points for a side to points for `First`, as evaluations use.
pub(crate) fn for_first(side: Side, points: i32) -> i32 {
    match side {
        Side::First => points,
        Side::Second => -points,
    }
}

pub(crate) fn evaluate_one_by_one<G: SearchGame>(
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
            None => next.evaluate(),
        }
    }));
}
