//! The player: iterative deepening, the choice among root moves, lines and proofs.

use playout_games::gomoku::{Gomoku, Move};
use playout_games::{Game, Outcome, Record};

use super::alpha_beta::{AlphaBeta, SEEMING};
use super::board::Board;
use super::cells::{Cell, iterate, move_at};
use super::list::winning_points;
use super::status::{Status, complete_open_four};
use super::win_line::finish_line;
use crate::game::{MAX_POINTS, POINTS_TO_LEAD};
use crate::minimax::MinimaxSettings;
use crate::minimax::deepening::{Aspiration, Deepening, Iteration, MAX_DEPTH};
use crate::minimax::root::Variation;
use crate::minimax::value::WIN;
use crate::spec::Settings;
use crate::strategy::{Counts, Decision, Strategy};
use crate::{Estimate, Limits, Line, Proof, Random};

const ASPIRATION: Aspiration = Aspiration { above: 2, within: SEEMING - 1_001, delta: 60 };

/// Alpha-beta that knows threats, from a position in which colours have been chosen.
#[derive(Debug)]
struct Main {
    search: AlphaBeta,
    deepening: Deepening<Cell, ()>,
    /// Whether the root moves are all that matter.
    is_complete: bool,
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
        let Deepening { last: Some(Iteration { depth, best, .. }), before_last, .. } =
            &main.deepening
        else {
            return 0;
        };
        let before = before_last.filter(|_| *depth > ASPIRATION.above).unwrap_or(best.value);
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
        search.root_moves.set(order.iter().copied());
        let mut deepening = Deepening::new(ASPIRATION);
        deepening.order = order;
        let mut main = Self { search, deepening, is_complete, proven: None, is_done: false };
        match status {
            Status::Wins(plies) => main.win(plies),
            _ => main.begin_iteration(1),
        }
        main
    }

    /// Plays a win that needs no search.
    fn win(&mut self, plies: u32) {
        let most = self.search.root_moves.lines();
        let board = &mut self.search.board;
        let win = |&cell: &Cell| {
            board.play(cell);
            if plies > 1 {
                complete_open_four(board);
            }
            let line = board.stones_since(0).collect();
            board.undo_to(0);
            Variation { value: WIN - plies as i32, line, caveats: () }
        };
        let lines = self.deepening.order.iter().take(most).map(win).collect();
        self.deepening.know(plies, lines);
        self.proven = Some(WIN - plies as i32);
        self.is_done = true;
    }

    fn begin_iteration(&mut self, depth: u32) {
        self.deepening.begin(depth, &self.search.root_moves);
        self.begin_window();
    }

    /// Starts the current iteration, or restarts it with a new window.
    fn begin_window(&mut self) {
        let (alpha, beta) = self.deepening.window();
        self.search.begin(self.deepening.depth(), alpha, beta, self.is_complete);
    }

    /// Visits a position, and returns whether there was one.
    fn unit(&mut self, max_depth: u32) -> bool {
        while !self.is_done {
            if self.search.visit() {
                let root = self.search.root();
                if root.best > MAX_POINTS && self.search.root_moves.is_single() {
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
            self.search.root_moves.search_first(best);
        }
        if value <= MAX_POINTS && !is_inside {
            self.deepening.widen();
            self.begin_window();
            return;
        }
        let is_lost = value < -MAX_POINTS;
        let seems_lost = value < -SEEMING + 1_000;
        if seems_lost && !self.is_complete {
            // Every move near stones loses, or seems to.
            self.add_moves();
            self.begin_window();
            return;
        }
        self.deepening.finish(Variation { value, line, caveats: () }, &self.search.root_moves);
        if value > MAX_POINTS || is_lost && self.is_complete {
            self.proven = Some(value);
        } else if value == 0 && has_ended {
            self.proven = Some(0);
        }
        if self.proven.is_some() || self.deepening.depth() >= max_depth {
            self.is_done = true;
        } else {
            self.begin_iteration(self.deepening.depth() + 1);
        }
    }

    /// Adds all other legal moves to the root moves.
    fn add_moves(&mut self) {
        let order = &mut self.deepening.order;
        let others: Vec<_> =
            iterate(self.search.empty_at_root()).filter(|it| !order.contains(it)).collect();
        order.extend(&others);
        let moves: Vec<_> = self.search.root_moves.iter().chain(others).collect();
        self.search.root_moves.set(moves);
        self.is_complete = true;
    }

    /// The variation that would be played now.
    fn best(&self) -> Option<Variation<Cell, ()>> {
        let running = (!self.is_done).then(|| {
            let root = self.search.root();
            Variation { value: root.best, line: root.line.clone(), caveats: () }
        });
        self.deepening.best(running, &self.search.root_moves)
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
        self.main.as_ref().is_some_and(|main| main.is_complete && main.deepening.order.len() == 1)
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
        let nodes = |mv: Move| {
            mv.point().map_or(0, |point| main.search.root_moves.nodes_of(board.cell(point)))
        };
        let visits = moves.map(|mv| (mv, nodes(mv))).collect();
        let line = self.line(&best.line, main.proven.is_some_and(|value| value != 0));
        Some(Decision { mv: *line.first()?, estimate, visits, line, proof })
    }

    fn depth(&self) -> Option<u32> {
        Some(self.main.as_ref()?.deepening.last.as_ref().map_or(0, |last| last.depth))
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
        let others = main.deepening.last.iter().flat_map(|last| &last.lines);
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
                visits: main.search.root_moves.nodes_of(variation.line[0]),
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
    let win = 1.0 / (1.0 + (-f64::from(value) / f64::from(POINTS_TO_LEAD)).exp());
    Estimate { win, draw: 0.0, loss: 1.0 - win }
}
