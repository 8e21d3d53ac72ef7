//! What searches know about each game beyond its rules, one folder per game.

mod animal_shogi;
mod gomoku;
mod quarto;
mod separo;
mod tic_tac_toe;
