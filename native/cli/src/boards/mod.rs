//! Positions drawn in text, one module a game.

mod animal_shogi;
mod gomoku;
mod quarto;
mod separo;
mod tic_tac_toe;

use playout_games::{Detail, Ending, Outcome};
use playout_search::SearchGame;

/// A game that can be drawn in text: what the terminal knows of a game beyond
/// its rules.
pub(crate) trait Board: SearchGame {
    /// How to read the board and to type moves, for people; a few lines
    /// without the last line's end.
    const HELP: &'static str;

    /// The board and what lies beside it, a few lines without the last line's
    /// end. What decided a finished game is marked.
    fn board(&self) -> String;
}

/// How a game ended, in words.
pub(crate) fn ending_text(ending: &Ending) -> String {
    let result = match ending.outcome {
        Outcome::Win(side) => format!("{side} wins"),
        Outcome::Draw => "a draw".to_owned(),
    };
    let reason = ending.reason.code().replace('_', " ");
    let mut text = format!("{result} ({reason}");
    if !ending.cells.is_empty() {
        text = format!("{text} {}", ending.cells.join(" "));
    }
    for (_, detail) in &ending.details {
        if let Detail::List(words) = detail {
            text = format!("{text}, {}", words.join(" and "));
        }
    }
    text + ")"
}
