//! Everything that searches need to know about each game besides its rules, in one folder per game.

pub(crate) mod animal_shogi;
pub(crate) mod gomoku;
pub(crate) mod quarto;
mod separo;
mod tic_tac_toe;
