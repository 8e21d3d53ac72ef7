//! Rules of the games of Playout: positions, moves, text formats and perft.
//!
//! Everything that decides whether a move is legal, who has won and how a
//! position is written lives in this crate, once. It knows nothing of search.
//!
//! A game is a type that implements [`Game`]; a value of it is one position. How
//! it is played out at random is in [`Playouts`].
//! [`Record`] adds what a position alone does not know: how it came about.
//! [`with_game!`] finds a game by its name, and [`Description`] is a position
//! in texts, for everyone who has no use for the types.
//!
//! ```
//! use playout_games::{Record, quarto::Quarto};
//!
//! let mut record = Record::new(Quarto::default());
//! record.play_texts(["-7", "c3-A"])?;
//! assert_eq!(record.position().to_string(), "..../..7./..../.... A");
//! # Ok::<(), playout_games::Error>(())
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod animal_shogi;
mod bits;
mod description;
mod diagram;
mod draw;
mod error;
mod game;
pub mod gomoku;
mod hash;
mod mast;
mod notation;
mod options;
mod outcome;
mod perft;
mod playouts;
pub mod quarto;
mod record;
mod region;
pub mod separo;
mod side;
mod step_tree;
mod text;
#[doc(hidden)]
pub mod tic_tac_toe;

pub use bits::set_bits;
pub use description::{
    Alerts, Description, MoveText, Played, Snapshot, describe, diagram, start_text,
};
pub use diagram::{Diagram, Kind, Place};
pub use error::{Code, Detail, Error, shown};
pub use game::Game;
pub use mast::MastTable;
pub use options::{Chosen, GameOption, Options, Values};
pub use outcome::{Ending, Outcome, Reason};
pub use perft::{MOST_PERFT_PLIES, Perft, PerftStep, open_perft, perft};
pub use playouts::{MAX_PLAYOUT_PLIES, Playouts, Urgency};
pub use record::{MAX_MOVES, Record};
pub use region::Region;
pub use side::Side;
pub use step_tree::step_tree;

/// The names of all games.
pub const GAMES: &[&str] = &[
    quarto::Quarto::NAME,
    animal_shogi::AnimalShogi::NAME,
    gomoku::Gomoku::NAME,
    separo::Separo::NAME,
];

/// Runs an expression for the game of a name: inside it, the given identifier
/// is the game's type. Answers `Ok` of its value, or the error
/// `unknown_game`.
///
/// ```
/// use playout_games::{Error, Game, with_game};
///
/// fn variants(game: &str) -> Result<&'static [&'static str], Error> {
///     with_game!(game, G => G::VARIANTS)
/// }
///
/// assert_eq!(variants("quarto")?, ["standard", "squares"]);
/// assert!(variants("chess").is_err());
/// # Ok::<(), Error>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($name:expr, $G:ident => $body:expr) => {{
        match $name {
            <$crate::quarto::Quarto as $crate::Game>::NAME => {
                type $G = $crate::quarto::Quarto;
                ::core::result::Result::Ok($body)
            }
            <$crate::animal_shogi::AnimalShogi as $crate::Game>::NAME => {
                type $G = $crate::animal_shogi::AnimalShogi;
                ::core::result::Result::Ok($body)
            }
            <$crate::gomoku::Gomoku as $crate::Game>::NAME => {
                type $G = $crate::gomoku::Gomoku;
                ::core::result::Result::Ok($body)
            }
            <$crate::separo::Separo as $crate::Game>::NAME => {
                type $G = $crate::separo::Separo;
                ::core::result::Result::Ok($body)
            }
            other => ::core::result::Result::Err($crate::Error::unknown_game(other)),
        }
    }};
}
