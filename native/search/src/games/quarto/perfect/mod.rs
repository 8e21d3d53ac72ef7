//! The player `perfect` in Quarto, which never makes a mistake and hopes for those of the opponent.
//!
//! It finds out the value of the position and a move that keeps it, which is then its choice; the rest
//! of its time goes into the choice among equals. Most positions are drawn, so it matters which draw
//! to play for: the player prefers moves after which a careful opponent errs most often, by the share
//! of replies that lose (`replies.rs`) and in games against simulated opponents (`games.rs`).
//!
//! In the variant `squares` the first positions take too long. There it plays as `mcts`.

mod candidate;
mod games;
mod replies;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use playout_games::quarto::{Move, Quarto};
use playout_games::{Error, Game, Outcome, Record, Side};

use super::book::Book;
use super::oracle::{Exact, Question, is_solvable};
use super::solver::Wanted;
use crate::exact::{Oracle, Value};
use crate::game::SearchGame;
use crate::mcts;
use crate::spec::{Among, Settings};
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Limits, Line, Proof, Random};
use candidate::{Candidate, careful_replies};
use games::SimulatedGame;
use replies::Replies;

/// Without a time limit, the choice among equals ends after so many nodes of the solver, about 0.3 s,
/// so that it is reproducible.
const MAX_NODES: u64 = 5_000_000;
/// How many games are simulated at most. Every third opponent only looks one ply ahead.
const MAX_GAMES: u32 = 400;
/// Without a time limit, the player makes so many playouts where it plays as `mcts`.
const MAX_PLAYOUTS: u64 = 20_000;

/// See the [module's documentation](self).
pub(super) struct PerfectQuarto {
    record: Record<Quarto>,
    exact: Arc<Exact>,
    settings: Settings,
    random: Random,
    lines: usize,
    /// The search where positions take too long to solve.
    early: Option<Box<dyn Strategy<Quarto>>>,
    /// All legal moves; first those that do not lose at once.
    candidates: Vec<Candidate>,
    /// The number of a candidate that keeps the value of the position, once one is known.
    chosen: Option<usize>,
    value: Option<Value>,
    /// The number of a candidate that was found because somebody asked before one was known.
    found_early: OnceLock<usize>,
    stage: Stage,
    nodes: u64,
}

/// What the player is finding out.
enum Stage {
    /// The value of the position.
    Position(Question),
    /// The values of the candidates, one by one.
    Moves(usize, Question),
    /// The mistakes after equally good candidates.
    Replies(Replies),
    /// The same in games after the best of them.
    Games(Vec<usize>, u32, Box<SimulatedGame>),
    Done,
}

impl PerfectQuarto {
    /// A player at the position of a record.
    ///
    /// # Errors
    ///
    /// `no_table` if the program was built without the book and the position needs it.
    pub(super) fn new(
        record: &Record<Quarto>,
        settings: &Settings,
        seed: u64,
    ) -> Result<Self, Error> {
        let position = record.position();
        if position.variant() == Quarto::VARIANTS[0] && !is_solvable(position) {
            Book::of_program()?;
        }
        let mut player = Self {
            record: record.clone(),
            exact: Exact::get(),
            settings: *settings,
            random: Random::new(seed),
            lines: 1,
            early: None,
            candidates: Vec::new(),
            chosen: None,
            value: None,
            found_early: OnceLock::new(),
            stage: Stage::Done,
            nodes: 0,
        };
        player.begin();
        Ok(player)
    }

    fn begin(&mut self) {
        let position = *self.record.position();
        (self.chosen, self.value, self.nodes) = (None, None, 0);
        self.found_early = OnceLock::new();
        self.candidates.clear();
        self.stage = Stage::Done;
        if position.outcome().is_some() {
            self.early = None;
            return;
        }
        if !is_solvable(&position) {
            let seed = self.random.word();
            self.early = Some(mcts::strategy(&self.record, Quarto::MCTS, &None, seed));
            return;
        }
        self.early = None;
        let mut moves = careful_replies(&position);
        self.random.shuffle(&mut moves);
        let mut others = self.record.legal_moves();
        others.retain(|mv| !moves.contains(mv));
        self.random.shuffle(&mut others);
        let candidate = |mv| Candidate::new(&position, mv);
        self.candidates = moves.into_iter().chain(others).map(candidate).collect();
        self.stage = Stage::Position(self.exact.ask(&position, Wanted::Plies));
    }

    fn side(&self) -> Side {
        self.record.position().side_to_move()
    }

    /// Whether the choice is final once a move is known that keeps the value.
    fn is_content(&self) -> bool {
        let is_won = matches!(self.value, Some(Value::Win(_)));
        self.lines == 1 && (is_won || self.settings.among == Among::Random)
    }

    /// Asks about the value of a candidate, or goes on to the comparison.
    fn ask_about(&mut self, number: usize) -> Stage {
        match self.candidates.get(number) {
            Some(_) if self.chosen.is_some() && self.is_content() => Stage::Done,
            Some(it) => Stage::Moves(number, self.exact.ask(&it.next, self.wanted())),
            None => self.compare(),
        }
    }

    /// What to find out about a candidate. Unless values are shown, it only matters whether it keeps
    /// that of the position, which is known sooner than how bad a worse one is.
    fn wanted(&self) -> Wanted {
        match self.value {
            Some(value) if self.lines == 1 => Wanted::AtMost(value.after()),
            _ => Wanted::Plies,
        }
    }

    /// Compares the candidates that keep the value.
    fn compare(&mut self) -> Stage {
        let equal = |&number: &usize| self.candidates[number].value == self.value;
        let equals: Vec<_> = (0..self.candidates.len()).filter(equal).collect();
        let is_won = matches!(self.value, Some(Value::Win(_)));
        if equals.len() < 2 || is_won || self.settings.among == Among::Random {
            return Stage::Done;
        }
        Stage::Replies(Replies::new(&self.candidates, equals, &mut self.random))
    }

    /// Begins the game with this number after the best candidates, which take turns.
    fn simulate(&self, best: Vec<usize>, number: u32) -> Stage {
        if best.len() < 2 || self.value != Some(Value::Draw) || number >= MAX_GAMES {
            return Stage::Done;
        }
        let at = number as usize % best.len();
        let searches = !(number / best.len() as u32).is_multiple_of(3);
        let position = self.candidates[best[at]].next;
        Stage::Games(best, number, Box::new(SimulatedGame::new(position, searches)))
    }

    /// The candidate to play: among those known to keep the value, the one after which opponents err
    /// most often.
    ///
    /// A search knows one when it ends. If it is asked before, it finds one here, once, so that the
    /// player never makes a mistake: with four or five pieces on the board that takes some 20 ms, but
    /// in one position of a hundred up to 0.2 s.
    fn choice(&self) -> Option<Candidate> {
        let Some(chosen) = self.chosen else {
            let found = *self.found_early.get_or_init(|| self.find_early());
            return self.candidates.get(found).cloned();
        };
        let chosen = &self.candidates[chosen];
        if self.settings.among == Among::Random {
            return Some(chosen.clone());
        }
        let equals = self.candidates.iter().filter(|it| it.value == chosen.value);
        let best = equals.fold(
            chosen,
            |best, it| {
                if it.temptation() > best.temptation() { it } else { best }
            },
        );
        Some(best.clone())
    }

    /// The number of a candidate that keeps the value.
    fn find_early(&self) -> usize {
        let value = self.value.unwrap_or_else(|| self.exact.value(self.record.position()));
        let keeps = |it: &Candidate| match it.value {
            Some(known) => known == value,
            None => self.exact.answer(&it.next, Wanted::AtMost(value.after())) == value.after(),
        };
        self.candidates.iter().position(keeps).unwrap_or(0)
    }

    /// The move, and the moves after it as long as they are known without a search.
    fn line(&self, candidate: &Candidate) -> Vec<Move> {
        let mut line = vec![candidate.mv];
        let mut position = candidate.next;
        let is_decided = candidate.value.and_then(Value::plies).is_some();
        while is_decided && position.outcome().is_none() {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let after = |mv: Move| {
                let mut next = position;
                next.play(mv);
                next
            };
            let values: Option<Vec<_>> = moves
                .iter()
                .map(|&mv| Some((self.exact.quick_value(&after(mv))?.before(), mv)))
                .collect();
            let best = values.and_then(|values| values.into_iter().max_by_key(|(value, _)| *value));
            let Some((_, mv)) = best else { break };
            line.push(mv);
            position = after(mv);
        }
        line
    }

    fn proof(&self, value: Value) -> Proof {
        let side = self.side();
        Proof::new(value.outcome(side), side, value.plies())
    }

    fn estimate(&self, value: Option<Value>) -> Estimate {
        let outcome = value.map_or(Outcome::Draw, |value| value.outcome(self.side()));
        Estimate::certain(outcome, self.side())
    }

    /// Does one unit of work, and returns what to do next.
    fn advance_stage(&mut self, stage: Stage) -> Stage {
        match stage {
            Stage::Position(mut question) => match question.unit(&self.exact) {
                None => Stage::Position(question),
                Some(value) => {
                    self.nodes += question.nodes();
                    self.value = Some(value);
                    self.ask_about(0)
                }
            },
            Stage::Moves(number, mut question) => match question.unit(&self.exact) {
                None => Stage::Moves(number, question),
                Some(value) => {
                    self.nodes += question.nodes();
                    let value = value.before();
                    // Otherwise it may be worse than that.
                    if self.wanted() == Wanted::Plies || Some(value) == self.value {
                        self.candidates[number].value = Some(value);
                    }
                    if self.chosen.is_none() && Some(value) == self.value {
                        self.chosen = Some(number);
                    }
                    self.ask_about(number + 1)
                }
            },
            Stage::Replies(mut replies) => {
                match replies.unit(&mut self.candidates, &self.exact, &mut self.nodes) {
                    None => Stage::Replies(replies),
                    Some(best) => self.simulate(best, 0),
                }
            }
            Stage::Games(best, number, mut game) => {
                match game.unit(&self.exact, &mut self.random) {
                    None => Stage::Games(best, number, game),
                    Some(is_error) => {
                        self.nodes += game.nodes();
                        let at = number as usize % best.len();
                        self.candidates[best[at]].games.add(is_error);
                        self.simulate(best, number + 1)
                    }
                }
            }
            Stage::Done => Stage::Done,
        }
    }
}

impl Strategy<Quarto> for PerfectQuarto {
    fn unit(&mut self) -> bool {
        let has_time_limit = self.settings.limits.time.is_some();
        if let Some(early) = &mut self.early {
            let is_enough = !has_time_limit && early.counts().playouts >= MAX_PLAYOUTS;
            return !is_enough && early.unit();
        }
        let stage = std::mem::replace(&mut self.stage, Stage::Done);
        let is_choice = matches!(stage, Stage::Replies(_) | Stage::Games(..));
        if is_choice && !has_time_limit && self.nodes >= MAX_NODES {
            return false;
        }
        self.stage = self.advance_stage(stage);
        !matches!(self.stage, Stage::Done)
    }

    fn is_ready(&self) -> bool {
        self.early.is_some() || self.chosen.is_some() || matches!(self.stage, Stage::Done)
    }

    fn counts(&self) -> Counts {
        match &self.early {
            Some(early) => early.counts(),
            None => Counts { playouts: 0, nodes: self.nodes },
        }
    }

    fn decision(&self) -> Option<Decision<Move>> {
        if let Some(early) = &self.early {
            return early.decision();
        }
        let best = self.choice()?;
        let (estimate, proof) = self.verdict()?;
        Some(Decision {
            mv: best.mv,
            estimate,
            visits: self.record.legal_moves().into_iter().map(|mv| (mv, 0)).collect(),
            line: self.line(&best),
            proof,
        })
    }

    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        if let Some(early) = &self.early {
            return early.verdict();
        }
        // Nothing is claimed before a move is known that keeps the value.
        let value = self.value.filter(|_| self.chosen.is_some());
        let proof = value.map(|value| self.proof(value));
        (!self.candidates.is_empty()).then(|| (self.estimate(value), proof))
    }

    fn set_multi_pv(&mut self, max: usize) {
        let shows_more = self.lines == 1 && max > 1;
        self.lines = max;
        if shows_more && !matches!(self.stage, Stage::Position(_)) {
            self.begin();
        }
        if let Some(early) = &mut self.early {
            early.set_multi_pv(max);
        }
    }

    fn lines(&self, max: usize) -> Vec<Line<Move>> {
        if let Some(early) = &self.early {
            return early.lines(max);
        }
        let Some(best) = self.choice() else { return Vec::new() };
        let mut known: Vec<_> = self.candidates.iter().filter(|it| it.value.is_some()).collect();
        known.sort_by_key(|it| (it.mv != best.mv, std::cmp::Reverse(it.value)));
        if known.first().is_none_or(|first| first.mv != best.mv) {
            known.insert(0, &best);
        }
        let line = |it: &Candidate| {
            let estimate = self.estimate(it.value);
            Line {
                mv: it.mv,
                value: estimate.value(),
                estimate,
                visits: 0,
                line: self.line(it),
                proof: it.value.map(|value| self.proof(value)),
            }
        };
        known.into_iter().take(max).map(line).collect()
    }

    fn advance(&mut self, moves: &[Move]) {
        moves.iter().for_each(|&mv| self.record.play(mv));
        self.begin();
    }

    fn begin_turn(&mut self, settings: &Settings) {
        self.settings.limits = settings.limits;
        self.begin();
    }

    fn bytes(&self) -> usize {
        self.early.as_ref().map_or(0, |early| early.bytes())
    }

    fn max_bytes(&self, limits: &Limits) -> usize {
        self.early.as_ref().map_or(0, |early| early.max_bytes(limits))
    }
}
