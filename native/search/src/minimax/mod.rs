//! The player `minimax`: alpha-beta (Knuth and Moore 1975) with iterative
//! deepening (Slate and Atkin 1977) and a static evaluator.
//!
//! Values are `First`'s, whoever is to move, so a side that moves twice
//! running is nothing special. A win counts more the sooner it comes. The
//! frames of the search are kept in a `Vec`: a unit of work visits one node,
//! and nothing depends on how units are sliced.

mod frame;

use playout_games::{Outcome, Record, Side};

use crate::game::{MOST_POINTS, SearchGame};
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Proof, Random};
use frame::Frame;

/// The value of a win at once; one ply later it is one less. Far from any
/// guess.
const WIN: i32 = 1_000_000;
/// Above every value.
const INFINITE: i32 = 2 * WIN;
/// How deep a search without a depth goes: beyond any game that could be
/// searched so far.
const DEEPEST: u32 = 1_000;

/// What can be set about `minimax`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimaxSettings {
    /// The plies to which it searches; `None`: until another limit ends it.
    pub depth: Option<u32>,
    /// How far from stones it looks for moves (Gomoku).
    pub radius: u32,
    /// Points of the evaluator by which a move may be worse than the best and
    /// still be chosen, by the seed; 0: the best alone. So the same opponent
    /// meets other games. A win is never passed over.
    pub margin: u32,
}

impl Default for MinimaxSettings {
    fn default() -> Self {
        Self { depth: None, radius: 2, margin: 0 }
    }
}

/// An iteration that was finished, or the better part of one that was not.
#[derive(Clone, Debug)]
struct Found<M> {
    value: i32,
    line: Vec<M>,
    /// The values and lines of the moves that come close to the best, within
    /// the margin, itself among them; none without a margin.
    close: Vec<(i32, Vec<M>)>,
    /// Whether every position in it was played to its end: no guess.
    exact: bool,
    /// Whether it is all moves that this is the best of, not only the first
    /// few of an unfinished iteration.
    finished: bool,
}

#[derive(Debug)]
pub(crate) struct Minimax<G: SearchGame> {
    record: Record<G>,
    settings: MinimaxSettings,
    random: Random,
    /// The moves of the root in the order in which they are searched, with the
    /// nodes that each took.
    root: Vec<(G::Move, u64)>,
    /// The moves of the root in a random order: of those that are close to
    /// the best the first here is chosen.
    favour: Vec<G::Move>,
    frames: Vec<Frame<G>>,
    /// For each ply the last moves that were too good: others like them may
    /// be too (Akl and Newborn 1977).
    killers: Vec<[Option<G::Move>; 2]>,
    /// Of the iteration at work.
    depth: u32,
    /// Whether it had to guess.
    guessed: bool,
    /// Whether moves were left out, which the search then knows nothing of.
    left_out: bool,
    found: Option<Found<G::Move>>,
    done: bool,
    nodes: u64,
}

impl<G: SearchGame> Minimax<G> {
    pub(crate) fn new(record: &Record<G>, settings: MinimaxSettings, seed: u64) -> Self {
        let mut player = Self {
            record: record.clone(),
            settings,
            random: Random::new(seed),
            root: Vec::new(),
            favour: Vec::new(),
            frames: Vec::new(),
            killers: Vec::new(),
            depth: 0,
            guessed: false,
            left_out: false,
            found: None,
            done: false,
            nodes: 0,
        };
        player.begin();
        player
    }

    fn begin(&mut self) {
        self.root.clear();
        self.frames.clear();
        self.killers.clear();
        self.found = None;
        self.left_out = false;
        self.done = self.record.outcome().is_some();
        if self.done {
            return;
        }
        let position = self.record.position().clone();
        let mut moves = self.moves(&position);
        // Among equals the first that is searched is played.
        self.random.shuffle(&mut moves);
        self.favour = moves.clone();
        self.root = moves.into_iter().map(|mv| (mv, 0)).collect();
        self.begin_iteration(1);
    }

    /// The moves to search in a position.
    fn moves(&mut self, position: &G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.left_out |= !position.candidates(self.settings.radius, &mut moves);
        moves
    }

    fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        self.guessed = false;
        let moves = self.root.iter().map(|(mv, _)| *mv).collect();
        let position = self.record.position().clone();
        let mut root = Frame::new(position, moves, -INFINITE, INFINITE);
        root.margin = self.settings.margin as i32;
        self.frames.push(root);
    }

    /// Ends an iteration, and begins the next if there is more to find out.
    fn finish_iteration(&mut self, root: Frame<G>) {
        if let Some(&best) = root.line.first() {
            // The best is searched first in the next iteration, the others in
            // the order as before.
            let at = self.root.iter().position(|(mv, _)| *mv == best).unwrap_or(0);
            self.root[..=at].rotate_right(1);
        }
        let decided = root.best.abs() > MOST_POINTS;
        let deepest = self.settings.depth.unwrap_or(DEEPEST);
        let exact = !self.guessed && !self.left_out;
        let close = root.close();
        self.found =
            Some(Found { value: root.best, line: root.line, close, exact, finished: true });
        self.done = !self.guessed || decided || self.depth >= deepest;
        if !self.done {
            self.begin_iteration(self.depth + 1);
        }
    }

    /// Goes a ply deeper.
    fn enter(&mut self, position: G, alpha: i32, beta: i32) {
        let mut moves = self.moves(&position);
        let killers = self.killers.get(self.frames.len()).copied().unwrap_or_default();
        for killer in killers.into_iter().rev().flatten() {
            if let Some(at) = moves.iter().position(|&mv| mv == killer) {
                moves[..=at].rotate_right(1);
            }
        }
        self.frames.push(Frame::new(position, moves, alpha, beta));
    }

    /// Takes the value of the frame that is done to the one above it.
    fn leave(&mut self) {
        let frame = self.frames.pop().expect("there is a frame to leave");
        let ply = self.frames.len();
        if frame.is_cut() {
            self.killers.resize(self.killers.len().max(ply + 1), [None; 2]);
            let killers = &mut self.killers[ply];
            if killers[0] != Some(frame.current) {
                *killers = [Some(frame.current), killers[0]];
            }
        }
        match self.frames.last_mut() {
            Some(parent) => parent.take(frame.best, &frame.line),
            None => self.finish_iteration(frame),
        }
    }

    /// The value of a position that ends the search there: the game is over,
    /// or drawn by repetition of what came before and of the path.
    fn end(&self, position: &G) -> Option<i32> {
        let ply = self.frames.len() as i32;
        let repeated = || {
            G::REPETITIONS_TO_DRAW > 0 && {
                let path = self.frames[1..].iter().filter(|frame| frame.position == *position);
                self.record.occurrences(position) + path.count() as u32 + 1
                    >= G::REPETITIONS_TO_DRAW
            }
        };
        match position.outcome() {
            Some(Outcome::Win(Side::First)) => Some(WIN - ply),
            Some(Outcome::Win(Side::Second)) => Some(ply - WIN),
            Some(Outcome::Draw) => Some(0),
            None => repeated().then_some(0),
        }
    }

    /// The same with the move that is chosen among those close to the best.
    fn favoured(&self, mut found: Found<G::Move>) -> Found<G::Move> {
        let place = |line: &[G::Move]| self.favour.iter().position(|mv| line.first() == Some(mv));
        let close = std::mem::take(&mut found.close).into_iter();
        if let Some((value, line)) = close.min_by_key(|(_, line)| place(line)) {
            Found { value, line, ..found }
        } else {
            found
        }
    }

    /// The nodes that each legal move took, in the order of the rules.
    fn visits(&self) -> Vec<(G::Move, u64)> {
        let nodes = |mv| self.root.iter().find(|(root, _)| *root == mv).map_or(0, |(_, n)| *n);
        self.record.legal_moves().into_iter().map(|mv| (mv, nodes(mv))).collect()
    }

    /// What is certain. A win is, whatever was guessed elsewhere, if no reply
    /// was left out; a loss too, if all moves were searched.
    fn proof(&self, found: &Found<G::Move>) -> Option<Proof> {
        let side = self.record.position().side_to_move();
        let plies = WIN - found.value.abs();
        let decided = found.value.abs() > MOST_POINTS;
        let winner = if found.value > 0 { Side::First } else { Side::Second };
        let outcome = if decided { Outcome::Win(winner) } else { Outcome::Draw };
        let is_proven = if !decided {
            found.exact
        } else if winner == side {
            !self.left_out || plies == 1
        } else {
            !self.left_out && found.finished
        };
        is_proven.then(|| Proof::new(outcome, side, decided.then_some(plies as u32)))
    }
}

impl<G: SearchGame> Strategy<G> for Minimax<G> {
    fn unit(&mut self) -> bool {
        while !self.done {
            let Some(frame) = self.frames.last_mut() else { return false };
            let Some(position) = frame.next() else {
                self.leave();
                continue;
            };
            let (alpha, beta) = (frame.alpha, frame.beta);
            self.nodes += 1;
            self.root[self.frames[0].at()].1 += 1;

            let mut leaf = self.end(&position);
            if leaf.is_none() && self.frames.len() as u32 >= self.depth {
                self.guessed = true;
                leaf = Some(position.evaluate().clamp(-MOST_POINTS, MOST_POINTS));
            }
            match (leaf, self.frames.last_mut()) {
                (Some(value), Some(frame)) => frame.take(value, &[]),
                _ => self.enter(position, alpha, beta),
            }
            return true;
        }
        false
    }

    fn counts(&self) -> Counts {
        Counts { playouts: 0, nodes: self.nodes }
    }

    fn decision(&self) -> Option<Decision<G::Move>> {
        let first = self.root.first()?.0;
        // The best of before is searched first, so what an unfinished iteration
        // has found is at least as good.
        // But what is close to the best, only a finished one tells.
        let begun = self.frames.first().filter(|root| {
            !root.line.is_empty() && (self.settings.margin == 0 || self.found.is_none())
        });
        let found = |value, line| {
            let close = Vec::new();
            Found { value, line, close, exact: false, finished: false }
        };
        let begun = begun.map(|root| found(root.best, root.line.clone()));
        let found = begun.or_else(|| self.found.clone()).unwrap_or_else(|| found(0, vec![first]));
        let found = self.favoured(found);
        let side = self.record.position().side_to_move();
        let proof = self.proof(&found);
        let estimate = proof.map_or_else(
            || guess(found.value, side),
            |proof| Estimate::certain(proof.outcome, side),
        );
        let mv = *found.line.first()?;
        Some(Decision { mv, estimate, visits: self.visits(), line: found.line, proof })
    }

    fn advance(&mut self, mv: G::Move) {
        self.record.play(mv);
        self.begin();
    }
}

/// Points as shares of wins and losses.
fn guess(value: i32, side: Side) -> Estimate {
    let value = if side == Side::First { value } else { -value };
    let value = f64::from(value.clamp(-MOST_POINTS, MOST_POINTS)) / f64::from(MOST_POINTS);
    Estimate { win: value.max(0.0), draw: 1.0 - value.abs(), loss: (-value).max(0.0) }
}
