//! Playouts that play the better of two random moves, according to the results of earlier playouts.
//! This helps because most playouts leave room in the same places, and the same moves take it from
//! the other side.

use super::moves::Move;
use super::uniform::Playout;
use crate::{MastTable, Outcome, Side};

impl<const N: usize> Playout<N> {
    pub(super) fn play_with_mast(
        &mut self,
        table: &mut MastTable,
        word: &mut impl FnMut() -> u64,
    ) -> Outcome {
        let mut side = self.position.side;
        while self.play_better_of_two(side, table, word).is_some() {
            side = side.other();
        }
        while self.play_better_of_two(side.other(), table, word).is_some() {}
        let outcome = self.position.board.outcome();
        table.update(outcome);
        outcome
    }

    /// Plays the better of two random moves of a side, or its only move, if it has one.
    fn play_better_of_two(
        &mut self,
        side: Side,
        table: &mut MastTable,
        word: &mut impl FnMut() -> u64,
    ) -> Option<Move> {
        let first = self.draw_uniformly(side, word)?;
        let better = match self.draw_uniformly(side, word) {
            Some(second) => {
                let value = |mv: Move| table.average(side, mv.number());
                let is_second = value(second) > value(first);
                let (better, worse) = if is_second { (second, first) } else { (first, second) };
                self.lists[side as usize].put(worse);
                better
            }
            None => first,
        };
        self.make(side, better);
        table.record_move(side, better.number());
        Some(better)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::Separo;
    use super::super::moves::NUMBERS;
    use super::*;
    use crate::separo::testing::{start, words};
    use crate::{Game, Playouts};

    type Any = Playout<2_167>;

    /// A position after some moves, with Red to move.
    fn opened() -> Separo {
        let (mut position, mut word) = (start(7), words(0));
        for _ in 0..6 {
            position.play(position.sample(&mut |n| (word() % u64::from(n)) as u32));
        }
        position
    }

    fn unknown() -> MastTable {
        MastTable::new(usize::from(NUMBERS))
    }

    /// How many times each move is played first in a number of playouts.
    fn first_moves(position: &Separo, table: &MastTable, playouts: u32) -> BTreeMap<Move, u32> {
        let mut word = words(u64::from(playouts));
        let mut counts = BTreeMap::new();
        for _ in 0..playouts {
            let mut table = table.clone();
            let played =
                Any::new(position).play_better_of_two(position.side, &mut table, &mut word);
            *counts.entry(played.expect("it has moves")).or_insert(0) += 1;
        }
        counts
    }

    /// Whatever the table contains, every move is legal and a side stops when it has no move left.
    #[test]
    fn playouts_are_games() {
        for seed in 0..200 {
            let mut word = words(seed);
            let mut table = unknown();
            let mut position = start(4 + seed % 16);
            for _ in 0..20 {
                position.play_out_with_mast(&mut table, &mut word);
            }
            let mut playout = Any::new(&position);
            while position.outcome().is_none() {
                let grown = playout.play_better_of_two(position.side, &mut table, &mut word);
                position.play(grown.unwrap_or(Move::PASS));
                assert_eq!(playout.position.board, position.board, "{position}");
            }
            let outcome = position.play_out_with_mast(&mut table, &mut word);
            assert_eq!(outcome, position.outcome(), "{position}");
        }
    }

    /// With an empty table, moves are uniform.
    #[test]
    fn equally_good_moves_are_equally_likely() {
        const PLAYOUTS: u32 = 8_000;

        let position = opened();
        let counts = first_moves(&position, &unknown(), PLAYOUTS);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.sort();
        assert!(counts.keys().eq(&moves), "{counts:?}");
        let mean = f64::from(PLAYOUTS) / moves.len() as f64;
        for (mv, count) in counts {
            assert!((f64::from(count) - mean).abs() <= 6.0 * mean.sqrt(), "{mv} {count} times");
        }
    }

    /// The best move is played whenever it is one of the two, and the worst never.
    #[test]
    fn the_better_of_two_is_played() {
        const PLAYOUTS: u32 = 8_000;

        let position = opened();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let (best, worst) = (moves[3], moves[5]);
        let mut table = unknown();
        for (mv, winner) in [(best, Side::First), (worst, Side::Second)] {
            table.record_move(Side::First, mv.number());
            table.update(Outcome::Win(winner));
        }
        let counts = first_moves(&position, &table, PLAYOUTS);
        assert!(!counts.contains_key(&worst));
        let mean = 2.0 * f64::from(PLAYOUTS) / moves.len() as f64;
        assert!((f64::from(counts[&best]) - mean).abs() <= 6.0 * mean.sqrt(), "{counts:?}");
    }

    #[test]
    fn with_an_empty_table_games_end_like_uniform_ones() {
        const PLAYOUTS: u32 = 4_000;

        let mut word = words(1);
        let (position, unknown) = (start(5), unknown());
        let mut wins = [0_i32; 2];
        for _ in 0..PLAYOUTS {
            let with_table = position.play_out_with_mast(&mut unknown.clone(), &mut word);
            let uniformly = position.play_out_uniformly(&mut word);
            for (wins, outcome) in wins.iter_mut().zip([with_table, uniformly]) {
                *wins += i32::from(outcome == Some(Outcome::Win(Side::First)));
            }
        }
        let error = f64::from(wins[0] - wins[1]) / f64::from(PLAYOUTS);
        assert!(error.abs() < 6.0 * (0.5 / f64::from(PLAYOUTS)).sqrt(), "{wins:?}");
    }

    /// The result of a playout changes the averages of its moves.
    #[test]
    fn playouts_update_the_averages() {
        let (position, mut table) = (start(9), unknown());
        let mut word = words(2);
        for _ in 0..2_000 {
            position.play_out_with_mast(&mut table, &mut word);
        }
        for side in Side::BOTH {
            let known = position.growth(side).filter(|mv| table.average(side, mv.number()) != 0.5);
            assert_eq!(known.count(), position.growth(side).count());
        }
    }
}
