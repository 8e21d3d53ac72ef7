//! The path of the search: the positions from the root to the current one.

use playout_games::Side;

use super::ordering::Ordering;
use super::value::WIN;
use crate::game::{Accumulator, SearchGame};

/// A position on the path. Nodes beyond the end of the path are kept to reuse their memory.
#[derive(Debug)]
pub(super) struct Node<G: SearchGame> {
    pub(super) position: G,
    pub(super) key: u64,
    pub(super) accumulator: G::Accumulator,
    /// The remaining depth in plies.
    pub(super) depth: u32,
    /// What `First` (alpha) and `Second` (beta) can already force, here or elsewhere in the tree.
    pub(super) window: Window,
    /// The window at the start of the node's search.
    pub(super) initial_window: Window,
    /// The moves to search; those from `next` on have not been searched yet.
    moves: Vec<Candidate<G::Move>>,
    next: usize,
    /// Whether the current move must be searched again with the full window.
    re_search: bool,
    pub(super) best: i32,
    pub(super) best_index: u16,
    /// The principal variation from here.
    pub(super) line: Vec<G::Move>,
    /// What the value so far depends on.
    pub(super) dependencies: Dependencies,
}

/// A move to search.
#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    mv: M,
    /// Its index in the list of candidates.
    index: u16,
    /// Moves with higher ranks are searched first.
    rank: i32,
}

/// The range in which a search returns exact values; outside it, the value is only a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Whether a side has something better elsewhere, so that this node is cut off.
    pub(super) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether no value lies strictly between alpha and beta.
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    pub(super) fn contains(self, value: i32) -> bool {
        self.alpha < value && value < self.beta
    }

    /// The null window that tells whether a move is better for a side than its best so far.
    fn null_for(self, side: Side) -> Self {
        match side {
            Side::First => Self { beta: self.alpha + 1, ..self },
            Side::Second => Self { alpha: self.beta - 1, ..self },
        }
    }
}

/// What a value depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dependencies {
    /// Whether a draw by repetition had a part in it, which may be none on another path.
    pub(super) repetition: bool,
    /// Whether every line reached the end of the game, which makes the value valid at any depth.
    pub(super) to_the_end: bool,
}

impl Dependencies {
    /// The value follows from the rules alone.
    pub(super) const RULES: Self = Self { repetition: false, to_the_end: true };
    /// The value is an evaluation.
    pub(super) const EVALUATION: Self = Self { to_the_end: false, ..Self::RULES };

    fn and(self, other: Self) -> Self {
        Self {
            repetition: self.repetition || other.repetition,
            to_the_end: self.to_the_end && other.to_the_end,
        }
    }
}

/// The result of searching a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchResult {
    pub(super) value: i32,
    pub(super) dependencies: Dependencies,
    /// Whether the value is exact, not a bound.
    pub(super) is_exact: bool,
}

impl<G: SearchGame> Node<G> {
    /// A node that must be [prepared](Self::prepare) before it is searched.
    pub(super) fn new(position: G) -> Self {
        Self {
            key: 0,
            accumulator: G::Accumulator::new(&position),
            position,
            depth: 0,
            window: Window { alpha: 0, beta: 0 },
            initial_window: Window { alpha: 0, beta: 0 },
            moves: Vec::new(),
            next: 0,
            re_search: false,
            best: 0,
            best_index: 0,
            line: Vec::new(),
            dependencies: Dependencies::RULES,
        }
    }

    /// Resets the node for a search of its position.
    pub(super) fn prepare(&mut self, depth: u32, window: Window) {
        self.depth = depth;
        self.window = window;
        self.initial_window = window;
        self.moves.clear();
        self.next = 0;
        self.re_search = false;
        self.best = if self.side() == Side::First { i32::MIN } else { i32::MAX };
        self.best_index = 0;
        self.line.clear();
        self.dependencies = Dependencies::RULES;
    }

    /// Sets the moves, given in search order.
    pub(super) fn set_moves(&mut self, moves: impl Iterator<Item = G::Move>) {
        self.moves.extend((0_u16..).zip(moves).map(|(index, mv)| Candidate {
            mv,
            index,
            rank: -i32::from(index),
        }));
    }

    /// Sets and ranks the moves; `first` is the index of the best move of an earlier search.
    pub(super) fn set_ranked_moves(
        &mut self,
        moves: &[G::Move],
        first: Option<u16>,
        ply: usize,
        ordering: &Ordering<G::Move>,
    ) {
        const KILLER: i32 = 1 << 14;

        let (position, side) = (&self.position, self.position.side_to_move());
        let accumulator = &self.accumulator;
        let rank = |index: u16, mv: G::Move| {
            if first == Some(index) {
                return i32::MAX;
            }
            accumulator.static_score(position, mv)
                + KILLER * ordering.killer(ply, mv)
                + ordering.history(side, mv)
        };
        let ranked =
            (0..).zip(moves).map(|(index, &mv)| Candidate { mv, index, rank: rank(index, mv) });
        self.moves.extend(ranked);
    }

    pub(super) fn side(&self) -> Side {
        self.position.side_to_move()
    }

    /// The move being searched.
    pub(super) fn current(&self) -> G::Move {
        self.moves[self.next - 1].mv
    }

    /// The index of the move being searched in the list of candidates.
    pub(super) fn current_index(&self) -> usize {
        self.moves[self.next - 1].index.into()
    }

    /// The next move to search and its window; `None` when the node is complete or cut off.
    pub(super) fn next(&mut self) -> Option<(G::Move, Window)> {
        if std::mem::take(&mut self.re_search) {
            return Some((self.current(), self.window));
        }
        let (searched, rest) = self.moves.split_at_mut(self.next);
        if self.window.is_closed() || rest.is_empty() {
            return None;
        }
        // Picks the best of the remaining moves instead of sorting them all, because most nodes are
        // cut off early.
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].rank > rest[best].rank {
                best = index;
            }
        }
        rest[..=best].rotate_right(1);
        let is_first = searched.is_empty();
        let mv = rest[0].mv;
        self.next += 1;
        // A null window suffices to show that the other moves are no better, which is the usual
        // case.
        let window = if is_first || self.is_unbounded() {
            self.window
        } else {
            self.window.null_for(self.side())
        };
        Some((mv, window))
    }

    /// Whether the side to move has no value yet that a move would have to beat.
    fn is_unbounded(&self) -> bool {
        match self.side() {
            Side::First => self.window.alpha < -WIN,
            Side::Second => self.window.beta > WIN,
        }
    }

    /// Whether the current move failed its search with a null `window`, so that it must be searched
    /// again with the full window.
    pub(super) fn needs_re_search(&mut self, result: &SearchResult, window: Window) -> bool {
        self.re_search = !result.is_exact
            && window != self.window
            && self.window.contains(result.value)
            && !window.contains(result.value);
        self.re_search
    }

    /// Updates the best value with the current move's, and returns whether the move is the best so
    /// far.
    pub(super) fn update_best(&mut self, result: &SearchResult) -> bool {
        let is_first = self.side() == Side::First;
        let value = result.value;
        self.dependencies = self.dependencies.and(result.dependencies);
        let is_better = if is_first { value > self.best } else { value < self.best };
        if is_better {
            self.best = value;
            self.best_index = self.moves[self.next - 1].index;
        }
        is_better
    }

    /// Narrows the window to a value that the side to move can force. On a cutoff, the node's value
    /// depends only on the current move.
    pub(super) fn narrow(&mut self, to: i32, of_move: Dependencies) {
        match self.side() {
            Side::First => self.window.alpha = self.window.alpha.max(to),
            Side::Second => self.window.beta = self.window.beta.min(to),
        }
        if self.window.is_closed() {
            self.dependencies = of_move;
        }
    }
}
