//! The law of proofs: whatever a player calls proven, or leaves out, agrees with an exhaustive
//! search, also in games with repetitions. Results beyond the bound of that search are counted but
//! not checked.

mod games;
mod truth;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::tic_tac_toe::TicTacToe;
use playout_games::{Game, Record, Side};
use playout_search::{Budget, Choice, Line, Search, SearchGame, Status};

use crate::support::search;
use truth::{Horizon, Known, Truth, result_for, truth};

/// The players of every game besides its levels and its strongest; each case adds seed and limits.
const PLAYERS: [&str; 17] = [
    "random",
    "careful",
    "monte_carlo",
    "mcts",
    "mcts:policy=uniform",
    "mcts:policy=uniform,threshold=0,choice=win_less_loss",
    "mcts:policy=decisive",
    "mcts:policy=decisive,threshold=1,c=10",
    "mcts:policy=uniform,proofs=off",
    "mcts:policy=evaluation",
    "mcts:policy=evaluation,threshold=0,c=3",
    "mcts:memory=2,threads=2",
    "minimax",
    "minimax:depth=1",
    "minimax:depth=2",
    "minimax:depth=4",
    "minimax:depth=3,margin=200",
];

/// The units of work after which a player is checked.
const SLICES: [u64; 3] = [1, 60, 500];

/// Makes players visit every move that they do not leave out, after enough playouts.
const CURIOUS: &str = "c=10";
const ENOUGH: u64 = 500;

/// A position with its history, and the truth about it.
struct Case<'a, G: Game> {
    record: Record<G>,
    horizon: Horizon,
    known: &'a RefCell<Known<G>>,
    truths: HashMap<(Option<G::Move>, Horizon), Truth>,
}

impl<'a, G: SearchGame> Case<'a, G> {
    fn new(record: Record<G>, horizon: Horizon, known: &'a RefCell<Known<G>>) -> Self {
        Self { record, horizon, known, truths: HashMap::new() }
    }

    fn side(&self) -> Side {
        self.record.position().side_to_move()
    }

    /// The truth for the side to move, after a move or before any.
    fn truth(&mut self, mv: Option<G::Move>, horizon: Horizon) -> Truth {
        let side = self.side();
        let (record, known) = (&self.record, self.known);
        *self.truths.entry((mv, horizon)).or_insert_with(|| {
            let mut record = record.clone();
            if let Some(mv) = mv {
                record.play(mv);
            }
            truth(&record, horizon, side, &mut known.borrow_mut())
        })
    }

    /// The truth within the bound.
    fn whole_truth(&mut self) -> Truth {
        self.truth(None, self.horizon)
    }

    fn truth_after(&mut self, mv: G::Move) -> Truth {
        self.truth(Some(mv), self.horizon.after_a_move())
    }
}

impl<G: Game> fmt::Display for Case<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --moves \"{}\"", self.record.start(), self.record.move_texts().join(" "))
    }
}

/// What was checked.
#[derive(Debug, Default)]
struct Tally {
    /// Losses, draws and wins within the bound.
    checked: [u32; 3],
    beyond: u32,
    lines: u32,
    left_out: u32,
    wrong: Vec<String>,
}

impl Tally {
    fn note(&mut self, is_right: bool, what: impl FnOnce() -> String) {
        if !is_right {
            self.wrong.push(what());
        }
    }

    /// Checks a choice.
    fn check<G: SearchGame>(
        &mut self,
        case: &mut Case<'_, G>,
        player: &str,
        choice: &Choice<G::Move>,
    ) {
        let position = case.record.position().clone();
        let text = |mv| position.move_text(mv);
        let about = format!("{player} in {case}: {}, {:?}", text(choice.mv), choice.proof);
        let moves = case.record.legal_moves();
        self.note(moves.contains(&choice.mv), || format!("{about}: illegal"));
        let visited: Vec<_> = choice.visits.iter().map(|(mv, _)| *mv).collect();
        self.note(visited == moves, || format!("{about}: visits of other moves"));
        let mut line = case.record.clone();
        for &mv in &choice.line {
            self.note(line.legal_moves().contains(&mv), || format!("{about}: {:?}", choice.line));
            line.play(mv);
        }

        if let Some(proof) = choice.proof {
            let claimed = result_for(case.side(), proof.outcome);
            let named = ["loss", "draw", "win"][(claimed + 1) as usize];
            self.note(proof.result == named, || format!("{about}: {named} is meant"));
            self.note(choice.value == f64::from(claimed), || format!("{about}: {}", choice.value));
            let truth = case.whole_truth();
            if truth.is_exact() {
                self.checked[(claimed + 1) as usize] += 1;
            } else {
                self.beyond += 1;
            }
            self.note(truth.allows(claimed), || format!("{about}: {truth:?}"));
            let after = case.truth_after(choice.mv);
            self.note(after.allows(claimed), || format!("{about}: after the move {after:?}"));
            if let Some(plies) = proof.plies
                && claimed != 0
            {
                self.check_plies(case, &about, claimed, plies);
            }
        } else if player.contains(CURIOUS) && choice.playouts >= ENOUGH {
            for (mv, _) in choice.visits.iter().filter(|(_, visits)| *visits == 0) {
                let after = case.truth_after(*mv);
                self.left_out += 1;
                self.note(after.most == -1, || format!("{about}: leaves {} out", text(*mv)));
            }
        }
    }

    /// With the longest defence a win takes exactly this many plies, and no shorter win exists.
    fn check_plies<G: SearchGame>(
        &mut self,
        case: &mut Case<'_, G>,
        about: &str,
        claimed: i8,
        plies: u32,
    ) {
        if plies > case.horizon.plies() {
            return;
        }
        let is_known = |truth: Truth| truth.is_exact() && truth.least == claimed;
        let truth = case.truth(None, Horizon::Plies(plies));
        self.note(is_known(truth), || format!("{about}: {truth:?} in as many plies"));
        let sooner = case.truth(None, Horizon::Plies(plies - 1));
        self.note(!is_known(sooner), || format!("{about}: takes fewer plies"));
    }

    /// Checks the lines of a search.
    fn check_lines<G: SearchGame>(
        &mut self,
        case: &mut Case<'_, G>,
        player: &str,
        lines: &[Line<G::Move>],
    ) {
        for line in lines {
            let Some(proof) = line.proof else { continue };
            let claimed = result_for(case.side(), proof.outcome);
            let after = case.truth_after(line.mv);
            self.lines += 1;
            self.note(after.allows(claimed), || {
                let mv = case.record.position().move_text(line.mv);
                format!("{player} in {case}: {proof:?} after {mv}, which is {after:?}")
            });
        }
    }

    /// Runs a search, and checks its answers along the way.
    fn check_search<G: SearchGame>(
        &mut self,
        case: &mut Case<'_, G>,
        player: &str,
        search: &mut Search<G>,
        slices: &[u64],
    ) {
        for &units in slices {
            let status = search.step(Budget::units(units));
            let choice = search.choice().expect("the game is not over");
            self.check(case, player, &choice);
            self.check_lines(case, player, &search.lines());
            let proof = search.progress().proof;
            self.note(proof == choice.proof, || format!("{player} in {case}: {proof:?}"));
            if status == Status::Done {
                break;
            }
        }
    }

    /// Everything was correct, and enough was checked.
    fn close(self, least: [u32; 3]) {
        let Self { checked, beyond, lines, left_out, wrong } = self;
        let summary =
            format!("checked {checked:?} and {lines} lines, beyond {beyond}, left out {left_out}");
        println!("{summary}");
        assert!(wrong.is_empty(), "{} wrong ({summary}):\n{}", wrong.len(), shown(&wrong));
        let is_enough = checked.iter().zip(least).all(|(checked, least)| *checked >= least);
        assert!(is_enough, "too little to go by: {summary}");
    }
}

fn shown(wrong: &[String]) -> String {
    wrong.iter().take(40).map(|line| format!("  {line}\n")).collect()
}

/// The players of a game.
fn players<G: SearchGame>() -> Vec<String> {
    let levels = G::LEVELS.iter().map(|level| format!("level:n={}", level.number));
    let named = PLAYERS.iter().copied().chain([G::STRONGEST]).map(str::to_owned);
    named.chain(levels).collect()
}

fn seeded(player: &str, seed: usize) -> String {
    let mark = if player.contains(':') { ',' } else { ':' };
    format!("{player}{mark}seed={seed}")
}

/// Checks every player in every game.
fn check_all<G: SearchGame>(records: Vec<Record<G>>, horizon: Horizon, least: [u32; 3]) {
    let (mut tally, known) = (Tally::default(), RefCell::default());
    for (number, record) in records.into_iter().enumerate() {
        let mut case = Case::new(record, horizon, &known);
        for player in players::<G>() {
            let player = seeded(&player, number);
            let mut search = search(&case.record, &player);
            search.want_lines(3);
            tally.check_search(&mut case, &player, &mut search, &SLICES);
        }
    }
    tally.close(least);
}

/// Checks searches whose trees are kept over the last moves of the games, and with a moving focus.
fn check_kept<G: SearchGame>(
    records: &[Record<G>],
    moves: usize,
    horizon: Horizon,
    least: [u32; 3],
) {
    let (mut tally, known) = (Tally::default(), RefCell::default());
    for (number, record) in records.iter().enumerate() {
        let played = record.moves();
        let until = |ply: usize| {
            let mut before = Record::new(record.start().clone());
            played[..ply].iter().for_each(|&mv| before.play(mv));
            Case::new(before, horizon, &known)
        };
        let mut cases: Vec<_> = (0..=played.len()).map(until).collect();
        let first = played.len().saturating_sub(moves);
        for player in players::<G>() {
            let player = seeded(&player, number);
            let mut search = search(&cases[first].record, &player);
            for ply in first..=played.len() {
                search.step(Budget::units(100));
                // To the end of the game, and back.
                for at in [played.len(), ply] {
                    search.focus(&played[ply..at]).expect("legal moves");
                    tally.check_search(&mut cases[at], &player, &mut search, &[0, 100]);
                }
                if let Some(&mv) = played.get(ply) {
                    search.advance(mv).expect("a legal move");
                }
            }
        }
    }
    tally.close(least);
}

const ANIMAL_SHOGI: Horizon = Horizon::Plies(5);

#[test]
fn in_animal_shogi_where_positions_repeat() {
    check_all(games::animal_shogi(150), ANIMAL_SHOGI, [100, 100, 100]);
}

#[test]
fn in_animal_shogi_with_kept_trees() {
    check_kept(&games::animal_shogi(30), 5, ANIMAL_SHOGI, [10, 10, 10]);
}

#[test]
fn in_quarto() {
    let start = "..../..../..../.... -";
    check_all(games::random_games::<Quarto>(start, 9..13, 30), Horizon::End, [10, 10, 10]);
}

#[test]
fn in_quarto_with_kept_trees() {
    let start = "..../..../..../.... -";
    check_kept(&games::random_games::<Quarto>(start, 12..14, 10), 4, Horizon::End, [10, 10, 10]);
}

#[test]
fn in_gomoku() {
    let start = "oo3/xxx2/2ox1/1o1x1/oo1x1 x freestyle";
    check_all(games::random_games::<Gomoku>(start, 0..10, 40), Horizon::End, [0, 10, 10]);
    let start = "oo3/xxxx1/2ox1/1o1x1/oo1x1 o freestyle";
    check_all(games::random_games::<Gomoku>(start, 0..2, 4), Horizon::End, [10, 0, 10]);
}

/// On boards where candidates leave moves out.
#[test]
fn in_gomoku_on_an_open_board() {
    let start = "9/9/9/9/2xxx4/3o1o3/3o5/9/9 x freestyle";
    check_all(games::random_games::<Gomoku>(start, 0..8, 20), Horizon::Plies(3), [0, 0, 50]);
    check_kept(&games::random_games::<Gomoku>(start, 4..7, 8), 4, Horizon::Plies(3), [0, 0, 50]);
    let start = "9/9/9/9/2xxxx3/3o1o3/3o5/9/9 o freestyle";
    check_all(games::random_games::<Gomoku>(start, 0..2, 6), Horizon::Plies(3), [20, 0, 20]);
}

#[test]
fn in_separo() {
    check_all(games::random_games::<Separo>("4 r - -", 0..8, 10), Horizon::End, [0, 10, 0]);
    check_all(games::random_games::<Separo>("5 r - -", 8..14, 20), Horizon::End, [10, 10, 10]);
}

#[test]
fn in_tic_tac_toe() {
    let start = TicTacToe::default().to_string();
    check_all(games::random_games::<TicTacToe>(&start, 0..7, 20), Horizon::End, [10, 10, 10]);
}
