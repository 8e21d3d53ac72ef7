//! Tests of the searches, mostly on Quarto and on small games made for testing.

mod animal_shogi_table;
mod driver;
mod endgames;
mod focus;
mod forced_wins;
mod levels;
mod lines;
mod mast;
mod mcts;
mod memory;
mod middle_game;
mod minimax;
mod players;
mod playouts;
mod races;
mod signatures;
mod soundness;
mod spec;
mod support;
mod turns;
#[path = "../../../whole_run.rs"]
mod whole_run;
