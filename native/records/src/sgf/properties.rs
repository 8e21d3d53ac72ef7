//! The names of properties, and whose they are.

use playout_games::gomoku::{Colour, Gomoku};
use playout_games::{Error, Record, Side};

use crate::GameTree;

/// Our property for choosing a colour.
pub(super) const CHOICE: &str = "CHOICE";

/// Our property for tags.
pub(super) const TAG: &str = "TAG";

/// The tags with properties of their own, except for the players and the result.
pub(super) const TEXTS: [(&str, &str); 4] =
    [("DT", "Date"), ("EV", "Event"), ("RO", "Round"), ("PC", "Site")];

/// The property for a stone, and that for the time of its player.
pub(super) fn properties(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::Black => ("B", "BL"),
        Colour::White => ("W", "WL"),
    }
}

/// Whether the first side has black at the end of the main line. Where that is still open, it is
/// the one that begins.
pub(super) fn black_is_first(tree: &GameTree) -> Result<bool, Error> {
    let end = Record::<Gomoku>::from_texts(Some(tree.start()), tree.main_line())?;
    Ok(end.position().side_of(Colour::Black) != Some(Side::Second))
}
