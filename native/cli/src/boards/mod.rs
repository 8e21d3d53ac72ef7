//! Games in the terminal, one module each: positions drawn as text, and openings for matches.

mod animal_shogi;
mod gomoku;
mod quarto;
mod separo;
mod tic_tac_toe;

use playout_games::{Detail, Ending, Outcome, Record};
use playout_search::{Random, SearchGame};

/// What the terminal needs of a game beyond its rules and searches.
pub(crate) trait Board: SearchGame {
    /// How to read the board and type moves: a few lines, without a final newline.
    const HELP: &'static str;

    /// The board and everything around it, such as pieces in hand: a few lines, without a final
    /// newline. If the game is over, the winning cells are marked.
    fn board(&self) -> String;

    /// Draws openings that a short search judges near even, each another while there are enough;
    /// `None` if the game has none from this start.
    fn balanced_openings(
        _start: &Record<Self>,
        _count: usize,
        _random: &mut Random,
    ) -> Option<Vec<Vec<Self::Move>>> {
        None
    }
}

/// Describes how a game ended.
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
