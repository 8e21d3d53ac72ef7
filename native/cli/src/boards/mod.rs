//! Positions drawn as text, one module per game.

mod animal_shogi;
mod gomoku;
mod quarto;
mod separo;
mod tic_tac_toe;

use playout_games::{Detail, Ending, Outcome};
use playout_search::SearchGame;

/// A game that can be drawn as text: everything that the terminal needs beyond the rules.
pub(crate) trait Board: SearchGame {
    /// How to read the board and type moves, a few lines without a final newline.
    const HELP: &'static str;

    /// The board and what is beside it, a few lines without a final newline. It marks what decided
    /// a finished game.
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
