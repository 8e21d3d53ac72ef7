//! The moves that searches preferred in games, as the policy sees them.

use std::io;
use std::path::Path;

use playout_games::gomoku::Gomoku;
use playout_games::{Game, Options, Record};
use playout_search::{
    GOMOKU_INPUTS, GOMOKU_POINT_OUTPUTS, GomokuChoices, GomokuPoint, gomoku_choices,
};

use crate::samples::read_lines;

/// A position that was searched.
pub(crate) struct Choice {
    pub(crate) points: Box<[Point]>,
    /// The inputs of the network's first layer. 1 is 128.
    pub(crate) inputs: [i16; GOMOKU_INPUTS],
    /// For each move, its share of the visits, or 1 for the move that the search chose if the shares are not
    /// known. The sum is 1.
    pub(crate) shares: Box<[f32]>,
}

/// A move, as the colour to move sees it.
pub(crate) struct Point {
    /// The rows of the lines through its point.
    pub(crate) rows: [u16; 4],
    /// What the network computes there. 1 is 64.
    pub(crate) outputs: [u8; GOMOKU_POINT_OUTPUTS],
}

impl Point {
    fn new((rows, outputs): GomokuPoint) -> Self {
        let output = |it| u8::try_from(it).expect("activations are small and not negative");
        Self { rows, outputs: outputs.map(output) }
    }
}

/// The positions of the games in a file that were searched and in which the search preferred moves that the
/// policy is asked about, game by game.
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
        let (mv, searched) = word.split_once(':').unwrap_or((word, "?"));
        let (chance, visited) = searched.split_once(':').unzip();
        let is_drawn = chance.unwrap_or(searched).ends_with('?');
        // The visits are those of a search even if another move was drawn instead.
        let shares = match visited {
            Some(visited) => shares(visited)?,
            None if is_drawn => Vec::new(),
            None => vec![(mv, 1.0)],
        };
        if !shares.is_empty() {
            choices.extend(choice(record.position(), &shares));
        }
        record.play_texts([mv]).ok()?;
    }
    Some(choices)
}

/// Moves with their shares, from a text such as `h7=810,f8=190`.
fn shares(text: &str) -> Option<Vec<(&str, f32)>> {
    let mut shares = Vec::new();
    for word in text.split(',') {
        let (mv, share) = word.split_once('=')?;
        shares.push((mv, share.parse().ok()?));
    }
    Some(shares)
}

/// A choice with these shares, as far as the policy is asked about their moves; `None` if it is asked about
/// none of them or about nothing else.
fn choice(position: &Gomoku, shares: &[(&str, f32)]) -> Option<Choice> {
    let GomokuChoices { moves, inputs } = gomoku_choices(position)?;
    let share = |mv| {
        let text = position.move_text(mv);
        shares.iter().find(|it| it.0 == text).map_or(0.0, |it| it.1)
    };
    let shares: Vec<f32> = moves.iter().map(|it| share(it.0)).collect();
    let total: f32 = shares.iter().sum();
    (moves.len() > 1 && total > 0.0).then(|| Choice {
        points: moves.into_iter().map(|it| Point::new(it.1)).collect(),
        inputs,
        shares: shares.into_iter().map(|it| it / total).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_that_a_search_chose_count() {
        let choices = choices("freestyle 15 1 h8 i9 g7 h7:400? j8:700 g9:310").expect("a game");
        assert_eq!(choices.len(), 2);
        for choice in &choices {
            assert_eq!(choice.shares.iter().filter(|it| **it == 1.0).count(), 1);
            assert_eq!(choice.shares.iter().sum::<f32>(), 1.0);
            assert!(choice.points.iter().all(|it| it.rows.iter().any(|&row| row != 0)));
        }
        assert!(super::choices("freestyle 15 1 h8 h8").is_none());
        assert!(super::choices("freestyle 15").is_none());
    }

    #[test]
    fn shares_of_visits_count_instead_where_they_are_known() {
        let line =
            "freestyle 15 1 h8 i9 g7 h7:400?:g8=600,h7=200 j8:700:a1=900,j8=100 g9:310:a1=990";
        let choices = choices(line).expect("a game");
        // Nobody asks the policy about a1.
        let options = Options::new([("variant", "freestyle")]);
        let mut record = Record::new(Gomoku::start(&options).expect("a start"));
        let mut seen = Vec::new();
        for (played, choice) in [&["h8", "i9", "g7"][..], &["h7"]].into_iter().zip(&choices) {
            record.play_texts(played.iter().copied()).expect("moves");
            let position = record.position();
            let moves = gomoku_choices(position).expect("an open position").moves;
            let texts = moves.into_iter().map(|it| position.move_text(it.0));
            let shares = texts.zip(choice.shares.iter().copied()).filter(|it| it.1 > 0.0);
            let mut shares: Vec<_> = shares.collect();
            shares.sort_by(|a, b| a.0.cmp(&b.0));
            seen.push(shares);
        }
        let of = |shares: &[(&str, f32)]| -> Vec<_> {
            shares.iter().map(|&(mv, share)| (mv.to_owned(), share)).collect()
        };
        assert_eq!(seen, [of(&[("g8", 0.75), ("h7", 0.25)]), of(&[("j8", 1.0)])]);
        assert_eq!(choices.len(), 2);
        assert!(super::choices("freestyle 15 1 h8 i9 g7 h7:400:h7").is_none());
        assert!(super::choices("freestyle 15 1 h8 i9 g7 h7:400:h7=x").is_none());
    }
}
