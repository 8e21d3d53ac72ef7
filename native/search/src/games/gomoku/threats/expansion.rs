//! What tree search asks about a position: which moves matter, whether somebody can force a win,
//! what the moves are worth, and how likely they are.

use std::cell::LazyCell;
use std::cmp::Reverse;

use playout_games::gomoku::{Gomoku, Move};
use playout_games::{Game, Urgency};

use super::board::Board;
use super::cells::{Cell, move_at};
use super::evaluation::evaluated;
use super::list::{list_moves, winning_points};
use super::network::{Evaluator, GOMOKU_INPUTS, GomokuPoint, Policy, UNIT};
use super::ordering::static_rank;
use super::patterns::Shape;
use super::status::{Status, reply_to_four};
use super::threat_search::{Found, ThreatSearch};
use super::vcf::Vcf;
use super::win_line::{VCF_POSITIONS, finish_line};
use crate::game::for_first;
use crate::mcts::{Knowledge, Listed, Probe};
use crate::{MAX_POINTS, MctsSettings, SearchGame, Threats};

/// How far a move may be from the stones on the board.
const RADIUS: u32 = 2;
/// The most children of a position in which nobody has to answer a threat: those with the highest
/// static ranks.
const MOST_MOVES: usize = 20;
/// How many moves, those with the highest static ranks, the policy is asked about.
const SHORTLIST: usize = 30;
/// The most children with the policy: the likeliest of these.
const LIKELIEST: usize = 12;
/// The part of the memory that the table of the search for VCT may take.
const TABLE_PART: usize = 32;
/// The temperature of values in priors with the policy.
const TEMPERATURE: f32 = 0.25;
/// The weights of minimax values in selection, with and without the networks: with them the mean result
/// says more than the best leaf.
const NETWORK_MINIMAX_WEIGHT: f32 = 0.3;
const MINIMAX_WEIGHT: f32 = 0.5;
/// How much the logit of the policy counts in priors.
const POLICY_WEIGHT: f32 = 0.8;

/// The knowledge of threats, with a board that follows the expansions. All positions are ones in
/// which colours have been chosen: before that, the player is `Swap2`.
#[derive(Debug)]
pub(crate) struct ThreatKnowledge {
    board: Option<Box<Board>>,
    vcf: Vcf,
    cells: Vec<Cell>,
    evaluator: Evaluator,
    policy: Option<&'static Policy>,
    /// The moves that the policy has kept, with their logits, and the position. They are asked for
    /// again for the priors.
    likeliest: Vec<(Cell, i64)>,
    of: Option<Gomoku>,
    threats: Option<ThreatSearch>,
}

impl ThreatKnowledge {
    pub(crate) fn new(settings: &MctsSettings) -> Self {
        let max_bytes = ((settings.memory as usize) << 20) / TABLE_PART;
        Self {
            board: None,
            vcf: Vcf::new(),
            cells: Vec::new(),
            evaluator: Evaluator::new(settings.network),
            policy: settings.network.then(Policy::get),
            likeliest: Vec::new(),
            of: None,
            threats: (settings.threats == Threats::All).then(|| ThreatSearch::new(max_bytes)),
        }
    }

    /// Brings the board to a position in which colours have been chosen.
    fn follow(&mut self, position: &Gomoku) -> &mut Board {
        self.threats.iter_mut().for_each(ThreatSearch::end);
        let follows = self.board.as_mut().is_some_and(|board| board.follow(position));
        if !follows {
            self.board = Some(Box::new(Board::new(position)));
        }
        self.board.as_mut().expect("it has just been made")
    }

    /// Appends the moves that matter.
    fn list(&mut self, position: &Gomoku, moves: &mut Vec<Move>) -> Listed {
        self.follow(position);
        let Self { board: Some(board), vcf, cells, evaluator, policy, likeliest, of, .. } = self
        else {
            unreachable!("it has a board")
        };
        let size = board.size() as Cell;
        let status = Status::of(board);
        cells.clear();
        let by_vcf = match status {
            Status::Loses(_) | Status::Wins(_) => None,
            _ if board.counts().has_fours(board.to_move()) => vcf.find(board, VCF_POSITIONS),
            _ => None,
        };
        let (urgency, plies, is_partial) = match (status, by_vcf) {
            (Status::Loses(plies), _) => (Urgency::Lost, plies, false),
            (Status::Wins(plies), _) => {
                list_moves(board, status, RADIUS, cells);
                (Urgency::Win, plies, false)
            }
            (_, Some(plies)) => {
                cells.push(vcf.line()[0]);
                (Urgency::Win, plies, false)
            }
            _ => {
                let is_complete = list_moves(board, status, RADIUS, cells);
                // Nothing stops an open four.
                let is_lost = cells.is_empty();
                let urgency = if is_lost { Urgency::Lost } else { Urgency::Safe };
                let most = if policy.is_some() { LIKELIEST } else { MOST_MOVES };
                let is_wide = status == Status::Open && cells.len() > most;
                if is_wide {
                    shorten(board, cells, if policy.is_some() { SHORTLIST } else { most });
                    if let Some(policy) = policy {
                        let view = evaluator.view(board);
                        let logit = policy.logits(&view);
                        likeliest.clear();
                        likeliest.extend(cells.drain(..).map(|cell| (cell, logit(cell))));
                        likeliest.sort_by_key(|(_, logit)| Reverse(*logit));
                        likeliest.truncate(most);
                        cells.extend(likeliest.iter().map(|(cell, _)| *cell));
                        *of = Some(*position);
                    }
                }
                let plies = if is_lost { Status::OPEN_FOUR_PLIES } else { 0 };
                (urgency, plies, is_wide || !is_complete)
            }
        };
        moves.extend(cells.iter().map(|&cell| move_at(cell, size)));
        Listed { urgency, plies, is_partial }
    }

    /// Appends the moves of the board that make the opponent win elsewhere, where every move loses.
    fn list_resistance(&self, moves: &mut Vec<Move>) {
        let Some(board) = &self.board else { return };
        let size = board.size() as Cell;
        let winner = board.to_move().other();
        moves.extend(winning_points(board, winner).map(|cell| move_at(cell, size)));
    }
}

/// Keeps so many points, those with the highest static ranks.
fn shorten(board: &Board, cells: &mut Vec<Cell>, most: usize) {
    cells.sort_by_cached_key(|&cell| Reverse(static_rank(board, cell)));
    cells.truncate(most);
}

/// Appends the points near the centre.
fn near_centre(board: &Board, cells: &mut Vec<Cell>) {
    let (size, radius) = (board.size(), RADIUS as usize);
    let near = size / 2 - radius..=size / 2 + radius;
    cells
        .extend(near.clone().flat_map(|row| near.clone().map(move |at| (row * size + at) as Cell)));
}

/// Appends the moves that matter, at most as many as the policy is asked about.
fn shortlist(board: &Board, cells: &mut Vec<Cell>) {
    list_moves(board, Status::of(board), RADIUS, cells);
    shorten(board, cells, SHORTLIST);
}

impl Knowledge<Gomoku> for ThreatKnowledge {
    const VISITS_TO_WIDEN: u32 = 1_000;
    const EXPLORATION_GROWTH: f32 = 1.0;
    const MIN_PRIOR: f32 = 0.01;
    const HAS_TRANSPOSITIONS: bool = true;

    fn minimax_weight(&self) -> f32 {
        if self.policy.is_some() { NETWORK_MINIMAX_WEIGHT } else { MINIMAX_WEIGHT }
    }

    fn leaves_moves_out(&self) -> bool {
        true
    }

    fn urgent_moves(&mut self, position: &Gomoku, moves: &mut Vec<Move>) -> Listed {
        let found = self.list(position, moves);
        if found.urgency == Urgency::Lost {
            self.list_resistance(moves);
            if moves.is_empty() {
                position.legal_moves(moves);
            }
        }
        found
    }

    fn is_dead(&mut self, position: &Gomoku) -> bool {
        self.follow(position).is_dead()
    }

    fn moves(&mut self, position: &Gomoku, moves: &mut Vec<Move>) -> bool {
        let Listed { is_partial, .. } = self.list(position, moves);
        if moves.is_empty() {
            position.legal_moves(moves);
        }
        is_partial
    }

    /// After many visits, every move near stones, or on an empty board near the centre: static ranks
    /// leave some out that win. Once the children are all decided, only the shortlist, because each of
    /// them has to be refuted.
    fn wider_moves(&mut self, position: &Gomoku, visits: u32, moves: &mut Vec<Move>) {
        self.follow(position);
        let Self { board: Some(board), cells, .. } = self else { unreachable!("it has a board") };
        cells.clear();
        if visits < Self::VISITS_TO_WIDEN {
            shortlist(board, cells);
        } else if board.empty_count() == board.size() * board.size() {
            near_centre(board, cells);
        } else {
            list_moves(board, Status::of(board), RADIUS, cells);
        }
        let size = board.size() as Cell;
        moves.extend(cells.iter().map(|&cell| move_at(cell, size)));
    }

    fn evaluate_moves(&mut self, position: &Gomoku, moves: &[Move], values: &mut Vec<i32>) {
        let side = position.side_to_move();
        self.follow(position);
        let Self { board: Some(board), evaluator, .. } = self else {
            unreachable!("it has a board")
        };
        values.extend(moves.iter().map(|mv| {
            let point = mv.point().expect("only swap2 has moves without a point");
            let cell = board.cell(point);
            let own = board.to_move();
            let is_last = board.empty_count() == 1;
            if board.shape(own, cell) == Shape::Five {
                return for_first(side, MAX_POINTS);
            }
            if is_last {
                return 0;
            }
            for_first(side, value_after(board, evaluator, cell, true))
        }));
    }

    fn prior_terms(&mut self, position: &Gomoku, moves: &[Move], terms: &mut Vec<f32>) -> f32 {
        let Some(policy) = self.policy else { return Gomoku::PRIOR_TEMPERATURE };
        self.follow(position);
        let Self { board: Some(board), evaluator, likeliest, of, .. } = self else {
            unreachable!("it has a board")
        };
        let known = if of.as_ref() == Some(position) { &likeliest[..] } else { &[] };
        let board = &**board;
        let view = LazyCell::new(move || evaluator.view(board));
        let logits = LazyCell::new(|| policy.logits(&view));
        terms.extend(moves.iter().enumerate().map(|(at, mv)| {
            let cell = board.cell(mv.point().expect("only swap2 has moves without a point"));
            let logit = match known.get(at) {
                Some(&(other, logit)) if other == cell => logit,
                _ => logits(cell),
            };
            logit as f32 * (POLICY_WEIGHT / UNIT)
        }));
        TEMPERATURE
    }

    fn has_probes(&self) -> bool {
        self.threats.is_some()
    }

    fn begin_probe(&mut self, position: &Gomoku) -> bool {
        self.follow(position);
        let Self { board: Some(board), threats: Some(threats), vcf, .. } = self else {
            return false;
        };
        let side = board.to_move();
        *board.threes(side) != [0; _] && threats.begin(board, vcf, side)
    }

    fn probe(&mut self, positions: u32) -> Probe<Move> {
        let Self { board: Some(board), threats: Some(threats), vcf, .. } = self else {
            return Probe::Nothing;
        };
        match threats.visit(board, vcf, positions) {
            Found::Win { line, plies } => Probe::Win(move_at(line[0], board.size() as Cell), plies),
            Found::Nothing => Probe::Nothing,
            Found::Unfinished => Probe::Unfinished,
        }
    }

    fn begin_turn(&mut self) {
        self.threats.iter_mut().for_each(ThreatSearch::begin_turn);
    }

    fn bytes(&self) -> usize {
        let threats = self.threats.as_ref().map_or(0, ThreatSearch::bytes);
        self.vcf.bytes() + size_of::<Board>() + self.evaluator.bytes() + threats
    }

    fn finish_line(position: Gomoku, line: &mut Vec<Move>) {
        finish_line(position, line);
    }
}

/// The evaluation after a stone of the colour to move, for that colour. If the stone makes a four and
/// `replies` is set, it is that after the reply.
fn value_after(board: &mut Board, evaluator: &mut Evaluator, cell: Cell, replies: bool) -> i32 {
    let counts = board.counts_after(cell);
    match Status::by(&counts, board.to_move().other()) {
        Status::Wins(_) => -MAX_POINTS + 1,
        Status::Loses(_) => MAX_POINTS - 1,
        Status::Forced if replies && board.empty_count() > 2 => {
            board.play(cell);
            let reply = reply_to_four(board);
            let value = -value_after(board, evaluator, reply, false);
            board.undo();
            value
        }
        _ => -evaluator.evaluate_after(board, cell, &counts, None),
    }
}

/// The inputs of the policy, for training, for the colour to move.
#[doc(hidden)]
#[derive(Debug)]
pub struct GomokuChoices {
    /// The moves that it is asked about, with their points.
    pub moves: Vec<(Move, GomokuPoint)>,
    /// The inputs of the network's first layer. 1 is 128.
    pub inputs: [i16; GOMOKU_INPUTS],
}

/// The inputs of the policy. `None` where [`gomoku_inputs`](super::gomoku_inputs) returns `None`.
#[doc(hidden)]
#[must_use]
pub fn gomoku_choices(position: &Gomoku) -> Option<GomokuChoices> {
    let board = evaluated(position)?;
    let mut cells = Vec::new();
    shortlist(&board, &mut cells);
    let mut evaluator = Evaluator::new(true);
    let view = evaluator.view(&board);
    let size = board.size() as Cell;
    let moves = cells.iter().map(|&cell| (move_at(cell, size), view.point(cell))).collect();
    Some(GomokuChoices { moves, inputs: view.inputs })
}

#[cfg(test)]
mod tests {
    use playout_games::{Options, Record};

    use super::super::cells::iterate;
    use super::super::network::gomoku_logits;
    use super::*;
    use crate::Random;
    use crate::games::gomoku::testing::open_position;
    use crate::gomoku_stones;

    /// Positions after some stones near each other in which nobody has to answer a threat.
    fn quiet() -> Vec<Gomoku> {
        let position = |seed| {
            let mut random = Random::new(seed);
            let variant = ["freestyle", "standard"][seed as usize % 2];
            let start = Gomoku::start(&Options::new([("variant", variant)])).expect("a start");
            let mut record = Record::new(start);
            let count = 3 + random.below(12);
            gomoku_stones(record.position(), count, &mut random)?
                .into_iter()
                .for_each(|mv| record.play(mv));
            let board = evaluated(record.position())?;
            (Status::of(&board) == Status::Open).then_some(*record.position())
        };
        let positions: Vec<Gomoku> = (0..100).filter_map(position).collect();
        assert!(positions.len() > 30, "{}", positions.len());
        positions
    }

    fn knowledge(network: bool) -> ThreatKnowledge {
        ThreatKnowledge::new(&MctsSettings { network, ..Gomoku::MCTS })
    }

    #[test]
    fn children_are_the_likeliest_by_the_policy() {
        let bytes = include_bytes!("network/policy.bin");
        let mut knowledge = knowledge(true);
        for position in quiet() {
            let GomokuChoices { moves, inputs } =
                gomoku_choices(&position).expect("an open position");
            let (shortlist, points): (Vec<Move>, Vec<_>) = moves.into_iter().unzip();
            let logits = gomoku_logits(&points, &inputs, bytes).expect("weights");
            let mut moves = Vec::new();
            let listed = knowledge.urgent_moves(&position, &mut moves);
            assert_eq!(listed, Listed { urgency: Urgency::Safe, plies: 0, is_partial: true });
            assert_eq!((shortlist.len(), moves.len()), (SHORTLIST, LIKELIEST), "{position}");
            let mut terms = Vec::new();
            let temperature = knowledge.prior_terms(&position, &moves, &mut terms);
            assert_eq!((temperature, terms.len()), (TEMPERATURE, moves.len()));
            let likelier = |at: usize| logits.iter().filter(|it| **it > logits[at]).count();
            for (mv, term) in moves.iter().zip(terms) {
                let at = shortlist.iter().position(|it| it == mv).expect("of the shortlist");
                assert!(likelier(at) < LIKELIEST, "{position}");
                assert!((term - POLICY_WEIGHT * logits[at]).abs() < 1e-4);
            }
        }
    }

    /// The evaluation after a stone of the colour to move, for that colour, by placing the stones.
    fn value_by_placing(board: &mut Board, cell: Cell) -> i32 {
        let placed = board.placed();
        board.play(cell);
        let mut sign = -1;
        if Status::of(board) == Status::Forced && board.empty_count() > 1 {
            board.play(reply_to_four(board));
            sign = 1;
        }
        let value = match Status::of(board) {
            Status::Wins(_) => MAX_POINTS - 1,
            Status::Loses(_) => -MAX_POINTS + 1,
            _ => Evaluator::new(true).evaluate(board, None),
        };
        board.undo_to(placed);
        sign * value
    }

    #[test]
    fn moves_have_the_values_that_they_have_with_their_stones() {
        let mut evaluator = Evaluator::new(true);
        let (mut decided, mut last) = (0, 0);
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let size = [5, 7, 15][seed as usize % 3];
            let variant = ["freestyle", "standard"][seed as usize / 3 % 2];
            let plies = random.below(size * size);
            let position = open_position(size, variant, plies, &mut random);
            let mut board = Board::new(&position);
            if board.counts().count(board.to_move(), Shape::Five) > 0 || board.empty_count() < 2 {
                continue;
            }
            for cell in iterate(&board.empty().clone()) {
                let expected = value_by_placing(&mut board, cell);
                let found = value_after(&mut board, &mut evaluator, cell, true);
                assert_eq!(found, expected, "{cell} {position}");
                decided += u32::from(found.abs() == MAX_POINTS - 1);
                last += u32::from(board.empty_count() < 4);
            }
        }
        assert!(decided > 20 && last > 5, "{decided} {last}");
    }

    #[test]
    fn without_the_network_there_is_no_policy() {
        let mut knowledge = knowledge(false);
        for position in quiet() {
            let (mut moves, mut terms) = (Vec::new(), Vec::new());
            knowledge.urgent_moves(&position, &mut moves);
            assert_eq!(moves.len(), MOST_MOVES, "{position}");
            let choices = gomoku_choices(&position).expect("an open position");
            let mut shortlist: Vec<Move> = choices.moves.into_iter().map(|it| it.0).collect();
            shortlist.truncate(MOST_MOVES);
            assert_eq!(moves, shortlist);
            let temperature = knowledge.prior_terms(&position, &moves, &mut terms);
            assert_eq!((temperature, terms.len()), (Gomoku::PRIOR_TEMPERATURE, 0));
        }
    }
}
