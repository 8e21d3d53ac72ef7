use playout_games::separo::{Move, Point, Separo};
use playout_games::{Game, Side, mix};

use super::evaluation::evaluate;
use crate::game::Accumulator;

/// A hash of the roots, updated with the two roots of each move: hashing the whole board would take
/// half the time of a search. The evaluation needs no state besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roots(u64);

/// Tags for the different values that are mixed into the hash.
const BOARD: u64 = 1 << 32;
const SIDE: u64 = 1 << 33;
const ROOT: u64 = 1 << 34;

impl Roots {
    /// Adds or removes a root.
    fn toggle(&mut self, side: Side, ends: [Point; 2]) {
        let number = |point: Point| u64::from(point.column()) << 5 | u64::from(point.row());
        let [a, b] = ends.map(number);
        self.0 ^= mix(ROOT, a.min(b) << 11 | a.max(b) << 1 | side as u64);
    }
}

impl Accumulator<Separo> for Roots {
    fn new(position: &Separo) -> Self {
        let mut roots = Self(mix(BOARD, position.size().into()));
        for side in Side::BOTH {
            position.roots(side).for_each(|(a, b)| roots.toggle(side, [a, b]));
        }
        roots
    }

    fn play(&mut self, before: &Separo, mv: Move) {
        if let Some([from, via, to]) = mv.points() {
            self.toggle(before.side_to_move(), [from, via]);
            self.toggle(before.side_to_move(), [via, to]);
        }
    }

    fn evaluate(&self, position: &Separo) -> i32 {
        evaluate(position)
    }

    fn key(&self, position: &Separo) -> u64 {
        self.0 ^ mix(SIDE, position.side_to_move() as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use playout_games::Playouts;

    use super::*;
    use crate::Random;

    #[test]
    fn incremental_keys_are_correct_and_unique() {
        let mut positions = HashMap::new();
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut position = Separo::default();
            let mut roots = Roots::new(&position);
            while position.outcome().is_none() {
                let mv = position.sample(&mut |n| random.below(n));
                roots.play(&position, mv);
                position.play(mv);
                assert_eq!(roots, Roots::new(&position), "{position}");
                let text = position.to_string();
                let first = positions.entry(roots.key(&position)).or_insert_with(|| text.clone());
                assert_eq!(*first, text);
            }
        }
        assert!(positions.len() > 4_000, "{}", positions.len());
    }
}
