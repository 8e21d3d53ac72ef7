//! One binary for all tests of the crate, so that they are linked once.

mod animal_shogi_play;
mod animal_shogi_refused;
mod counting;
mod gomoku_play;
mod gomoku_refused;
mod gomoku_samples;
mod gomoku_slow;
mod laws;
mod quarto_endings;
mod quarto_moves;
mod quarto_perft;
mod quarto_refused_moves;
mod quarto_refused_positions;
mod quarto_samples;
mod quarto_setups;
mod quarto_slow;
mod quarto_text;
mod quarto_turns;
mod random_text;
mod record;
mod refused_names;
mod repetition;
mod ring;
mod texts;
mod tools;
mod urgency;
