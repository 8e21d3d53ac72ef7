//! Makes the book.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use playout_games::set_bits;

use super::file::{byte_of, value_of};
use super::index::{Index, MOST_PLACED, StandardBoard};
use super::partial::{CHUNK, Partial};
use super::values::Book;
use crate::exact::Value;
use crate::games::quarto::solver::{Solution, Table, Wanted};

/// Solves every position of the book on so many threads. `partial` is a file for what has been solved
/// so far; a build continues with what it finds there. `memory` is the size of the transposition table
/// in bytes. `progress` is called with the number of positions solved, and of all.
///
/// # Errors
///
/// If the file cannot be read or written.
pub fn build(
    partial: &Path,
    threads: usize,
    memory: usize,
    mut progress: impl FnMut(usize, usize),
) -> io::Result<Book> {
    let index = Index::get();
    let positions: Vec<_> = index.positions().collect();
    let [to_solve, ..] = index.counts(MOST_PLACED);
    let (mut file, mut values) = Partial::open(partial, to_solve)?;
    progress(values.len(), positions.len());
    let table = Table::new(memory);
    while values.len() < to_solve {
        let end = to_solve.min(values.len() + CHUNK);
        let chunk = solve_all(&positions[values.len()..end], threads, &table);
        file.add(&chunk)?;
        values.extend(chunk);
        progress(values.len(), positions.len());
    }
    // Those with fewer pieces follow from those with one more, which have lower numbers.
    for (board, hand) in &positions[to_solve..] {
        let value = value_by_replies(index, &values, board, *hand);
        values.push(byte_of(value));
    }
    progress(values.len(), positions.len());
    Ok(Book { values })
}

/// The values of some positions, in order.
fn solve_all(positions: &[(StandardBoard, u8)], threads: usize, table: &Table) -> Vec<u8> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut solved = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((board, hand)) = positions.get(at) else { return solved };
            let value = Solution::of_board(board, Some(*hand), Wanted::Plies).run(table);
            solved.push((at, byte_of(value)));
        }
    };
    let mut solved: Vec<(usize, u8)> = thread::scope(|scope| {
        let running: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        running.into_iter().flat_map(|it| it.join().expect("no thread panics")).chain(own).collect()
    });
    solved.sort_unstable();
    solved.into_iter().map(|(_, byte)| byte).collect()
}

/// The value of a position that is not won at once, from those after each move.
pub(super) fn value_by_replies(
    index: &Index,
    values: &[u8],
    board: &StandardBoard,
    hand: u8,
) -> Value {
    let mut best = Value::Loss(0);
    for cell in set_bits(!board.occupied()) {
        let after = board.with(hand, cell as usize);
        if after.is_won() {
            return Value::Win(1);
        }
        for given in set_bits(after.remaining()) {
            let number = index.number(&after, given as u8).expect("the book has all replies");
            best = best.max(value_of(values[number]).before());
        }
    }
    best
}
