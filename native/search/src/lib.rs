//! Searches for the games of Playout.
//!
//! A [`Spec`] such as `mcts:playouts=3000,c=1.2` describes a player. [`Search::new`] creates its
//! search of a [`Record`](playout_games::Record), [`Search::step`] runs it for a while, and
//! [`Search::choice`] returns the move that it would play now. Nothing here sleeps or prints, and
//! the owner of a search decides when it runs. With `threads`, other threads run too, but only
//! during a step.
//!
//! On one thread, slicing never changes the result: many steps of one unit give the same nodes and
//! the same choice as a single step with all units.
//!
//! ```
//! use playout_games::{Record, quarto::Quarto};
//! use playout_search::{Search, Spec};
//!
//! let record = Record::new(Quarto::default());
//! let spec = Spec::parse("mcts:playouts=200,seed=1")?;
//! let choice = Search::new(&record, &spec)?.run().expect("the game is not over");
//! assert_eq!(choice.playouts, 200);
//! # Ok::<(), playout_games::Error>(())
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod certainty;
mod choice;
mod claim;
mod exact;
mod game;
mod games;
mod level;
mod limits;
#[cfg(test)]
mod maze;
mod mcts;
mod minimax;
mod monte_carlo;
mod one_ply;
mod perfect;
mod players;
mod playout;
mod random;
mod repetition;
mod search;
mod session;
mod spec;
mod strategy;
pub mod tables;
mod values;
#[cfg(test)]
#[path = "../../whole_run.rs"]
mod whole_run;

pub use certainty::Valued;
pub use choice::{Choice, Estimate, Line, Proof};
pub use exact::{Oracle, Value};
pub use game::{Accumulator, FromScratch, MAX_POINTS, POINTS_TO_LEAD, SearchGame};
pub use games::gomoku::gomoku_openings;
#[doc(hidden)]
pub use games::gomoku::{
    GOMOKU_FEATURES, GOMOKU_INPUTS, GOMOKU_MARGIN, GOMOKU_POINT_OUTPUTS, GOMOKU_RINGS,
    GomokuChoices, GomokuInputs, GomokuPoint, gomoku_choices, gomoku_features, gomoku_inputs,
    gomoku_judgements, gomoku_logits, gomoku_rows, gomoku_stones, gomoku_value,
};
pub use level::Level;
pub use limits::Limits;
pub use mcts::{FinalChoice, MctsSettings, bytes_per_node};
pub use minimax::{MinimaxSettings, Threats};
#[doc(hidden)]
pub use players::strategy;
pub use playout::{Policy, playout};
pub use random::Random;
pub use search::{Budget, Progress, Search, Status, finished};
pub use session::{Session, open};
pub use spec::{Among, Bounds, KeyChoice, Kind, PlayerChoice, Spec, levels, players};
#[doc(hidden)]
pub use spec::{Player, Settings};
pub use strategy::Clock;
#[doc(hidden)]
pub use strategy::Strategy;
pub use values::values;
