//! The opening `swap2` as people play it. Whoever places stones looks for those after which both
//! colours stand equally well; whoever chooses takes the better colour, or places two more stones if
//! neither is better.

use std::cmp::Ordering;

use playout_games::gomoku::{Colour, Gomoku, Move};
use playout_games::{Game, Record};

use super::balance::{Judge, draw_stones, stones};
use crate::spec::Settings;
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Limits, Line, MinimaxSettings, Random};

/// The stones after which a colour may be chosen at first, and after which it must be.
const FIRST: u32 = 3;
const LAST: u32 = 5;

/// For each round, how many openings are searched, the nearest to even of the round before, and to
/// how many positions each.
const ROUNDS: [(usize, u64); 4] = [(24, 300), (6, 2_000), (3, 6_000), (2, 20_000)];
/// How many openings are searched once there is a plan from the stone before.
const WITH_PLAN: usize = 4;
/// How far from even, as a value from -1 to 1, an opening may be that is preferred to others because
/// it has been searched longer.
const NEAR: f64 = 0.2;
/// The positions searched to choose a colour.
const TO_CHOOSE: u64 = 200_000;
/// The positions after which it may place two more stones instead, and how near to even, as a value
/// from -1 to 1, that must be.
const TO_PLACE: u64 = 20_000;
const EVEN: f64 = 0.15;

/// Stones that complete the opening, and how they stand.
#[derive(Clone, Debug)]
struct Candidate {
    stones: Vec<Move>,
    /// The value for white, from -1 to 1; `None` before the first search.
    value: Option<f64>,
    /// How many positions the search visited.
    visited: u64,
}

impl Candidate {
    /// How far it is from even; without a search, as far as possible.
    fn distance(&self) -> f64 {
        self.value.map_or(1.0, f64::abs)
    }

    /// Whether it is better to place these stones than others.
    fn compare(&self, other: &Self) -> Ordering {
        let certainty = |it: &Self| if it.distance() < NEAR { it.visited } else { 0 };
        let by_distance = self.distance().total_cmp(&other.distance());
        certainty(other).cmp(&certainty(self)).then(by_distance)
    }
}

/// What is being decided.
#[derive(Debug)]
enum Stage {
    /// Which colour is better, or whether to place two more stones.
    Choose,
    /// Where to place stones: the round, and the candidate that is searched.
    Place {
        round: usize,
        index: usize,
    },
    Done,
}

/// A search in the opening, until colours have been chosen.
#[derive(Debug)]
struct Opening {
    stage: Stage,
    judge: Option<Judge>,
    /// The value for white of the position, if a colour may be chosen.
    here: Option<f64>,
    candidates: Vec<Candidate>,
}

/// Starts the player once colours have been chosen, with a seed.
type Begin = Box<dyn Fn(&Record<Gomoku>, u64) -> Box<dyn Strategy<Gomoku>> + Send>;

/// The strategy in a game that starts with the opening, and what it becomes afterwards.
pub(super) struct Swap2 {
    record: Record<Gomoku>,
    settings: MinimaxSettings,
    random: Random,
    opening: Opening,
    /// The strategy once colours have been chosen.
    after: Option<Box<dyn Strategy<Gomoku>>>,
    begin: Begin,
    /// Units of work in the opening, which count as playouts too if the player has those.
    units: u64,
    has_playouts: bool,
    lines: usize,
}

/// Whether colours have yet to be chosen.
pub(super) fn is_opening(position: &Gomoku) -> bool {
    position.side_of(position.colour_to_move()).is_none()
}

impl Swap2 {
    /// A strategy for a position in the opening. `begin` starts the player once colours have been
    /// chosen.
    pub(super) fn new(
        record: &Record<Gomoku>,
        settings: MinimaxSettings,
        has_playouts: bool,
        seed: u64,
        begin: impl Fn(&Record<Gomoku>, u64) -> Box<dyn Strategy<Gomoku>> + Send + 'static,
    ) -> Self {
        let mut random = Random::new(seed);
        Self {
            opening: Opening::new(record, Vec::new(), &mut random),
            record: record.clone(),
            settings,
            random,
            after: None,
            begin: Box::new(begin),
            units: 0,
            has_playouts,
            lines: 1,
        }
    }

    /// Plays a move, and begins at the position after it.
    fn play(&mut self, mv: Move) {
        let plans = self.opening.plans_after(mv);
        self.record.play(mv);
        if is_opening(self.record.position()) {
            self.opening = Opening::new(&self.record, plans, &mut self.random);
            return;
        }
        self.opening.judge = None;
        let mut after = (self.begin)(&self.record, self.random.word());
        after.set_multi_pv(self.lines);
        self.after = Some(after);
    }
}

impl Opening {
    /// Begins with plans from the stone before.
    fn new(record: &Record<Gomoku>, plans: Vec<Candidate>, random: &mut Random) -> Self {
        let placed = stones(record.position());
        if placed == FIRST || placed == LAST {
            return Self { stage: Stage::Choose, judge: None, here: None, candidates: Vec::new() };
        }
        let mut opening =
            Self { stage: Stage::Done, judge: None, here: None, candidates: Vec::new() };
        opening.place(record, plans, random);
        opening
    }

    /// What it would place after a stone.
    fn plans_after(&mut self, stone: Move) -> Vec<Candidate> {
        let mut plans = std::mem::take(&mut self.candidates);
        plans.retain(|plan| plan.stones.len() > 1 && plan.stones[0] == stone);
        for plan in &mut plans {
            plan.stones.remove(0);
        }
        plans
    }

    /// Starts to look for stones to place, besides those planned.
    fn place(&mut self, record: &Record<Gomoku>, mut plans: Vec<Candidate>, random: &mut Random) {
        let placed = stones(record.position());
        let more = if placed < FIRST { FIRST - placed } else { LAST - placed };
        let most = if plans.is_empty() { ROUNDS[0].0 } else { WITH_PLAN };
        let draw = |_| draw_stones(record.position(), more, random);
        let drawn = (plans.len()..most).filter_map(draw);
        plans.extend(drawn.map(|stones| Candidate { stones, value: None, visited: 0 }));
        self.candidates = plans;
        self.judge = None;
        self.stage = if self.candidates.is_empty() {
            Stage::Done
        } else {
            Stage::Place { round: 0, index: 0 }
        };
    }

    /// Visits a position; `false` if everything has been decided.
    fn unit(
        &mut self,
        record: &Record<Gomoku>,
        settings: MinimaxSettings,
        random: &mut Random,
    ) -> bool {
        match self.stage {
            Stage::Done => return false,
            Stage::Choose => {
                let judge = self.judge.get_or_insert_with(|| judge(record, &[], settings, random));
                let goes_on = judge.visit();
                let visited = judge.visited();
                self.here = Some(judge.value());
                let is_even = self.here.is_some_and(|value| value.abs() < EVEN);
                if !goes_on || visited >= TO_CHOOSE {
                    self.judge = None;
                    self.stage = Stage::Done;
                } else if visited == TO_PLACE && is_even && stones(record.position()) == FIRST {
                    self.place(record, Vec::new(), random);
                }
            }
            Stage::Place { round, index } if self.candidates[index].visited >= ROUNDS[round].1 => {
                self.stage = self.next(round, index + 1);
            }
            Stage::Place { round, index } => {
                let Self { judge: current, candidates, .. } = self;
                let judge = current.get_or_insert_with(|| {
                    judge(record, &candidates[index].stones, settings, random)
                });
                if judge.visit() && judge.visited() < ROUNDS[round].1 {
                    return true;
                }
                candidates[index].value = Some(judge.value());
                candidates[index].visited = ROUNDS[round].1;
                *current = None;
                self.stage = self.next(round, index + 1);
            }
        }
        !matches!(self.stage, Stage::Done)
    }

    /// The stage after a candidate has been searched.
    fn next(&mut self, round: usize, index: usize) -> Stage {
        let searched = ROUNDS[round].0.min(self.candidates.len());
        if index < searched {
            return Stage::Place { round, index };
        }
        let Some(&(next, _)) = ROUNDS.get(round + 1) else { return Stage::Done };
        let by_distance = |a: &Candidate, b: &Candidate| a.distance().total_cmp(&b.distance());
        self.candidates[..searched].sort_by(by_distance);
        self.candidates.truncate(next);
        Stage::Place { round: round + 1, index: 0 }
    }

    /// Moves that it might play now, from the one that it would play, and what the player may expect
    /// after them, from -1 to 1. Each begins with another move.
    fn plans(&self, record: &Record<Gomoku>) -> Vec<(Vec<Move>, f64)> {
        let mut candidates: Vec<_> = self.candidates.iter().collect();
        candidates.sort_by(|a, b| a.compare(b));
        let mut plans: Vec<(Vec<Move>, f64)> = Vec::new();
        for Candidate { stones, value, .. } in candidates {
            if plans.iter().all(|(others, _)| others[0] != stones[0]) {
                // The opponent takes the better colour of what is placed.
                plans.push((stones.clone(), 0.0 - value.unwrap_or(0.0).abs()));
            }
        }
        let white = self.here.unwrap_or(0.0);
        let colours = if white >= 0.0 {
            [(Colour::White, white), (Colour::Black, 0.0 - white)]
        } else {
            [(Colour::Black, 0.0 - white), (Colour::White, white)]
        };
        let choices = colours.map(|(colour, value)| (Move::choose(colour), value));
        let choices = choices.into_iter().filter(|(mv, _)| record.position().is_legal(*mv));
        plans.extend(choices.map(|(mv, value)| (vec![mv], value)));
        if plans.is_empty() {
            plans.extend(record.legal_moves().first().map(|&mv| (vec![mv], 0.0)));
        }
        plans
    }
}

/// A value from -1 to 1 as fractions of wins and losses.
fn estimate_of(value: f64) -> Estimate {
    let win = 0.5 + value / 2.0;
    Estimate { win, draw: 0.0, loss: 1.0 - win }
}

/// A search of the position after some stones, when white has been chosen. It is white's turn.
fn judge(
    record: &Record<Gomoku>,
    stones: &[Move],
    settings: MinimaxSettings,
    random: &mut Random,
) -> Judge {
    let mut record = record.clone();
    stones.iter().for_each(|&mv| record.play(mv));
    record.play(Move::choose(Colour::White));
    Judge::new(&record, settings, random.word())
}

impl Strategy<Gomoku> for Swap2 {
    fn unit(&mut self) -> bool {
        if let Some(after) = &mut self.after {
            return after.unit();
        }
        if self.record.outcome().is_some() {
            return false;
        }
        self.units += 1;
        self.opening.unit(&self.record, self.settings, &mut self.random)
    }

    fn is_forced(&self) -> bool {
        self.after.as_ref().is_some_and(|after| after.is_forced())
    }

    fn may_grow(&self) -> bool {
        self.after.as_ref().is_none_or(|after| after.may_grow())
    }

    fn counts(&self) -> Counts {
        let after = self.after.as_ref().map_or_else(Counts::default, |after| after.counts());
        let playouts = if self.has_playouts { self.units } else { 0 };
        Counts { playouts: playouts + after.playouts, nodes: self.units + after.nodes }
    }

    fn decision(&self) -> Option<Decision<Move>> {
        if let Some(after) = &self.after {
            return after.decision();
        }
        let (line, value) = self.opening.plans(&self.record).into_iter().next()?;
        let estimate = estimate_of(value);
        let visits = self.record.legal_moves().into_iter().map(|mv| (mv, 0)).collect();
        Some(Decision { mv: line[0], estimate, visits, line, proof: None })
    }

    fn depth(&self) -> Option<u32> {
        self.after.as_ref().and_then(|after| after.depth())
    }

    fn verdict(&self) -> Option<(Estimate, Option<crate::Proof>)> {
        match &self.after {
            Some(after) => after.verdict(),
            None => self.decision().map(|decision| (decision.estimate, None)),
        }
    }

    fn set_multi_pv(&mut self, max: usize) {
        self.lines = max;
        if let Some(after) = &mut self.after {
            after.set_multi_pv(max);
        }
    }

    fn lines(&self, max: usize) -> Vec<Line<Move>> {
        match &self.after {
            Some(after) => after.lines(max),
            None => {
                let line = |(line, value): (Vec<Move>, f64)| {
                    let estimate = estimate_of(value);
                    let value = estimate.value();
                    Line { mv: line[0], value, estimate, visits: 0, line, proof: None }
                };
                self.opening.plans(&self.record).into_iter().take(max).map(line).collect()
            }
        }
    }

    fn advance(&mut self, moves: &[Move]) {
        for (index, &mv) in moves.iter().enumerate() {
            if let Some(after) = &mut self.after {
                return after.advance(&moves[index..]);
            }
            self.play(mv);
        }
    }

    fn begin_turn(&mut self, settings: &Settings) {
        self.settings.depth = settings.minimax.depth;
        if let Some(after) = &mut self.after {
            after.begin_turn(settings);
        }
    }

    fn bytes_to_compact(&self) -> usize {
        self.after.as_ref().map_or(0, |after| after.bytes_to_compact())
    }

    fn bytes(&self) -> usize {
        let judge = self.opening.judge.as_ref().map_or(0, Judge::bytes);
        self.after.as_ref().map_or(judge, |after| after.bytes())
    }

    fn max_bytes(&self, limits: &Limits) -> usize {
        if let Some(after) = &self.after {
            return after.max_bytes(limits);
        }
        // Colours may be chosen before the turn begins.
        let mut record = self.record.clone();
        while is_opening(record.position()) {
            let choice = Move::choose(Colour::White);
            let mv =
                if record.position().is_legal(choice) { choice } else { record.legal_moves()[0] };
            record.play(mv);
        }
        let after = (self.begin)(&record, 0).max_bytes(limits);
        let judge = Judge::new(&record, self.settings, 0);
        // Units of work are positions, and count as playouts too.
        let playouts = limits.playouts.filter(|_| self.has_playouts);
        let nodes = [limits.nodes, playouts].into_iter().flatten().min();
        after.max(judge.max_bytes(&Limits { nodes, ..*limits }))
    }
}

#[cfg(test)]
mod tests {
    use playout_games::gomoku::Point;
    use playout_games::{Options, Record};

    use super::*;
    use crate::whole_run::short_or_whole;
    use crate::{Search, Spec};

    fn start() -> Record<Gomoku> {
        let options = Options::new([("opening", "swap2")]);
        Record::new(Gomoku::start(&options).expect("a start"))
    }

    fn play(record: &mut Record<Gomoku>, spec: &str, seed: u64) -> Move {
        let spec = Spec::parse(&format!("{spec},seed={seed}")).expect("a spec");
        let mut search = Search::new(record, &spec).expect("a search");
        let mv = search.run().expect("a move").mv;
        record.play(mv);
        mv
    }

    fn distance(points: &[Point], point: Point) -> u8 {
        let apart =
            |it: &Point| it.row().abs_diff(point.row()).max(it.column().abs_diff(point.column()));
        points.iter().map(apart).min().unwrap_or(0)
    }

    #[test]
    fn stones_are_near_each_other_vary_and_leave_both_colours_even() {
        let seeds = short_or_whole(2, 4);
        for spec in ["minimax:nodes=12000", "mcts:playouts=12000"] {
            let mut seen = std::collections::HashSet::new();
            for seed in 0..seeds {
                let mut record = start();
                let mut points = Vec::new();
                for ply in 0..3 {
                    let point = play(&mut record, spec, 10 * seed + ply).point().expect("a stone");
                    assert!(distance(&points, point) <= 3, "{}", record.position());
                    points.push(point);
                }
                seen.insert(record.position().to_string());
                record.play(Move::choose(Colour::White));
                let mut judge = Judge::new(&record, MinimaxSettings::COMMON, 1);
                while judge.visited() < 10_000 && judge.visit() {}
                assert!(judge.value().abs() < 0.5, "{} in {}", judge.value(), record.position());
            }
            assert_eq!(seen.len() as u64, seeds, "{seen:?}");
        }
    }

    #[test]
    fn what_was_planned_with_the_first_stone_is_remembered() {
        let begin = |_: &Record<Gomoku>, _| unreachable!("colours have not been chosen");
        let search = |record: &Record<Gomoku>| {
            let mut search = Swap2::new(record, MinimaxSettings::COMMON, false, 1, begin);
            (0..9_000).for_each(|_| assert!(search.unit()));
            search
        };
        let record = start();
        let mut searched = search(&record);
        let (stones, value) = searched.opening.plans(&record).swap_remove(0);
        assert_eq!(stones.len(), 3);
        searched.advance(&stones[..1]);
        let plan = &searched.opening.candidates[0];
        assert_eq!((&plan.stones[..], -plan.distance()), (&stones[1..], value));
        assert!(plan.visited >= ROUNDS[0].1);
        assert_eq!(searched.opening.candidates.len(), WITH_PLAN);

        let mut elsewhere = search(&record);
        let corner = Move::place(Point::new(0, 0).expect("a point"));
        elsewhere.advance(&[corner]);
        assert!(elsewhere.opening.candidates.iter().all(|it| it.visited == 0));
    }

    #[test]
    fn the_better_colour_is_chosen() {
        // Black's stones make a two in the open; then far apart in corners, with white in the middle.
        for (stones, better) in [(["h8", "a1", "i8"], "black"), (["a1", "h8", "o15"], "white")] {
            for spec in ["minimax:nodes=5000", "mcts:playouts=5000", "minimax:depth=2"] {
                let mut record = start();
                record.play_texts(stones).expect("moves");
                let mv = play(&mut record, spec, 1);
                assert_eq!(record.start().move_text(mv), better, "{spec} after {stones:?}");
                let next = play(&mut record, spec, 2);
                assert!(next.point().is_some());
            }
        }
    }

    #[test]
    fn whole_openings_are_played_at_any_size_with_any_limit() {
        for size in ["5", "9", "20"] {
            for spec in
                ["minimax:nodes=1", "mcts:playouts=1", "mcts:playouts=300", "minimax:depth=1"]
            {
                for stones in [0, 3, 4, 5] {
                    let options = Options::new([("opening", "swap2"), ("size", size)]);
                    let mut record = Record::new(Gomoku::start(&options).expect("a start"));
                    let points = ["a1", "c3", "b2", "d2", "e4"];
                    record.play_texts(points[..stones].iter().copied()).expect("moves");
                    let mut plies = 0;
                    while is_opening(record.position()) {
                        play(&mut record, spec, plies);
                        plies += 1;
                    }
                    assert!(plies <= 6);
                    play(&mut record, spec, 9);
                }
            }
        }
    }

    #[test]
    fn a_kept_search_goes_on_after_the_choice_within_its_memory() {
        for spec in ["minimax:nodes=2000,seed=1", "mcts:playouts=500,seed=1"] {
            let mut record = start();
            let spec = Spec::parse(spec).expect("a spec");
            let mut search = Search::new(&record, &spec).expect("a search");
            for _ in 0..12 {
                let max = search.max_bytes();
                let mv = search.run().expect("a move").mv;
                assert!(search.bytes() <= max, "{} of {max}", search.bytes());
                search.advance(mv).expect("a legal move");
                record.play(mv);
            }
            assert_eq!(search.position(), record.position());
            assert!(!is_opening(record.position()));
        }
    }
}
