//! Positions of games, as the network sees them.

use std::io;
use std::path::Path;

use playout_games::gomoku::Colour;
use playout_search::{GOMOKU_FEATURES, GomokuInputs, gomoku_inputs};

use crate::played::{self, Played, Turn};

/// A position.
pub(crate) struct Sample {
    /// The evaluation without the network for the colour to move, in points.
    pub(crate) evaluation: f32,
    /// The size of the board.
    pub(crate) size: usize,
    /// The empty points near stones, row by row, and the rows of their lines, for the colour to move.
    pub(crate) points: Box<[(u16, [u16; 4])]>,
    /// The features of the whole position. 1 is 128.
    pub(crate) features: [i16; GOMOKU_FEATURES],
    /// The chance of the colour to move, by the search.
    pub(crate) chance: f32,
    /// The result for the colour to move, if all later moves were chosen by a search.
    pub(crate) result: Option<f32>,
}

/// How much of the target is the result, where there is one; the rest is the chance by the search.
const RESULT: f32 = 0.4;

impl Sample {
    /// A position with what it should be worth.
    pub(crate) fn new(inputs: GomokuInputs, chance: f32, result: Option<f32>) -> Self {
        let GomokuInputs { evaluation, size, points, features } = inputs;
        Self {
            evaluation: evaluation as f32,
            size,
            points: points.into(),
            features,
            chance,
            result,
        }
    }

    /// What the network should say.
    pub(crate) fn target(&self) -> f32 {
        match self.result {
            Some(result) => RESULT * result + (1.0 - RESULT) * self.chance,
            None => self.chance,
        }
    }
}

/// The positions of the games in a file that the evaluation is asked about, game by game.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Vec<Sample>>> {
    played::read(path, samples)
}

/// The positions of a game.
fn samples(game: &Played) -> Vec<Sample> {
    let last_drawn = game.turns.iter().rposition(|it| it.is_drawn);
    let sample = |(at, turn): (usize, &Turn)| {
        let inputs = gomoku_inputs(&turn.position)?;
        let is_black = turn.position.colour_to_move() == Colour::Black;
        let result = if is_black { game.black } else { 1.0 - game.black };
        let is_chosen = last_drawn.is_none_or(|drawn| at > drawn);
        Some(Sample::new(inputs, turn.chance, is_chosen.then_some(result)))
    };
    game.turns.iter().enumerate().filter_map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_chances_and_the_result_of_moves_after_the_last_that_was_drawn() {
        let line = "freestyle 15 1 h8 i9 g7 h7:400?:f6=990 j8:700:j8=880,f6=100 g9:310";
        let of = |sample: &Sample| (sample.chance, sample.result);
        let samples = samples(&played::parse(line).expect("a game"));
        let expected = [(0.4, None), (0.7, Some(1.0)), (0.31, Some(0.0))];
        assert_eq!(samples.iter().map(of).collect::<Vec<_>>(), expected);
        for (sample, target) in samples.iter().zip([0.4, 0.82, 0.186]) {
            assert!((sample.target() - target).abs() < 1e-6, "{}", sample.target());
        }
        assert!(samples.iter().all(|it| !it.points.is_empty()));
    }
}
