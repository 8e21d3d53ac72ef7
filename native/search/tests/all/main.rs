//! The searches, tested on Quarto and on small games made for the tests.

mod driver;
mod evaluation;
mod focus;
mod late;
mod law;
mod levels;
mod lines;
mod mast;
mod mcts;
mod middle_game;
mod minimax;
mod players;
mod playouts;
mod races;
mod signatures;
mod spec;
mod support;
mod turns;
