//! What the searches know of each game beyond its rules: one folder a game.

mod animal_shogi;
mod gomoku;
mod quarto;
mod separo;
mod tic_tac_toe;
