//! Move ordering: moves that caused cutoffs elsewhere come first.

use std::hash::{Hash, Hasher};

use playout_games::Side;

/// The number of counters per side, enough that moves rarely collide.
const COUNTERS: usize = 1 << 12;
/// When a counter exceeds this, all are halved, so that old cutoffs fade.
const MAX_HISTORY: i32 = 1 << 14;

/// Statistics of moves that caused cutoffs: for each side, how many (the history heuristic,
/// Schaeffer 1983), and for each ply, the last two moves (killer moves, Akl and Newborn 1977).
#[derive(Debug)]
pub(crate) struct Ordering<M> {
    history: [Box<[i32; COUNTERS]>; 2],
    killers: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq + Hash> Ordering<M> {
    pub(crate) fn new() -> Self {
        let counters = || Box::new([0; COUNTERS]);
        Self { history: [counters(), counters()], killers: Vec::new() }
    }

    /// Clears the killer moves, whose plies no longer match, and halves the history.
    pub(crate) fn advance(&mut self) {
        self.killers.clear();
        self.halve();
    }

    fn halve(&mut self) {
        self.history.iter_mut().flat_map(|counters| counters.iter_mut()).for_each(|it| *it /= 2);
    }

    /// The history of a move, from 0 to [`MAX_HISTORY`].
    pub(crate) fn history(&self, side: Side, mv: M) -> i32 {
        self.history[side as usize][counter_index(mv)]
    }

    /// 2 for the latest killer move of a ply, 1 for the one before it, 0 for other moves.
    pub(crate) fn killer(&self, ply: usize, mv: M) -> i32 {
        match self.killers.get(ply) {
            Some([last, _]) if *last == Some(mv) => 2,
            Some([_, before]) if *before == Some(mv) => 1,
            _ => 0,
        }
    }

    /// Records that a move caused a cutoff at a ply, with `depth` plies left.
    pub(crate) fn record_cutoff(&mut self, ply: usize, side: Side, mv: M, depth: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let counter = &mut self.history[side as usize][counter_index(mv)];
        *counter += (depth * depth).min(1 << 10) as i32;
        if *counter > MAX_HISTORY {
            self.halve();
        }
    }
}

/// The index of a move's counter.
fn counter_index<M: Hash>(mv: M) -> usize {
    let mut hasher = MultiplicativeHasher(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> (u64::BITS - COUNTERS.ilog2())) as usize
}

/// A fast hash function for the few bytes of a move.
struct MultiplicativeHasher(u64);

impl Hasher for MultiplicativeHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
