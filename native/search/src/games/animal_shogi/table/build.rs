//! The generator: retrograde analysis (Ströhlein 1970; Thompson 1986) with a counter for each
//! position.
//!
//! A position's entry first counts its safe moves, after which the opponent cannot win at once.
//! Without any, the position is lost in 2 plies. Then, for each distance in turn, the generator
//! takes back moves from the positions decided at that distance. A position from which a lost one
//! can be reached is won. A move to a won position is one safe move less, and a position whose last
//! safe move is gone is lost. Positions that still have some at the end are drawn.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{io, thread};

use super::file::{self, COUNTS, Counts};
use super::index::{Decoder, Index};
use super::safe_moves::safe_moves;
use super::slots::{Slots, UNUSED};
use super::unmoves::each_unmove;
use super::value::DRAW;

/// The largest distance that an entry can hold.
pub(super) const MAX_DISTANCE: u8 = 199;
/// The entry of an undecided position is this, plus the number of its safe moves left.
pub(super) const UNDECIDED: u8 = 200;

/// Slots that a thread takes at a time.
const CHUNK: u32 = 1 << 16;
/// How many newly decided positions each thread remembers. If there are more, the next step looks
/// at all slots.
const MAX_LISTED: usize = 1 << 20;
/// How many taken back moves are looked up at a time, so that the processor fetches their entries
/// from memory at once.
const BATCH: usize = 512;

/// A step of [`build`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Positions are being decided at a distance, in plies, after `decided` of them at shorter
    /// ones, mirror images counted once.
    Distance {
        /// The distance of the positions from which moves are taken back.
        plies: u32,
        /// The positions decided so far.
        decided: u64,
    },
    /// The file is being written; the fraction is from 0 to 1.
    Writing(f64),
}

/// The finished table, not yet in a file.
pub struct Built {
    slots: Slots,
    counts: Counts,
}

/// Builds the table on a number of threads. `progress` is called before each step.
pub fn build(threads: usize, progress: impl FnMut(Step)) -> Built {
    let slots = decide_all(Index::full(), threads, progress);
    let counts = slots.counts();
    Built { slots, counts }
}

/// Decides all positions with a set of pieces.
pub(super) fn decide_all(index: &Index, threads: usize, mut progress: impl FnMut(Step)) -> Slots {
    let slots = Slots::new(index.slots());
    let in_parallel = |end: u32, work: &Work<'_>| in_parallel(index, threads, end, work);
    let mut decided = in_parallel(slots.count(), &|worker, chunk| worker.count(&slots, chunk));
    let (mut last, mut total) = (0, 0);
    for distance in 2..MAX_DISTANCE {
        let count = decided.iter().map(|it| it.count).sum::<u64>();
        total += count;
        progress(Step::Distance { plies: distance.into(), decided: total });
        // Wins come from losses and losses from wins, so two steps without any are the end.
        if count == 0 && last == 0 {
            break;
        }
        last = count;
        let is_complete = decided.iter().all(|it| it.listed.len() as u64 == it.count);
        decided = if is_complete {
            let listed: Vec<_> = decided.into_iter().flat_map(|it| it.listed).collect();
            in_parallel(listed.len() as u32, &|worker, (first, end)| {
                let chunk = listed[first as usize..end as usize].iter().copied();
                worker.take_back(&slots, distance, chunk);
            })
        } else {
            drop(decided);
            in_parallel(slots.count(), &|worker, (first, end)| {
                worker.take_back(&slots, distance, slots.with_entry(distance, first, end));
            })
        };
    }
    slots
}

impl Built {
    /// Writes the table to a file, and returns its size in bytes. `path` is replaced only when
    /// everything has been written.
    ///
    /// # Errors
    ///
    /// If the directory cannot be created, or the file cannot be written.
    pub fn write(
        &self,
        path: &Path,
        threads: usize,
        mut progress: impl FnMut(Step),
    ) -> io::Result<u64> {
        let entries = |first, block: &mut [u8]| {
            let mut last = DRAW;
            for (slot, entry) in (first..).zip(block) {
                last = self.slots.decided(slot).unwrap_or(last);
                *entry = last;
            }
        };
        file::write(path, &self.counts, threads, entries, |done| progress(Step::Writing(done)))
    }

    /// The number of positions that have an entry, mirror images counted once.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.counts[..usize::from(UNUSED)].iter().sum()
    }
}

/// What one thread has decided in a step.
#[derive(Default)]
struct Decided {
    count: u64,
    /// The slots, up to [`MAX_LISTED`].
    listed: Vec<u32>,
}

impl Decided {
    fn add(&mut self, slot: u32) {
        self.count += 1;
        if self.listed.len() < MAX_LISTED {
            self.listed.push(slot);
        }
    }
}

/// What is done with a chunk of a range.
type Work<'a> = dyn Fn(&mut Worker<'_>, (u32, u32)) + Sync + 'a;

/// Gives chunks of a range to threads until it is used up.
fn in_parallel(index: &Index, threads: usize, end: u32, work: &Work<'_>) -> Vec<Decided> {
    let next = AtomicU32::new(0);
    let run = || {
        let mut worker = Worker::new(index);
        // Lists of slots are short, so they are divided into smaller chunks.
        let chunk = CHUNK.min(end / 64 + 1);
        loop {
            let first = next.fetch_add(chunk, Ordering::Relaxed);
            if first >= end {
                return worker.decided;
            }
            work(&mut worker, (first, end.min(first + chunk)));
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let mut all = vec![run()];
        all.extend(others.into_iter().map(|it| it.join().expect("no thread panics")));
        all
    })
}

struct Worker<'a> {
    index: &'a Index,
    decoder: Decoder<'a>,
    decided: Decided,
    /// Moves that were taken back: the slots of the positions before them.
    batch: Vec<u32>,
    undecided: Vec<u32>,
}

impl<'a> Worker<'a> {
    fn new(index: &'a Index) -> Self {
        Self {
            index,
            decoder: Decoder::new(index),
            decided: Decided::default(),
            batch: Vec::new(),
            undecided: Vec::new(),
        }
    }

    /// Counts the safe moves of positions.
    fn count(&mut self, slots: &Slots, (first, end): (u32, u32)) {
        let index = self.index;
        slots.fill(first, end, |slot| {
            let position = self.decoder.position(slot);
            if index.is_central(slot)
                && index.slot_of(&position, 0).is_none_or(|it| !it.is_canonical)
            {
                return UNUSED;
            }
            match safe_moves(&position) {
                None => UNUSED,
                Some(0) => {
                    self.decided.add(slot);
                    2
                }
                Some(count) => UNDECIDED + count as u8,
            }
        });
    }

    /// Takes back all moves to the given positions, which are decided at `distance`.
    fn take_back(&mut self, slots: &Slots, distance: u8, decided: impl Iterator<Item = u32>) {
        let index = self.index;
        for slot in decided {
            let position = self.decoder.position(slot);
            let is_symmetric = index.is_central(slot)
                && index.slot_of(&position, 0).is_some_and(|it| it.is_symmetric);
            each_unmove(&position, |before| {
                let Some(slot) = index.slot_of(before, 1) else { return };
                // Every move and its mirror image have to count as often as the entry before them
                // counted them.
                if is_symmetric && !slot.is_canonical {
                    return;
                }
                self.batch.push(slot.number);
                if slot.is_symmetric && !is_symmetric {
                    self.batch.push(slot.number);
                }
            });
            if self.batch.len() >= BATCH {
                self.decide(slots, distance);
            }
        }
        self.decide(slots, distance);
    }

    /// Updates the entries of the batch.
    fn decide(&mut self, slots: &Slots, distance: u8) {
        self.undecided.clear();
        let is_undecided = |slot: &u32| (UNDECIDED..UNUSED).contains(&slots.get(*slot));
        self.undecided.extend(self.batch.drain(..).filter(is_undecided));
        let is_lost = distance.is_multiple_of(2);
        for &slot in &self.undecided {
            let is_decided = if is_lost {
                slots.replace(slot, |entry| entry >= UNDECIDED, distance + 1)
            } else {
                slots.decrement(slot) == UNDECIDED + 1 && {
                    slots.replace(slot, |entry| entry == UNDECIDED, distance + 1)
                }
            };
            if is_decided {
                self.decided.add(slot);
            }
        }
    }
}

impl Slots {
    /// The entry of a slot in the file, once everything is decided; `None` if it needs none.
    pub(super) fn decided(&self, slot: u32) -> Option<u8> {
        match self.get(slot) {
            UNUSED => None,
            UNDECIDED.. => Some(DRAW),
            decided => Some(decided),
        }
    }

    /// How many slots have each entry in the file.
    fn counts(&self) -> Counts {
        let mut counts = [0; COUNTS];
        for slot in 0..self.count() {
            counts[usize::from(self.decided(slot).unwrap_or(UNUSED))] += 1;
        }
        counts
    }
}
