use playout_games::{Outcome, Side};

/// The move that a search would play, with its results for the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The expected result for the side to move, from -1 to 1.
    pub value: f64,
    /// The expected result as fractions of wins, draws and losses.
    pub estimate: Estimate,
    /// Playouts in this turn.
    pub playouts: u64,
    /// Nodes of the tree, including those kept from earlier turns; for alpha-beta, those visited in
    /// this turn.
    pub nodes: u64,
    /// For alpha-beta, the depth of the last complete iteration, or 0 before the first; `None` for
    /// other players.
    pub depth: Option<u32>,
    /// Seconds spent in this turn, including the time to advance from the previous turn.
    pub seconds: f64,
    /// The visits of each legal move, in the order of `legal_moves`.
    pub visits: Vec<(M, u64)>,
    /// The principal variation, which begins with the move.
    pub line: Vec<M>,
    /// What has been proven about the position.
    pub proof: Option<Proof>,
    /// The seed of the search. A new search with this seed makes the same choice.
    pub seed: u64,
}

/// A move that a search considers, with its results.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The move.
    pub mv: M,
    /// The expected result of the move for the side that plays it, from -1 to 1.
    pub value: f64,
    /// The expected result as fractions of wins, draws and losses.
    pub estimate: Estimate,
    /// The visits of the move.
    pub visits: u64,
    /// The principal variation, which begins with the move.
    pub line: Vec<M>,
    /// What has been proven about the move, for the side that plays it. A move can be proven even
    /// if the position is not, because other moves may be better.
    pub proof: Option<Proof>,
}

impl<M> Line<M> {
    /// Converts the moves: `line` converts the principal variation, `write` the move.
    pub(crate) fn map<N>(
        self,
        line: impl FnOnce(Vec<M>) -> Vec<N>,
        write: impl FnOnce(M) -> N,
    ) -> Line<N> {
        Line {
            mv: write(self.mv),
            value: self.value,
            estimate: self.estimate,
            visits: self.visits,
            line: line(self.line),
            proof: self.proof,
        }
    }
}

/// The expected result for the side to move, as fractions that add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The fraction of wins.
    pub win: f64,
    /// The fraction of draws.
    pub draw: f64,
    /// The fraction of losses.
    pub loss: f64,
}

impl Estimate {
    /// The estimate before the first result.
    pub const UNKNOWN: Self = Self { win: 0.0, draw: 1.0, loss: 0.0 };

    /// The fractions of wins and losses in a number of games.
    pub(crate) fn from_counts(wins: u32, losses: u32, games: u32) -> Self {
        if games == 0 {
            return Self::UNKNOWN;
        }
        let games = f64::from(games);
        let (win, loss) = (f64::from(wins) / games, f64::from(losses) / games);
        // Not less than 0, whatever the rounding.
        Self { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// The estimate for a known outcome.
    pub(crate) fn certain(outcome: Outcome, side: Side) -> Self {
        let certain = |is: bool| if is { 1.0 } else { 0.0 };
        Self {
            win: certain(outcome == Outcome::Win(side)),
            draw: certain(outcome == Outcome::Draw),
            loss: certain(outcome == Outcome::Win(side.other())),
        }
    }

    /// The expected result, from -1 to 1.
    #[must_use]
    pub fn value(self) -> f64 {
        self.win - self.loss
    }
}

/// A proven result of a position or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The outcome with best play.
    pub outcome: Outcome,
    /// The outcome from the point of view of the side to move: `win`, `draw` or `loss`.
    pub result: &'static str,
    /// The plies within which the winner ends the game, whatever the other side does, or 1 for a move
    /// that draws at once; `None` if not known. They are the fewest where exact values or
    /// `minimax` say so; in `mcts`, and in Gomoku, there may be a shorter win.
    pub plies: Option<u32>,
}

impl Proof {
    pub(crate) fn new(outcome: Outcome, side: Side, plies: Option<u32>) -> Self {
        let result = match outcome {
            Outcome::Draw => "draw",
            Outcome::Win(winner) if winner == side => "win",
            Outcome::Win(_) => "loss",
        };
        Self { outcome, result, plies }
    }
}

impl<M> Choice<M> {
    /// Converts the moves: `line` converts the principal variation, `write` every other move.
    pub(crate) fn map<N>(
        self,
        line: impl FnOnce(Vec<M>) -> Vec<N>,
        mut write: impl FnMut(M) -> N,
    ) -> Choice<N> {
        Choice {
            mv: write(self.mv),
            value: self.value,
            estimate: self.estimate,
            playouts: self.playouts,
            nodes: self.nodes,
            depth: self.depth,
            seconds: self.seconds,
            visits: self.visits.into_iter().map(|(mv, visits)| (write(mv), visits)).collect(),
            line: line(self.line),
            proof: self.proof,
            seed: self.seed,
        }
    }
}
