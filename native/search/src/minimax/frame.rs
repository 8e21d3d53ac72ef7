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
    /// What `First` has for certain, elsewhere in the tree or here.
    pub(super) alpha: i32,
    /// The same for `Second`.
    pub(super) beta: i32,
    pub(super) best: i32,
    /// The best play from here, as far as it is known.
    pub(super) line: Vec<G::Move>,
    /// By how much a move may be worse than the best and is still of interest:
    /// 0 everywhere but at the root.
    pub(super) margin: i32,
    /// The values and lines of the moves that were of interest when they were
    /// searched, if there is a margin.
    close: Vec<(i32, Vec<G::Move>)>,
}

impl<G: Game> Frame<G> {
    /// A frame that has seen nothing; there must be moves.
    pub(super) fn new(position: G, moves: Vec<G::Move>, alpha: i32, beta: i32) -> Self {
        let current = moves[0];
        let best = if position.side_to_move() == Side::First { i32::MIN } else { i32::MAX };
        let (line, close) = (Vec::new(), Vec::new());
        Self { position, moves, next: 0, current, alpha, beta, best, line, margin: 0, close }
    }

    /// Whether one side has something better elsewhere, so that the rest can
    /// change nothing.
    pub(super) fn is_cut(&self) -> bool {
        self.alpha >= self.beta
    }

    /// The place of the current move among the moves.
    pub(super) fn at(&self) -> usize {
        self.next.saturating_sub(1)
    }

    /// Where the next move leads; `None` when there is nothing more to see.
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

    /// Takes note of the value of the current move.
    pub(super) fn take(&mut self, value: i32, line: &[G::Move]) {
        let is_first = self.position.side_to_move() == Side::First;
        // What is no better than the window is a bound and no value.
        let is_value = if is_first { value > self.alpha } else { value < self.beta };
        if self.margin > 0 && is_value {
            self.close.push((value, [&[self.current], line].concat()));
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

    /// The moves whose values differ from the best by less than the margin, with
    /// their lines. A decided game leaves no choice.
    pub(super) fn close(&self) -> Vec<(i32, Vec<G::Move>)> {
        if self.best.abs() > MOST_POINTS {
            return Vec::new();
        }
        let is_close = |value: i32| (value - self.best).abs() < self.margin;
        self.close.iter().filter(|(value, _)| is_close(*value)).cloned().collect()
    }
}
