//! Searches that know threats.

mod alpha_beta;
mod board;
mod cells;
mod evaluation;
mod expansion;
mod frame;
mod list;
mod network;
mod ordering;
mod patterns;
mod player;
mod status;
mod threat_search;
mod vcf;
mod vct;
mod weights;
mod win_line;

pub use evaluation::gomoku_features;
pub(super) use expansion::ThreatKnowledge;
pub use expansion::{GomokuChoices, gomoku_choices};
pub use network::{
    GOMOKU_FEATURES, GOMOKU_INPUTS, GOMOKU_MARGIN, GOMOKU_POINT_OUTPUTS, GOMOKU_RINGS,
    GomokuInputs, GomokuPoint, gomoku_inputs, gomoku_logits, gomoku_rows, gomoku_value,
};
pub(super) use player::ThreatPlayer;
