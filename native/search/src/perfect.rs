//! The player `perfect`, which plays by a table of exact values.
//!
//! A table knows no history; `certainty.rs` says when its values hold all the same. If the opponent
//! resists a win that the player has played without detours, they always do, because all positions
//! that have occurred are farther from the end. If the player cannot tell from the table whether a
//! position is won, it searches with the record (`refinement.rs`), for a limited time, and claims only
//! what the table or that search has proven.

mod refinement;

use std::sync::Arc;

use playout_games::{Outcome, Record, Side};

use crate::certainty::NearestClosed;
use crate::exact::{Oracle, Value};
use crate::game::SearchGame;
use crate::spec::{Among, Settings};
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Line, Proof, Random};
use refinement::{Refined, Refinement};

/// The most positions that a search without a time limit visits, so that the player's choice is
/// reproducible; about 0.2 s.
const MAX_NODES: u64 = 500_000;

/// See the [module's documentation](self).
#[derive(Debug)]
pub(crate) struct Perfect<G: SearchGame> {
    record: Record<G>,
    oracle: Arc<dyn Oracle<G>>,
    among: Among,
    random: Random,
    /// Whether the time for refining is limited; if not, the number of positions is.
    has_time_limit: bool,
    /// All legal moves, the chosen one first, the others from best to worst.
    ranked: Vec<Ranked<G>>,
    /// The search for what the table leaves open.
    refinement: Option<Refinement<G>>,
    /// What that search has proven about the position.
    refined: Option<Proof>,
    /// The positions that it has visited.
    nodes: u64,
}

/// A legal move with its value for the side that plays it.
#[derive(Clone, Debug)]
struct Ranked<G: SearchGame> {
    mv: G::Move,
    next: G,
    value: Value,
    certainty: Certainty,
}

/// Whether the value of a move holds with the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// The result may also be a draw.
    Unknown,
    /// The move ends the game by repetition.
    Repeats,
    /// The value of the table is certain.
    Table,
    /// A search has proven the result, and perhaps how many plies it takes.
    Search(Option<u32>),
}

impl<G: SearchGame> Ranked<G> {
    /// Sorts moves from worst to best. A win that may turn out to be a draw comes after every win
    /// that cannot.
    fn rank(&self) -> (bool, Value) {
        (matches!(self.value, Value::Win(_)) && self.is_certain(), self.value)
    }

    fn is_certain(&self) -> bool {
        self.certainty != Certainty::Unknown
    }

    fn proof(&self, side: Side) -> Option<Proof> {
        let plies = match self.certainty {
            Certainty::Unknown => return None,
            Certainty::Repeats => Some(1),
            Certainty::Table => self.value.plies(),
            Certainty::Search(plies) => plies,
        };
        Some(Proof::new(self.value.outcome(side), side, plies))
    }
}

impl<G: SearchGame> Perfect<G> {
    /// A player at the position of a record.
    pub(crate) fn new(
        record: &Record<G>,
        oracle: Arc<dyn Oracle<G>>,
        settings: &Settings,
        seed: u64,
    ) -> Self {
        let mut player = Self {
            record: record.clone(),
            oracle,
            among: settings.among,
            random: Random::new(seed),
            has_time_limit: settings.limits.time.is_some(),
            ranked: Vec::new(),
            refinement: None,
            refined: None,
            nodes: 0,
        };
        player.choose();
        player
    }

    fn choose(&mut self) {
        let moves = self.record.legal_moves();
        let nearest = NearestClosed::in_record(&self.record, self.oracle.as_ref());
        self.ranked = moves.into_iter().map(|mv| self.rank(mv, nearest)).collect();
        // Among equals, chance decides where nothing else does.
        self.random.shuffle(&mut self.ranked);
        self.ranked.sort_by_key(|it| std::cmp::Reverse(it.rank()));
        (self.refinement, self.refined, self.nodes) = (None, None, 0);
        let Some(first) = self.ranked.first() else { return };
        let best = first.rank();
        if self.among == Among::Hardest {
            let equals = self.ranked.iter().take_while(|it| it.rank() == best).count();
            let holding: Vec<_> =
                self.ranked[..equals].iter().map(|it| self.holding_replies(it)).collect();
            let hardest = (0..equals).min_by_key(|&index| holding[index]).unwrap_or(0);
            self.ranked.swap(0, hardest);
        }
        self.refinement = self.open_question();
    }

    fn rank(&self, mv: G::Move, nearest: NearestClosed) -> Ranked<G> {
        let mut next = self.record.position().clone();
        next.play(mv);
        if next.outcome().is_none() && self.record.draws_at([], &next) {
            return Ranked { mv, next, value: Value::Draw, certainty: Certainty::Repeats };
        }
        let after = nearest.valued(self.oracle.value(&next));
        let certainty = if after.is_certain { Certainty::Table } else { Certainty::Unknown };
        Ranked { mv, next, value: after.value.before(), certainty }
    }

    /// A search for what the table leaves open: whether a win, or a loss after every move, holds with
    /// the history. `None` if the result is certain.
    fn open_question(&self) -> Option<Refinement<G>> {
        let side = self.record.position().side_to_move();
        let best = self.ranked.first()?.value;
        let is_open = match best {
            // A certain win would be the first move.
            Value::Win(_) => !self.ranked[0].is_certain(),
            Value::Draw => false,
            Value::Loss(_) => self.ranked.iter().any(|it| !it.is_certain()),
        };
        // The shortest win, or the longest resistance.
        let plies = self.ranked.iter().map(|it| it.value).max().and_then(Value::plies)?;
        let winner = if matches!(best, Value::Win(_)) { side } else { side.other() };
        is_open.then(|| Refinement::new(&self.record, Arc::clone(&self.oracle), winner, plies))
    }

    /// Applies what the search has proven to the moves, and ranks them again.
    fn refine(&mut self, result: Refined<G::Move>) {
        let side = self.record.position().side_to_move();
        match result {
            Refined::Win { winner, plies, first } => {
                for ranked in &mut self.ranked {
                    if Some(ranked.mv) == first {
                        ranked.value = Value::Win(plies);
                        ranked.certainty = Certainty::Search(Some(plies));
                    } else if winner != side && !ranked.is_certain() {
                        ranked.certainty = Certainty::Search(None);
                    }
                }
                self.refined = Some(Proof::new(Outcome::Win(winner), side, Some(plies)));
            }
            Refined::Draw { first } => {
                for ranked in &mut self.ranked {
                    // If the side to move cannot win, every move that would win without the history
                    // draws.
                    let is_spoiled = matches!(ranked.value, Value::Win(_));
                    if Some(ranked.mv) == first || is_spoiled {
                        ranked.value = Value::Draw;
                        ranked.certainty = Certainty::Search(None);
                    }
                }
                self.refined = Some(Proof::new(Outcome::Draw, side, None));
            }
        }
        self.ranked.sort_by_key(|it| std::cmp::Reverse(it.rank()));
    }

    /// How many replies to a move hold. A move that ends the game gives the opponent no chance to
    /// go wrong.
    fn holding_replies(&self, ranked: &Ranked<G>) -> usize {
        if ranked.certainty == Certainty::Repeats || ranked.next.outcome().is_some() {
            return usize::MAX;
        }
        let mut replies = Vec::new();
        ranked.next.legal_moves(&mut replies);
        let values = replies.into_iter().map(|reply| {
            let mut next = ranked.next.clone();
            next.play(reply);
            self.oracle.value(&next).before()
        });
        let values: Vec<_> = values.collect();
        let Some(best) = values.iter().copied().max() else { return 0 };
        let holds = |value: &Value| match best {
            Value::Win(_) => matches!(value, Value::Win(_)),
            Value::Draw | Value::Loss(_) => *value == best,
        };
        values.iter().filter(|value| holds(value)).count()
    }

    /// What has been proven about the position. A loss is proven only if it is certain after every
    /// move, and the length of a win only if no win that seems shorter is uncertain.
    fn proof(&self) -> Option<Proof> {
        if self.refined.is_some() {
            return self.refined;
        }
        let best = self.ranked.first()?;
        let proof = best.proof(self.record.position().side_to_move())?;
        let mut uncertain = self.ranked.iter().filter(|it| !it.is_certain());
        match best.value {
            Value::Loss(_) => uncertain.next().is_none().then_some(proof),
            Value::Win(_) if uncertain.any(|it| it.value > best.value) => {
                Some(Proof { plies: None, ..proof })
            }
            Value::Win(_) | Value::Draw => Some(proof),
        }
    }

    /// The shortest win or the longest resistance from a move on, or only the move if the result is
    /// a draw or depends on the history, of which the table knows nothing.
    fn line(&self, ranked: &Ranked<G>) -> Vec<G::Move> {
        let mut line = vec![ranked.mv];
        let is_decided = ranked.value.plies().is_some() && ranked.certainty == Certainty::Table;
        let mut position = ranked.next.clone();
        let mut moves = Vec::new();
        while is_decided && position.outcome().is_none() {
            moves.clear();
            position.legal_moves(&mut moves);
            let after = |mv: &G::Move| {
                let mut next = position.clone();
                next.play(*mv);
                next
            };
            let best = moves.iter().max_by_key(|mv| self.oracle.value(&after(mv)).before());
            let Some(&mv) = best else { break };
            position = after(&mv);
            line.push(mv);
        }
        line
    }

    fn estimate(&self, ranked: &Ranked<G>) -> Estimate {
        let side = self.record.position().side_to_move();
        Estimate::certain(ranked.value.outcome(side), side)
    }
}

impl<G: SearchGame> Strategy<G> for Perfect<G> {
    fn unit(&mut self) -> bool {
        let Some(refinement) = &mut self.refinement else { return false };
        self.nodes += 1;
        let result = refinement.visit(&self.record);
        let is_over = result.is_some() || (!self.has_time_limit && self.nodes >= MAX_NODES);
        if is_over {
            self.refinement = None;
        }
        if let Some(result) = result {
            self.refine(result);
        }
        !is_over
    }

    fn counts(&self) -> Counts {
        Counts { playouts: 0, nodes: self.nodes }
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        let best = self.ranked.first()?;
        Some(Decision {
            mv: best.mv,
            estimate: self.estimate(best),
            visits: self.record.legal_moves().into_iter().map(|mv| (mv, 0)).collect(),
            line: self.line(best),
            proof: self.proof(),
        })
    }

    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        self.ranked.first().map(|best| (self.estimate(best), self.proof()))
    }

    fn lines(&self, max: usize) -> Vec<Line<G::Move>> {
        let side = self.record.position().side_to_move();
        let line = |ranked: &Ranked<G>| {
            let estimate = self.estimate(ranked);
            Line {
                mv: ranked.mv,
                value: estimate.value(),
                estimate,
                visits: 0,
                line: self.line(ranked),
                proof: ranked.proof(side),
            }
        };
        self.ranked.iter().take(max).map(line).collect()
    }

    fn advance(&mut self, moves: &[G::Move]) {
        moves.iter().for_each(|&mv| self.record.play(mv));
        self.choose();
    }

    fn begin_turn(&mut self, settings: &Settings) {
        self.has_time_limit = settings.limits.time.is_some();
        self.choose();
    }
}

#[cfg(test)]
mod tests;
