//! The tablebase of Animal Shogi: the exact value of every position (the standard rules, without
//! history).
//!
//! [`build`] makes the table by retrograde analysis, [`Table::open`] reads it, and its
//! [`Oracle`](crate::exact::Oracle) looks positions up. The files, each of which uses only those
//! above it:
//!
//! | file | contents |
//! |---|---|
//! | `pieces.rs` | pieces and what they attack, for the generator |
//! | `pairing.rs` | two pieces of a kind on the free squares, as a number |
//! | `index.rs` | a slot number for every position that needs an entry |
//! | `safe_moves.rs` | which positions need an entry, and how many moves keep the game going |
//! | `value.rs` | the value of any position, from the entries |
//! | `unmoves.rs` | moves taken back |
//! | `new_file.rs` | a file that replaces another once it is complete |
//! | `file.rs` | the file |
//! | `slots.rs`, `build.rs` | the generator |
//! | `lookup.rs` | the table in memory, and positions of the game looked up in it |
//! | `verify.rs` | every entry checked by the game's own moves |
//! | `stats.rs` | how many positions have each value |

mod build;
mod file;
mod index;
mod lookup;
mod new_file;
mod pairing;
mod pieces;
mod safe_moves;
mod slots;
#[cfg(test)]
mod solver;
mod stats;
#[cfg(test)]
mod tests;
mod unmoves;
mod value;
mod verify;

pub use build::{Built, Step, build};
pub use lookup::Table;
pub use stats::{Stats, Total};
