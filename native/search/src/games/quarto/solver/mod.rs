//! Solves positions of Quarto, of either variant.
//!
//! The files, each of which uses only those above it:
//!
//! | file | contents |
//! |---|---|
//! | `lines.rs` | the lines as vectors of bytes |
//! | `board.rs` | a board, what it threatens, and what each placement would leave |
//! | `symmetry.rs` | one key for all boards that are equal by symmetry |
//! | `score.rs` | results as numbers |
//! | `table.rs` | the transposition table |
//! | `prover.rs` | whether a side reaches a score: depth-first search |
//! | `solving.rs` | the score of a board, from several such questions |
//! | `solution.rs` | the value of a position |

pub(super) mod board;
pub(super) mod lines;
mod prover;
mod score;
mod solution;
mod solving;
pub(super) mod symmetry;
mod table;
#[cfg(test)]
pub(super) mod tests;

pub use solution::Solution;
pub use solving::Wanted;
pub use table::Table;
