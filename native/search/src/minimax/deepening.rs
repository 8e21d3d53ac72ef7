//! Iterative deepening (Slate and Atkin 1977): iterations of increasing depth, each with a window
//! around the value of the last one (aspiration), and the move that would be played now.

use super::root::{RootMoves, Variation};
use super::value::INFINITE;
use crate::game::MAX_POINTS;

/// The depth limit of a search that has none: deeper than any search can get.
pub(crate) const MAX_DEPTH: u32 = 1_000;

/// Where an iteration begins with a narrow window. Values fluctuate too much in the first iterations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aspiration {
    /// Only iterations that are deeper.
    pub(crate) above: u32,
    /// Only if the last value is not further from 0.
    pub(crate) within: i32,
    /// The distance of the bounds from the last value.
    pub(crate) delta: i32,
}

/// The result of an iteration.
#[derive(Clone, Debug)]
pub(crate) struct Iteration<M, C> {
    pub(crate) depth: u32,
    pub(crate) best: Variation<M, C>,
    /// The best move and the others within the margin, best first; empty without a margin, or if
    /// the best move wins or loses.
    within_margin: Vec<Variation<M, C>>,
    /// The best moves, as many as were requested, best first.
    pub(crate) lines: Vec<Variation<M, C>>,
}

/// The iterations of a search of one position.
#[derive(Debug)]
pub(crate) struct Deepening<M, C> {
    aspiration: Aspiration,
    /// The root moves in random order: the first of equally good ones is played.
    pub(crate) order: Vec<M>,
    /// The depth of the current iteration.
    depth: u32,
    /// The distance of the window's bounds from the last value.
    delta: i32,
    /// The last complete iteration.
    pub(crate) last: Option<Iteration<M, C>>,
    /// The value of the iteration before that.
    pub(crate) before_last: Option<i32>,
}

impl<M: Copy + PartialEq, C: Clone + Default> Deepening<M, C> {
    pub(crate) fn new(aspiration: Aspiration) -> Self {
        Self {
            aspiration,
            order: Vec::new(),
            depth: 0,
            delta: INFINITE,
            last: None,
            before_last: None,
        }
    }

    /// The depth of the current iteration.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Begins an iteration.
    pub(crate) fn begin(&mut self, depth: u32, root: &RootMoves<M, C>) {
        self.depth = depth;
        // If several moves need exact values, each would leave a narrow window.
        let is_narrow = depth > self.aspiration.above && root.is_single();
        self.delta = if is_narrow { self.aspiration.delta } else { INFINITE };
    }

    /// The bounds of the current iteration's window.
    pub(crate) fn window(&self) -> (i32, i32) {
        let middle = self.last.as_ref().map_or(0, |last| last.best.value);
        let is_narrow = self.delta < MAX_POINTS && middle.abs() <= self.aspiration.within;
        let delta = if is_narrow { self.delta } else { INFINITE };
        (middle - delta, middle + delta)
    }

    /// Widens the window, if the value lies outside.
    pub(crate) fn widen(&mut self) {
        self.delta = self.delta.saturating_mul(4);
    }

    /// Opens the window to all values.
    pub(crate) fn open(&mut self) {
        self.delta = INFINITE;
    }

    /// Notes the result of the current iteration.
    pub(crate) fn finish(&mut self, best: Variation<M, C>, root: &RootMoves<M, C>) {
        let value = best.value;
        let is_decided = value.abs() > MAX_POINTS;
        let is_within =
            |it: &&Variation<M, C>| !is_decided && (it.value - value).abs() < root.margin();
        let exact = root.exact().iter();
        self.before_last = self.last.as_ref().map(|last| last.best.value);
        self.last = Some(Iteration {
            depth: self.depth,
            best,
            within_margin: exact.clone().filter(is_within).cloned().collect(),
            lines: exact.take(root.lines()).cloned().collect(),
        });
    }

    /// Notes moves that are known to be the best without a search.
    pub(crate) fn know(&mut self, depth: u32, lines: Vec<Variation<M, C>>) {
        let best = lines[0].clone();
        self.last = Some(Iteration { depth, best, within_margin: Vec::new(), lines });
    }

    /// The variation that would be played now; `running` is that of an iteration that has not ended.
    pub(crate) fn best(
        &self,
        running: Option<Variation<M, C>>,
        root: &RootMoves<M, C>,
    ) -> Option<Variation<M, C>> {
        // An iteration starts with the best move of the previous one, so even an incomplete
        // iteration has a best move at least as good. But only a complete one knows which moves are
        // within the margin, or the best few.
        let counts = root.is_single() || self.last.is_none();
        if let Some(running) = running.filter(|it| counts && !it.line.is_empty()) {
            return Some(running);
        }
        let Some(last) = &self.last else {
            let line = vec![*self.order.first()?];
            return Some(Variation { value: 0, line, caveats: C::default() });
        };
        let index = |it: &&Variation<M, C>| self.order.iter().position(|mv| it.line[0] == *mv);
        Some(last.within_margin.iter().min_by_key(index).unwrap_or(&last.best).clone())
    }
}
