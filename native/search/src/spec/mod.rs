//! Player specs: `NAME[:key=value,…]`.
//!
//! `settings` defines everything that can be set, `kinds` the types of values, and `keys` the table
//! of players, with a key for each setting; `text` uses that table to parse and format specs. Each
//! module depends only on those named before it.

mod keys;
mod kinds;
mod settings;
mod text;

pub use keys::{KeyChoice, PlayerChoice, players};
pub use kinds::Kind;
pub(crate) use settings::{Player, Settings};
pub use text::{Bounds, Spec};
