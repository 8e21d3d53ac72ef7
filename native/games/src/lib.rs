//! The rules of Playout's games: positions, moves, text formats and perft.
//!
//! This crate alone decides whether a move is legal, who has won and how a position is written. It
//! does not depend on search.
//!
//! A game is a type that implements [`Game`]; a value of it is one position. [`Playouts`] plays
//! random games. The smallest game, [`tic_tac_toe`], is an example of how to write one. [`Record`]
//! adds the history of a position. [`with_game!`] finds a game by name, and [`Description`] is a
//! position as text, for clients that don't use the types.
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
mod editor;
mod error;
mod game;
pub mod gomoku;
mod hash;
mod mast;
mod move_text;
mod notation;
mod options;
mod outcome;
mod perft;
mod playouts;
pub mod quarto;
mod reading;
mod record;
mod region;
mod registry;
pub mod separo;
mod setup;
mod side;
mod step_tree;
mod steps;
mod text;
pub mod tic_tac_toe;

pub use bits::set_bits;
pub use description::{Alerts, Description, Snapshot, describe, diagram, start_text};
pub use diagram::{Diagram, Kind, Vertex};
pub use editor::{
    SetupView, blank_setup, change_setup, palette, position_of, read_setup, setup_of,
    setup_options, view_setup,
};
pub use error::{Code, Detail, Error, shown};
pub use game::Game;
pub use hash::mix;
pub use mast::MastTable;
pub use move_text::{MoveText, Played};
pub use options::{Chosen, GameOption, Options, Value, Values};
pub use outcome::{Ending, Outcome, Reason};
pub use perft::{MAX_PERFT_PLIES, Perft, PerftStep, open_perft, perft};
pub use playouts::{MAX_PLAYOUT_PLIES, Playouts, Urgency};
pub use reading::read_move;
pub use record::{MAX_MOVES, Record};
pub use region::Region;
pub use registry::GAMES;
pub use setup::{Editable, Hands, Locations, Palette, Place, Refusal, Setup};
pub use side::Side;
pub use step_tree::step_tree;
pub use steps::check_steps;
