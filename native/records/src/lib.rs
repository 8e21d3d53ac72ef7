//! The records of games as text: moves with variations, comments and clock times, and tags such as
//! the names of the players.
//!
//! A [`GameTree`] is the record of one game. [`Format`] lists the texts that it can be read from and
//! written as:
//!
//! * [`pgn`]: a form of PGN for all games, which says everything that a tree contains;
//! * [`sgf`]: SGF, for Gomoku;
//! * [`usi`]: the `position` lines of USI, for Animal Shogi; only the main line.
//!
//! What is read follows the rules of the game: every move of every variation is legal. What is
//! written can be read again, and gives the same tree (SGF and USI: as far as they can say it).
//! Input is untrusted: its size is limited (see the constants of this crate), and an error names its
//! line and column.
//!
//! Text and trees are read and written without recursion, so a long game needs no large stack.
//!
//! ```
//! use playout_records::{Format, GameTree, NodeId, read, write};
//!
//! let text = r#"[Game "quarto"]
//! [First "Ada"]
//!
//! 1. -7 c3-A {a corner next} (1... a1-0) *
//! "#;
//! let trees = read(text, None)?;
//! let tree: &GameTree = &trees[0];
//! assert_eq!(tree.tag("First"), Some("Ada"));
//! let first = tree.node(NodeId::ROOT).children()[0];
//! assert_eq!(tree.node(first).children().len(), 2);
//! assert_eq!(&read(&write(tree, Format::Pgn)?, None)?[0], tree);
//! # Ok::<(), playout_games::Error>(())
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod clock;
mod cursor;
mod format;
mod limits;
mod lines;
pub mod pgn;
mod replay;
pub mod sgf;
mod start;
mod tags;
mod tree;
pub mod usi;

pub use cursor::Place;
pub use format::{Entry, Format, Reader, read, write};
pub use limits::{
    MAX_BYTES, MAX_CLOCK, MAX_COMMENT, MAX_MOVES, MAX_PROPERTIES, MAX_RECORDS, MAX_TAG_NAME,
    MAX_TAG_TEXT, MAX_TAGS,
};
pub use tree::{GameTree, Node, NodeId, Steps};
