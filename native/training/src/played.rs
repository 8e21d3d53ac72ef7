//! Reads games from lines of text. `games.rs` writes these and says what they look like.

use std::fs;
use std::io;
use std::path::Path;

use playout_games::gomoku::Gomoku;
use playout_games::{Game, Options, Record};

/// A game that has been played.
pub(crate) struct Played {
    /// The result for black.
    pub(crate) black: f32,
    /// The moves after the opening.
    pub(crate) turns: Vec<Turn>,
}

/// A move, and what a search said of the position.
pub(crate) struct Turn {
    /// The position before the move.
    pub(crate) position: Gomoku,
    pub(crate) mv: String,
    /// The chance of the side to move, from 0 to 1.
    pub(crate) chance: f32,
    /// Whether the move was drawn instead of the search's.
    pub(crate) is_drawn: bool,
    /// The moves with their shares of the visits, in thousandths; empty if these are not known.
    pub(crate) shares: Vec<(String, f32)>,
}

/// What a function makes of the games in a file.
pub(crate) fn read<T>(path: &Path, of: impl Fn(&Played) -> T) -> io::Result<Vec<T>> {
    let text = fs::read_to_string(path)?;
    let unreadable = |line| io::Error::other(format!("{}: no game: {line}", path.display()));
    let read = |line| parse(line).map(|it| of(&it)).ok_or_else(|| unreadable(line));
    text.lines().map(read).collect()
}

/// The game in a line; `None` if it is none.
pub(crate) fn parse(line: &str) -> Option<Played> {
    let mut words = line.split(' ');
    let (variant, size, black) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
    let options = Options::new([("variant", variant), ("size", size)]);
    let mut record = Record::new(Gomoku::start(&options).ok()?);
    let mut turns = Vec::new();
    for word in words {
        let mut parts = word.split(':');
        let mv = parts.next()?;
        if let Some(chance) = parts.next() {
            turns.push(Turn {
                position: *record.position(),
                mv: mv.to_owned(),
                chance: chance.trim_end_matches('?').parse::<f32>().ok()? / 1_000.0,
                is_drawn: chance.ends_with('?'),
                shares: parts.next().map_or(Some(Vec::new()), shares)?,
            });
        }
        record.play_texts([mv]).ok()?;
    }
    Some(Played { black, turns })
}

/// Moves with their shares, from a text such as `h7=810,f8=190`.
fn shares(text: &str) -> Option<Vec<(String, f32)>> {
    let share = |word: &str| -> Option<(String, f32)> {
        let (mv, share) = word.split_once('=')?;
        Some((mv.to_owned(), share.parse().ok()?))
    };
    text.split(',').map(share).collect()
}

#[cfg(test)]
mod tests {
    use playout_games::gomoku::Colour;

    use super::*;

    #[test]
    fn a_line_has_the_moves_and_what_searches_said_of_them() {
        let game = parse("freestyle 15 1 h8 i9 g7 h7:400?:g8=600,h7=200 j8:700").expect("a game");
        let of = |it: &Turn| (it.mv.clone(), it.chance, it.is_drawn, it.shares.clone());
        let shares = vec![("g8".to_owned(), 600.0), ("h7".to_owned(), 200.0)];
        let expected =
            [("h7".to_owned(), 0.4, true, shares), ("j8".to_owned(), 0.7, false, vec![])];
        assert_eq!(game.turns.iter().map(of).collect::<Vec<_>>(), expected);
        assert_eq!(game.black, 1.0);
        let to_move = game.turns.iter().map(|it| it.position.colour_to_move());
        assert_eq!(to_move.collect::<Vec<_>>(), [Colour::White, Colour::Black]);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for line in [
            "",
            "freestyle 15",
            "gomoku 15 1 h8",
            "freestyle 15 1 h8 h8",
            "freestyle 15 1 h8:x",
            "freestyle 15 1 h8 i9 g7 h7:400:h7",
            "freestyle 15 1 h8 i9 g7 h7:400:h7=x",
        ] {
            assert!(parse(line).is_none(), "{line}");
        }
    }
}
