//! Proofs are sound: whatever a player calls proven, and whatever moves it leaves out, must agree
//! with an exhaustive search, even in games with repetitions. Results beyond the horizon of that
//! search are counted but not checked.
//!
//! The tests of UGI and USI use `case.rs`, `exhaustive.rs` and `games.rs`, too
//! (`cli/tests/all/soundness.rs`).

mod alpha_beta;
mod case;
mod exhaustive;
mod games;
mod graphs;
mod reference;

use std::cell::RefCell;

use playout_games::Record;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::tic_tac_toe::TicTacToe;
use playout_search::{Budget, Choice, Line, Search, SearchGame, Status};

use crate::support::search;
use crate::whole_run::short_or_whole;
use case::Case;
use exhaustive::{Horizon, result_for};

/// The players tested in every game, besides its levels and its strongest player; each case adds a
/// seed.
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

/// Players that know no threats, or only look near pieces, in games that have threats.
const PLAYERS_WITHOUT_THREATS: [&str; 5] = [
    "mcts:threats=off",
    "mcts:policy=uniform,radius=1",
    "mcts:policy=decisive,radius=1,threshold=0",
    "minimax:threats=off",
    "minimax:threats=off,depth=3,radius=1",
];

/// The players that use exact values, in games whose tables are there.
const EXACT_PLAYERS: [&str; 9] = [
    "perfect",
    "perfect:among=random",
    "mcts:exact=on",
    "mcts:exact=on,policy=uniform,threshold=0",
    "mcts:exact=on,policy=evaluation",
    "mcts:exact=on,proofs=off",
    "mcts:exact=on,memory=2,threads=2",
    "minimax:exact=on",
    "minimax:exact=on,depth=2,margin=200",
];

/// The numbers of units after which a player's results are checked.
const SLICES: [u64; 3] = [1, 60, 500];

/// With this much exploration, [`MIN_PLAYOUTS`] are enough to visit every move that the search does
/// not leave out.
const HIGH_EXPLORATION: &str = "c=10";
const MIN_PLAYOUTS: u64 = 500;

/// How many times as many seeds as moves it takes for `careful` to choose each of its moves.
const SEEDS_PER_MOVE: usize = 20;

/// The least numbers of results that a test must check, so that it does not pass because it checks
/// nothing.
#[derive(Clone, Copy, Debug)]
struct Least {
    /// Losses, draws and wins.
    results: [u32; 3],
    lines: u32,
    /// Moves left out by searches, and by `careful`.
    left_out: [u32; 2],
    /// Searches that went beyond the horizon without a proof.
    unproven: u32,
}

const fn least(results: [u32; 3], lines: u32, left_out: [u32; 2]) -> Least {
    Least { results, lines, left_out, unproven: 0 }
}

/// The number of results checked, and the failures.
#[derive(Debug, Default)]
struct Tally {
    /// Losses, draws and wins within the horizon.
    checked: [u32; 3],
    beyond_horizon: u32,
    lines: u32,
    left_out: [u32; 2],
    /// Searches that went beyond the horizon without a proof.
    unproven: u32,
    failures: Vec<String>,
}

/// Whether the plies of a player's win are the fewest, not only so many at most.
fn is_exact<G: SearchGame>(player: &str, plies: u32) -> bool {
    let level = G::LEVELS.iter().find(|it| player.starts_with(&format!("level:n={},", it.number)));
    let player = level.map_or(player, |it| it.spec);
    if player.starts_with("mcts") {
        plies == 1 || player.contains("exact=on")
    } else {
        // Shorter wins by threats are found first.
        G::NAME != "gomoku" || player.contains("threats=off") || plies <= 6
    }
}

impl Tally {
    fn check(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.failures.push(message());
        }
    }

    fn check_choice<G: SearchGame>(
        &mut self,
        case: &mut Case<'_, G>,
        player: &str,
        choice: &Choice<G::Move>,
    ) {
        let position = case.record.position().clone();
        let text = |mv| position.move_text(mv);
        let about = format!("{player} in {case}: {}, {:?}", text(choice.mv), choice.proof);
        let moves = case.record.legal_moves();
        self.check(moves.contains(&choice.mv), || format!("{about}: illegal"));
        let visited: Vec<_> = choice.visits.iter().map(|(mv, _)| *mv).collect();
        self.check(visited == moves, || {
            format!("{about}: visits are not those of the legal moves")
        });
        let mut line = case.record.clone();
        for &mv in &choice.line {
            self.check(line.legal_moves().contains(&mv), || format!("{about}: {:?}", choice.line));
            line.play(mv);
        }

        if let Some(proof) = choice.proof {
            let claimed = result_for(case.side(), proof.outcome);
            let named = ["loss", "draw", "win"][(claimed + 1) as usize];
            self.check(proof.result == named, || format!("{about}: should be called a {named}"));
            self.check(choice.value == f64::from(claimed), || format!("{about}: {}", choice.value));
            let bounds = case.bounds_here();
            if bounds.is_exact() {
                self.checked[(claimed + 1) as usize] += 1;
            } else {
                self.beyond_horizon += 1;
            }
            self.check(bounds.contain(claimed), || format!("{about}: {bounds:?}"));
            let after = case.bounds_after(choice.mv);
            self.check(after.contain(claimed), || format!("{about}: after the move {after:?}"));
            if let Some(plies) = proof.plies
                && claimed != 0
            {
                let is_exact = is_exact::<G>(player, plies);
                let checked = case.check_plies(claimed, plies, is_exact);
                self.check(checked.is_ok(), || format!("{about}: {checked:?}"));
            }
        } else if player.contains(HIGH_EXPLORATION) && choice.playouts >= MIN_PLAYOUTS {
            for (mv, _) in choice.visits.iter().filter(|(_, visits)| *visits == 0) {
                let after = case.bounds_after(*mv);
                self.left_out[0] += 1;
                self.check(after.max == -1, || format!("{about}: leaves {} out", text(*mv)));
            }
        }
    }

    /// Checks the moves that `careful` never chooses: they must lose at once.
    fn check_careful<G: SearchGame>(&mut self, case: &mut Case<'_, G>) {
        let moves = case.record.legal_moves();
        let choices: Vec<_> = (0..SEEDS_PER_MOVE * moves.len())
            .map(|seed| search(&case.record, &seeded("careful", seed)))
            .map(|search| search.choice().expect("the game is not over"))
            .collect();
        if choices[0].proof.is_some_and(|proof| proof.result == "win") {
            return;
        }
        for mv in moves {
            if choices.iter().all(|choice| choice.mv != mv) {
                let after = case.bounds(Some(mv), Horizon::Plies(1));
                self.left_out[1] += 1;
                self.check(after.max == -1, || {
                    let mv = case.record.position().move_text(mv);
                    format!("careful in {case}: leaves {mv} out")
                });
            }
        }
    }

    fn check_lines<G: SearchGame>(
        &mut self,
        case: &mut Case<'_, G>,
        player: &str,
        lines: &[Line<G::Move>],
    ) {
        for line in lines {
            let Some(proof) = line.proof else { continue };
            let claimed = result_for(case.side(), proof.outcome);
            let after = case.bounds_after(line.mv);
            if after.is_exact() {
                self.lines += 1;
            } else {
                self.beyond_horizon += 1;
            }
            self.check(after.contain(claimed), || {
                let mv = case.record.position().move_text(line.mv);
                format!("{player} in {case}: {proof:?} after {mv}, but it is {after:?}")
            });
        }
    }

    /// Runs a search, and checks its results after each slice.
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
            self.check_choice(case, player, &choice);
            self.check_lines(case, player, &search.lines());
            let proof = search.progress().proof;
            self.check(proof == choice.proof, || format!("{player} in {case}: {proof:?}"));
            if status == Status::Done {
                break;
            }
        }
    }

    /// Asserts that nothing failed, and that enough was checked.
    fn finish(self, least: Least) {
        let Self { checked, beyond_horizon, lines, left_out, unproven, failures } = self;
        let [by_searches, by_careful] = left_out;
        let summary = format!(
            "checked {checked:?}, {lines} lines, {by_searches} moves left out, {by_careful} by \
             careful; {beyond_horizon} beyond the horizon, {unproven} unproven"
        );
        println!("{summary}");
        assert!(
            failures.is_empty(),
            "{} failures ({summary}):\n{}",
            failures.len(),
            shown(&failures)
        );
        let found = checked.into_iter().chain(left_out).chain([lines, unproven]);
        let wanted =
            least.results.into_iter().chain(least.left_out).chain([least.lines, least.unproven]);
        let is_enough = found.zip(wanted).all(|(found, wanted)| found >= wanted);
        assert!(is_enough, "too few results: {summary}; wanted {least:?}");
    }
}

fn shown(failures: &[String]) -> String {
    failures.iter().take(40).map(|line| format!("  {line}\n")).collect()
}

/// All players; those without threats only where there are any, those with exact values only if there
/// is a table.
fn players<G: SearchGame>(position: &G) -> Vec<String> {
    let levels = G::LEVELS.iter().map(|level| format!("level:n={}", level.number));
    let without_threats = G::OWN_KEYS.contains(&"threats").then_some(PLAYERS_WITHOUT_THREATS);
    let named = PLAYERS.iter().chain(&[G::STRONGEST]).chain(without_threats.iter().flatten());
    let named = named.copied().map(str::to_owned);
    let exact = position.oracle().ok().map(|_| EXACT_PLAYERS.map(str::to_owned));
    named.chain(levels).chain(exact.into_iter().flatten()).collect()
}

fn seeded(player: &str, seed: usize) -> String {
    let mark = if player.contains(':') { ',' } else { ':' };
    format!("{player}{mark}seed={seed}")
}

/// Checks every player in each of the games, with one line or several, for which alpha-beta searches
/// differently.
fn check_all<G: SearchGame>(records: Vec<Record<G>>, horizon: Horizon, least: Least) {
    let (mut tally, solved) = (Tally::default(), RefCell::default());
    for (number, record) in records.into_iter().enumerate() {
        let mut case = Case::new(record, horizon, &solved);
        tally.check_careful(&mut case);
        for player in players(case.record.position()) {
            let player = seeded(&player, number);
            let mut search = search(&case.record, &player);
            search.set_multi_pv([1, 3][number % 2]);
            tally.check_search(&mut case, &player, &mut search, &SLICES);
        }
    }
    tally.finish(least);
}

/// Checks searches that keep their trees over the last `moves` moves of each game while their focus
/// changes.
fn check_kept_trees<G: SearchGame>(
    records: &[Record<G>],
    moves: usize,
    horizon: Horizon,
    least: Least,
) {
    let (mut tally, solved) = (Tally::default(), RefCell::default());
    for (number, record) in records.iter().enumerate() {
        let played = record.moves();
        let until = |ply: usize| {
            let mut before = Record::new(record.start().clone());
            played[..ply].iter().for_each(|&mv| before.play(mv));
            Case::new(before, horizon, &solved)
        };
        let mut cases: Vec<_> = (0..=played.len()).map(until).collect();
        let first = played.len().saturating_sub(moves);
        for player in players(record.position()) {
            let player = seeded(&player, number);
            let mut search = search(&cases[first].record, &player);
            for ply in first..=played.len() {
                search.step(Budget::units(100));
                // Moves the focus to the end of the game and back.
                for at in [played.len(), ply] {
                    search.focus(&played[ply..at]).expect("legal moves");
                    tally.check_search(&mut cases[at], &player, &mut search, &[0, 100]);
                }
                if ply == played.len() && player.contains(HIGH_EXPLORATION) {
                    tally.check_search(&mut cases[ply], &player, &mut search, &[MIN_PLAYOUTS]);
                }
                if let Some(&mv) = played.get(ply) {
                    search.advance(mv).expect("a legal move");
                }
            }
        }
    }
    tally.finish(least);
}

const ANIMAL_SHOGI: Horizon = Horizon::Plies(5);

#[test]
fn animal_shogi_with_repetitions() {
    let (count, wanted) = short_or_whole(
        (60, least([50, 50, 50], 1_000, [50, 200])),
        (120, least([100, 100, 100], 2_000, [100, 400])),
    );
    check_all(games::animal_shogi(count), ANIMAL_SHOGI, wanted);
    let games = games::animal_shogi_in("quick-try ", 30);
    check_all(games, ANIMAL_SHOGI, least([20, 20, 20], 400, [20, 80]));
}

#[test]
fn animal_shogi_with_kept_trees() {
    let (count, least) = short_or_whole(
        (12, least([4, 4, 4], 1_200, [8, 0])),
        (30, least([10, 10, 10], 3_000, [20, 0])),
    );
    check_kept_trees(&games::animal_shogi(count), 5, ANIMAL_SHOGI, least);
}

#[test]
fn quarto() {
    // With squares, fewer games end in a draw.
    let start = "..../..../..../.... -";
    let (count, wanted) =
        short_or_whole((8, least([2, 2, 2], 50, [20, 75])), (15, least([5, 5, 5], 100, [50, 150])));
    check_all(games::random_games::<Quarto>(start, 9..13, count), Horizon::End, wanted);
    let start = "squares ..../..../..../.... -";
    let wanted = short_or_whole(least([2, 2, 2], 50, [0, 75]), least([5, 5, 5], 100, [0, 150]));
    check_all(games::random_games::<Quarto>(start, 9..13, 15), Horizon::End, wanted);
}

#[test]
fn quarto_with_kept_trees() {
    let start = "..../..../..../.... -";
    let (count, least) = short_or_whole(
        (10, least([5, 5, 5], 1_000, [0, 0])),
        (20, least([10, 10, 10], 2_000, [0, 0])),
    );
    let records = games::random_games::<Quarto>(start, 13..15, count);
    check_kept_trees(&records, 4, Horizon::End, least);
}

#[test]
fn gomoku() {
    let start = "oo3/xxx2/2ox1/1o1x1/oo1x1 x freestyle";
    check_all(
        games::random_games::<Gomoku>(start, 0..10, 40),
        Horizon::End,
        least([0, 10, 10], 300, [20, 20]),
    );
    let start = "oo3/xxxx1/2ox1/1o1x1/oo1x1 o freestyle";
    check_all(
        games::random_games::<Gomoku>(start, 0..2, 4),
        Horizon::End,
        least([10, 0, 10], 80, [0, 0]),
    );
}

/// The boards are so open that candidates leave out moves.
#[test]
fn gomoku_on_an_open_board() {
    let start = "9/9/9/9/2xxx4/3o1o3/3o5/9/9 x freestyle";
    for start in [start, "9/9/9/9/2xxx1x2/3o1o3/3o1o3/9/9 x standard"] {
        let (count, wanted) =
            short_or_whole((4, least([0, 0, 8], 20, [0, 0])), (10, least([0, 0, 20], 50, [0, 0])));
        let records = games::random_games::<Gomoku>(start, 0..8, count);
        check_all(records, Horizon::Plies(3), wanted);
    }
    let (count, wanted) =
        short_or_whole((3, least([0, 0, 18], 200, [0, 0])), (8, least([0, 0, 50], 600, [0, 0])));
    let records = games::random_games::<Gomoku>(start, 4..7, count);
    check_kept_trees(&records, 4, Horizon::Plies(3), wanted);
    let start = "9/9/9/9/2xxxx3/3o1o3/3o5/9/9 o freestyle";
    let (count, wanted) =
        short_or_whole((3, least([10, 0, 10], 50, [0, 0])), (6, least([20, 0, 20], 100, [0, 0])));
    check_all(games::random_games::<Gomoku>(start, 0..2, count), Horizon::Plies(3), wanted);
}

#[test]
fn separo() {
    check_all(
        games::random_games::<Separo>("4 r - -", 0..8, 10),
        Horizon::End,
        least([0, 10, 0], 150, [0, 0]),
    );
    check_all(
        games::random_games::<Separo>("5 r - -", 8..14, 20),
        Horizon::End,
        least([10, 10, 10], 200, [0, 0]),
    );
}

#[test]
fn tic_tac_toe() {
    let start = TicTacToe::default().to_string();
    check_all(
        games::random_games::<TicTacToe>(&start, 0..7, 20),
        Horizon::End,
        least([10, 10, 10], 150, [0, 10]),
    );
}
