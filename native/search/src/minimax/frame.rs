use playout_games::{Game, Side};

use crate::game::MOST_POINTS;

/// A position on the path that is being searched.
#[derive(Debug)]
pub(super) struct Frame<G: Game> {
    pub(super) position: G,
    moves: Vec<G::Move>,
    next: usize,
    /// The move that is being searched.
    pub(super) current: G::Move,
    /// The value that `First` is sure of, here or elsewhere in the tree.
    pub(super) alpha: i32,
    /// The value that `Second` is sure of.
    pub(super) beta: i32,
    pub(super) best: i32,
    /// The principal variation from here.
    pub(super) line: Vec<G::Move>,
    /// By how much a move may be worse than the best and still be chosen: 0 everywhere
    /// but at the root.
    pub(super) margin: i32,
    /// With a margin, the exact values of moves and their lines.
    exact: Vec<(i32, Vec<G::Move>)>,
}

impl<G: Game> Frame<G> {
    /// A frame that has searched no move yet; there must be some.
    pub(super) fn new(position: G, moves: Vec<G::Move>, alpha: i32, beta: i32) -> Self {
        let current = moves[0];
        let best = if position.side_to_move() == Side::First { i32::MIN } else { i32::MAX };
        let (line, exact) = (Vec::new(), Vec::new());
        Self { position, moves, next: 0, current, alpha, beta, best, line, margin: 0, exact }
    }

    /// Whether a side has something better elsewhere, so that the other moves here make no
    /// difference.
    pub(super) fn is_cut(&self) -> bool {
        self.alpha >= self.beta
    }

    /// The place of the current move among the moves.
    pub(super) fn current_place(&self) -> usize {
        self.next.saturating_sub(1)
    }

    /// The position after the next move; `None` when no more moves need a search.
    pub(super) fn next(&mut self) -> Option<G> {
        if self.is_cut() {
            return None;
        }
        let mv = *self.moves.get(self.next)?;
        self.next += 1;
        self.current = mv;
        let mut position = self.position.clone();
        position.play(mv);
        Some(position)
    }

    /// Updates the frame with the value of the current move.
    pub(super) fn update(&mut self, value: i32, line: &[G::Move]) {
        let is_first = self.position.side_to_move() == Side::First;
        // A value outside the window is only a bound.
        let is_exact = if is_first { value > self.alpha } else { value < self.beta };
        if self.margin > 0 && is_exact {
            self.exact.push((value, [&[self.current], line].concat()));
        }
        let is_better = if is_first { value > self.best } else { value < self.best };
        if !is_better {
            return;
        }
        self.best = value;
        self.line.clear();
        self.line.push(self.current);
        self.line.extend_from_slice(line);
        if is_first {
            self.alpha = self.alpha.max(value - self.margin);
        } else {
            self.beta = self.beta.min(value + self.margin);
        }
    }

    /// The values and lines of the moves within the margin of the best; none without a
    /// margin, or if the game is decided.
    pub(super) fn within_margin(&self) -> Vec<(i32, Vec<G::Move>)> {
        if self.best.abs() > MOST_POINTS {
            return Vec::new();
        }
        let is_within = |value: i32| (value - self.best).abs() < self.margin;
        self.exact.iter().filter(|(value, _)| is_within(*value)).cloned().collect()
    }
}
