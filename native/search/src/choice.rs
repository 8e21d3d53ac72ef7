use playout_games::{Outcome, Side};

/// The move that a search would play, and what it knows about the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The expected result for the side to move, -1 to 1.
    pub value: f64,
    /// The same as fractions of wins, draws and losses.
    pub estimate: Estimate,
    /// Playouts of this turn.
    pub playouts: u64,
    /// Nodes of the tree, including those kept from earlier turns; for alpha-beta, those
    /// visited this turn.
    pub nodes: u64,
    /// The plies that the last complete iteration of an alpha-beta search looked ahead, 0
    /// before the first; `None` for other players.
    pub depth: Option<u32>,
    /// Seconds spent in this turn, including advancing from the turn before.
    pub seconds: f64,
    /// The visits of each legal move, in the order of the rules.
    pub visits: Vec<(M, u64)>,
    /// The principal variation, which begins with the move.
    pub line: Vec<M>,
    /// What has been proven about the position, if anything.
    pub proof: Option<Proof>,
    /// The seed of the search. A fresh search with it makes the same choice.
    pub seed: u64,
}

/// A move that a search considers, with its evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The move.
    pub mv: M,
    /// The expected result of the move for the side to move, -1 to 1.
    pub value: f64,
    /// The same as fractions of wins, draws and losses.
    pub estimate: Estimate,
    /// The visits of the move.
    pub visits: u64,
    /// The principal variation, which begins with the move.
    pub line: Vec<M>,
    /// What has been proven about the move, for the side to move. A move may be proven when the
    /// position is not, since its other moves may be better.
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

/// The result that a search expects for the side to move, as fractions that sum to 1.
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

    /// From the numbers of wins and losses among some games.
    pub(crate) fn from_counts(wins: u32, losses: u32, games: u32) -> Self {
        if games == 0 {
            return Self::UNKNOWN;
        }
        let games = f64::from(games);
        let (win, loss) = (f64::from(wins) / games, f64::from(losses) / games);
        Self { win, draw: 1.0 - win - loss, loss }
    }

    /// From a known result.
    pub(crate) fn certain(outcome: Outcome, side: Side) -> Self {
        let certain = |is: bool| if is { 1.0 } else { 0.0 };
        Self {
            win: certain(outcome == Outcome::Win(side)),
            draw: certain(outcome == Outcome::Draw),
            loss: certain(outcome == Outcome::Win(side.other())),
        }
    }

    /// The expected result, -1 to 1.
    #[must_use]
    pub fn value(self) -> f64 {
        self.win - self.loss
    }
}

/// A proven result of the position searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The result with best play.
    pub outcome: Outcome,
    /// The outcome for the side to move: `win`, `draw` or `loss`.
    pub result: &'static str,
    /// The plies to the end with best play, if known.
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
