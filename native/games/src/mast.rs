use crate::{Outcome, Side};

/// The weight of the newest result in an average, which so covers some fifty results.
const NEWEST: f32 = 0.02;

/// The average of a move that has not been made yet.
const UNKNOWN: f32 = 0.5;

/// A moving average for each move of each side: the results of the playouts in which the side made
/// the move, at any ply, with 1 for a win, 1/2 for a draw and 0 for a loss (Move-Average Sampling
/// Technique, Finnsson and Björnsson 2008).
///
/// A game numbers its moves for this.
#[derive(Clone, Debug)]
pub struct MastTable {
    /// The first side's averages, then the second's.
    averages: Vec<f32>,
    /// The indices of the moves of the current playout. Kept between playouts to avoid allocations.
    made: Vec<usize>,
}

impl MastTable {
    /// A table of moves with numbers below `moves`, without any results.
    #[must_use]
    pub fn new(moves: usize) -> Self {
        Self { averages: vec![UNKNOWN; 2 * moves], made: Vec::new() }
    }

    /// The average result of a side's move, 0 to 1.
    #[must_use]
    pub fn average(&self, side: Side, number: u16) -> f32 {
        self.averages[self.place(side, number)]
    }

    /// Records that a side makes a move in the current playout.
    pub fn note(&mut self, side: Side, number: u16) {
        self.made.push(self.place(side, number));
    }

    /// Credits the moves of the playout with its result and starts a new playout.
    pub fn credit(&mut self, outcome: Outcome) {
        let [first, second] = match outcome {
            Outcome::Win(Side::First) => [1.0, 0.0],
            Outcome::Win(Side::Second) => [0.0, 1.0],
            Outcome::Draw => [0.5, 0.5],
        };
        let moves = self.averages.len() / 2;
        for place in self.made.drain(..) {
            let result = if place < moves { first } else { second };
            let average = &mut self.averages[place];
            *average += NEWEST * (result - *average);
        }
    }

    fn place(&self, side: Side, number: u16) -> usize {
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
            table.note(side, number);
        }
        table.credit(Outcome::Win(Side::Second));
        table.note(Side::First, 3);
        table.credit(Outcome::Win(Side::First));
        table.note(Side::First, 0);
        table.credit(Outcome::Draw);

        let average = |side, number| table.average(side, number);
        assert_eq!([0, 1, 2].map(|number| average(Side::First, number)), [0.5, 0.49, 0.5]);
        assert_eq!([1, 2, 3].map(|number| average(Side::Second, number)), [0.5, 0.51, 0.5]);
        assert!((average(Side::First, 3) - 0.5002).abs() < 1e-6, "0.49, and a fiftieth of 0.51");
    }
}
