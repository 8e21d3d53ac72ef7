//! Alpha-beta that knows threats.

mod alpha_beta;
mod board;
mod evaluation;
mod fours;
mod frame;
mod ordering;
mod patterns;
mod player;
mod proof;
mod weights;

pub use evaluation::gomoku_features;
pub(super) use player::ThreatPlayer;
