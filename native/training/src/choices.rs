//! The moves that searches chose in games, as the policy sees them.

use std::io;
use std::path::Path;

use playout_games::gomoku::Gomoku;
use playout_games::{Game, Options, Record};
use playout_search::{GOMOKU_FEATURES, GomokuChoices, gomoku_choices};

use crate::samples::read_lines;

/// A position in which a search chose a move.
pub(crate) struct Choice {
    /// For each move, the rows of the lines through its point, for the colour to move.
    pub(crate) points: Box<[[u16; 4]]>,
    /// The features of the whole position. 1 is 128.
    pub(crate) features: [i16; GOMOKU_FEATURES],
    /// The index of the move that the search chose.
    pub(crate) chosen: usize,
}

/// The positions of the games in a file in which a search chose among the moves that the policy is
/// asked about, game by game.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Vec<Choice>>> {
    read_lines(path, choices)
}

/// The choices of the game in a line; `None` if it is none.
fn choices(line: &str) -> Option<Vec<Choice>> {
    let mut words = line.split(' ');
    let (variant, size, _) = (words.next()?, words.next()?, words.next()?);
    let options = Options::new([("variant", variant), ("size", size)]);
    let mut record = Record::new(Gomoku::start(&options).ok()?);
    let mut choices = Vec::new();
    for word in words {
        let (mv, chance) = word.split_once(':').unwrap_or((word, "?"));
        let position = *record.position();
        if !chance.ends_with('?')
            && let Some(GomokuChoices { moves, features }) = gomoku_choices(&position)
            && moves.len() > 1
            && let Some(chosen) = moves.iter().position(|it| position.move_text(it.0) == mv)
        {
            let points = moves.into_iter().map(|it| it.1).collect();
            choices.push(Choice { points, features, chosen });
        }
        record.play_texts([mv]).ok()?;
    }
    Some(choices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_that_a_search_chose_count() {
        let choices = choices("freestyle 15 1 h8 i9 g7 h7:400? j8:700 g9:310").expect("a game");
        assert_eq!(choices.len(), 2);
        for choice in &choices {
            assert!(choice.chosen < choice.points.len());
            assert!(choice.points.iter().all(|rows| rows.iter().any(|&row| row != 0)));
        }
        assert!(super::choices("freestyle 15 1 h8 h8").is_none());
        assert!(super::choices("freestyle 15").is_none());
    }
}
