//! The moves of the root, which every alpha-beta search knows more about than about others.

use super::value::INFINITE;

/// A value and the moves that lead to it.
#[derive(Clone, Debug)]
pub(crate) struct Variation<M, C> {
    pub(crate) value: i32,
    pub(crate) line: Vec<M>,
    /// Why the value may be no proof.
    pub(crate) caveats: C,
}

/// The moves of the root. Some of the best get exact values, the others only bounds.
#[derive(Debug)]
pub(crate) struct RootMoves<M, C> {
    /// In search order, each with the number of positions searched below it.
    moves: Vec<(M, u64)>,
    /// Those whose exact values are known, best first.
    exact: Vec<Variation<M, C>>,
    /// Moves that are less than this many points worse than the best get exact values.
    margin: i32,
    /// How many of the best moves get exact values in any case (multi-PV).
    lines: usize,
}

impl<M: Copy + PartialEq, C> RootMoves<M, C> {
    pub(crate) fn new(margin: u32) -> Self {
        Self { moves: Vec::new(), exact: Vec::new(), margin: margin as i32, lines: 1 }
    }

    /// Requests exact values for so many of the best moves.
    pub(crate) fn set_lines(&mut self, lines: usize) {
        self.lines = lines;
    }

    /// Sets the moves in search order.
    pub(crate) fn set(&mut self, moves: impl IntoIterator<Item = M>) {
        self.moves.clear();
        self.moves.extend(moves.into_iter().map(|mv| (mv, 0)));
    }

    /// The moves in search order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = M> {
        self.moves.iter().map(|(mv, _)| *mv)
    }

    /// Moves a move to the front; the others keep their order.
    pub(crate) fn search_first(&mut self, mv: M) {
        let at = self.index_of(mv).unwrap_or(0);
        self.moves[..=at].rotate_right(1);
    }

    pub(crate) fn index_of(&self, mv: M) -> Option<usize> {
        self.moves.iter().position(|(it, _)| *it == mv)
    }

    /// Counts a position below the move at an index.
    pub(crate) fn count(&mut self, index: usize) {
        self.moves[index].1 += 1;
    }

    /// The number of positions searched below a move.
    pub(crate) fn nodes_of(&self, mv: M) -> u64 {
        self.index_of(mv).map_or(0, |index| self.moves[index].1)
    }

    /// Whether only the best move gets an exact value.
    pub(crate) fn is_single(&self) -> bool {
        self.margin == 0 && self.lines == 1
    }

    pub(crate) fn margin(&self) -> i32 {
        self.margin
    }

    pub(crate) fn lines(&self) -> usize {
        self.lines
    }

    /// Forgets the values, before an iteration.
    pub(crate) fn begin(&mut self) {
        self.exact.clear();
    }

    /// Notes the exact value of a move, and returns the value that the others have to beat to get theirs. With
    /// a `sign` of -1, lower values are better.
    pub(crate) fn note(&mut self, sign: i32, variation: Variation<M, C>) -> i32 {
        let index = self.exact.partition_point(|it| sign * it.value >= sign * variation.value);
        self.exact.insert(index, variation);
        let by_margin = sign * self.exact[0].value - self.margin;
        let by_lines = self.exact.get(self.lines - 1).map_or(-INFINITE, |it| sign * it.value);
        sign * by_margin.min(by_lines)
    }

    /// Those whose exact values are known, best first.
    pub(crate) fn exact(&self) -> &[Variation<M, C>] {
        &self.exact
    }
}
