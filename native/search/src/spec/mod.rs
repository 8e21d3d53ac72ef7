//! Player specs: `NAME[:key=value,…]`.
//!
//! `settings` is what can be set, `kinds` what values may be, `keys` the table of players
//! with the key for each setting, and `text` reads and writes specs by that table. Each
//! knows those before it, and none after it.

mod keys;
mod kinds;
mod settings;
mod text;

pub use keys::{KeyChoice, PlayerChoice, players};
pub use kinds::Kind;
pub(crate) use settings::{Player, Settings};
pub use text::{Bounds, Spec};
