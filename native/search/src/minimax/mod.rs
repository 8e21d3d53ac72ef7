//! The player `minimax`: alpha-beta (Knuth and Moore 1975) with iterative
//! deepening (Slate and Atkin 1977) and a static evaluator.
//!
//! Values are `First`'s, whoever is to move, so a side that moves twice in a row needs
//! no special care. A sooner win has a higher value. The frames of the search are in a
//! `Vec` and not on the stack: a unit of work visits one node, and slicing never
//! changes the answer.

mod frame;

use playout_games::{Outcome, Record, Side};

use crate::game::{MOST_POINTS, SearchGame};
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Proof, Random};
use frame::Frame;

/// The value of a win at once; one ply later it is one less. It is far above every
/// evaluation.
const WIN: i32 = 1_000_000;
/// A bound above every value.
const INFINITE: i32 = 2 * WIN;
/// The depth of a search without one: deeper than any that could be finished.
const MAX_DEPTH: u32 = 1_000;

/// The settings of `minimax`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimaxSettings {
    /// The depth in plies; `None` means until another limit ends the search.
    pub depth: Option<u32>,
    /// How far from the pieces on the board candidate moves are, in games that have a
    /// radius.
    pub radius: u32,
    /// The points by which a move may be worse than the best and still be chosen, so that
    /// games differ. The seed decides among such moves; 0 leaves only the best. A win is
    /// always played.
    pub margin: u32,
}

impl MinimaxSettings {
    /// What holds in every game where nothing is given.
    pub const COMMON: Self = Self { depth: None, radius: 2, margin: 0 };
}

/// The result of an iteration of iterative deepening, complete or not.
#[derive(Clone, Debug)]
struct Iteration<M> {
    value: i32,
    line: Vec<M>,
    /// The values and lines of the moves within the margin of the best, including the
    /// best; none without a margin.
    within_margin: Vec<(i32, Vec<M>)>,
    /// Whether every line ended with the game: the value is no evaluation.
    is_exact: bool,
    /// Whether all moves of the root were searched, and not only the first few.
    is_complete: bool,
}

#[derive(Debug)]
pub(crate) struct Minimax<G: SearchGame> {
    record: Record<G>,
    settings: MinimaxSettings,
    random: Random,
    /// The moves of the root in the order of the search, with the nodes that each took.
    root: Vec<(G::Move, u64)>,
    /// The moves of the root in a random order: the first of those within the margin is
    /// chosen.
    order: Vec<G::Move>,
    frames: Vec<Frame<G>>,
    /// For each ply the last moves that caused a cut-off and may cause another (killer
    /// moves, Akl and Newborn 1977).
    killers: Vec<[Option<G::Move>; 2]>,
    /// The depth of the current iteration.
    depth: u32,
    /// Whether the current iteration evaluated a position before the end of the game.
    is_evaluated: bool,
    /// Whether the search left legal moves out, so that it knows nothing about them.
    is_partial: bool,
    /// The last complete iteration.
    last: Option<Iteration<G::Move>>,
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
            order: Vec::new(),
            frames: Vec::new(),
            killers: Vec::new(),
            depth: 0,
            is_evaluated: false,
            is_partial: false,
            last: None,
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
        self.last = None;
        self.is_partial = false;
        self.nodes = 0;
        self.done = self.record.outcome().is_some();
        if self.done {
            return;
        }
        let position = self.record.position().clone();
        let mut moves = self.moves(&position);
        // The first among equals in the order of the search is played.
        self.random.shuffle(&mut moves);
        self.order = moves.clone();
        self.root = moves.into_iter().map(|mv| (mv, 0)).collect();
        self.begin_iteration(1);
    }

    /// The moves to search in a position.
    fn moves(&mut self, position: &G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.is_partial |= !position.candidates(self.settings.radius, &mut moves);
        moves
    }

    fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        self.is_evaluated = false;
        let moves = self.root.iter().map(|(mv, _)| *mv).collect();
        let position = self.record.position().clone();
        let mut root = Frame::new(position, moves, -INFINITE, INFINITE);
        root.margin = self.settings.margin as i32;
        self.frames.push(root);
    }

    /// Ends an iteration, and begins the next if it may find out more.
    fn finish_iteration(&mut self, root: Frame<G>) {
        if let Some(&best) = root.line.first() {
            // The next iteration searches the best move first, and the others in the
            // same order as before.
            let at = self.root.iter().position(|(mv, _)| *mv == best).unwrap_or(0);
            self.root[..=at].rotate_right(1);
        }
        let decided = root.best.abs() > MOST_POINTS;
        let max_depth = self.settings.depth.unwrap_or(MAX_DEPTH);
        let is_exact = !self.is_evaluated && !self.is_partial;
        let within_margin = root.within_margin();
        self.last = Some(Iteration {
            value: root.best,
            line: root.line,
            within_margin,
            is_exact,
            is_complete: true,
        });
        self.done = !self.is_evaluated || decided || self.depth >= max_depth;
        if !self.done {
            self.begin_iteration(self.depth + 1);
        }
    }

    /// Goes one ply deeper.
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

    /// Passes the value of the deepest frame, which is done, to the one above it.
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
            Some(parent) => parent.update(frame.best, &frame.line),
            None => self.finish_iteration(frame),
        }
    }

    /// The value of a position at which the game ends, including draws by repetition of
    /// positions on the path and before it.
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

    /// The same iteration with the move that is chosen among those within the margin.
    fn choose_within_margin(&self, mut iteration: Iteration<G::Move>) -> Iteration<G::Move> {
        let place = |line: &[G::Move]| self.order.iter().position(|mv| line.first() == Some(mv));
        let moves = std::mem::take(&mut iteration.within_margin).into_iter();
        if let Some((value, line)) = moves.min_by_key(|(_, line)| place(line)) {
            Iteration { value, line, ..iteration }
        } else {
            iteration
        }
    }

    /// The nodes that the search of each legal move took, in the order of the rules.
    fn visits(&self) -> Vec<(G::Move, u64)> {
        let nodes = |mv| self.root.iter().find(|(root, _)| *root == mv).map_or(0, |(_, n)| *n);
        self.record.legal_moves().into_iter().map(|mv| (mv, nodes(mv))).collect()
    }

    /// What an iteration proves. A win is proven if no reply was left out, even if other
    /// lines were only evaluated; a loss also takes a search of all moves.
    fn proof(&self, iteration: &Iteration<G::Move>) -> Option<Proof> {
        let side = self.record.position().side_to_move();
        let plies = WIN - iteration.value.abs();
        let decided = iteration.value.abs() > MOST_POINTS;
        let winner = if iteration.value > 0 { Side::First } else { Side::Second };
        let outcome = if decided { Outcome::Win(winner) } else { Outcome::Draw };
        let is_proven = if !decided {
            iteration.is_exact
        } else if winner == side {
            !self.is_partial || plies == 1
        } else {
            !self.is_partial && iteration.is_complete
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
            self.root[self.frames[0].current_place()].1 += 1;

            let mut leaf = self.end(&position);
            if leaf.is_none() && self.frames.len() as u32 >= self.depth {
                self.is_evaluated = true;
                leaf = Some(position.evaluate().clamp(-MOST_POINTS, MOST_POINTS));
            }
            match (leaf, self.frames.last_mut()) {
                (Some(value), Some(frame)) => frame.update(value, &[]),
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
        // An iteration searches the best move of the last one first, so the best of an
        // incomplete one is at least as good. Only a complete one, though, knows which
        // moves are within the margin.
        let current = self.frames.first().filter(|root| {
            !root.line.is_empty() && (self.settings.margin == 0 || self.last.is_none())
        });
        let incomplete = |value, line| {
            let within_margin = Vec::new();
            Iteration { value, line, within_margin, is_exact: false, is_complete: false }
        };
        let iteration = current
            .map(|root| incomplete(root.best, root.line.clone()))
            .or_else(|| self.last.clone())
            .unwrap_or_else(|| incomplete(0, vec![first]));
        let iteration = self.choose_within_margin(iteration);
        let side = self.record.position().side_to_move();
        let proof = self.proof(&iteration);
        let estimate = proof.map_or_else(
            || estimate_of(iteration.value, side),
            |proof| Estimate::certain(proof.outcome, side),
        );
        let mv = *iteration.line.first()?;
        let depth = Some(if self.done { self.depth } else { self.depth - 1 });
        Some(Decision { mv, estimate, depth, visits: self.visits(), line: iteration.line, proof })
    }

    fn advance(&mut self, mv: G::Move) {
        self.record.play(mv);
        self.begin();
    }

    fn begin_turn(&mut self, depth: Option<u32>) {
        self.settings.depth = depth;
        self.begin();
    }
}

/// An evaluation as fractions of wins, draws and losses.
fn estimate_of(value: i32, side: Side) -> Estimate {
    let value = if side == Side::First { value } else { -value };
    let value = f64::from(value.clamp(-MOST_POINTS, MOST_POINTS)) / f64::from(MOST_POINTS);
    Estimate { win: value.max(0.0), draw: 1.0 - value.abs(), loss: (-value).max(0.0) }
}
