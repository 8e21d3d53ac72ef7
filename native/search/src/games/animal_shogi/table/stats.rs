//! How many positions have each value.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use playout_games::animal_shogi::AnimalShogi;

use super::index::{Index, all_lions};
use super::lookup::Table;
use super::pieces::Placement;
use super::verify::position_of;
use crate::exact::Value;

/// A number of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// All positions in which both lions are on the board, seen from the side to move.
    pub all: u64,
    /// The same with mirror images counted once.
    pub folded: u64,
}

impl Total {
    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.folded += other.folded;
    }
}

/// How many positions have each value, for the side to move.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Drawn positions.
    pub draws: Total,
    /// By distance to the end of the game in plies: positions decided at that distance. At an even
    /// distance the side to move loses, at an odd one it wins.
    pub decided: Vec<Total>,
    /// Finished positions that the side to move has won, without having to move.
    pub won_already: Total,
    /// A position that is decided only at the largest distance.
    pub longest: Option<AnimalShogi>,
}

impl Stats {
    /// Counts all accepted positions with both lions, on a number of threads. `progress` is called
    /// with a fraction from 0 to 1.
    #[must_use]
    pub fn of(table: &Table, threads: usize, progress: impl FnMut(f64) + Send) -> Self {
        let pairs = all_lions();
        let (next, done) = (AtomicUsize::new(0), Mutex::new((0, progress)));
        let work = || {
            let mut counted = Counted::default();
            while let Some(&(lions, is_central)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                counted.add_lions(table, lions, is_central);
                let mut done = done.lock().unwrap_or_else(|it| it.into_inner());
                done.0 += 1;
                let fraction = f64::from(done.0) / pairs.len() as f64;
                done.1(fraction);
            }
            counted
        };
        let counted = thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            others
                .into_iter()
                .map(|it| it.join().expect("no thread panics"))
                .fold(own, Counted::and)
        });
        counted.into_stats()
    }

    /// The positions that the side to move wins, including those it has won already.
    #[must_use]
    pub fn wins(&self) -> Total {
        let mut total = self.sum_of(1);
        total.add(self.won_already);
        total
    }

    /// The positions that the side to move loses.
    #[must_use]
    pub fn losses(&self) -> Total {
        self.sum_of(0)
    }

    /// All positions.
    #[must_use]
    pub fn all(&self) -> Total {
        let mut total = self.wins();
        total.add(self.losses());
        total.add(self.draws);
        total
    }

    fn sum_of(&self, parity: usize) -> Total {
        let mut total = Total::default();
        self.decided.iter().skip(parity).step_by(2).for_each(|it| total.add(*it));
        total
    }
}

/// The counts of one thread.
#[derive(Default)]
struct Counted {
    draws: Total,
    decided: Vec<Total>,
    won_already: Total,
    longest: Option<(u32, Placement)>,
}

impl Counted {
    fn add_lions(&mut self, table: &Table, lions: [u8; 2], is_central: bool) {
        // Mirror images of the other lions are not visited, those of central ones are.
        let once = Total { all: 2, folded: 1 };
        let mut symmetric = Self::default();
        let mut counted = Self::default();
        let index = Index::full();
        index.each_with_lions(lions, |position| {
            let value = table.value_of(position, 0);
            counted.count(value, once, position);
            if is_central && index.is_symmetric(position) {
                symmetric.count(value, once, position);
            }
        });
        if is_central {
            counted.each_total(&symmetric, |total, symmetric| {
                total.all /= 2;
                total.folded = (total.folded + symmetric.folded) / 2;
            });
        }
        self.merge(counted);
    }

    fn count(&mut self, value: Value, count: Total, position: &Placement) {
        let plies = match value {
            Value::Draw => return self.draws.add(count),
            Value::Win(0) => return self.won_already.add(count),
            Value::Win(plies) | Value::Loss(plies) => plies,
        };
        self.reach(plies as usize + 1);
        self.decided[plies as usize].add(count);
        if self.longest.is_none_or(|(longest, _)| plies > longest) {
            self.longest = Some((plies, *position));
        }
    }

    fn reach(&mut self, length: usize) {
        let length = self.decided.len().max(length);
        self.decided.resize(length, Total::default());
    }

    fn each_total(&mut self, other: &Self, change: impl Fn(&mut Total, Total)) {
        self.reach(other.decided.len());
        change(&mut self.draws, other.draws);
        change(&mut self.won_already, other.won_already);
        let others = other.decided.iter().copied().chain(std::iter::repeat(Total::default()));
        self.decided.iter_mut().zip(others).for_each(|(total, other)| change(total, other));
    }

    fn merge(&mut self, other: Self) {
        self.each_total(&other, Total::add);
        let plies = |it: &Self| it.longest.map_or(0, |(plies, _)| plies);
        // The same example whatever the threads do: the first by the squares of the lions.
        let (own, others) = (plies(self), plies(&other));
        let lions = |it: &Self| it.longest.map(|(_, position)| position.lions);
        if others > own || others == own && lions(&other) < lions(self) {
            self.longest = other.longest;
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.merge(other);
        self
    }

    fn into_stats(self) -> Stats {
        let Self { draws, decided, won_already, longest } = self;
        let longest = longest.map(|(_, position)| position_of(&position));
        Stats { draws, decided, won_already, longest }
    }
}
