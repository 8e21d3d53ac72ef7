//! One binary for all tests of the crate, so that linking happens once.

mod formats;
mod limits;
mod pgn;
mod pgn_refused;
mod round_trips;
mod sgf;
mod sgf_refused;
mod tools;
mod tree;
mod usi;
