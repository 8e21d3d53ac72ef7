//! Checks every entry against those of its successors, by the moves of the game.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;

use playout_games::animal_shogi::{Animal, AnimalShogi, Piece, Square};
use playout_games::{Game, Playouts, Side, Urgency};

use super::index::{Decoder, Index, SLOTS};
use super::lookup::Table;
use super::pieces::Placement;
use super::slots::UNUSED;
use super::value::entry_of;
use crate::exact::{Oracle, Value};

/// Slots that a thread takes at a time.
const CHUNK: u32 = 1 << 16;

impl Table {
    /// Checks every entry on a number of threads: its value must be the best of those after each
    /// legal move of the game, and positions without an entry must be finished or won at once.
    /// Returns how many entries there are. `progress` is called with a fraction from 0 to 1.
    ///
    /// A table that passes is right. By induction on the distance, every win and loss is one, and
    /// none is missing; in a drawn position, a side that always moves to another drawn one cannot
    /// lose.
    ///
    /// # Errors
    ///
    /// The text of a position whose entry is wrong, with what is wrong.
    pub fn verify(&self, threads: usize, progress: impl FnMut(f64) + Send) -> Result<u64, String> {
        let (next, checked) = (AtomicU32::new(0), AtomicU64::new(0));
        let counts = Mutex::new(([0_u64; 256], progress));
        let work = || -> Result<(), String> {
            let mut checker = Checker::new(self);
            let mut own_counts = [0; 256];
            loop {
                let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                if first >= SLOTS {
                    break;
                }
                let end = SLOTS.min(first + CHUNK);
                for slot in first..end {
                    own_counts[usize::from(checker.check(slot)?)] += 1;
                }
                let done = checked.fetch_add((end - first).into(), Ordering::Relaxed);
                let mut shared = counts.lock().unwrap_or_else(|it| it.into_inner());
                shared.1(done as f64 / f64::from(SLOTS));
            }
            let mut shared = counts.lock().unwrap_or_else(|it| it.into_inner());
            shared.0.iter_mut().zip(own_counts).for_each(|(all, own)| *all += own);
            Ok(())
        };
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            let others = others.into_iter().map(|it| it.join().expect("no thread panics"));
            others.fold(own, Result::and)
        })?;
        let (counts, _) = counts.into_inner().unwrap_or_else(|it| it.into_inner());
        if counts != self.counts {
            return Err("the counts in the file are not those of its entries".to_owned());
        }
        Ok(counts[..usize::from(UNUSED)].iter().sum())
    }
}

/// Checks one slot after another.
struct Checker<'a> {
    table: &'a Table,
    decoder: Decoder<'static>,
    moves: Vec<<AnimalShogi as Game>::Move>,
}

impl<'a> Checker<'a> {
    fn new(table: &'a Table) -> Self {
        Self { table, decoder: Decoder::new(Index::full()), moves: Vec::new() }
    }

    /// Checks a slot, and returns its entry, or [`UNUSED`].
    fn check(&mut self, slot: u32) -> Result<u8, String> {
        let placement = self.decoder.position(slot);
        let found = Index::full().slot_of(&placement, 0);
        if Index::full().is_central(slot) && found.is_none_or(|it| !it.is_canonical) {
            return Ok(UNUSED);
        }
        let position = position_of(&placement);
        let wrong = |what: String| Err(format!("{position} (slot {slot}): {what}"));
        if found.is_none_or(|it| it.number != slot) {
            return wrong("the position has another slot".to_owned());
        }
        if position.outcome().is_some() {
            return Ok(UNUSED);
        }
        self.moves.clear();
        let wins_at_once = position.urgent_moves(&mut self.moves) == Urgency::Win;
        let value = self.table.value(&position);
        if wins_at_once != (value == Value::Win(1)) {
            return wrong(format!("its value is {value:?}, which is wrong"));
        }
        if wins_at_once {
            return Ok(UNUSED);
        }
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        let best = self.moves.iter().map(|&mv| {
            let mut next = position;
            next.play(mv);
            self.table.value(&next).before()
        });
        let best = best.max();
        if best == Some(value) {
            Ok(entry_of(value))
        } else {
            wrong(format!("its entry says {value:?}, its moves {best:?}"))
        }
    }
}

/// The position of the game, the first side to move.
pub(super) fn position_of(placement: &Placement) -> AnimalShogi {
    const ANIMALS: [Animal; 4] = [Animal::Giraffe, Animal::Elephant, Animal::Chick, Animal::Hen];

    let side_of = |side: usize| if side == 0 { Side::First } else { Side::Second };
    let square_of = |index: usize| {
        Square::new(index as u8 % 3, index as u8 / 3).expect("the index of a square")
    };
    let mut hands = [[0; 3]; 2];
    let lions = [0, 1].map(|side| {
        (square_of(placement.lion(side)), Piece { animal: Animal::Lion, side: side_of(side) })
    });
    let mut board = lions.to_vec();
    for (index, piece) in placement.pieces.into_iter().enumerate() {
        if piece.is_held() {
            hands[piece.side()][index / 2] += 1;
        } else {
            let animal = ANIMALS[placement.kind(index)];
            board.push((square_of(piece.square()), Piece { animal, side: side_of(piece.side()) }));
        }
    }
    AnimalShogi::place(Side::First, board, hands).expect("slots are accepted positions")
}
