//! For players that know no threats and work as in other games: `minimax` and `mcts` with `threats=off`, and
//! `mcts` with playouts, as in the first levels. `minimax:threats=off` reproduces the results of the article about
//! Gomoku (`docs/articles.md`).

mod candidates;
mod knowledge;
mod windows;

pub(super) use knowledge::NearStones;
pub(super) use windows::Windows;
