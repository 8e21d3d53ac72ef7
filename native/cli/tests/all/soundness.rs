//! Claims of UGI and USI are sound: whatever they call proven agrees with an exhaustive search, turn
//! by turn in random games, even in those with repetitions. Claims beyond the horizon of that search
//! are counted but not checked. (Gomocup sends no scores.)
//!
//! USI calls proven wins and losses `mate`, and UGI gives them scores of 100 and -100. A score of 0 may
//! be a proven draw or an estimate, but a search ends before its limit only if the result is proven.

#[path = "../../../search/tests/all/soundness/case.rs"]
mod case;
#[path = "../../../search/tests/all/soundness/exhaustive.rs"]
mod exhaustive;
#[path = "../../../search/tests/all/soundness/games.rs"]
mod games;

use std::cell::RefCell;
use std::ops::Range;

use playout_games::animal_shogi::AnimalShogi;
use playout_games::gomoku::Gomoku;
use playout_games::quarto::Quarto;
use playout_games::separo::Separo;
use playout_games::{Game, Playouts, Record};
use playout_search::SearchGame;

use crate::session::Session;
use case::Case;
use exhaustive::{Horizon, Solved};

/// How long to search.
#[derive(Clone, Copy)]
struct Limit {
    /// The words after `go`.
    go: &'static str,
    /// The count of `nodes` in an `info` line at which a search reaches this limit.
    nodes: u64,
}

/// For `mcts`, whose `info` lines count playouts: a ply of depth means 1,000 of them, but a limit of
/// nodes applies to the tree.
const PLAYOUTS: Limit = Limit { go: "depth 1", nodes: 1_000 };
const FEW_NODES: Limit = Limit { go: "nodes 300", nodes: 300 };
const MANY_NODES: Limit = Limit { go: "nodes 3000", nodes: 3_000 };

/// A running program, with the player of its last search.
struct Engine {
    session: Session,
    /// For messages.
    name: String,
    /// The word before the text of a position.
    position: &'static str,
    has_mates: bool,
    limit: Limit,
}

impl Engine {
    fn ugi<G: Game>(player: &str, limit: Limit) -> Self {
        let mut session = Session::start(&["ugi", G::NAME]);
        session.send(&format!("setoption name player value {player}"));
        let name = format!("{} with {player}, {}", G::NAME, limit.go);
        Self { session, name, position: "fen", has_mates: false, limit }
    }

    fn usi(limit: Limit) -> Self {
        let session = Session::start(&["usi"]);
        Self {
            session,
            name: format!("usi, {}", limit.go),
            position: "sfen",
            has_mates: true,
            limit,
        }
    }

    /// Searches the end of a record, and returns the `info` lines and the move.
    fn search<G: Game>(&mut self, record: &Record<G>) -> (Vec<String>, String) {
        let (start, moves) = (record.start(), record.move_texts().join(" "));
        self.session.send(&format!("position {} {start} moves {moves}", self.position));
        self.session.send(&format!("go {}", self.limit.go));
        let mut infos = Vec::new();
        loop {
            let line = self.session.next_line();
            match line.strip_prefix("bestmove ") {
                Some(best) => return (infos, best.to_owned()),
                None => infos.push(line),
            }
        }
    }

    /// What an `info` line says to be proven. It is an error if the search ended before its limit
    /// without a proven result; a slow machine has lines while it goes on.
    fn claim(&self, info: &str, is_last: bool) -> Result<Option<Claim>, String> {
        let score = between(info, " score ", " pv ");
        if let Some(mate) = score.strip_prefix("mate ") {
            let (sign, plies) = mate.split_at(1);
            let result = if sign == "+" { 1 } else { -1 };
            return Ok(Some(Claim { result, plies: plies.parse().ok() }));
        }
        let nodes: u64 = between(info, " nodes ", " ").parse().expect("a number");
        let result = match score {
            "cp 100" if !self.has_mates => 1,
            "cp -100" if !self.has_mates => -1,
            _ if nodes >= self.limit.nodes || !is_last => return Ok(None),
            "cp 0" => 0,
            _ => return Err(format!("ended early with the score {score}")),
        };
        Ok(Some(Claim { result, plies: None }))
    }
}

/// The part of a line between two other parts.
fn between<'a>(line: &'a str, before: &str, after: &str) -> &'a str {
    let found = line.split_once(before).and_then(|(_, rest)| rest.split_once(after));
    found.unwrap_or_else(|| panic!("no{before}: {line}")).0
}

/// A result that is said to be proven.
#[derive(Clone, Copy, Debug)]
struct Claim {
    /// For the side to move: -1 is a loss, 0 a draw, 1 a win.
    result: i8,
    /// The plies to the end of the game with best play, if the line has them.
    plies: Option<u32>,
}

/// The number of claims checked, and the failures.
#[derive(Debug, Default)]
struct Tally {
    /// Losses, draws and wins within the horizon.
    checked: [u32; 3],
    beyond_horizon: u32,
    failures: Vec<String>,
}

impl Tally {
    /// Checks what an engine says about a position.
    fn check<G: Game>(&mut self, engine: &mut Engine, case: &mut Case<'_, G>) {
        let (infos, best) = engine.search(&case.record);
        let about = format!("{} in {case}: {infos:?}, {best}", engine.name);
        if infos.is_empty() {
            self.failures.push(format!("{about}: no score"));
        }
        for (number, info) in (1..).zip(&infos) {
            let is_last = number == infos.len();
            if let Err(error) = self.check_info(engine, case, info, is_last) {
                self.failures.push(format!("{about}: {error}"));
            }
        }
        let last = infos.last().and_then(|info| info.split_once(" pv ")?.1.split(' ').next());
        if last != Some(&*best) {
            self.failures.push(format!("{about}: not the move of the last line"));
        }
    }

    fn check_info<G: Game>(
        &mut self,
        engine: &Engine,
        case: &mut Case<'_, G>,
        info: &str,
        is_last: bool,
    ) -> Result<(), String> {
        let mut line = case.record.clone();
        let moves = info.split_once(" pv ").ok_or("no line")?.1.split(' ');
        line.play_texts(moves).map_err(|error| error.to_string())?;
        let mv = line.moves()[case.record.ply()];

        let Some(claim) = engine.claim(info, is_last)? else { return Ok(()) };
        let here = case.bounds_here();
        if here.is_exact() {
            self.checked[(claim.result + 1) as usize] += 1;
        } else {
            self.beyond_horizon += 1;
        }
        let after = case.bounds_after(mv);
        if !here.contain(claim.result) || !after.contain(claim.result) {
            return Err(format!("{claim:?}, but it is {here:?}, and after the move {after:?}"));
        }
        claim.plies.map_or(Ok(()), |plies| case.check_plies(claim.result, plies, true))
    }

    /// Asserts that nothing failed, and that at least so many losses, draws and wins were checked.
    fn finish(self, least: [u32; 3]) {
        let Self { checked, beyond_horizon, failures } = self;
        let summary = format!("checked {checked:?}, {beyond_horizon} beyond the horizon");
        println!("{summary}");
        let shown: String = failures.iter().take(20).map(|line| format!("  {line}\n")).collect();
        assert!(failures.is_empty(), "{} failures ({summary}):\n{shown}", failures.len());
        let is_enough = checked.iter().zip(least).all(|(checked, least)| *checked >= least);
        assert!(is_enough, "too few claims: {summary}; wanted {least:?}");
    }
}

/// Checks engines turn by turn in each game, so that they continue their searches: in half of the
/// games at every position, as in an analysis, and in the others at every second one, as in a game.
/// At the end, they get the last position without its history, and then with it again. Nothing tells
/// them that another game begins.
fn check_games<G: SearchGame>(
    records: Vec<Record<G>>,
    horizon: Horizon,
    mut engines: Vec<Engine>,
) -> Tally {
    let (mut tally, solved) = (Tally::default(), RefCell::<Solved<G>>::default());
    for (number, last) in records.into_iter().enumerate() {
        let mut record = Record::new(last.start().clone());
        let mut turns = vec![record.clone()];
        for &mv in last.moves() {
            record.play(mv);
            turns.push(record.clone());
        }
        let step = 1 + number % 2;
        let mut turns: Vec<_> = turns.into_iter().skip(last.ply() % step).step_by(step).collect();
        turns.push(Record::new(last.position().clone()));
        turns.push(last);
        let mut cases: Vec<_> =
            turns.into_iter().map(|record| Case::new(record, horizon, &solved)).collect();
        for engine in &mut engines {
            for case in &mut cases {
                tally.check(engine, case);
            }
        }
    }
    tally
}

/// A UGI engine for each of these players, which must be kinds of `mcts`.
fn ugi<G: SearchGame>(players: &[&str]) -> Vec<Engine> {
    players.iter().map(|player| Engine::ugi::<G>(player, PLAYOUTS)).collect()
}

const ANIMAL_SHOGI: Horizon = Horizon::Plies(5);

#[test]
fn ugi_in_animal_shogi() {
    let mut engines = ugi::<AnimalShogi>(&[
        "mcts:seed=1",
        "mcts:policy=uniform,seed=1",
        "mcts:policy=evaluation,seed=1",
        "mcts:threads=2,memory=2,seed=1",
        "level:n=8,seed=1",
    ]);
    for limit in [FEW_NODES, MANY_NODES] {
        let players = ["minimax:seed=1", "minimax:margin=100,seed=1", "level:n=12,seed=1"];
        engines.extend(players.map(|player| Engine::ugi::<AnimalShogi>(player, limit)));
    }
    check_games(games::animal_shogi(40), ANIMAL_SHOGI, engines).finish([300, 100, 500]);
}

#[test]
fn usi() {
    let engines = [FEW_NODES, MANY_NODES].map(Engine::usi).into();
    check_games(games::animal_shogi(40), ANIMAL_SHOGI, engines).finish([60, 20, 80]);
}

#[test]
fn ugi_in_quarto() {
    let engines =
        ugi::<Quarto>(&["mcts:seed=1", "mcts:policy=uniform,seed=1", "mcts:exact=on,seed=1"]);
    let records = ends_of_games::<Quarto>("..../..../..../.... -", 12..16, 40);
    check_games(records, Horizon::End, engines).finish([50, 100, 100]);
}

#[test]
fn ugi_in_gomoku() {
    let engines = ugi::<Gomoku>(&["mcts:seed=1", "mcts:threats=off,policy=uniform,seed=1"]);
    let records = ends_of_games::<Gomoku>("oo3/xxx2/2ox1/1o1x1/oo1x1 x freestyle", 3..10, 20);
    check_games(records, Horizon::End, engines).finish([0, 20, 20]);
}

/// On this board, no position of these games is won.
#[test]
fn ugi_in_separo() {
    let engines = ugi::<Separo>(&["mcts:seed=1", "mcts:policy=uniform,seed=1"]);
    let records = ends_of_games::<Separo>("4 r - -", 3..8, 20);
    check_games(records, Horizon::End, engines).finish([0, 50, 0]);
}

/// The last moves of random games. Earlier positions would take the exhaustive search too long.
fn ends_of_games<G: Playouts>(start: &str, plies: Range<u32>, games: usize) -> Vec<Record<G>> {
    let end = |game: Record<G>| {
        let (before, last) = game.moves().split_at(game.ply().saturating_sub(3));
        let mut start = game.start().clone();
        before.iter().for_each(|&mv| start.play(mv));
        let mut end = Record::new(start);
        last.iter().for_each(|&mv| end.play(mv));
        end
    };
    games::random_games(start, plies, games).into_iter().map(end).collect()
}
