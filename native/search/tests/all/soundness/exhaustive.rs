//! An exhaustive search to a limited depth, which shares only the rules with the searches that it
//! checks. It takes the game's history into account, on which draws by repetition depend.

use std::collections::HashMap;

use playout_games::{Game, Outcome, Record, Side};

/// Bounds of a position's result for a side: -1 is a loss, 0 a draw, 1 a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResultBounds {
    pub(crate) min: i8,
    pub(crate) max: i8,
}

impl ResultBounds {
    pub(crate) fn contain(self, result: i8) -> bool {
        (self.min..=self.max).contains(&result)
    }

    pub(crate) fn is_exact(self) -> bool {
        self.min == self.max
    }

    fn for_side(self, side: Side) -> Self {
        match side {
            Side::First => self,
            Side::Second => Self { min: -self.max, max: -self.min },
        }
    }
}

/// How far ahead the search looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Horizon {
    Plies(u32),
    /// To the end of the game; only for games that cannot repeat a position.
    End,
}

impl Horizon {
    pub(crate) fn after_a_move(self) -> Self {
        match self {
            Self::Plies(plies) => Self::Plies(plies - 1),
            Self::End => Self::End,
        }
    }

    /// The longest win, in plies, whose length is checked.
    pub(crate) fn plies(self) -> u32 {
        match self {
            Self::Plies(plies) => plies,
            Self::End => 4,
        }
    }
}

/// The results for `First` of positions searched to the end, which do not depend on the history.
pub(crate) type Solved<G> = HashMap<G, i8>;

/// Bounds of the result for a side with best play.
pub(crate) fn result_bounds<G: Game>(
    record: &Record<G>,
    horizon: Horizon,
    side: Side,
    solved: &mut Solved<G>,
) -> ResultBounds {
    let for_first = match horizon {
        Horizon::Plies(plies) => {
            let bound = |beyond| {
                let mut line = Line { record, positions: vec![record.position().clone()] };
                line.result(plies, beyond, -1, 1)
            };
            ResultBounds { min: bound(-1), max: bound(1) }
        }
        Horizon::End => {
            assert_eq!(G::REPETITIONS_TO_DRAW, 0, "the history may matter");
            let result = solve(record.position(), solved);
            ResultBounds { min: result, max: result }
        }
    };
    for_first.for_side(side)
}

pub(crate) fn result_for(side: Side, outcome: Outcome) -> i8 {
    outcome.value_for(side) as i8
}

/// The positions played from the end of a record. (Copying the record would take twenty times as
/// long; a test checks that the results are the same.)
struct Line<'a, G: Game> {
    record: &'a Record<G>,
    positions: Vec<G>,
}

impl<G: Game> Line<'_, G> {
    fn outcome(&self) -> Option<Outcome> {
        let (position, before) =
            self.positions.split_last().expect("it starts with the record's position");
        position.outcome().or_else(|| {
            let in_line = before.iter().skip(1).filter(|other| *other == position).count() as u32;
            let is_below = !before.is_empty();
            let occurrences = self.record.occurrences(position) + in_line + u32::from(is_below);
            let is_drawn = G::REPETITIONS_TO_DRAW > 0 && occurrences >= G::REPETITIONS_TO_DRAW;
            is_drawn.then_some(Outcome::Draw)
        })
    }

    /// The result for `First` if every position at the horizon has the result `beyond`.
    /// (Alpha-beta: outside the window, the result is only a bound.)
    fn result(&mut self, plies: u32, beyond: i8, mut alpha: i8, mut beta: i8) -> i8 {
        if let Some(outcome) = self.outcome() {
            return result_for(Side::First, outcome);
        }
        if plies == 0 {
            return beyond;
        }
        let position = self.positions.last().expect("it starts with the record's position").clone();
        let is_first = position.side_to_move() == Side::First;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut best = if is_first { -1 } else { 1 };
        for mv in moves {
            let mut next = position.clone();
            next.play(mv);
            self.positions.push(next);
            let result = self.result(plies - 1, beyond, alpha, beta);
            self.positions.pop();
            if is_first {
                best = best.max(result);
                alpha = alpha.max(best);
            } else {
                best = best.min(result);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// The result for `First` with best play.
fn solve<G: Game>(position: &G, solved: &mut Solved<G>) -> i8 {
    if let Some(outcome) = position.outcome() {
        return result_for(Side::First, outcome);
    }
    if let Some(&result) = solved.get(position) {
        return result;
    }
    let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut best = -1;
    for mv in moves {
        let mut next = position.clone();
        next.play(mv);
        best = best.max(sign * solve(&next, solved));
        if best == 1 {
            break;
        }
    }
    solved.insert(position.clone(), sign * best);
    sign * best
}
