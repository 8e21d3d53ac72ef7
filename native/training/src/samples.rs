//! Positions of games, as the network sees them.

use std::fs;
use std::io;
use std::path::Path;

use playout_games::gomoku::{Colour, Gomoku};
use playout_games::{Game, Options, Record};
use playout_search::{GOMOKU_FEATURES, GomokuInputs, gomoku_inputs};

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
    read_lines(path, samples)
}

/// What a function makes of the lines of a file.
pub(crate) fn read_lines<T>(path: &Path, of: impl Fn(&str) -> Option<T>) -> io::Result<Vec<T>> {
    let text = fs::read_to_string(path)?;
    let unreadable = |line| io::Error::other(format!("{}: no game: {line}", path.display()));
    text.lines().map(|line| of(line).ok_or_else(|| unreadable(line))).collect()
}

/// The positions of the game in a line; `None` if it is none.
fn samples(line: &str) -> Option<Vec<Sample>> {
    let mut words = line.split(' ');
    let (variant, size, black) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
    let options = Options::new([("variant", variant), ("size", size)]);
    let mut record = Record::new(Gomoku::start(&options).ok()?);
    let moves: Vec<&str> = words.collect();
    let last_drawn = moves.iter().rposition(|it| it.contains('?'));
    let mut samples = Vec::new();
    for (at, word) in moves.iter().enumerate() {
        let (mv, chance) = word.split_once(':').unzip();
        if let Some(chance) = chance
            && let Some(inputs) = gomoku_inputs(record.position())
        {
            let is_black = record.position().colour_to_move() == Colour::Black;
            let result = if is_black { black } else { 1.0 - black };
            let chance = chance.split(':').next()?.trim_end_matches('?');
            let chance = chance.parse::<f32>().ok()? / 1_000.0;
            let is_chosen = last_drawn.is_none_or(|drawn| at > drawn);
            samples.push(Sample::new(inputs, chance, is_chosen.then_some(result)));
        }
        record.play_texts([mv.unwrap_or(word)]).ok()?;
    }
    Some(samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_chances_and_the_result_of_moves_after_the_last_that_was_drawn() {
        let line = "freestyle 15 1 h8 i9 g7 h7:400?:f6=990 j8:700:j8=880,f6=100 g9:310";
        let of = |sample: &Sample| (sample.chance, sample.result);
        let samples = samples(line).expect("a game");
        let expected = [(0.4, None), (0.7, Some(1.0)), (0.31, Some(0.0))];
        assert_eq!(samples.iter().map(of).collect::<Vec<_>>(), expected);
        for (sample, target) in samples.iter().zip([0.4, 0.82, 0.186]) {
            assert!((sample.target() - target).abs() < 1e-6, "{}", sample.target());
        }
        assert!(samples.iter().all(|it| !it.points.is_empty()));
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for line in
            ["", "freestyle 15", "gomoku 15 1 h8", "freestyle 15 1 h8 h8", "freestyle 15 1 h8:x"]
        {
            assert!(samples(line).is_none(), "{line}");
        }
    }
}
