//! The searches, tried on Quarto and on small games made for the purpose.

mod driver;
mod late;
mod mcts;
mod minimax;
mod players;
mod races;
mod spec;
mod support;
