use crate::{Outcome, Side};

/// The weight of the newest result in an average, which therefore covers about fifty results.
const NEWEST: f32 = 0.02;

/// The average of a move that has not been made yet.
const UNKNOWN: f32 = 0.5;

/// A moving average for each move of each side: the results of the playouts in which the side made
/// the move, at any ply, with 1 for a win, 1/2 for a draw and 0 for a loss (Move-Average Sampling
/// Technique, Finnsson and Björnsson 2008).
///
/// Games that support it number their moves.
#[derive(Clone, Debug)]
pub struct MastTable {
    /// The first side's averages, then the second's.
    averages: Vec<f32>,
    /// The indices of the moves of the current playout. The list is reused to avoid allocations.
    played: Vec<usize>,
}

impl MastTable {
    /// An empty table for moves with numbers below `moves`.
    #[must_use]
    pub fn new(moves: usize) -> Self {
        Self { averages: vec![UNKNOWN; 2 * moves], played: Vec::new() }
    }

    /// The average result of a side's move, 0 to 1.
    #[must_use]
    pub fn average(&self, side: Side, number: u16) -> f32 {
        self.averages[self.index(side, number)]
    }

    /// Records that a side makes a move in the current playout.
    pub fn record_move(&mut self, side: Side, number: u16) {
        self.played.push(self.index(side, number));
    }

    /// Updates the averages of the playout's moves with its result, and starts a new playout.
    pub fn update(&mut self, outcome: Outcome) {
        let [first, second] = match outcome {
            Outcome::Win(Side::First) => [1.0, 0.0],
            Outcome::Win(Side::Second) => [0.0, 1.0],
            Outcome::Draw => [0.5, 0.5],
        };
        let moves = self.averages.len() / 2;
        for index in self.played.drain(..) {
            let result = if index < moves { first } else { second };
            let average = &mut self.averages[index];
            *average += NEWEST * (result - *average);
        }
    }

    fn index(&self, side: Side, number: u16) -> usize {
        side as usize * (self.averages.len() / 2) + usize::from(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_counts_for_the_side_that_made_it() {
        let mut table = MastTable::new(4);
        for (side, number) in [(Side::First, 1), (Side::Second, 2), (Side::First, 3)] {
            table.record_move(side, number);
        }
        table.update(Outcome::Win(Side::Second));
        table.record_move(Side::First, 3);
        table.update(Outcome::Win(Side::First));
        table.record_move(Side::First, 0);
        table.update(Outcome::Draw);

        let average = |side, number| table.average(side, number);
        assert_eq!([0, 1, 2].map(|number| average(Side::First, number)), [0.5, 0.49, 0.5]);
        assert_eq!([1, 2, 3].map(|number| average(Side::Second, number)), [0.5, 0.51, 0.5]);
        assert!((average(Side::First, 3) - 0.5002).abs() < 1e-6, "0.49, and a fiftieth of 0.51");
    }
}
