//! An exhaustive search of a limited depth, which shares only the rules with the searches that it
//! checks. It knows what `Record` knows: the history decides when a repetition draws.

use std::collections::HashMap;

use playout_games::{Game, Outcome, Record, Side};

/// Bounds of a position's result for a side: -1 is a loss, 1 a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Truth {
    pub(crate) least: i8,
    pub(crate) most: i8,
}

impl Truth {
    pub(crate) fn allows(self, result: i8) -> bool {
        (self.least..=self.most).contains(&result)
    }

    pub(crate) fn is_exact(self) -> bool {
        self.least == self.most
    }

    fn for_side(self, side: Side) -> Self {
        match side {
            Side::First => self,
            Side::Second => Self { least: -self.most, most: -self.least },
        }
    }
}

/// How deep the search looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Horizon {
    Plies(u32),
    /// To the end of the game, in games that cannot repeat a position.
    End,
}

impl Horizon {
    pub(crate) fn after_a_move(self) -> Self {
        match self {
            Self::Plies(plies) => Self::Plies(plies - 1),
            Self::End => Self::End,
        }
    }

    /// How many plies ahead wins are searched for, one ply after the other.
    pub(crate) fn plies(self) -> u32 {
        match self {
            Self::Plies(plies) => plies,
            Self::End => 4,
        }
    }
}

/// The results, for `First`, of positions searched to the end. They do not depend on the history.
pub(crate) type Known<G> = HashMap<G, i8>;

/// The result of best play for a side.
pub(crate) fn truth<G: Game>(
    record: &Record<G>,
    horizon: Horizon,
    side: Side,
    known: &mut Known<G>,
) -> Truth {
    let for_first = match horizon {
        Horizon::Plies(plies) => {
            let bound = |beyond| {
                let mut line = Line { record, positions: vec![record.position().clone()] };
                line.result(plies, beyond, -1, 1)
            };
            Truth { least: bound(-1), most: bound(1) }
        }
        Horizon::End => {
            assert_eq!(G::REPETITIONS_TO_DRAW, 0, "the history may matter");
            let result = to_the_end(record.position(), known);
            Truth { least: result, most: result }
        }
    };
    for_first.for_side(side)
}

pub(crate) fn result_for(side: Side, outcome: Outcome) -> i8 {
    outcome.value_for(side) as i8
}

/// The positions from the end of a record on. (Copying the record would give the same and take
/// twenty times as long; a test compares.)
struct Line<'a, G: Game> {
    record: &'a Record<G>,
    positions: Vec<G>,
}

impl<G: Game> Line<'_, G> {
    fn outcome(&self) -> Option<Outcome> {
        let (position, before) = self.positions.split_last().expect("there is the record's");
        position.outcome().or_else(|| {
            let in_line = before.iter().skip(1).filter(|other| *other == position).count() as u32;
            let is_below = !before.is_empty();
            let occurrences = self.record.occurrences(position) + in_line + u32::from(is_below);
            let is_drawn = G::REPETITIONS_TO_DRAW > 0 && occurrences >= G::REPETITIONS_TO_DRAW;
            is_drawn.then_some(Outcome::Draw)
        })
    }

    /// The result for `First` if everything beyond the horizon has the result `beyond` (alpha-beta;
    /// a result outside the window is a bound).
    fn result(&mut self, plies: u32, beyond: i8, mut alpha: i8, mut beta: i8) -> i8 {
        if let Some(outcome) = self.outcome() {
            return result_for(Side::First, outcome);
        }
        if plies == 0 {
            return beyond;
        }
        let position = self.positions.last().expect("there is the record's").clone();
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

fn to_the_end<G: Game>(position: &G, known: &mut Known<G>) -> i8 {
    if let Some(outcome) = position.outcome() {
        return result_for(Side::First, outcome);
    }
    if let Some(&result) = known.get(position) {
        return result;
    }
    let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut best = -1;
    for mv in moves {
        let mut next = position.clone();
        next.play(mv);
        best = best.max(sign * to_the_end(&next, known));
        if best == 1 {
            break;
        }
    }
    known.insert(position.clone(), sign * best);
    sign * best
}

/// The same by playing every move on a copy of the record.
fn plainly<G: Game>(record: &Record<G>, plies: u32, beyond: i8) -> i8 {
    if let Some(outcome) = record.outcome() {
        return result_for(Side::First, outcome);
    }
    if plies == 0 {
        return beyond;
    }
    let results = record.legal_moves().into_iter().map(|mv| {
        let mut next = record.clone();
        next.play(mv);
        plainly(&next, plies - 1, beyond)
    });
    let best = match record.position().side_to_move() {
        Side::First => results.max(),
        Side::Second => results.min(),
    };
    best.expect("the game is not over")
}

#[test]
fn the_truth_is_that_of_the_record() {
    let mut exact = [0; 3];
    for record in super::games::animal_shogi(40) {
        let found = truth(&record, Horizon::Plies(3), Side::First, &mut HashMap::new());
        let [least, most] = [-1, 1].map(|beyond| plainly(&record, 3, beyond));
        assert_eq!(found, Truth { least, most }, "{} {:?}", record.start(), record.move_texts());
        if found.is_exact() {
            exact[(found.least + 1) as usize] += 1;
        }
    }
    assert!(exact.iter().all(|&count| count > 0), "{exact:?}");
}
