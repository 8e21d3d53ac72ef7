//! The path of the search: the positions from the root to the current one.

use playout_games::Side;

use super::alpha_beta::WIN;
use super::ordering::Ordering;
use crate::game::{Accumulator, SearchGame};

/// For values that do not depend on a repetition.
pub(super) const NO_REPETITION: u32 = u32::MAX;

/// A position on the path. Those below the path are kept to reuse their memory.
#[derive(Debug)]
pub(super) struct Node<G: SearchGame> {
    pub(super) position: G,
    pub(super) key: u64,
    pub(super) accumulator: G::Accumulator,
    /// The remaining depth in plies.
    pub(super) depth: u32,
    /// What `First` and `Second` have already secured, here or elsewhere in the tree.
    pub(super) window: Window,
    /// The initial window.
    pub(super) asked: Window,
    /// The moves; those from `next` on have not been searched yet.
    moves: Vec<Candidate<G::Move>>,
    next: usize,
    /// Whether the move before `next` has to be searched again with the whole window.
    again: bool,
    pub(super) best: i32,
    pub(super) best_place: u16,
    /// The principal variation from here.
    pub(super) line: Vec<G::Move>,
    /// What the value so far depends on.
    pub(super) grounds: Grounds,
}

/// A move to search.
#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    mv: M,
    /// Its index in the list of candidates.
    place: u16,
    /// The highest is searched first.
    rank: i32,
}

/// The range of values that a search should distinguish: outside it, a search returns a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Whether a side has something better elsewhere, so that the remaining moves do not matter.
    pub(super) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether no value lies strictly inside it.
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    pub(super) fn contains(self, value: i32) -> bool {
        self.alpha < value && value < self.beta
    }

    /// The window to ask whether a move is better for a side than what it has.
    fn null_for(self, side: Side) -> Self {
        match side {
            Side::First => Self { beta: self.alpha + 1, ..self },
            Side::Second => Self { alpha: self.beta - 1, ..self },
        }
    }
}

/// What a value depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grounds {
    /// The first ply of the path whose position counted for a draw by repetition; [`NO_REPETITION`]
    /// if there was no such draw.
    pub(super) repetition: u32,
    /// Whether every line reached the end of the game, so that the value holds at any depth.
    pub(super) to_the_end: bool,
}

impl Grounds {
    /// For results of the rules alone.
    pub(super) const RULES: Self = Self { repetition: NO_REPETITION, to_the_end: true };
    /// For an evaluation.
    pub(super) const EVALUATION: Self = Self { to_the_end: false, ..Self::RULES };

    fn and(self, other: Self) -> Self {
        Self {
            repetition: self.repetition.min(other.repetition),
            to_the_end: self.to_the_end && other.to_the_end,
        }
    }
}

/// The value of the position after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) value: i32,
    pub(super) grounds: Grounds,
    /// Whether a wider window would give the same value.
    pub(super) is_exact: bool,
}

impl<G: SearchGame> Node<G> {
    /// A node that has not been prepared.
    pub(super) fn new(position: G) -> Self {
        Self {
            key: 0,
            accumulator: G::Accumulator::new(&position),
            position,
            depth: 0,
            window: Window { alpha: 0, beta: 0 },
            asked: Window { alpha: 0, beta: 0 },
            moves: Vec::new(),
            next: 0,
            again: false,
            best: 0,
            best_place: 0,
            line: Vec::new(),
            grounds: Grounds::RULES,
        }
    }

    /// Prepares a search of the position.
    pub(super) fn prepare(&mut self, depth: u32, window: Window) {
        self.depth = depth;
        self.window = window;
        self.asked = window;
        self.moves.clear();
        self.next = 0;
        self.again = false;
        self.best = if self.side() == Side::First { i32::MIN } else { i32::MAX };
        self.best_place = 0;
        self.line.clear();
        self.grounds = Grounds::RULES;
    }

    /// Sets the candidates in their search order.
    pub(super) fn take_in_order(&mut self, moves: impl Iterator<Item = G::Move>) {
        self.moves.extend((0_u16..).zip(moves).map(|(place, mv)| Candidate {
            mv,
            place,
            rank: -i32::from(place),
        }));
    }

    /// Sets the candidates and ranks them; `first` is the index of the one that was best before.
    pub(super) fn take_ranked(
        &mut self,
        moves: &[G::Move],
        first: Option<u16>,
        ply: usize,
        ordering: &Ordering<G::Move>,
    ) {
        const KILLER: i32 = 1 << 14;

        let (position, side) = (&self.position, self.position.side_to_move());
        let accumulator = &self.accumulator;
        let rank = |place: u16, mv: G::Move| {
            if first == Some(place) {
                return i32::MAX;
            }
            accumulator.static_score(position, mv)
                + KILLER * ordering.killer(ply, mv)
                + ordering.history(side, mv)
        };
        let ranked =
            (0..).zip(moves).map(|(place, &mv)| Candidate { mv, place, rank: rank(place, mv) });
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
    pub(super) fn current_place(&self) -> usize {
        self.moves[self.next - 1].place.into()
    }

    /// The next move to search, with its window; `None` when no more moves need a search.
    pub(super) fn next(&mut self) -> Option<(G::Move, Window)> {
        if std::mem::take(&mut self.again) {
            return Some((self.current(), self.window));
        }
        let (searched, rest) = self.moves.split_at_mut(self.next);
        if self.window.is_closed() || rest.is_empty() {
            return None;
        }
        // Selects the first of the highest ranked moves instead of sorting, because most nodes are
        // finished before all moves are searched.
        let mut best = 0;
        for place in 1..rest.len() {
            if rest[place].rank > rest[best].rank {
                best = place;
            }
        }
        rest[..=best].rotate_right(1);
        let is_first = searched.is_empty();
        let mv = rest[0].mv;
        self.next += 1;
        // Null windows (Marsland and Campbell 1982) show whether one of the other moves is better,
        // which is rare.
        let window = if is_first || self.is_open() {
            self.window
        } else {
            self.window.null_for(self.side())
        };
        Some((mv, window))
    }

    /// Whether there is no value yet that a move would have to beat.
    fn is_open(&self) -> bool {
        match self.side() {
            Side::First => self.window.alpha < -WIN,
            Side::Second => self.window.beta > WIN,
        }
    }

    /// Whether the current move, searched with a window, is better than the window shows and has to
    /// be searched again.
    pub(super) fn asks_again(&mut self, known: &Known, window: Window) -> bool {
        self.again = !known.is_exact
            && window != self.window
            && self.window.contains(known.value)
            && !window.contains(known.value);
        self.again
    }

    /// Takes the value of the current move, and returns whether it is the best so far.
    pub(super) fn take(&mut self, known: &Known) -> bool {
        let is_first = self.side() == Side::First;
        let value = known.value;
        self.grounds = self.grounds.and(known.grounds);
        let is_better = if is_first { value > self.best } else { value < self.best };
        if is_better {
            self.best = value;
            self.best_place = self.moves[self.next - 1].place;
        }
        is_better
    }

    /// Narrows the window by the value that the side to move has now. If that closes the window,
    /// only the current move is the reason.
    pub(super) fn narrow(&mut self, to: i32, reason: Grounds) {
        match self.side() {
            Side::First => self.window.alpha = self.window.alpha.max(to),
            Side::Second => self.window.beta = self.window.beta.min(to),
        }
        if self.window.is_closed() {
            self.grounds = reason;
        }
    }
}
