//! Claims about a position, verified without a transposition table or an evaluation.
//!
//! A result of alpha-beta may depend on another history, through the transposition table, or on
//! candidates that leave out moves; and an exact value may not hold with the game's history. Such a
//! result counts as proven only after the corresponding claim has been verified here: by the rules,
//! with the game's actual history, against every reply. Exact values end a line wherever they settle
//! the claim with any history, or with this one.

use playout_games::{Outcome, Record, Side};

use crate::certainty::{NearestClosed, Valued};
use crate::exact::{Exact, Value};
use crate::game::{Accumulator, SearchGame};

/// What a side claims to be able to force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Winning within a number of plies.
    Win(u32),
    /// Not losing within a number of plies.
    Survive(u32),
    /// Ending the game within a number of plies without losing.
    Draw(u32),
}

impl Goal {
    fn plies(self) -> u32 {
        let (Self::Win(plies) | Self::Survive(plies) | Self::Draw(plies)) = self;
        plies
    }

    /// The same goal with more plies to reach it.
    pub(crate) fn with_more_plies(self, more: u32) -> Self {
        match self {
            Self::Win(plies) => Self::Win(plies + more),
            Self::Survive(plies) => Self::Survive(plies + more),
            Self::Draw(plies) => Self::Draw(plies + more),
        }
    }

    /// Whether an outcome reaches a side's goal.
    fn is_reached(self, side: Side, outcome: Outcome) -> bool {
        match self {
            Self::Win(_) => outcome == Outcome::Win(side),
            Self::Survive(_) | Self::Draw(_) => outcome != Outcome::Win(side.other()),
        }
    }

    /// Whether an exact value for the side settles if it reaches the goal, with so many plies left.
    fn settled_by(self, valued: Valued, left: u32) -> Option<bool> {
        let Valued { value, is_certain } = valued;
        // Whatever the history, a win may only become a draw, and takes no fewer plies.
        match (self, value) {
            (Self::Win(_), Value::Win(plies)) if plies <= left => is_certain.then_some(true),
            (Self::Win(_), _) => Some(false),
            (Self::Survive(_), Value::Loss(plies)) if plies <= left => is_certain.then_some(false),
            (Self::Draw(_), Value::Loss(_)) => is_certain.then_some(false),
            (Self::Survive(_) | Self::Draw(_), _) => Some(true),
        }
    }

    /// Whether the goal is reached if the game is still going on after all plies.
    fn is_reached_at_limit(self) -> bool {
        matches!(self, Self::Survive(_))
    }
}

/// A claim being verified by a depth-first search, which tries the side's moves until one reaches
/// the goal, and the opponent's until one prevents it.
#[derive(Debug)]
pub(crate) struct Claim<G: SearchGame> {
    side: Side,
    goal: Goal,
    exact: Exact<G>,
    /// The nearest closed position of the record, with exact values.
    nearest_closed: NearestClosed,
    /// How far the side's own moves may be from the pieces on the board.
    radius: u32,
    path: Vec<Frame<G>>,
    ply: usize,
}

/// A position on the path. Frames beyond the end of the path are kept to reuse their memory.
#[derive(Debug)]
struct Frame<G: SearchGame> {
    position: G,
    accumulator: G::Accumulator,
    moves: Vec<G::Move>,
    next: usize,
}

impl<G: SearchGame> Frame<G> {
    fn new(position: G) -> Self {
        let accumulator = G::Accumulator::new(&position);
        Self { position, accumulator, moves: Vec::new(), next: 0 }
    }

    /// Lists the moves to try, starting with the best known one. For the opponent, they are all
    /// legal moves.
    fn prepare(&mut self, is_own_turn: bool, radius: u32, best: impl Fn(u64) -> Option<u16>) {
        self.moves.clear();
        self.next = 0;
        let is_complete = self.accumulator.candidates(&self.position, radius, &mut self.moves);
        let key = self.accumulator.key(&self.position);
        if let Some(best) = best(key).map(usize::from)
            && best < self.moves.len()
        {
            self.moves[..=best].rotate_right(1);
        }
        if !is_complete && !is_own_turn {
            let candidates = self.moves.len();
            self.position.legal_moves(&mut self.moves);
            let mut index = candidates;
            while index < self.moves.len() {
                if self.moves[..candidates].contains(&self.moves[index]) {
                    self.moves.swap_remove(index);
                } else {
                    index += 1;
                }
            }
        }
    }
}

impl<G: SearchGame> Claim<G> {
    /// A claim about the position of a record; the game must not be over. `best` maps a position's
    /// key to the index of its best known move among the candidates.
    pub(crate) fn new(
        record: &Record<G>,
        (side, goal): (Side, Goal),
        exact: Exact<G>,
        radius: u32,
        best: impl Fn(u64) -> Option<u16>,
    ) -> Self {
        let mut root = Frame::new(record.position().clone());
        root.prepare(root.position.side_to_move() == side, radius, best);
        let nearest_closed = NearestClosed::known_in(record, &exact);
        Self { side, goal, exact, nearest_closed, radius, path: vec![root], ply: 0 }
    }

    pub(crate) fn side(&self) -> Side {
        self.side
    }

    pub(crate) fn goal(&self) -> Goal {
        self.goal
    }

    /// The move with which the side reaches the goal, once the claim has been confirmed; `None` if
    /// the opponent is to move.
    pub(crate) fn first_move(&self) -> Option<G::Move> {
        let root = &self.path[0];
        let is_own_turn = root.position.side_to_move() == self.side;
        is_own_turn.then(|| root.moves[root.next - 1])
    }

    /// Visits one position, and returns whether the claim is true as soon as that is known.
    pub(crate) fn visit(
        &mut self,
        record: &Record<G>,
        best: impl Fn(u64) -> Option<u16>,
    ) -> Option<bool> {
        if self.goal.plies() == 0 {
            return Some(self.goal.is_reached_at_limit());
        }
        let ply = self.ply;
        if self.path.len() == ply + 1 {
            self.path.push(Frame::new(self.path[ply].position.clone()));
        }
        let (above, below) = self.path.split_at_mut(ply + 1);
        let (frame, child) = (&mut above[ply], &mut below[0]);
        let mv = frame.moves[frame.next];
        frame.next += 1;
        child.position.clone_from(&frame.position);
        child.position.play(mv);

        let outcome = child.position.outcome().or_else(|| {
            let passed = above[1..].iter().map(|it| &it.position);
            record.draws_at(passed, &child.position).then_some(Outcome::Draw)
        });
        let left = self.goal.plies() - (ply as u32 + 1);
        let is_own_turn = child.position.side_to_move() == self.side;
        let reached = if let Some(outcome) = outcome {
            Some(self.goal.is_reached(self.side, outcome))
        } else if let Some(oracle) = &self.exact
            && let Some(value) = oracle.quick_value(&child.position)
        {
            let own_value = if is_own_turn { value } else { value.for_opponent() };
            self.goal.settled_by(self.nearest_closed.valued(own_value), left)
        } else {
            None
        };
        let is_at_limit = left == 0;
        let reached = reached.or(is_at_limit.then(|| self.goal.is_reached_at_limit()));
        let Some(reached) = reached else {
            let frame = &above[ply];
            child.accumulator.clone_from(&frame.accumulator);
            child.accumulator.play(&frame.position, mv);
            child.prepare(is_own_turn, self.radius, best);
            self.ply += 1;
            return None;
        };
        self.back_up(reached)
    }

    /// Backs up the result of the current move as far as it decides the positions above.
    fn back_up(&mut self, mut reached: bool) -> Option<bool> {
        loop {
            let frame = &self.path[self.ply];
            let is_own_turn = frame.position.side_to_move() == self.side;
            let decides = reached == is_own_turn;
            if !decides && frame.next < frame.moves.len() {
                return None;
            }
            if self.ply == 0 {
                return Some(reached);
            }
            self.ply -= 1;
            reached = if decides { is_own_turn } else { !is_own_turn };
        }
    }
}
