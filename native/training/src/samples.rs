//! Positions of games, as the network sees them.

use std::fs;
use std::io;
use std::path::Path;

use playout_games::gomoku::{Colour, Gomoku};
use playout_games::{Game, Options, Record};
use playout_search::{gomoku_inputs, gomoku_value};

/// A position.
pub(crate) struct Sample {
    /// The points of the evaluation without the network, for the colour to move.
    pub(crate) points: f32,
    /// For each empty point near stones, the rows of its four lines, for the colour to move.
    pub(crate) rows: Box<[[u16; 4]]>,
    /// The chance of the colour to move, by the search.
    pub(crate) chance: f32,
    /// The result for the colour to move, if all later moves were chosen by a search.
    pub(crate) result: Option<f32>,
    pub(crate) variant: u8,
    pub(crate) value: f32,
}

/// The positions of some games that the evaluation is asked about, game by game.
pub(crate) fn read(path: &Path, check: bool) -> io::Result<Vec<Vec<Sample>>> {
    let text = fs::read_to_string(path)?;
    let samples = |line: &str| of_game(line, check).ok_or_else(|| unreadable(line));
    text.lines().map(samples).collect()
}

fn unreadable(line: &str) -> io::Error {
    io::Error::other(format!("unreadable game: {line}"))
}

fn of_game(line: &str, check: bool) -> Option<Vec<Sample>> {
    let mut words = line.split(' ');
    let (variant, size, black) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
    let options = Options::new([("variant", variant), ("size", size)]);
    let mut record = Record::new(Gomoku::start(&options).ok()?);
    let moves: Vec<&str> = words.collect();
    let first_sure = moves.iter().rposition(|it| it.ends_with('?')).map_or(0, |at| at + 1);
    let mut samples = Vec::new();
    for (at, word) in moves.iter().enumerate() {
        let (mv, chance) = word.split_once(':').unzip();
        if let Some(chance) = chance
            && let Some((points, rows)) = gomoku_inputs(record.position())
        {
            let chance = chance.trim_end_matches('?').parse::<f32>().ok()? / 1000.0;
            let is_black = record.position().colour_to_move() == Colour::Black;
            let result = if is_black { black } else { 1.0 - black };
            samples.push(Sample {
                points: points as f32,
                rows: rows.into(),
                chance,
                result: (at >= first_sure).then_some(result),
                value: if check { gomoku_value(record.position()) as f32 } else { 0.0 },
                variant: u8::from(variant == "standard"),
            });
        }
        record.play_texts([mv.unwrap_or(word)]).ok()?;
    }
    Some(samples)
}
