use crate::{Outcome, Side};

/// How much of an average is its newest result: it is one of some fifty.
const NEWEST: f32 = 0.02;

/// What is expected of a move that was not made yet.
const UNKNOWN: f32 = 0.5;

/// What playouts came to in which a side made a move, whenever it did: 1 for a
/// win, 1/2 for a draw, 0 for a loss, on a moving average. Of two moves the one with
/// the better average is the better one as far as is known (Move-Average Sampling
/// Technique, Finnsson and Björnsson 2008).
///
/// Moves are known by numbers, which a game gives them.
#[derive(Clone, Debug)]
pub struct Averages {
    /// Those of the first side, then those of the second.
    averages: Vec<f32>,
    /// Places of the moves of the playout under way. Kept from one to the
    /// next, for the memory.
    made: Vec<usize>,
}

impl Averages {
    /// Averages of moves with numbers below `numbers`, of which nothing is known.
    #[must_use]
    pub fn new(numbers: usize) -> Self {
        Self { averages: vec![UNKNOWN; 2 * numbers], made: Vec::new() }
    }

    /// What a side can expect of a move, 0 to 1.
    #[must_use]
    pub fn of(&self, side: Side, number: u16) -> f32 {
        self.averages[self.place(side, number)]
    }

    /// Takes down that a side makes a move in the playout under way.
    pub fn note(&mut self, side: Side, number: u16) {
        self.made.push(self.place(side, number));
    }

    /// Credits the moves of the playout with how it ended; what is noted then is
    /// of the next.
    pub fn credit(&mut self, outcome: Outcome) {
        let [first, second] = match outcome {
            Outcome::Win(Side::First) => [1.0, 0.0],
            Outcome::Win(Side::Second) => [0.0, 1.0],
            Outcome::Draw => [0.5, 0.5],
        };
        let numbers = self.averages.len() / 2;
        for place in self.made.drain(..) {
            let result = if place < numbers { first } else { second };
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
        let mut averages = Averages::new(4);
        for (side, number) in [(Side::First, 1), (Side::Second, 2), (Side::First, 3)] {
            averages.note(side, number);
        }
        averages.credit(Outcome::Win(Side::Second));
        averages.note(Side::First, 3);
        averages.credit(Outcome::Win(Side::First));
        averages.note(Side::First, 0);
        averages.credit(Outcome::Draw);

        let of = |side, number| averages.of(side, number);
        assert_eq!([0, 1, 2].map(|number| of(Side::First, number)), [0.5, 0.49, 0.5]);
        assert_eq!([1, 2, 3].map(|number| of(Side::Second, number)), [0.5, 0.51, 0.5]);
        assert!((of(Side::First, 3) - 0.5002).abs() < 1e-6, "0.49, and a fiftieth of 0.51");
    }
}
