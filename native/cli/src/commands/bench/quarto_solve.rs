//! How long Quarto's solver takes, cold and on one thread, beside another program if there is one.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use playout_games::quarto::{Cell, Quarto};
use playout_games::{Game, Playouts};
use playout_search::tables::quarto::{Solution, Table, Wanted};
use playout_search::{Random, Value};

use crate::failure::Failure;
use crate::mean::mean;

/// Positions by the number of pieces on the board, where a piece is still to be given.
const TO_GIVE: [(u32, usize); 6] = [(8, 1_000), (7, 500), (6, 200), (5, 50), (4, 20), (3, 5)];
/// The same with a piece in hand.
const IN_HAND: [(u32, usize); 8] = [
    (12, 1_000),
    (11, 1_000),
    (10, 1_000),
    (9, 1_000),
    (8, 1_000),
    (7, 1_000),
    (6, 1_000),
    (5, 1_000),
];
/// The size of the transposition table, in bytes; it is empty before each position.
const MEMORY: usize = 32 << 20;
/// The same for positions with a piece in hand, as in a game.
const IN_HAND_MEMORY: usize = 8 << 20;
const SEED: u64 = 1;
const HEADS: &str = "      mean      median         p99         max";

pub(super) fn run(anchor: Option<&Path>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut anchor = anchor.map(Anchor::start).transpose()?;
    let table = Table::new(MEMORY);
    writeln!(out, "A piece is to be given; times in ms\n")?;
    writeln!(out, "pieces  positions  {}", HEADS)?;
    for (placed, count) in TO_GIVE {
        let positions = random(placed, count);
        let mut own = Vec::new();
        let mut other = Vec::new();
        for position in &positions {
            let (value, ms) = solve(Solution::giving(position, Wanted::Plies), &table);
            own.push(ms);
            if let Some(anchor) = &mut anchor {
                let (score, ms) = anchor.solve(position)?;
                if score != score_of(value, 16 - placed) {
                    let message = format!("{position}: {value:?}, but the other has {score}");
                    return Err(Failure::Job(message));
                }
                other.push(ms);
            }
        }
        write!(out, "{placed:>6}  {count:>9}  {}", figures(&mut own))?;
        if !other.is_empty() {
            let ratio = mean(other.iter().copied()) / mean(own.iter().copied());
            write!(out, "   the other {} = {ratio:.1} x", figures(&mut other))?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    writeln!(out, "\nA piece is in hand; times in ms\n")?;
    writeln!(out, "pieces  positions  {}", HEADS)?;
    let table = Table::new(IN_HAND_MEMORY);
    for (placed, count) in IN_HAND {
        let solve = |position| solve(Solution::new(position, Wanted::Plies), &table).1;
        let mut times: Vec<_> = random(placed, count).iter().map(solve).collect();
        writeln!(out, "{placed:>6}  {count:>9}  {}", figures(&mut times))?;
        out.flush()?;
    }
    Ok(())
}

/// Random positions with so many pieces placed and one in hand.
fn random(placed: u32, count: usize) -> Vec<Quarto> {
    let mut random = Random::new(SEED);
    let mut one = || {
        loop {
            let mut position = Quarto::default();
            for _ in 0..=placed {
                if position.outcome().is_none() {
                    let mv = position.sample(&mut |n| random.below(n));
                    position.play(mv);
                }
            }
            if position.outcome().is_none() {
                return position;
            }
        }
    };
    (0..count).map(|_| one()).collect()
}

/// The value, and how many ms it takes with an empty table.
fn solve(mut solution: Solution, table: &Table) -> (Value, f64) {
    table.clear();
    let begun = Instant::now();
    let value = solution.run(table);
    (value, begun.elapsed().as_secs_f64() * 1e3)
}

/// A value as the other program writes it: 0 for a draw; for a win, how many cells are still empty
/// when it comes, plus 1.
fn score_of(value: Value, empty: u32) -> i64 {
    // Giving the piece is the first ply.
    let score = |plies| i64::from(empty + 2) - i64::from(plies);
    match value {
        Value::Win(plies) => score(plies),
        Value::Draw => 0,
        Value::Loss(plies) => -score(plies),
    }
}

fn figures(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    let at = |fraction: f64| times[((times.len() - 1) as f64 * fraction).round() as usize];
    let mean = mean(times.iter().copied());
    format!("{mean:>10.4}  {:>10.4}  {:>10.4}  {:>10.4}", at(0.5), at(0.99), at(1.0))
}

/// Another solver: a program that reads boards, a line each, and answers each with the board, its
/// value and the time in ms. `bench/quarto_anchor/build` makes one.
struct Anchor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Anchor {
    fn start(path: &Path) -> Result<Self, Failure> {
        let fail = |error| Failure::Job(format!("cannot run {}: {error}", path.display()));
        let mut command = Command::new(path);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(fail)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(fail(io::ErrorKind::BrokenPipe.into()));
        };
        Ok(Self { child, input, output: BufReader::new(output) })
    }

    fn solve(&mut self, position: &Quarto) -> Result<(i64, f64), Failure> {
        let cells = (0..16).filter_map(|index| Cell::new(index % 4, index / 4));
        let board: String = cells
            .map(|cell| position.piece_at(cell).map_or(".".to_owned(), |piece| piece.to_string()))
            .collect();
        // Not as an error of input and output, which would mean that nobody reads ours.
        let fail = |error| Failure::Job(format!("the other solver cannot be asked: {error}"));
        writeln!(self.input, "{board}").and_then(|()| self.input.flush()).map_err(fail)?;
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(fail)?;
        let mut words = line.split_whitespace().skip(1);
        let answer = words.next().and_then(|it| it.parse().ok());
        let ms = words.next().and_then(|it| it.parse().ok());
        answer.zip(ms).ok_or_else(|| Failure::Job(format!("the other solver answers: {line:?}")))
    }
}

impl Drop for Anchor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
