//! The player: iterative deepening, the choice among root moves, lines and proofs.

use playout_games::gomoku::{Gomoku, Move};
use playout_games::{Game, Outcome, Record};

use super::alpha_beta::{AlphaBeta, SEEMING, Variation};
use super::board::Board;
use super::cells::{Cell, iterate, move_at};
use super::list::winning_points;
use super::status::{Status, complete_open_four};
use super::win_line::finish_line;
use crate::game::{MAX_POINTS, SearchGame};
use crate::minimax::value::{INFINITE, WIN};
use crate::minimax::{MAX_DEPTH, MinimaxSettings};
use crate::spec::Settings;
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Limits, Line, Proof, Random};

/// An iteration at this depth or below starts with the whole window.
const WIDE_DEPTH: u32 = 2;
/// The distance of the first window's bounds from the last value.
const DELTA: i32 = 60;

/// The result of an iteration.
#[derive(Clone, Debug)]
struct Iteration {
    depth: u32,
    best: Variation,
    /// The best move and the others within the margin, best first; empty without a margin, or if
    /// the best move wins or loses.
    within_margin: Vec<Variation>,
    /// The best moves, as many as were requested, best first.
    lines: Vec<Variation>,
}

/// Alpha-beta that knows threats, from a position in which colours have been chosen.
#[derive(Debug)]
struct Main {
    search: AlphaBeta,
    /// The root moves in random order: the first of equally good moves is played.
    order: Vec<Cell>,
    /// Whether the root moves are all that matter.
    is_complete: bool,
    depth: u32,
    /// The distance of the window's bounds from the last value.
    delta: i32,
    last: Option<Iteration>,
    /// The value of the iteration before the last.
    before_last: Option<i32>,
    /// The value of the root, once it is certain.
    proven: Option<i32>,
    is_done: bool,
}

/// The player, in games in which colours have been chosen.
#[derive(Debug)]
pub(crate) struct ThreatPlayer {
    record: Record<Gomoku>,
    settings: MinimaxSettings,
    random: Random,
    main: Option<Main>,
    lines: usize,
    nodes: u64,
}

impl ThreatPlayer {
    pub(crate) fn new(record: &Record<Gomoku>, settings: MinimaxSettings, seed: u64) -> Self {
        let mut player = Self {
            record: record.clone(),
            settings,
            random: Random::new(seed),
            main: None,
            lines: 1,
            nodes: 0,
        };
        player.begin();
        player
    }

    /// Starts searching the record's position.
    fn begin(&mut self) {
        self.nodes = 0;
        let position = self.record.position();
        if self.record.outcome().is_some() {
            self.main = None;
            return;
        }
        let board = Board::new(position);
        let search = match self.main.take() {
            Some(main) => main.search,
            None => AlphaBeta::new(board.clone(), &self.settings),
        };
        self.main = Some(Main::new(search, board, self.lines, &mut self.random));
    }

    /// The value for the side to move in points: the mean of the last two iterations, because who
    /// has the last move looks better than it is, and they end with different sides. Of one of few
    /// plies, its own value; 0 before the first.
    pub(crate) fn points(&self) -> i32 {
        let Some(main) = &self.main else { return 0 };
        let Some(Iteration { depth, best, .. }) = &main.last else { return 0 };
        let before = main.before_last.filter(|_| *depth > WIDE_DEPTH).unwrap_or(best.value);
        main.proven.unwrap_or((best.value + before) / 2)
    }

    fn mv(&self, cell: Cell) -> Move {
        let size = Cell::from(self.record.position().size());
        move_at(cell, size)
    }

    /// A variation as moves; of a win or a loss, to the end of the game if that is found soon: alpha-beta
    /// often shows a win without its moves.
    fn line(&self, cells: &[Cell], is_decided: bool) -> Vec<Move> {
        let mut line: Vec<_> = cells.iter().map(|&cell| self.mv(cell)).collect();
        if is_decided {
            let mut end = *self.record.position();
            line.iter().for_each(|&mv| end.play(mv));
            if end.outcome().is_none() {
                finish_line(end, &mut line);
            }
        }
        line
    }

    /// The estimate and the proof for a value of the position or of a move.
    fn verdict_on(&self, value: i32, is_proven: bool) -> (Estimate, Option<Proof>) {
        let side = self.record.position().side_to_move();
        if !is_proven {
            return (estimate_of(value), None);
        }
        let plies = (WIN - value.abs()) as u32;
        let outcome = match value {
            0 => Outcome::Draw,
            1.. => Outcome::Win(side),
            _ => Outcome::Win(side.other()),
        };
        // Of a loss that is known only because every move loses, there is no value.
        let plies = (value.abs() > MAX_POINTS).then_some(plies);
        (Estimate::certain(outcome, side), Some(Proof::new(outcome, side, plies)))
    }
}

impl Main {
    fn new(mut search: AlphaBeta, board: Board, lines: usize, random: &mut Random) -> Self {
        search.set_root(board, lines);
        let status = search.status();
        let mut order = Vec::new();
        // Where nobody can win, no move matters.
        let mut is_complete = search.list(status, &mut order) || search.board.is_dead();
        random.shuffle(&mut order);
        let is_won = matches!(status, Status::Wins(_));
        if order.is_empty() {
            // Nothing stops an open four. At least it is not made there.
            order.extend(winning_points(&search.board, search.board.to_move().other()));
            is_complete = false;
        }
        if order.len() < lines && !is_won {
            let is_other = |it: &Cell| !order.contains(it);
            let mut others: Vec<_> = iterate(search.board.empty()).filter(is_other).collect();
            random.shuffle(&mut others);
            order.append(&mut others);
            is_complete = true;
        }
        search.set_moves(order.iter().copied());
        let mut main = Self {
            search,
            order,
            is_complete,
            depth: 0,
            delta: INFINITE,
            last: None,
            before_last: None,
            proven: None,
            is_done: false,
        };
        match status {
            Status::Wins(plies) => main.win(plies),
            _ => main.begin_iteration(1),
        }
        main
    }

    /// Plays a win that needs no search.
    fn win(&mut self, plies: u32) {
        let (_, most) = self.search.choices();
        let board = &mut self.search.board;
        let win = |&cell: &Cell| {
            board.play(cell);
            if plies > 1 {
                complete_open_four(board);
            }
            let line = board.stones_since(0).collect();
            board.undo_to(0);
            Variation { value: WIN - plies as i32, line }
        };
        let lines: Vec<_> = self.order.iter().take(most).map(win).collect();
        let best = lines[0].clone();
        self.proven = Some(best.value);
        self.last = Some(Iteration { depth: plies, best, within_margin: Vec::new(), lines });
        self.is_done = true;
    }

    fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        self.delta = DELTA;
        self.begin_window();
    }

    /// Starts the current iteration, or restarts it with a new window.
    fn begin_window(&mut self) {
        let middle = self.last.as_ref().map_or(0, |last| last.best.value);
        let (margin, lines) = self.search.choices();
        let is_narrow = self.depth > WIDE_DEPTH
            && margin == 0
            && lines == 1
            && self.delta < MAX_POINTS
            && middle.abs() < SEEMING - 1_000;
        let delta = if is_narrow { self.delta } else { INFINITE };
        self.search.begin(self.depth, middle - delta, middle + delta, self.is_complete);
    }

    /// Visits a position, and returns whether there was one.
    fn unit(&mut self, max_depth: u32) -> bool {
        while !self.is_done {
            if self.search.visit() {
                let root = self.search.root();
                if root.best > MAX_POINTS && self.search.choices() == (0, 1) {
                    // There is no need to compare wins.
                    self.finish_iteration(max_depth);
                }
                return true;
            }
            self.finish_iteration(max_depth);
        }
        false
    }

    fn finish_iteration(&mut self, max_depth: u32) {
        let root = self.search.root();
        let (value, line) = (root.best, root.line.clone());
        let (is_inside, has_ended) = (root.is_inside(value), root.has_ended && self.is_complete);
        if let Some(&best) = line.first() {
            self.search.search_first(best);
        }
        if value <= MAX_POINTS && !is_inside {
            self.delta = self.delta.saturating_mul(4);
            self.begin_window();
            return;
        }
        let (margin, lines) = self.search.choices();
        let is_lost = value < -MAX_POINTS;
        let seems_lost = value < -SEEMING + 1_000;
        if seems_lost && !self.is_complete {
            // Every move near stones loses, or seems to.
            self.add_moves();
            self.begin_window();
            return;
        }
        let is_decided = value.abs() > MAX_POINTS;
        let is_within = |it: &&Variation| !is_decided && value - it.value < margin;
        let exact = self.search.exact().iter();
        self.before_last = self.last.as_ref().map(|last| last.best.value);
        self.last = Some(Iteration {
            depth: self.depth,
            best: Variation { value, line },
            within_margin: exact.clone().filter(is_within).cloned().collect(),
            lines: exact.take(lines).cloned().collect(),
        });
        if value > MAX_POINTS || is_lost && self.is_complete {
            self.proven = Some(value);
        } else if value == 0 && has_ended {
            self.proven = Some(0);
        }
        if self.proven.is_some() || self.depth >= max_depth {
            self.is_done = true;
        } else {
            self.begin_iteration(self.depth + 1);
        }
    }

    /// Adds all other legal moves to the root moves.
    fn add_moves(&mut self) {
        let known = self.order.clone();
        let others: Vec<_> =
            iterate(self.search.empty_at_root()).filter(|it| !known.contains(it)).collect();
        self.order.extend(&others);
        let moves: Vec<_> = self.search.moves().iter().map(|(mv, _)| *mv).chain(others).collect();
        self.search.set_moves(moves.into_iter());
        self.is_complete = true;
    }

    /// The variation that would be played now.
    fn best(&self) -> Option<Variation> {
        let is_single = self.search.choices() == (0, 1);
        let root = self.search.root();
        if !self.is_done && (is_single || self.last.is_none()) && !root.line.is_empty() {
            return Some(Variation { value: root.best, line: root.line.clone() });
        }
        let Some(last) = &self.last else {
            return Some(Variation { value: 0, line: vec![*self.order.first()?] });
        };
        let index = |it: &&Variation| self.order.iter().position(|mv| it.line[0] == *mv);
        Some(last.within_margin.iter().min_by_key(index).unwrap_or(&last.best).clone())
    }

    fn nodes_of(&self, cell: Cell) -> u64 {
        self.search.moves().iter().find(|(mv, _)| *mv == cell).map_or(0, |(_, nodes)| *nodes)
    }
}

impl Strategy<Gomoku> for ThreatPlayer {
    fn unit(&mut self) -> bool {
        let max_depth = self.settings.depth.unwrap_or(MAX_DEPTH);
        let has_visited = self.main.as_mut().is_some_and(|main| main.unit(max_depth));
        self.nodes += u64::from(has_visited);
        has_visited
    }

    fn counts(&self) -> Counts {
        Counts { playouts: 0, nodes: self.nodes }
    }

    fn is_forced(&self) -> bool {
        self.main.as_ref().is_some_and(|main| main.is_complete && main.order.len() == 1)
    }

    fn bytes(&self) -> usize {
        self.main.as_ref().map_or(0, |main| main.search.bytes())
    }

    fn max_bytes(&self, limits: &Limits) -> usize {
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        self.main.as_ref().map_or(0, |main| main.search.max_bytes_after(nodes))
    }

    fn decision(&self) -> Option<Decision<Move>> {
        let main = self.main.as_ref()?;
        let best = main.best()?;
        let (estimate, proof) =
            self.verdict_on(main.proven.unwrap_or(best.value), main.proven.is_some());
        let board = &main.search.board;
        let moves = self.record.legal_moves().into_iter();
        let nodes = |mv: Move| mv.point().map_or(0, |point| main.nodes_of(board.cell(point)));
        let visits = moves.map(|mv| (mv, nodes(mv))).collect();
        let line = self.line(&best.line, main.proven.is_some_and(|value| value != 0));
        Some(Decision { mv: *line.first()?, estimate, visits, line, proof })
    }

    fn depth(&self) -> Option<u32> {
        Some(self.main.as_ref()?.last.as_ref().map_or(0, |last| last.depth))
    }

    fn verdict(&self) -> Option<(Estimate, Option<Proof>)> {
        let main = self.main.as_ref()?;
        let value = main.proven.or_else(|| main.best().map(|best| best.value))?;
        Some(self.verdict_on(value, main.proven.is_some()))
    }

    fn set_multi_pv(&mut self, max: usize) {
        self.lines = max;
        self.begin();
    }

    fn lines(&self, max: usize) -> Vec<Line<Move>> {
        let (Some(decision), Some(main)) = (self.decision(), &self.main) else { return Vec::new() };
        let chosen = decision.mv;
        let mut lines = vec![Line::from(decision)];
        let others = main.last.iter().flat_map(|last| &last.lines);
        for variation in others {
            if self.mv(variation.line[0]) == chosen {
                continue;
            }
            // A root move's loss is proven, because replies that win need no other moves searched;
            // its win is too. No other move is better than a proven loss or draw.
            let is_decided = variation.value.abs() > MAX_POINTS;
            let is_proven = match main.proven {
                Some(0) => is_decided || variation.value == 0,
                Some(value) => is_decided || value < 0,
                None => is_decided,
            };
            let (estimate, proof) = self.verdict_on(variation.value, is_proven);
            // These have all of their moves, because their values are exact.
            let line = self.line(&variation.line, false);
            lines.push(Line {
                mv: line[0],
                value: estimate.value(),
                estimate,
                visits: main.nodes_of(variation.line[0]),
                line,
                proof,
            });
        }
        lines.truncate(max);
        lines
    }

    fn advance(&mut self, moves: &[Move]) {
        for &mv in moves {
            self.record.play(mv);
            if let Some(main) = &mut self.main {
                main.search.advance();
            }
        }
        self.begin();
    }

    fn begin_turn(&mut self, settings: &Settings) {
        self.settings.depth = settings.minimax.depth;
        self.begin();
    }
}

/// An evaluation as fractions of wins and losses.
fn estimate_of(value: i32) -> Estimate {
    let win = 1.0 / (1.0 + (-f64::from(value) / f64::from(Gomoku::POINTS_TO_LEAD)).exp());
    Estimate { win, draw: 0.0, loss: 1.0 - win }
}
