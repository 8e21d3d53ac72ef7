use crate::{Outcome, Side};

/// How much of an average is its newest result: it is one of some fifty.
const NEWEST: f32 = 0.02;

/// The average of a move that was not made yet.
const UNKNOWN: f32 = 0.5;

/// For each move of each side a moving average of how the playouts ended in which
/// the side made it, at whatever ply: 1 for a win, 1/2 for a draw, 0 for a loss
/// (Move-Average Sampling Technique, Finnsson and Björnsson 2008).
///
/// Moves are known by numbers, which a game gives them.
#[derive(Clone, Debug)]
pub struct MastTable {
    /// Those of the first side, then those of the second.
    averages: Vec<f32>,
    /// Where the moves of the playout under way are in the table. Kept from one
    /// playout to the next, so that memory is not allocated again.
    made: Vec<usize>,
}

impl MastTable {
    /// A table of moves with numbers below `moves`, of which nothing is known.
    #[must_use]
    pub fn new(moves: usize) -> Self {
        Self { averages: vec![UNKNOWN; 2 * moves], made: Vec::new() }
    }

    /// The average result of a side's move, 0 to 1.
    #[must_use]
    pub fn average(&self, side: Side, number: u16) -> f32 {
        self.averages[self.place(side, number)]
    }

    /// Notes that a side makes a move in the playout under way.
    pub fn note(&mut self, side: Side, number: u16) {
        self.made.push(self.place(side, number));
    }

    /// Credits the moves of the playout with how it ended. What is noted after
    /// that belongs to the next one.
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
