//! The positions of the book, numbered: one of each class of positions with up to four pieces on the
//! board and one in hand that are equal by symmetry.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use playout_games::set_bits;

use crate::games::quarto::solver::board::Board;
use crate::games::quarto::solver::lines::STANDARD;
use crate::games::quarto::solver::symmetry::Symmetries;

/// The book knows positions with at most so many pieces on the board.
pub(crate) const MOST_PLACED: usize = 4;

/// A board of the standard variant.
pub(crate) type StandardBoard = Board<STANDARD>;

/// The numbers of all positions: those with most pieces come first.
#[derive(Debug)]
pub(crate) struct Index {
    symmetries: &'static Symmetries,
    /// By the number of pieces on the board.
    levels: [Level; MOST_PLACED + 1],
}

/// The positions with a certain number of pieces on the board.
#[derive(Debug, Default)]
struct Level {
    /// The keys of the boards where the game goes on, ascending.
    keys: Vec<u64>,
    /// For each board, the pieces in hand, one bit each.
    hands: Vec<u16>,
    /// For each board, the number of its first position.
    firsts: Vec<u32>,
    /// How many classes of boards have a complete line.
    finished: u32,
}

static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

impl Index {
    /// The index, which is made at the first call; that takes some 0.2 s.
    pub(crate) fn get() -> &'static Self {
        &INDEX
    }

    fn new() -> Self {
        let symmetries = Symmetries::of::<STANDARD>();
        let empty = StandardBoard::new();
        let mut keys = BTreeSet::from([symmetries.key(empty.lanes(), empty.occupied())]);
        let mut levels: [Level; MOST_PLACED + 1] = Default::default();
        let mut finished = 0;
        for level in &mut levels {
            let (mut next, mut finished_next) = (BTreeSet::new(), BTreeSet::new());
            for key in &keys {
                let board = board_of(symmetries, *key);
                level.hands.push(hands(symmetries, &board));
                for piece in set_bits(board.remaining()) {
                    for cell in set_bits(!board.occupied()) {
                        let after = board.with(piece as u8, cell as usize);
                        let key = symmetries.key(after.lanes(), after.occupied());
                        let keys = if after.is_won() { &mut finished_next } else { &mut next };
                        keys.insert(key);
                    }
                }
            }
            level.finished = finished;
            finished = finished_next.len() as u32;
            level.keys = std::mem::replace(&mut keys, next).into_iter().collect();
        }
        let mut first = 0;
        for level in levels.iter_mut().rev() {
            for hands in &level.hands {
                level.firsts.push(first);
                first += hands.count_ones();
            }
        }
        Self { symmetries, levels }
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.levels.iter().map(Level::len).sum()
    }

    /// How many positions, classes of unfinished boards and classes of finished boards there are with
    /// so many pieces.
    pub(super) fn counts(&self, placed: usize) -> [usize; 3] {
        let level = &self.levels[placed];
        [level.len(), level.keys.len(), level.finished as usize]
    }

    /// The number of a position whose board has no complete line; `None` if it has too many pieces.
    pub(crate) fn number(&self, board: &StandardBoard, hand: u8) -> Option<usize> {
        let occupied = board.occupied();
        let level = self.levels.get(occupied.count_ones() as usize)?;
        let (key, hand) = self.symmetries.key_with_hand(board.lanes(), occupied, hand);
        let at = level.keys.binary_search(&key).ok()?;
        let before = level.hands[at] & ((1 << hand) - 1);
        Some((level.firsts[at] + before.count_ones()) as usize)
    }

    /// All positions, by number.
    pub(super) fn positions(&self) -> impl Iterator<Item = (StandardBoard, u8)> {
        self.levels.iter().rev().flat_map(|level| {
            level.keys.iter().zip(&level.hands).flat_map(|(key, hands)| {
                let board = board_of(self.symmetries, *key);
                set_bits(*hands).map(move |hand| (board, hand as u8))
            })
        })
    }
}

impl Level {
    fn len(&self) -> usize {
        self.hands.iter().map(|hands| hands.count_ones() as usize).sum()
    }
}

fn board_of(symmetries: &Symmetries, key: u64) -> StandardBoard {
    let (lanes, occupied) = symmetries.board(key);
    StandardBoard::of_lanes(lanes, occupied)
}

/// The pieces in hand that are not equal by symmetry, as the keys have them.
fn hands(symmetries: &Symmetries, board: &StandardBoard) -> u16 {
    set_bits(board.remaining()).fold(0, |hands, piece| {
        let (lanes, occupied) = (board.lanes(), board.occupied());
        hands | 1 << symmetries.key_with_hand(lanes, occupied, piece as u8).1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_classes_as_are_known() {
        let index = Index::get();
        let [positions, boards, finished] = index.counts(4);
        assert_eq!((boards + finished, finished, positions), (10_374, 28, 91_558));
        assert_eq!(index.counts(0), [1, 1, 0]);
        assert_eq!(index.counts(1)[1..], [2, 0]);
    }

    #[test]
    fn every_position_has_its_number() {
        let index = Index::get();
        assert_eq!(index.positions().count(), index.len());
        for (number, (board, hand)) in index.positions().enumerate() {
            assert_eq!(index.number(&board, hand), Some(number));
        }
    }
}
