use std::fmt::Debug;

use playout_games::{Error, Outcome, Playouts, Side, Urgency, with_any_game, with_game};

use crate::{Level, MctsSettings};

/// A guess is at most so many points for a side; a proven result counts more.
pub const MOST_POINTS: i32 = 10_000;

/// A game as the searches know it: beside its rules its levels, the settings that
/// suit it, and an evaluation of its positions.
///
/// Each game has a folder under `games/`; tic-tac-toe's is the smallest, with nothing
/// that a game may leave out.
pub trait SearchGame: Playouts {
    /// The levels of the site, the weakest first.
    const LEVELS: &'static [Level];

    /// The player that the protocols begin with, as a spec without limits: the strongest
    /// within the time and the memory that it is given (`docs/tuning.md`, "The strongest
    /// player").
    const STRONGEST: &'static str;

    /// The settings of `mcts` that are strongest for their time, as far as was tried:
    /// each value that is not the common one has its matches in `docs/tuning.md`.
    const MCTS: MctsSettings = MctsSettings::COMMON;

    /// The points by which a side leads that wins e (2.7) times as often as it
    /// loses.
    const POINTS_TO_LEAD: f32 = 300.0;

    /// The temperature of the softmax from which `mcts` gets the priors of moves: a move
    /// whose value (0 to 1) is higher by this has e (2.7) times the prior.
    const PRIOR_TEMPERATURE: f32 = 0.05;

    /// The noise in points that `mcts` adds to the evaluation of each move, or takes from
    /// it, so that no two searches play the same game; at least 1.
    const EVALUATION_NOISE: u32 = 10;

    /// How far from the pieces on the board the [`candidates`](Self::candidates) of `mcts`
    /// are; `None` in games in which these do not keep within a radius. `minimax` has a
    /// key for its own in games that have one.
    const RADIUS: Option<u32> = None;

    /// What alpha-beta keeps beside the positions on its path.
    type Accumulator: Accumulator<Self>;

    /// How well `First` stands, in points from -[`MOST_POINTS`] to
    /// [`MOST_POINTS`]: 0 is level.
    ///
    /// The position must not be finished.
    fn evaluate(&self) -> i32;

    /// Appends how well `First` stands after each of some legal moves: 0 for a draw,
    /// [`MOST_POINTS`] for a win.
    fn evaluate_moves(&self, moves: &[Self::Move], values: &mut Vec<i32>) {
        evaluate_one_by_one(self, moves, values);
    }

    /// Appends the moves worth searching, in any order, and says whether these are all
    /// legal moves. `radius` is how far from the pieces on the
    /// board, in games that [have one](Self::RADIUS).
    fn candidates(&self, _radius: u32, moves: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(moves);
        true
    }

    /// Appends the moves worth looking at if one looks a single ply ahead, and says which
    /// these are: those of [`urgent_moves`](Playouts::urgent_moves), but where it would
    /// list every move, the candidates. Says too whether these are not all.
    ///
    /// The position must not be finished.
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

/// What alpha-beta keeps beside a position and changes with every move, so that
/// evaluations, lists of candidates and hashes do not begin anew at each node.
pub trait Accumulator<G: SearchGame>: Clone + Debug + Send {
    /// Of a position.
    fn new(position: &G) -> Self;

    /// Goes on to the position after a legal move; `before` is the one before it.
    fn play(&mut self, before: &G, mv: G::Move);

    /// What [`SearchGame::evaluate`] answers for the position.
    fn evaluate(&self, position: &G) -> i32;

    /// The same for the position after a legal move, which is not finished.
    fn evaluate_after(&self, before: &G, mv: G::Move, after: &G) -> i32 {
        let mut next = self.clone();
        next.play(before, mv);
        next.evaluate(after)
    }

    /// The moves of [`SearchGame::candidates`], in any order that depends on the
    /// position alone.
    fn candidates(&self, position: &G, radius: u32, moves: &mut Vec<G::Move>) -> bool {
        position.candidates(radius, moves)
    }

    /// A hash of the position, by which the transposition table knows it.
    fn key(&self, position: &G) -> u64 {
        position.key()
    }

    /// How much a candidate promises at first sight; those that promise most are
    /// searched first. A move that caused many cut-offs elsewhere has some 10,000.
    fn promise(&self, _position: &G, _mv: G::Move) -> i32 {
        0
    }
}

/// The accumulator of a game that has none: everything is worked out from the position.
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

/// What specs have to know of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameFacts {
    pub(crate) name: &'static str,
    pub(crate) levels: &'static [Level],
    /// What is tuned for it.
    pub(crate) mcts: MctsSettings,
    pub(crate) has_mast: bool,
    pub(crate) has_radius: bool,
}

impl GameFacts {
    /// What holds where nothing is known of the game: no key is out of place.
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

    /// The same by the name of a game, or of the example.
    pub(crate) fn named(game: &str) -> Result<Self, Error> {
        with_any_game!(game, G => {
            const _: () = assert!(!G::LEVELS.is_empty(), "every game of the site has levels");
            Self::of::<G>()
        })
    }
}

/// The levels of a game, the weakest first; none for a game that does not
/// exist.
#[must_use]
pub fn levels(game: &str) -> &'static [Level] {
    with_game!(game, G => G::LEVELS).unwrap_or(&[])
}

/// Points of a side, as evaluations have them: `First`'s.
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
            Some(Outcome::Win(Side::First)) => MOST_POINTS,
            Some(Outcome::Win(Side::Second)) => -MOST_POINTS,
            Some(Outcome::Draw) => 0,
            None => next.evaluate(),
        }
    }));
}
